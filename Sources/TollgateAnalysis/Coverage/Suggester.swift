import TollgateRuntime

/// Finds scenarios that show what is still missing.
///
/// It makes up users from the policy, one goal at a time, and lets the engine decide: it begins
/// with a plain user at the edge of the limit, then changes one thing at a time towards the goal.
/// What it finds is certain; what it does not find may still be possible.
package struct Suggester {
  /// What was found, in the order of the rules.
  package private(set) var suggestions: [Suggestion] = []
  /// What was looked for and not found.
  package private(set) var missing: [(rule: Int32, goal: CoverageGoal)] = []
  private let graph: RuleGraph
  private var coverage: Coverage
  /// The targets that each rule is tried on: those with the fewest other rules.
  private let targets: [[Int32]]
  private let subjects: Subjects
  /// How much work is left, in steps of preparing a snapshot and evaluating rules.
  private var work = 30_000_000
  /// Whether the search ended before everything was looked for.
  package private(set) var isCutShort = false

  private static let mostTargets = 3
  /// How many users are tried for one goal on one target.
  private static let mostTries = 400

  /// Begins with what scenarios have shown.
  package init(_ coverage: Coverage) {
    self.coverage = coverage
    graph = coverage.graph
    targets = Suggester.targets(of: graph)
    subjects = Subjects(graph)
    for rule in graph.parts.rules.indices where !isCutShort { find(Int32(rule)) }
    // What was looked for in vain may have been found by the way.
    missing.removeAll { [coverage] in !coverage.missing($0.rule).contains($0.goal) }
  }

  private static func targets(of graph: RuleGraph) -> [[Int32]] {
    var targets = [[Int32]](repeating: [], count: graph.parts.rules.count)
    let order = graph.parts.targets.indices.sorted {
      let a = graph.parts.targets[$0].rules.count
      let b = graph.parts.targets[$1].rules.count
      return a == b ? $0 < $1 : a < b
    }
    for target in order {
      for rule in graph.parts.targets[target].rules
      where targets[Int(rule)].count < mostTargets {
        targets[Int(rule)].append(Int32(target))
      }
    }
    return targets
  }

  /// What decides comes first: it mostly shows more than one goal.
  private mutating func find(_ rule: Int32) {
    let wanted = coverage.missing(rule).goals
    for goal in wanted.sorted(by: { $0.order < $1.order })
    where coverage.missing(rule).contains(goal) {
      let isFound = find(goal, of: rule)
      guard !isCutShort else { return }
      if !isFound { missing.append((rule, goal)) }
    }
  }

  private mutating func find(_ goal: CoverageGoal, of rule: Int32) -> Bool {
    for target in targets[Int(rule)] {
      guard let found = search(goal, of: rule, on: target) else { continue }
      let decision = found.decision(about: target, graph)
      let news = coverage.news(in: decision).first { $0.rule == rule }?.marks ?? CoverageMarks()
      suggestions.append(Suggestion(found, about: target, rule: rule, goals: news, graph))
      coverage.record(decision)
      return true
    }
    return false
  }

  private mutating func search(
    _ goal: CoverageGoal, of rule: Int32, on target: Int32
  ) -> Draft? {
    let parts = graph.parts
    let workOfTry =
      20 + parts.entitlements.count + parts.meters.count + parts.facts.count
      + 10 * parts.targets[Int(target)].rules.count
    let tries = min(Suggester.mostTries, work / workOfTry)
    var search = DraftSearch(
      goal: goal, rule: rule, target: target, coverage: coverage, subjects: subjects,
      tries: tries)
    let found = search.run()
    work -= search.tried * workOfTry
    isCutShort = found == nil && tries < Suggester.mostTries
    return found
  }
}

extension CoverageGoal {
  /// The order in which goals are looked for.
  fileprivate var order: Int {
    switch self {
    case .outside: 0
    case .decided: 1
    case .failed: 2
    case .inside: 3
    case .met(let place): 4 + place
    case .held: 100
    }
  }
}
