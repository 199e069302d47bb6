import TollgateCompiler
import TollgateSyntax

extension LintRule {
  static let deadEnd = LintRule(
    DiagnosticPage(
      "TG0402", "a dead end: somebody is refused, and no purchase helps", level: .warning,
      what: "Somebody is refused a target; nothing that is for sale to that person, and no "
        + "yes-or-no fact that is required, would open it.",
      why: "They want to pay and cannot.",
      avoid: "entitlements basic, legacy\nproduct basic-pack\n  grants basic\n"
        + "product old-pack\n  grants legacy\n  not for sale\n"
        + "# allow TG0212: the old pack had its own export\n"
        + "csv-export requires basic and not legacy\nreports requires basic or legacy\n",
      prefer: "entitlements basic, legacy\nproduct basic-pack\n  grants basic\n"
        + "product old-pack\n  grants legacy\n  not for sale\n"
        + "csv-export, reports require basic or legacy\n",
      exceptions: "A requirement that nobody can buy is `TG0401`. What is `off` is closed on "
        + "purpose."
    ), yieldsTo: ["TG0205"]
  ) { pass in
    for (targets, witness) in pass.survey.deadEnds {
      let rule = pass.refusal(of: witness.snapshot, targets[0], witness)
      pass.report(
        "no purchase opens \(pass.names(of: targets)) for everybody who is refused",
        at: rule.map { pass.effectSpan(of: $0) } ?? pass.span(ofTarget: targets[0]),
        "for some, nothing for sale meets it", about: targets.map { .target($0) },
        help: ["sell what is missing, or ask for less"],
        example: pass.example(witness, of: targets[0]) { [pass] snapshot, now in
          !pass.decision(about: targets[0], snapshot, at: now, as: witness).offersPurchase
        })
    }
    pass.reportUndecided(whether: "a purchase helps everybody who is refused this")
  }
}
