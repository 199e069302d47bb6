/// A rule that fails. Its text is read when somebody asks for it.
///
/// ```swift
/// for blocker in decision.blockers {
///   log("\(blocker.file):\(blocker.line): \(blocker.rule), \(blocker.reason.rawValue)")
///   show("needs one of \(blocker.needs)")
/// }
/// ```
public struct Blocker: Sendable {
  private let graph: RuleGraph
  package let index: RuleIndex
  /// Why it fails.
  public let reason: Reason
  /// Whether it only warns now.
  public let isSoft: Bool
  /// Of a ladder, what would meet the steps that are enough; nil for any other rule.
  private let stepNeeds: [[Rule.Need]]?
  /// Nil for most rules.
  private let charged: Charged?

  /// A charge, kept apart since few blockers have one, and many are copied.
  private final class Charged: Sendable {
    let charge: Charge

    init(_ charge: Charge) { self.charge = charge }
  }

  init(
    graph: RuleGraph, index: RuleIndex, reason: Reason, isSoft: Bool, stepNeeds: [[Rule.Need]]?,
    charge: Charge?
  ) {
    self.stepNeeds = stepNeeds
    charged = charge.map { Charged($0) }
    self.graph = graph
    self.index = index
    self.reason = reason
    self.isSoft = isSoft
  }

  /// The cost of the use beyond the limit of the rule, where it may go beyond it; else nil.
  public var charge: Charge? { charged?.charge }

  /// The rule as it is written.
  public var rule: String { graph.parts.tables.place(of: index).text }

  /// The file it is written in.
  public var file: String { place.file }

  /// The line it is written on, from 1.
  public var line: Int { place.line }

  private var place: (file: String, line: Int) {
    graph.parts.place(ofRow: graph.parts.tables.row(of: index))
  }

  /// The minimal sets of entitlements and facts that would meet it, by name, fewest first.
  public var needs: [[String]] {
    if let stepNeeds { return stepNeeds.map { $0.map(name) } }
    return graph.parts.tables.needs(of: index, name)
  }

  private func name(_ need: Rule.Need) -> String {
    switch need {
    case .entitlement(let index): graph[entitlement: index].name
    case .fact(let index): graph[fact: index].name
    }
  }
}

extension Blocker: Hashable {
  /// Whether two rules say the same, at the same place and for the same reason.
  public static func == (a: Blocker, b: Blocker) -> Bool {
    guard a.reason == b.reason, a.isSoft == b.isSoft, a.index == b.index, a.charge == b.charge
    else { return false }
    if a.graph === b.graph { return a.stepNeeds == b.stepNeeds }
    return a.line == b.line && a.rule == b.rule && a.file == b.file && a.needs == b.needs
  }

  /// Hashes what is compared first.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(index)
    hasher.combine(reason)
    hasher.combine(isSoft)
  }
}

/// The data that is missing, so that a rule is unknown: what the app can report, and whether the
/// store can say more.
///
/// ```swift
/// for case .refresh(let missing) in decision.waysIn {
///   if missing.purchases { refresh() }
///   for fact in missing.facts { log("the app does not report \(fact)") }
/// }
/// ```
public struct MissingData: Sendable, Hashable {
  /// Whether the purchases are too old to be believed, or the clock is behind: ask the store again.
  public package(set) var purchases = false
  /// The facts, by name, in the order of the source; `subject` for the subject of a rollout.
  public private(set) var facts: [String] = []
  /// The counters in the order of the source: `bills` for a total, `exports/day` for a window.
  public private(set) var usage: [String] = []
  /// The meters whose allowance is missing, by name, in the order of the source.
  public private(set) var allowances: [String] = []

  /// Nothing.
  package init() {}
}

/// Collects missing data by name, each once.
private struct NamedLacks: LackNotes {
  let graph: RuleGraph
  var missing = MissingData()

  mutating func note(_ lack: Lack) { missing.note(lack, in: graph) }
}

extension MissingData {
  fileprivate mutating func note(_ lack: Lack, in graph: RuleGraph) {
    switch lack {
    case .purchases, .purchasesBeside: purchases = true
    case .counter(let counter):
      var name = graph[meter: counter.meter].name
      if let window = counter.window.name { name += "/" + window }
      usage.appendOnce(name)
    case .allowance(let meter): allowances.appendOnce(graph[meter: meter].name)
    case .fact(let fact): facts.appendOnce(graph[fact: fact].name)
    case .subject: facts.appendOnce("subject")
    }
  }
}

extension [String] {
  fileprivate mutating func appendOnce(_ name: String) {
    if !contains(name) { append(name) }
  }
}

extension Inquiry {
  /// The missing data that these rules read where they are unknown. The facts of a `grant` statement
  /// count.
  package func missing(in rules: some Sequence<RuleIndex>) -> MissingData {
    var evaluation = evaluation()
    var lacks = NamedLacks(graph: graph)
    for rule in rules where evaluation.settled(rule) == .unknown {
      evaluation.collect(rule: rule, into: &lacks)
    }
    return lacks.missing
  }

  /// The data that a refresh can bring for the rules that fail.
  func missing(_ standings: [RuleStanding]) -> MissingData {
    var failing: [RuleIndex] = []
    for standing in standings where standing.fails { failing.append(standing.index) }
    var missing = missing(in: failing)
    if isClockBehind { missing.purchases = true }
    return missing
  }
}
