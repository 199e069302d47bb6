import TollgateCompiler
import TollgateRuntime
import TollgateSyntax

extension LintRule {
  static let onePriceList = LintRule(
    DiagnosticPage(
      "TG0312", "limits that one ladder can say", level: .note,
      what: "Several plain limits are about one meter in one window, and one ladder says the same: "
        + "for everybody the outcome, the limit, what is needed and the ways in are the same.",
      why: "A ladder reads like the price list: one line for everybody, and one for each plan. It "
        + "is one rule, so a person who is refused reads one reason.",
      avoid: "entitlements plus, business\nmeter guests\nguests > 10 requires plus or business\n"
        + "guests > 100 requires business\n",
      prefer: "entitlements plus, business\nmeter guests\nguests at most 10\n  100 with plus\n"
        + "  unlimited with business\n",
      exceptions: "Limits with a condition, a date, a text, a reminder or another clause are left "
        + "alone, and limits for which a ladder would name other needs: of two tiers, "
        + "`guests > 10 requires plus` names only `plus`. For somebody whose plan is on hold, "
        + "pending or unknown, the reason can be that of another limit. In the editor, a ladder "
        + "can be written as plain limits again."
    ),
    yieldsTo: [
      "TG0201", "TG0202", "TG0203", "TG0204", "TG0206", "TG0207", "TG0208", "TG0301", "TG0303",
    ]
  ) { pass in
    let lists = PriceLists(
      pass.syntax, pass.policy, pass.graph, budget: pass.options.exactBudget)
    for (limits, isSame) in lists.ladders() {
      switch isSame {
      case .answered(true): pass.report(ladderFor: limits)
      case .answered(false): break
      case .undecided(let exhausted):
        pass.reportUndecided(
          whether: "one ladder says what these limits say",
          at: pass.policy.rules[limits.rules[0]].subjectSpan, "stopped here",
          about: limits.rules.map { .rule($0) }, notes: [exhausted.ending],
          help: [exhausted.help])
      }
    }
  }
}

extension LintPass {
  fileprivate mutating func report(ladderFor limits: PriceLists.Restated) {
    let first = policy.rules[limits.rules[0]]
    let others = limits.rules.dropFirst().map { Int32($0) }
    let meter = syntax.comparison(of: first).map { source.text($0.meter.span) } ?? ""
    let sentence = "`\(limits.lines[0])`"
    var edits: [Diagnostic.Edit] = []
    if let span = limits.span {
      edits.append(
        Diagnostic.Edit(
          span, limits.lines.joined(separator: "\n"), safety: .safe,
          title: "write one ladder: \(sentence), and a line for each step",
          restatesRules: true))
    }
    report(
      "\(limits.rules.count) limits of `\(meter)` can be written as one ladder",
      at: first.subjectSpan,
      "the first of them", about: limits.rules.map { .rule($0) },
      related: places(of: others, "another one"),
      help: edits.isEmpty
        ? ["write one ladder: " + LintPass.list(limits.lines.map { "`\($0.trimmed)`" })] : [],
      edits: edits)
  }
}

extension String {
  /// Without the blanks before it.
  fileprivate var trimmed: Substring { drop { $0 == " " } }
}
