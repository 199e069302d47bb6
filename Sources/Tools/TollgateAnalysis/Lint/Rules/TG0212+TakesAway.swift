import TollgateCompiler
import TollgateRuntime
import TollgateSyntax

extension LintRule {
  static let takesAway = LintRule(
    DiagnosticPage(
      "TG0212", "holding more takes something away", level: .warning,
      what: "A user may use a target, and loses it with a further entitlement. Or a setting has a "
        + "worse value with it.",
      why: "People who buy more expect to keep what they had.",
      avoid: "entitlements basic, expert\ncsv-export requires basic and not expert\n"
        + "cloud-sync requires expert\n",
      prefer: "entitlements basic, expert\ncsv-export requires basic\ncloud-sync requires expert\n",
      exceptions: "An offer for those who have not bought says `not` on "
        + "purpose: allow it with that reason. For tiers it is `TG0213`."
    ), yieldsTo: ["TG0205"]
  ) { pass in
    for (targets, loss) in pass.survey.losses where !loss.isTier {
      pass.report(loss, of: targets, "holding")
    }
    for (rule, targets, loss) in pass.survey.worse where !loss.isTier {
      pass.report(loss, of: rule, targets, "holding")
    }
    pass.reportUndecided(whether: "holding more takes something away here")
  }
}

extension LintPass {
  /// Reports what is lost by holding something, at the rule that refuses it then.
  mutating func report(_ loss: Loss, of targets: [Int32], _ verb: String) {
    let entitlement = loss.entitlement
    let name = policy.entitlements[Int(entitlement)].name
    var snapshot = loss.witness.snapshot
    snapshot.grants.append(Grant(entitlement: name.text))
    let rule = refusal(of: snapshot, targets[0], loss.witness)
    let place = rule.map { LintTopic.rule(Int($0)) } ?? .target(targets[0])
    let span = rule.map { effectSpan(of: $0) } ?? span(ofTarget: targets[0])
    let example = example(loss.witness, of: targets[0]) { snapshot, now in
      var more = snapshot
      more.grants.append(Grant(entitlement: name.text))
      return !decision(about: targets[0], more, at: now, as: loss.witness).isAllowed
    }
    let related =
      name.isDeclared
      ? [Diagnostic.Related(name.span, loss.isTier ? "the higher tier" : "held as well")] : []
    report(sharing: [place, .entitlement(entitlement)], about: targets.map { .target($0) }) {
      pass, subjects in
      let lost = pass.names(of: subjects.targets)
      return Diagnostic(
        code: pass.rule.code, level: pass.rule.page.level,
        headline: "\(verb) `\(name.text)` takes \(lost) away", span: span,
        label: "not met by a user who holds `\(name.text)`", related: related,
        notes: example == nil
          ? [] : ["allowed as in the example; with `\(name.text)` as well, denied"],
        help: ["require what the user has, not what the user lacks"], example: example)
    }
  }
}
