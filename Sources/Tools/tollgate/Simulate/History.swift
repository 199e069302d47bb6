import TollgateCompiler
import TollgateKit
import TollgatePurchases
import TollgateRuntime
import TollgateSyntax
import TollgateTesting

/// The steps of a user and a store: the file that `simulate` plays.
struct History: Sendable {
  let source: Source
  /// The policy of the simulation.
  let policy: Policy
  /// The products that differ from the policy, and the store's conditions.
  var settings: [(span: Span, setting: Setting)] = []
  /// The steps in the order of time.
  var steps: [Step] = []

  /// A line before the first step.
  enum Setting: Sendable {
    case product(String, PurchaseRecord.Kind, StorePeriod?)
    case grace(StorePeriod, StoreConditions.GraceCover)
    case retry(StorePeriod)
    case sandbox
  }

  /// A line of the file.
  struct Step: Sendable {
    var span: Span
    var at: Instant
    /// Nil for a line that only sets the time.
    var action: Action?
  }

  enum Action: Sendable {
    case buy(String)
    case ask(String)
    case approve(String)
    case decline(String)
    case cancel(String)
    case uncancel(String)
    case switchPlan(from: String, to: String, atOnce: Bool)
    case fail(String?)
    case recover(String?)
    case refund(String, percent: Int)
    case reverseRefund(String)
    case share(String)
    case unshare(String)
    case raisePrice(String, Money?)
    case acceptPrice(String)
    case declinePrice(String)
    case network(isOnline: Bool)
    case verification(SimulatedVerification)
    case restore
    case relaunch
    case status
    /// Changes usage and facts.
    case given(Snapshot)
    /// Asks for decisions.
    case check(CheckedScenario)
    /// Compares decisions with expectations.
    case expect(CheckedScenario)
  }
}

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

/// Reads the lines of a history in the policy's own language (`given`, `check`, `expect`): as
/// scenarios after the policy, so that they mean the same.
struct HistoryClauses {
  /// A line, and its place in both texts.
  private struct Place {
    var draft: Int
    var start: Int
    var end: Int
    var origin: Int
  }

  private let policy: Source
  private let history: Source
  /// The added scenarios.
  private var text: [UInt8] = []
  private var places: [Place] = []
  /// Every step with its clause.
  private(set) var steps: [History.Step] = []
  /// The policy with the added scenarios, which change nothing in it.
  private(set) var graph: RuleGraph?

  init(_ policy: Source, _ history: Source) {
    self.policy = policy
    self.history = history
  }

  /// Reads every clause, and reports mistakes.
  mutating func read(_ drafts: [HistoryReader.Draft], _ problems: inout HistoryProblems) {
    for (index, draft) in drafts.enumerated() {
      if case .clause(let clause, let rest) = draft.action { add(clause, rest, index) }
    }
    // A decision names a file from the folder of the policy.
    let result = Compiler.compile(policy.appending(text).withoutFolder())
    for diagnostic in result.diagnostics where diagnostic.level == .error {
      problems.add(diagnostic.moved { moved($0) })
    }
    graph = result.graph
    let scenarios = result.policy?.scenarios.suffix(places.count) ?? []
    var read: [Int: CheckedScenario] = [:]
    for (place, scenario) in zip(places, scenarios) { read[place.draft] = scenario }
    for (index, draft) in drafts.enumerated() {
      steps.append(step(draft, read[index], &problems))
    }
  }

  /// Adds a line as a scenario.
  private mutating func add(_ clause: HistoryReader.Clause, _ rest: Span, _ draft: Int) {
    let (before, behind) =
      switch clause {
      case .given: ("given ", "\n")
      case .check: ("expect ", " allowed\n")
      case .expect: ("expect ", "\n")
      }
    text += Array("\n\nscenario \"\(places.count)\"\n  \(before)".utf8)
    let start = policy.bytes.count + text.count
    text += history.bytes[rest.start..<rest.end]
    places.append(
      Place(draft: draft, start: start, end: policy.bytes.count + text.count, origin: rest.start))
    text += Array(behind.utf8)
  }

  /// The same place in the history; for added text, the end of its line.
  private func moved(_ span: Span) -> Span? {
    guard let place = places.last(where: { $0.start <= span.start + 1 }) else { return nil }
    func move(_ offset: Int) -> Int {
      place.origin + min(max(offset, place.start), place.end) - place.start
    }
    return Span(move(span.start), move(span.end))
  }

  private func step(
    _ draft: HistoryReader.Draft, _ scenario: CheckedScenario?,
    _ problems: inout HistoryProblems
  ) -> History.Step {
    var step = History.Step(span: draft.span, at: draft.at)
    switch draft.action {
    case .nothing: break
    case .read(let action): step.action = action
    case .clause(let clause, let rest):
      guard let scenario else { break }
      switch clause {
      case .given:
        step.action = .given(scenario.snapshot)
        if scenario.snapshot.latestSeen != nil || scenario.snapshot.asOf != scenario.now {
          problems.add(
            "the history itself sets the time and the age of the purchase data", rest)
        }
      case .check: step.action = .check(scenario)
      case .expect: step.action = .expect(scenario)
      }
    }
    return step
  }
}

/// The mistakes in a history, each with its place.
struct HistoryProblems: Sendable {
  /// The most mistakes that are reported.
  private static let most = 100

  private(set) var diagnostics: [Diagnostic] = []

  var isEmpty: Bool { diagnostics.isEmpty }

  mutating func add(_ headline: String, _ span: Span, label: String = "", help: String? = nil) {
    add(
      Diagnostic(
        code: "history", headline: headline, span: span, label: label,
        help: help.map { [$0] } ?? []))
  }

  mutating func add(_ diagnostic: Diagnostic) {
    if diagnostics.count < HistoryProblems.most { diagnostics.append(diagnostic) }
  }

  /// All mistakes, for standard error.
  func failure(in source: Source) -> Failure {
    let sorted = diagnostics.sorted { $0.span.start < $1.span.start }
    return .rendered(Console.renderer(for: source).render(sorted))
  }
}
