import TollgateCompiler
import TollgateRuntime
import TollgateSyntax

extension LintRule {
  static let takesAway = LintRule(
    DiagnosticPage(
      "TG0212", "holding more takes something away", level: .warning,
      what: "Somebody who may use a target may not any more once an entitlement is held besides.",
      why: "Who buys more expects to keep what was there.",
      avoid: "entitlements basic, expert\ncsv-export requires basic and not expert\n"
        + "cloud-sync requires expert\n",
      prefer: "entitlements basic, expert\ncsv-export requires basic\ncloud-sync requires expert\n",
      exceptions: "What is only for those who have not bought, such as an offer, is `not` on "
        + "purpose: allow it with that reason. For tiers it is `TG0213`."
    ), yieldsTo: ["TG0205"]
  ) { pass in
    for (targets, loss) in pass.survey.losses where loss.tier < 0 {
      pass.report(loss, of: targets, "holding")
    }
    pass.reportUndecided(whether: "holding more takes something away here")
  }
}

extension LintPass {
  /// Reports what is lost by holding something, at the rule that refuses it then.
  mutating func report(_ loss: Loss, of targets: [Int32], _ verb: String) {
    let entitlement = loss.tier >= 0 ? loss.tier : loss.entitlement
    let name = graph.parts.entitlements[Int(entitlement)].name
    var snapshot = loss.witness.snapshot
    snapshot.grants.append(Grant(entitlement: name))
    let rule = refusal(of: snapshot, targets[0], loss.witness)
    let lost = names(of: targets)
    report(
      "\(verb) `\(name)` takes \(lost) away",
      at: rule.map { effectSpan(of: $0) } ?? span(ofTarget: targets[0]),
      "not met by who holds `\(name)`", about: targets.map { .target($0) },
      notes: ["\(loss.witness.words) may use \(lost), and may not with `\(name)` as well"],
      help: ["ask for what is held, rather than for what is not"],
      example: example(loss.witness, of: targets[0]) { snapshot, now in
        var more = snapshot
        more.grants.append(Grant(entitlement: name))
        return !decision(about: targets[0], more, at: now, as: loss.witness).isAllowed
      })
  }
}
