import TollgateCompiler
import TollgateRuntime
import TollgateSyntax

extension LintRule {
  static let worseValue = LintRule(
    DiagnosticPage(
      "TG0308", "a ladder, setting or amount that is worse on a higher tier", level: .warning,
      what:
        "A user on one tier has a larger limit, a better value of a setting, or a use that takes "
        + "less, than the same user has on the next tier.",
      why: "Tiers promise that each one includes those below it. People who pay more lose "
        + "something here.",
      avoid: "tiers free < pro < max\nmeter guests\nguests at most 10\n  100 with pro and not max\n"
        + "  50 with max\n",
      prefer: "tiers free < pro < max\nmeter guests\nguests at most 10\n  50 with pro\n"
        + "  100 with max\n",
      exceptions: "A step that counts for nobody is `TG0307`. An entitlement that is no tier "
        + "and makes a value worse is `TG0212`."
    ), yieldsTo: ["TG0201", "TG0202", "TG0204"]
  ) { pass in
    for (rule, targets, loss) in pass.survey.worse where loss.isTier {
      pass.report(loss, of: rule, targets, "reaching")
    }
    pass.reportUndecided(whether: "this is worse on a higher tier")
    pass.reportRisingAmounts()
  }
}

extension LintPass {
  /// The uses that take more from who is on a higher tier.
  fileprivate mutating func reportRisingAmounts() {
    var place = 0
    let negations = Negations(graph)
    for uses in policy.uses {
      defer { place += uses.amounts.count }
      let steps =
        uses.steps.isEmpty
        ? [] : graph.parts.ladders[Int(graph.parts.uses[place].ladder)].steps
      guard steps.contains(where: { negations.fallsByHolding[Int($0.requirement)] }) else {
        continue
      }
      guard let losses = ask(LossesByAmount(use: UseIndex(place))) else {
        reportUndecided(
          whether: "each tier pays no more than those below", at: uses.targetsSpan, about: [])
        continue
      }
      guard let loss = losses.first, loss.isTier else { continue }
      let name = policy.entitlements[Int(loss.entitlement)].name
      report(
        "a use takes more from who holds `\(name.text)`", at: uses.targetsSpan,
        "takes less from the tier below", about: [],
        related: name.isDeclared ? [.init(name.span, "the higher tier")] : [],
        notes: loss.witness.isFaithful
          ? ["less from \(loss.witness.words) than with `\(name.text)` as well"] : [],
        help: ["require what the user has, not what the user lacks"])
    }
  }
}

extension LintPass {
  /// Reports that a ladder or a setting is worse for who holds something more.
  mutating func report(_ loss: Loss, of rule: Int32, _ targets: [Int32], _ verb: String) {
    let entitlement = loss.entitlement
    let name = policy.entitlements[Int(entitlement)].name
    let checked = policy.rules[Int(rule)]
    let target = graph.parts.targets[Int(targets[0])].name
    let isSetting = graph.setting(ofRule: rule) != nil
    let reducing = checked.steps.first { step in
      step.requirement.entitlements.contains { names(entitlement, $0) }
    }
    var related: [Diagnostic.Related] = []
    if name.isDeclared {
      related.append(.init(name.span, loss.isTier ? "the higher tier" : "held as well"))
    }
    report(
      "\(verb) `\(name.text)` makes the \(isSetting ? "value" : "limit") of `\(target)` worse",
      at: reducing?.span ?? checked.subjectSpan, "not met by a user who holds `\(name.text)`",
      about: [.rule(Int(rule))] + targets.map { .target($0) }, related: related,
      notes: notes(on: loss, of: targets[0], isSetting, with: name.text),
      help: ["require what the user has, not what the user lacks"])
  }

  /// Whether a step that names an entitlement may be lost by holding another one.
  private func names(_ held: Int32, _ named: Int32) -> Bool {
    policy.entitlements[Int(held)].gives.contains(named)
  }

  /// The user of the example, and both values of a setting.
  private func notes(
    on loss: Loss, of target: Int32, _ isSetting: Bool, with name: String
  ) -> [String] {
    guard loss.witness.isFaithful else { return [] }
    let less = loss.witness.snapshot
    var more = less
    more.grants.append(Grant(entitlement: name))
    guard isSetting,
      let before = value(of: target, less, loss.witness.now),
      let after = value(of: target, more, loss.witness.now)
    else { return ["better for \(loss.witness.words) than with `\(name)` as well"] }
    return ["\(before) for \(loss.witness.words), and \(after) with `\(name)` as well"]
  }

  private func value(of target: Int32, _ snapshot: Snapshot, _ now: Instant) -> String? {
    let value = graph.value(of: Target(index: target), for: graph.prepareTyped(snapshot), at: now)
    return value.map { SettingLiteral.print($0) }
  }
}
