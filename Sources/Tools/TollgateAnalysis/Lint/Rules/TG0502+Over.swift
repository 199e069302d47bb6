import TollgateCompiler
import TollgateRuntime
import TollgateSyntax

extension LintRule {
  static let over = LintRule(
    DiagnosticPage(
      "TG0502", "a rule, step, offer, grant or soft period that is over", level: .warning,
      what:
        "On the day of the lint (`--today`) the end of a rule, a step, an offer (`for sale`), a "
        + "grant or a soft period has passed.",
      why: "It does nothing any more, and every reader of the policy has to find that out.",
      avoid: "csv-export requires pro\ncsv-export is off until 2020-03-01\n",
      prefer: "csv-export requires pro\n",
      exceptions: "Ends that depend on a date fact, such as `until 7 days after installed`, are "
        + "never over for everybody. A line that is kept is allowed with a reason, which may stand "
        + "there before its day (it is not `TG0901` then). An end is over from its instant on, since it is outside."
    )
  ) { pass in
    guard let today = pass.options.today else { return }
    for ending in pass.endings(by: today) {
      pass.report(
        ending.headline, at: ending.span, "over since then", about: [ending.topic],
        help: ending.help, edits: ending.edits)
    }
  }
}

/// Something in a policy that ends on a day.
struct Ending {
  var headline: String
  /// Where the end is written.
  var span: Span
  var topic: LintTopic
  var help: [String] = []
  var edits: [Diagnostic.Edit] = []
}

extension LintPass {
  /// All that is over at an instant.
  func endings(by today: Instant) -> [Ending] {
    var endings: [Ending] = []
    for (index, rule) in policy.rules.enumerated() {
      endings += self.endings(of: rule, .rule(index), by: today)
    }
    for (index, grant) in policy.grants.enumerated() {
      let isOver = grant.applies.until.isOver(by: today)
      guard isOver || (grant.period?.end).isOver(by: today) else { continue }
      let end = isOver ? grant.applies.untilSpan ?? grant.span : grant.span
      endings.append(whole("grant", grant.span, end: end, .grant(index)))
    }
    for (index, product) in policy.products.enumerated() {
      guard let sale = product.sale, sale.applies.until.isOver(by: today) else { continue }
      let edit = Diagnostic.Edit(
        sale.span, "not for sale", safety: .unsafe, title: "write `not for sale`")
      endings.append(
        Ending(
          headline: "the offer of `\(product.name.text)` is over",
          span: sale.applies.untilSpan ?? sale.span, topic: .product(index), edits: [edit]))
    }
    return endings
  }

  private func endings(
    of rule: CheckedRule, _ topic: LintTopic, by today: Instant
  ) -> [Ending] {
    if rule.applies.until.isOver(by: today) {
      return [whole("rule", rule.span, end: rule.applies.untilSpan ?? rule.span, topic)]
    }
    var endings: [Ending] = []
    if case .until(let end) = rule.soft, Optional(end).isOver(by: today) {
      endings.append(
        Ending(
          headline: "a soft period is over", span: rule.softSpan ?? rule.span, topic: topic,
          help: ["remove the line: the rule has denied since then"]))
    }
    for step in rule.steps where step.applies.until.isOver(by: today) {
      endings.append(
        Ending(
          headline: "a step is over", span: step.applies.untilSpan ?? step.span, topic: topic,
          edits: edits(removingClauseAt: step.span, title: "take the step away")))
    }
    return endings
  }

  private func whole(_ kind: String, _ span: Span, end: Span, _ topic: LintTopic) -> Ending {
    Ending(
      headline: "a \(kind) is over", span: end, topic: topic,
      edits: edits(removing: span, safety: .unsafe, title: "take the \(kind) away"))
  }
}

extension CheckedMoment? {
  /// Whether it is an instant that has come, for everybody.
  fileprivate func isOver(by today: Instant) -> Bool {
    if case .at(let end)? = self { return end <= today }
    return false
  }
}
