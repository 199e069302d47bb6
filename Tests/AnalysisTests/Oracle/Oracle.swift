import TollgateCompiler
import TollgateRuntime
import TollgateSyntax

@testable import TollgateAnalysis

/// What is true of a policy, by looking at every region representative: each finding is searched
/// for as its definition says, and nothing else is known about it.
struct Oracle {
  let policy: CheckedPolicy
  let graph: RuleGraph
  let known: Regions
  let all: Regions
  let buying: Regions
  private(set) var findings: [OracleFinding] = []
  /// The targets that have rules, those with the same rules together.
  let targets: [TargetClass]

  /// Targets with the same rules.
  struct TargetClass {
    var members: [Int32]
    var rules: [Int32]
    /// Where they are allowed and pass, in the known extent.
    var known: Outcome
    var buying: Outcome
  }

  /// Nothing if there are more points than `most` in an extent.
  init?(_ policy: CheckedPolicy, _ graph: RuleGraph, most: Int) {
    guard let all = Regions(graph, .all, most: most),
      let known = Regions(graph, .known, most: most),
      let buying = Regions(graph, .buying, most: most)
    else { return nil }
    self.policy = policy
    self.graph = graph
    self.known = known
    self.all = all
    self.buying = buying
    var targets: [TargetClass] = []
    for (index, target) in graph.parts.targets.enumerated() where !target.rules.isEmpty {
      if let same = targets.firstIndex(where: { $0.rules == target.rules }) {
        targets[same].members.append(Int32(index))
      } else {
        targets.append(
          TargetClass(
            members: [Int32(index)], rules: target.rules, known: known.outcome(of: target.rules),
            buying: buying.outcome(of: target.rules)))
      }
    }
    self.targets = targets
    findRules()
    findParts()
    findTargets()
    findReminders()
    findValues()
    findInsteads()
    findProducts()
  }

  mutating func report(
    _ codes: Set<String>, _ subject: OracleFinding.Subject, _ detail: String = "",
    _ impliedBy: [[Int32]] = []
  ) {
    findings.append(
      OracleFinding(codes: codes, subject: subject, detail: detail, impliedBy: impliedBy))
  }

  /// Whether one of the codes is reported for a rule.
  func has(_ codes: Set<String>, _ rule: Int) -> Bool {
    findings.contains { $0.subject == .rule(rule) && !codes.isDisjoint(with: $0.codes) }
  }

  /// The rules, by index, of a target without those that switch it off.
  func withoutOff(_ rules: [Int32]) -> [Int32] {
    rules.filter { index in
      let rule = graph.parts.rules[Int(index)]
      return rule.effect != .off && !(rule.isOfLadder && graph.parts.steps(of: rule).isEmpty)
    }
  }
}

/// Something that is true of a policy.
struct OracleFinding: Hashable {
  /// The code; several where the definition leaves it open which.
  var codes: Set<String>
  var subject: Subject
  /// What a person needs to see why.
  var detail: String
  /// For a rule that others imply: the minimal sets of others that do.
  var impliedBy: [[Int32]] = []

  enum Subject: Hashable {
    case rule(Int)
    case part(rule: Int, Span)
    case reminder(rule: Int, Int)
    /// Targets with the same rules.
    case targets([Int32])
    case product(Int)
    case tier(Int)
    /// A ladder or a setting, by its rule, that is worse for who holds something more.
    case worse(rule: Int, [Int32])
    /// Targets after `instead use`.
    case insteads(rule: Int, [Int32])
  }
}
