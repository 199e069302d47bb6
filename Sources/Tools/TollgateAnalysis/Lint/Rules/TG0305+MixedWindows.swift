import TollgateCompiler
import TollgateRuntime
import TollgateSyntax

extension LintRule {
  static let mixedWindows = LintRule(
    DiagnosticPage(
      "TG0305", "a meter limited with a window and without one", level: .warning,
      what: "One rule limits a meter `per day`, `week`, `month` or `year`, and another limits its "
        + "total.",
      why: "A forgotten window turns a limit for a day into one for ever.",
      avoid: "exports > 3 per day requires pro\nexports > 10 requires max\n",
      prefer: "exports > 3 per day requires pro\nexports > 10 per day requires max\n",
      exceptions: "Limits with different windows are fine, and so are a bare meter and rules that "
        + "require nothing. If both are meant, allow the finding with a reason."
    )
  ) { pass in
    /// The first rule of each meter.
    var first: [Int32: Int] = [:]
    var reported: Set<Int32> = []
    for (index, rule) in pass.policy.rules.enumerated() {
      if case .requiresNothing = rule.effect { continue }
      guard case .limit(let limit) = rule.subject, limit.kind != .bare,
        !reported.contains(limit.meter)
      else { continue }
      guard let known = first[limit.meter] else {
        first[limit.meter] = index
        continue
      }
      let other = pass.policy.rules[known]
      guard case .limit(let before) = other.subject,
        (before.window == .total) != (limit.window == .total)
      else { continue }
      reported.insert(limit.meter)
      let words = ["limits the total", "limits a window of time"]
      pass.report(
        "`\(pass.policy.meters[Int(limit.meter)].name.text)` is limited with a window and without",
        at: rule.subjectSpan, words[limit.window == .total ? 0 : 1],
        about: [.meter(limit.meter)],
        related: [.init(other.subjectSpan, words[before.window == .total ? 0 : 1])],
        help: ["give both a window, or neither"])
    }
  }
}
