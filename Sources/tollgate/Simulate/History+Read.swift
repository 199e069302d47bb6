import Tollgate
import TollgateRuntime
import TollgateSyntax
import TollgateTesting

extension History {
  /// Reads a file for a policy that compiles. Everything that is wrong with it is told at once.
  static func read(_ path: String, for policy: Source) throws(Failure) -> History {
    let source = try source(at: path)
    var reader = HistoryReader(source)
    reader.read()
    var clauses = HistoryClauses(policy, source)
    clauses.read(reader.steps, &reader.problems)
    guard let graph = clauses.graph else { throw reader.problems.failure(in: source) }
    let history = History(
      source: source, policy: Policy(graph: graph), settings: reader.settings,
      steps: clauses.steps)
    history.checkNames(&reader.problems)
    guard reader.problems.isEmpty else { throw reader.problems.failure(in: source) }
    return history
  }

  private static func source(at path: String) throws(Failure) -> Source {
    let bytes = try InputFile.contents(of: path, limit: HistoryReader.longest)
    let name = InputFile.name(of: path)
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      throw .unreadable("\(name) is written in UTF-16; save it as UTF-8")
    }
    if bytes.contains(0) { throw .unreadable("\(name) is no text") }
    return Source(name: path == "-" ? PolicyFile.standardInput : path, bytes: bytes)
  }

  /// Looks up every product that is named, and how it is sold.
  private func checkNames(_ problems: inout HistoryProblems) {
    var sold = Set(policy.simulatedProducts.map { $0.name })
    for (span, setting) in settings {
      guard case .product(let name, _, _) = setting else { continue }
      if check(name, span, &problems) { sold.insert(policy.nameOfProduct(name)) }
    }
    for step in steps {
      for name in step.action?.products ?? [] where check(name, step.span, &problems) {
        if sold.contains(policy.nameOfProduct(name)) { continue }
        problems.add(
          "the policy does not say how `\(name)` is sold", place(of: name, in: step.span),
          help: "write `product \(name) renews every 1 month`, `lasts 3 months`, "
            + "`is consumable` or `is for ever` before the first step")
      }
    }
  }

  private func check(
    _ name: String, _ span: Span, _ problems: inout HistoryProblems
  ) -> Bool {
    if policy.graph.names.products[name] != nil { return true }
    let names = policy.graph.parts.products.map { $0.name }
    let near = EditDistance.nearest(to: name, among: names)
    problems.add(
      "the policy has no product called `\(name)`", place(of: name, in: span),
      help: near.map { "did you mean `\($0)`?" }
        ?? (names.isEmpty
          ? nil
          : "there \(names.count == 1 ? "is" : "are") "
            + names.prefix(12).joined(separator: ", ")))
    return false
  }

  /// Where a name stands in its line.
  private func place(of name: String, in span: Span) -> Span {
    let wanted = Array(name.utf8)
    guard span.end - span.start >= wanted.count else { return span }
    for start in span.start...(span.end - wanted.count)
    where source.bytes[start..<start + wanted.count].elementsEqual(wanted) {
      return Span(start, start + wanted.count)
    }
    return span
  }
}

extension Policy {
  /// The policy's own name of a product that a store calls otherwise.
  func nameOfProduct(_ id: String) -> String {
    graph.names.products[id].map { graph.parts.products[Int($0)].name } ?? id
  }
}

extension History.Action {
  /// The products that it names.
  fileprivate var products: [String] {
    switch self {
    case .buy(let name), .ask(let name), .approve(let name), .decline(let name),
      .cancel(let name), .uncancel(let name), .refund(let name, _), .reverseRefund(let name),
      .share(let name), .unshare(let name), .raisePrice(let name, _), .acceptPrice(let name),
      .declinePrice(let name):
      [name]
    case .switchPlan(let old, let new, _): [old, new]
    case .fail(let name), .recover(let name): name.map { [$0] } ?? []
    case .network, .verification, .restore, .relaunch, .status, .given, .check, .expect: []
    }
  }
}
