import TollgateKit
import TollgatePurchases
import TollgateRuntime
import TollgateSyntax
import TollgateTesting

extension History {
  /// Reads a file for a policy. All mistakes are reported at once.
  static func read(
    _ path: String, for policy: (source: Source, graph: RuleGraph)
  ) throws(Failure) -> History {
    try read(try source(at: path), for: policy)
  }

  /// Reads a text for a policy.
  static func read(
    _ source: Source, for policy: (source: Source, graph: RuleGraph)
  ) throws(Failure) -> History {
    var reader = HistoryReader(source)
    reader.read()
    reader.checkNames(in: Policy(graph: policy.graph))
    var clauses = HistoryClauses(policy.source, source)
    clauses.read(reader.steps, &reader.problems)
    guard let graph = clauses.graph, reader.problems.isEmpty else {
      throw reader.problems.failure(in: source)
    }
    return History(
      source: source, policy: Policy(graph: graph), settings: reader.settings,
      steps: clauses.steps)
  }

  private static func source(at path: String) throws(Failure) -> Source {
    let bytes = try InputFile.contents(of: path, limit: HistoryReader.longest)
    try PolicyFile.requireText(bytes, path, otherwise: "is not a text file")
    return Source(name: path == "-" ? PolicyFile.standardInput : path, bytes: bytes)
  }
}

extension HistoryReader {
  /// Looks up every named product, and how it is sold.
  fileprivate mutating func checkNames(in policy: Policy) {
    var sold = Set(policy.simulatedProducts.map { $0.name })
    for (span, setting) in settings {
      guard case .product(let name, _, _) = setting else { continue }
      if check(name, span, policy) { sold.insert(policy.name(ofProduct: name)) }
    }
    for step in steps {
      for name in step.products where check(name, step.span, policy) {
        if sold.contains(policy.name(ofProduct: name)) { continue }
        problems.add(
          "the policy does not say how `\(name)` is sold", place(of: name, in: step.span),
          help: "write `product \(name) renews every 1 month`, `lasts 3 months`, "
            + "`is consumable` or `is for ever` before the first step")
      }
    }
  }

  private mutating func check(_ name: String, _ span: Span, _ policy: Policy) -> Bool {
    if policy.graph.names.products[name] != nil { return true }
    let names = policy.graph.parts.products.map { $0.name }
    problems.add(
      "the policy has no product called `\(name)`" + KnownName.hint(name, among: names),
      place(of: name, in: span))
    return false
  }

  /// The place of a name in its line.
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
