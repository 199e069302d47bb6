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

  init(
    graph: RuleGraph, index: RuleIndex, reason: Reason, isSoft: Bool, stepNeeds: [[Rule.Need]]?
  ) {
    self.stepNeeds = stepNeeds
    self.graph = graph
    self.index = index
    self.reason = reason
    self.isSoft = isSoft
  }

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
    guard a.reason == b.reason, a.isSoft == b.isSoft, a.index == b.index else { return false }
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
