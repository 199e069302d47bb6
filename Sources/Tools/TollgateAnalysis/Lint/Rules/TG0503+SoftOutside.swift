import TollgateCompiler
import TollgateRuntime
import TollgateSyntax

extension LintRule {
  static let softOutside = LintRule(
    DiagnosticPage(
      "TG0503", "a soft period outside its rule", level: .warning,
      what: "A rule is soft until a time that is after its own end, or not after its own begin.",
      why: "A soft period is the time before a rule denies. One that outlives the rule means that "
        + "it never denies, and one that ends before the rule begins that it never warns.",
      avoid: "csv-export requires pro from 2090-03-01\n  soft until 2090-02-01\n",
      prefer: "csv-export requires pro from 2090-03-01\n  soft until 2090-04-01\n",
      exceptions: "Times are compared where both are instants, or both depend on one date fact. A "
        + "rule that is `soft` without an end only ever warns, and says so."
    ),
    yieldsTo: ["TG0502"]
  ) { pass in
    for (index, rule) in pass.policy.rules.enumerated() {
      guard case .until(let end) = rule.soft else { continue }
      let span = rule.softSpan ?? rule.span
      if let until = rule.applies.until, until.isBefore(end) == true {
        pass.report(
          "a soft period outlives its rule", at: span, "the rule never denies",
          about: [.rule(index)],
          related: [.init(rule.applies.untilSpan ?? rule.span, "the rule ends here")],
          help: ["let it end before the rule, or write `soft` if it is only to warn"])
      } else if let from = rule.applies.from, from.isBefore(end) == false {
        pass.report(
          "a soft period ends before its rule begins", at: span, "the rule never warns",
          about: [.rule(index)],
          related: [.init(rule.applies.fromSpan ?? rule.span, "the rule begins here")],
          help: ["let it end after the rule begins, or remove it"])
      }
    }
  }
}

extension CheckedMoment {
  /// Whether it comes before another; `nil` if that depends on the user.
  fileprivate func isBefore(_ other: CheckedMoment) -> Bool? {
    switch (self, other) {
    case (.at(let a), .at(let b)): a < b
    case (.after(let fact, let a), .after(let same, let b))
    where fact == same && a.isMonths == b.isMonths: a.count < b.count
    default: nil
    }
  }
}
