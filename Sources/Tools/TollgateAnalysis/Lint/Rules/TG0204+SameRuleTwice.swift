import TollgateCompiler
import TollgateRuntime
import TollgateSyntax

extension LintRule {
  static let sameRuleTwice = LintRule(
    DiagnosticPage(
      "TG0204", "the same rule twice", level: .warning,
      what:
        "Two rules say the same about the same targets: one limit, one requirement, in force at "
        + "the same times and under the same conditions, however they are written.",
      why: "The second adds nothing, and sooner or later somebody changes only one of the two.",
      avoid: "csv-export requires basic or full\ncsv-export requires full or basic\n",
      prefer: "csv-export requires basic or full\n",
      exceptions:
        "Rules for different targets may overlap. `--fix` removes the second rule only if "
        + "its clauses say the same as those of the first."
    )
  ) { pass in
    var known: [RuleMeaning: Int] = [:]
    for (index, rule) in pass.policy.rules.enumerated() {
      let meaning = RuleMeaning(rule, pass.graph.parts.rules[index])
      guard let first = known[meaning] else {
        known[meaning] = index
        continue
      }
      pass.report(second: index, of: first)
    }
  }
}

/// The meaning of a rule: two rules that agree in it hold and fail together.
private struct RuleMeaning: Hashable {
  var targets: TargetSet
  var limit: Limit?
  var requirement: Int32
  var inForce: Int32
  var condition: Int32
  var soft: Int32
  var runningUseMayFinish: Bool

  init(_ checked: CheckedRule, _ rule: Rule) {
    if case .targets(let targets) = checked.subject {
      self.targets = targets
    } else {
      targets = TargetSet()
    }
    limit = rule.limit
    requirement = rule.requirement
    inForce = rule.inForce
    condition = rule.condition
    soft = rule.soft
    runningUseMayFinish = rule.runningUseMayFinish
  }
}

extension LintPass {
  fileprivate mutating func report(second: Int, of first: Int) {
    let rules = policy.rules
    let written = graph.parts.rules
    let isWhole = written[second].bare == written[first].bare && !hasComment(rules[second])
    let title = "take \(line(rules[second].span)) away"
    report(
      "the same rule is written twice", at: rules[second].span,
      "says what \(line(rules[first].span)) says",
      about: [.rule(second)], related: [.init(rules[first].span, "the first of the two")],
      help: isWhole ? [] : ["keep one of them, with the clauses of both"],
      edits: isWhole ? edits(removing: rules[second].span, safety: .safe, title: title) : [])
  }

  /// Whether a comment would be lost with a rule.
  private func hasComment(_ rule: CheckedRule) -> Bool {
    guard let statement = syntax.statement(at: rule.span.start),
      let lines = syntax.lines(of: statement)
    else { return false }
    var index = statement.tokens.lowerBound
    while index < syntax.tokens.count, syntax.tokens[index].span.start < lines.end {
      if syntax.tokens[index].kind == .comment { return true }
      index += 1
    }
    return false
  }
}
