import TollgateCompiler
import TollgateRuntime
import TollgateSyntax

extension LintRule {
  static let gateAsLimit = LintRule(
    DiagnosticPage(
      "TG0306", "a gate written as `> 0` on a meter that can be raised", level: .warning,
      what: "A rule has `> 0` or `>= 1` on a meter to which a product adds, or which another rule "
        + "limits by the allowance of the snapshot.",
      why: "The allowance raises this limit too: whoever buys the add-on passes the gate without "
        + "what it requires.",
      avoid: "product annual\n  grants pro\nproduct extra-space\n  adds 10 GB to storage\n"
        + "meter storage in bytes\nstorage > 0 requires pro\n",
      prefer: "product annual\n  grants pro\nproduct extra-space\n  adds 10 GB to storage\n"
        + "meter storage in bytes\nstorage requires pro\nstorage > 50 GB is not allowed\n",
      exceptions: "`claims > 0 is not allowed` is no gate: it says that only what is added may be "
        + "used. If the add-on alone is to open the meter, allow the finding with a reason."
    )
  ) { pass in
    let additions = pass.policy.products.flatMap { $0.adds }
    var raised: [Int32: Span] = [:]
    for rule in pass.policy.rules {
      guard case .limit(let limit) = rule.subject, case .allowance = limit.kind else { continue }
      if raised[limit.meter] == nil { raised[limit.meter] = rule.subjectSpan }
    }
    for (index, rule) in pass.policy.rules.enumerated() {
      guard case .requires = rule.effect, case .limit(let limit) = rule.subject,
        limit.kind == .atMost(0),
        let cause = additions.first(where: {
          $0.meter == limit.meter && ($0.window == nil || $0.window == limit.window)
        })?.span ?? raised[limit.meter],
        let comparison = pass.syntax.comparison(of: rule)
      else { continue }
      let meter = pass.source.text(comparison.meter.span)
      pass.report(
        "an allowance passes the gate on `\(pass.policy.meters[Int(limit.meter)].name.text)`",
        at: rule.subjectSpan, "the allowance is added to this 0", about: [.rule(index)],
        related: [.init(cause, "raises the allowance")],
        edits: [
          Diagnostic.Edit(
            rule.subjectSpan, meter, safety: .unsafe, title: "write the bare `\(meter)`")
        ])
    }
  }
}
