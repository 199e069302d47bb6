import TollgateRuntime

extension Lowering {
  /// Rules in the order of the source, and for each target which rules are about it.
  mutating func lowerRules() {
    for checked in policy.rules {
      let index = Int32(parts.rules.count)
      parts.rules.append(lower(checked))
      switch checked.subject {
      case .targets(let targets):
        for range in targets.ranges {
          for target in range { parts.targets[Int(target)].rules.append(index) }
        }
      case .limit(let limit):
        parts.targets[Int(policy.target(ofMeter: limit.meter))].rules.append(index)
      }
    }
  }

  private mutating func lower(_ checked: CheckedRule) -> Rule {
    var rule = Rule(
      requirement: requirement(checked.effect), inForce: inForce(checked.applies),
      condition: condition(checked.applies), soft: soft(checked.soft),
      effect: effect(checked.effect))
    if case .limit(let limit) = checked.subject {
      rule.limit = Limit(meter: limit.meter, window: limit.window, kind: limit.kind)
    }
    if case .requires(let requirement) = checked.effect {
      rule.needs = needs.minimal(requirement)
    }
    rule.runningUseMayFinish = checked.runningUseMayFinish
    rule.prompt = checked.prompt
    for reminder in checked.reminders {
      rule.reminders.append(
        Reminder(
          at: reminder.at, isProminent: reminder.isProminent, snooze: reminder.snooze ?? -1,
          label: label(reminder.label)))
    }
    rule.message = label(checked.message)
    rule.because = checked.because
    rule.place = Rule.Place(line: Int32(clamping: checked.line), text: checked.text)
    return rule
  }

  private mutating func requirement(_ effect: CheckedRule.Effect) -> Int32 {
    switch effect {
    case .requires(let expression): node(expression)
    case .requiresNothing: builder.always()
    case .off: builder.never()
    }
  }

  private func effect(_ effect: CheckedRule.Effect) -> Rule.Effect {
    switch effect {
    case .requires: .requires
    case .requiresNothing: .requiresNothing
    case .off: .off
    }
  }

  private mutating func soft(_ soft: CheckedRule.Soft) -> Int32 {
    switch soft {
    case .never: return builder.never()
    case .always: return builder.always()
    case .until(let moment):
      let end = reached(moment)
      return builder.not(end)
    }
  }
}
