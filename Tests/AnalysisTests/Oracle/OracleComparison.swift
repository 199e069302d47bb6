import TestSupport
import TollgateCompiler
import TollgateRuntime
import TollgateSyntax

@testable import TollgateAnalysis

/// What the linter and the oracle say about one policy, in terms that can be compared.
struct OracleComparison {
  /// The codes that the oracle knows.
  static let codes: Set = [
    "TG0201", "TG0202", "TG0203", "TG0205", "TG0206", "TG0207", "TG0208", "TG0212", "TG0213",
    "TG0301", "TG0302", "TG0304", "TG0307", "TG0308", "TG0310", "TG0311", "TG0401", "TG0402",
    "TG0403", "TG0404", "TG0406", "TG0408", "TG0409",
  ]

  /// One cause, one finding: a code is left out where one of these is told of the same thing.
  static let yields: [String: Set<String>] = [
    "TG0201": ["TG0204"],
    "TG0202": ["TG0201", "TG0204"],
    "TG0203": ["TG0201", "TG0202", "TG0204"],
    "TG0206": ["TG0201", "TG0202", "TG0204"],
    "TG0207": ["TG0201", "TG0202", "TG0204"],
    "TG0208": ["TG0201", "TG0204"],
    "TG0212": ["TG0205"],
    "TG0213": ["TG0205", "TG0308"],
    "TG0301": ["TG0201", "TG0202", "TG0204"],
    "TG0302": ["TG0201", "TG0202", "TG0203", "TG0204", "TG0301"],
    "TG0304": ["TG0205"],
    "TG0307": ["TG0201", "TG0202", "TG0204"],
    "TG0308": ["TG0201", "TG0202", "TG0204"],
    "TG0310": ["TG0205"],
    "TG0311": ["TG0201", "TG0202", "TG0204"],
    "TG0401": ["TG0201", "TG0202", "TG0204"],
    "TG0402": ["TG0205"],
    "TG0403": ["TG0406", "TG0409"],
    "TG0404": ["TG0403", "TG0406"],
  ]

  let source: Source
  let policy: CheckedPolicy
  let graph: RuleGraph
  private let bruteForce: Oracle
  let oracle: [OracleFinding]
  let linter: [Told]

  /// A finding of the linter.
  struct Told {
    var diagnostic: Diagnostic
    var subjects: [LintTopic]
    var causes: [LintTopic] = []
  }

  init(_ syntax: PolicySyntax, _ policy: CheckedPolicy, _ graph: RuleGraph, _ oracle: Oracle) {
    source = syntax.source
    self.policy = policy
    self.graph = graph
    bruteForce = oracle
    self.oracle = OracleComparison.preparedAnswers(oracle.findings)
    var pass = LintPass(syntax, policy, graph, LintOptions())
    for rule in LintRules.all
    where OracleComparison.codes.contains(rule.code) || rule.code == "TG0204" {
      pass.run(rule)
    }
    pass.settle()
    linter = pass.findings.filter { $0.diagnostic.code != "TG0204" }
      .map { Told(diagnostic: $0.diagnostic, subjects: $0.subjects, causes: $0.causes) }
  }

  private static func preparedAnswers(_ findings: [OracleFinding]) -> [OracleFinding] {
    findings.filter { finding in
      let stronger = finding.codes.reduce(into: Set<String>()) { $0.formUnion(yields[$1] ?? []) }
      let isTold = findings.contains {
        !$0.codes.isDisjoint(with: stronger) && $0.subject.isSameCause(as: finding.subject)
      }
      return !isTold && finding.codes != ["TG0204"]
    }
  }

  /// What one of the two says and the other does not, one line each.
  var differences: [String] {
    var differences: [String] = []
    var left = linter
    for finding in oracle {
      if let place = left.firstIndex(where: { agrees($0, finding) }) {
        left.remove(at: place)
      } else {
        let codes = finding.codes.sorted().joined(separator: " or ")
        differences.append("oracle only: \(codes) \(finding.subject) \(finding.detail)")
      }
    }
    for told in left {
      let diagnostic = told.diagnostic
      differences.append("linter only: \(diagnostic.code) \(told.subjects) \(diagnostic.headline)")
      if case .rule(let rule)? = told.subjects.first {
        differences.append(bruteForce.counterexample(to: diagnostic.code, of: rule))
      }
    }
    return differences
  }

  private func agrees(_ told: Told, _ finding: OracleFinding) -> Bool {
    let diagnostic = told.diagnostic
    guard finding.codes.contains(diagnostic.code), !diagnostic.isUndecided else { return false }
    switch finding.subject {
    case .rule(let rule):
      return told.subjects == [.rule(rule)] && isOneOf(finding.impliedBy, diagnostic.related)
    case .part(let rule, let span):
      return told.subjects == [.rule(rule)] && diagnostic.span == span
    case .reminder(let rule, let reminder):
      return told.subjects.contains(.reminder(rule: rule, reminder))
    case .targets(let targets):
      return Set(told.subjects) == Set(targets.map { .target($0) })
        && names(finding.detail, diagnostic)
    case .product(let product):
      return told.subjects == [.product(product)] && names(finding.detail, diagnostic)
    case .tier(let tier): return told.subjects == [.entitlement(Int32(tier))]
    case .worse(let rule, let targets):
      return Set(told.subjects) == Set([.rule(rule)] + targets.map { .target($0) })
        && names(finding.detail, diagnostic)
    case .insteads(let rule, let targets):
      return told.subjects == [.rule(rule)] && told.causes == targets.map { .target($0) }
    }
  }

  /// Whether a finding speaks of the entitlement that takes away, or of the counter that opens.
  private func names(_ detail: String, _ diagnostic: Diagnostic) -> Bool {
    switch diagnostic.code {
    case "TG0212", "TG0213", "TG0308": diagnostic.headline.split(separator: " ")[1] == "`\(detail)`"
    case "TG0304": diagnostic.headline.hasPrefix("using more of \(detail) opens ")
    case "TG0404":
      detail.split(separator: " ").contains { diagnostic.label == "pointless beside `\($0)`" }
    default: true
    }
  }

  /// Whether the rules that a finding names are one of the sets that imply it.
  private func isOneOf(_ sets: [[Int32]], _ related: [Diagnostic.Related]) -> Bool {
    sets.isEmpty
      || sets.contains { set in
        Set(set.map { policy.rules[Int($0)].subjectSpan }) == Set(related.map { $0.span })
      }
  }
}

extension OracleFinding.Subject {
  /// Whether two subjects are one to a reader: what is said of a rule speaks of its parts too.
  func isSameCause(as other: OracleFinding.Subject) -> Bool {
    if self == other { return true }
    if case .worse(_, let worse) = self, case .targets(let targets) = other {
      return !Set(worse).isDisjoint(with: targets)
    }
    guard case .rule(let rule) = self else { return false }
    return other.rule == rule
  }

  /// The rule that it is, or is about.
  var rule: Int? {
    switch self {
    case .rule(let rule), .part(let rule, _), .reminder(let rule, _), .worse(let rule, _),
      .insteads(let rule, _):
      rule
    case .targets, .product, .tier: nil
    }
  }
}
