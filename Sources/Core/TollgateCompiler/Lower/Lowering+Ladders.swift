import TollgateRuntime

extension Lowering {
  /// The settings as far as they are declared; their ladders and rules come with the rules.
  mutating func lowerSettings() {
    for checked in policy.settings {
      var setting = Setting(kind: checked.kind, ladder: -1, rule: -1)
      setting.choices = checked.choices.map {
        Setting.Choice(name: $0.name, label: label($0.label))
      }
      parts.settings.append(setting)
    }
  }

  /// The limit of a rule that has steps: it adds their ladder to the graph.
  mutating func limit(_ ladder: CheckedLadder) -> Limit {
    let index = add(Ladder(base: ladder.base), ladder.steps)
    return Limit(meter: ladder.meter, window: ladder.window, kind: .ladder(index))
  }

  /// The limit of the rule of a setting, which comes next in the table of rules.
  mutating func limit(ofSetting index: Int32, _ steps: [CheckedStep]) -> Limit {
    let checked = policy.settings[Int(index)]
    let ladder = Ladder(
      base: .quantity(checked.base), isSmallerBetter: checked.isSmallerBetter)
    parts.settings[Int(index)].ladder = add(ladder, steps)
    parts.settings[Int(index)].rule = Int32(tables.ruleCount)
    return Limit(setting: index)
  }

  private mutating func add(_ ladder: Ladder, _ steps: [CheckedStep]) -> LadderIndex {
    var ladder = ladder
    for step in steps { ladder.steps.append(lower(step)) }
    parts.ladders.append(ladder)
    return LadderIndex(parts.ladders.count - 1)
  }

  mutating func lower(_ checked: CheckedStep) -> LadderStep {
    var step = LadderStep(
      value: checked.value, requirement: node(checked.requirement),
      inForce: inForce(checked.applies), condition: condition(checked.applies))
    step.asksForNothing = checked.asksForNothing
    if !step.asksForNothing {
      step.needs = needs.minimal(checked.requirement)
      step.names = needs.names(of: checked.requirement)
    }
    step.place = Rule.Place(row: PolicyRow(checked.row), text: checked.text)
    return step
  }
}
