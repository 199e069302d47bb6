import TollgateRuntime

extension Lowering {
  /// Rules in the order of the source, and which targets each is about.
  mutating func lower(_ rules: [CheckedRule]) {
    // By index, so that no rule is copied.
    for index in rules.indices {
      switch rules[index].subject {
      case .targets(let targets):
        for range in targets.ranges { tables.relate(tables.ruleCount, to: range) }
      case .limit(let limit):
        let target = policy.target(ofMeter: limit.meter)
        tables.relate(tables.ruleCount, to: target..<target + 1)
      case .ladder(let ladder):
        let target = policy.target(ofMeter: ladder.meter)
        tables.relate(tables.ruleCount, to: target..<target + 1)
      // It is asked by `reaching`, and is none of the rules about the setting.
      case .setting: break
      }
      lower(rules[index])
    }
  }

  private mutating func lower(_ checked: CheckedRule) {
    let required = requirement(checked.effect)
    var rule = Rule(
      requirement: required.node, inForce: inForce(checked.applies),
      condition: condition(checked.applies), soft: soft(checked.soft),
      effect: effect(checked.effect))
    switch checked.subject {
    case .limit(let limit):
      rule.limit = Limit(meter: limit.meter, window: limit.window, kind: limit.kind)
    case .ladder(let ladder): rule.limit = limit(ladder)
    case .setting(let setting, let steps): rule.limit = limit(ofSetting: setting, steps)
    case .targets: break
    }
    rule.runningUseMayFinish = checked.runningUseMayFinish
    rule.prompt = checked.prompt
    for reminder in checked.reminders {
      rule.reminders.append(
        Reminder(
          at: reminder.at, isProminent: reminder.isProminent, snooze: reminder.snooze,
          label: label(reminder.label)))
    }
    rule.message = label(checked.message)
    rule.because = checked.because
    if !checked.instead.isEmpty {
      let index = Int32(clamping: tables.ruleCount)
      parts.insteads.append(InsteadUse(rule: index, targets: checked.instead))
    }
    if let overage = checked.overage { lower(overage, isPrompted: checked.saysPrompt) }
    if let rollover = checked.rollover {
      let required = rollover.requirement.map { requirement($0).node }
      parts.rollovers.append(
        Rollover(
          rule: Int32(clamping: tables.ruleCount), requirement: required ?? builder.always(),
          most: rollover.most))
    }
    rule.place = Rule.Place(row: PolicyRow(checked.row), text: checked.text)
    tables.add(rule, needing: required.needs)
  }

  /// How the limit of the rule that is lowered goes on for money.
  private mutating func lower(_ checked: CheckedOverage, isPrompted: Bool) {
    let required = checked.requirement.map { requirement($0).node }
    parts.overages.append(
      Overage(
        rule: Int32(clamping: tables.ruleCount), requirement: required ?? builder.always(),
        prices: checked.prices, most: checked.most?.quantity, mostMoney: checked.most?.money,
        isPrompted: isPrompted))
  }

  /// A requirement in the graph.
  struct Requirement: Sendable {
    var node: Int32
    var needs: FlatBuilder.NeedSets
  }

  /// The content of a requirement, by which an equal one is found again.
  struct RequirementKey: Hashable, Sendable {
    var words: [Int32] = []

    func hash(into hasher: inout Hasher) {
      // Invariant: the bytes are those of the array, and are used only within the call.
      words.withUnsafeBytes { bytes in hasher.combine(bytes: bytes) }
    }
  }

  private mutating func requirement(_ effect: CheckedRule.Effect) -> Requirement {
    switch effect {
    case .requires(let expression): requirement(expression)
    case .requiresNothing: Requirement(node: builder.always(), needs: tables.needs([]))
    case .off, .steps: Requirement(node: builder.never(), needs: tables.needs([]))
    }
  }

  /// Most requirements are written alike many times, and worked out once.
  private mutating func requirement(_ expression: CheckedExpression) -> Requirement {
    requirementKey.words.removeAll(keepingCapacity: true)
    expression.write(to: &requirementKey.words)
    if let known = requirements[requirementKey] { return known }
    let node = node(expression)
    let needs = tables.needs(needs.minimal(expression))
    let requirement = Requirement(node: node, needs: needs)
    requirements[requirementKey] = requirement
    return requirement
  }

  private func effect(_ effect: CheckedRule.Effect) -> Rule.Effect {
    switch effect {
    case .requires, .steps: .requires
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

extension CheckedExpression {
  /// The content of a requirement, without its places: entitlements as even numbers, facts as odd
  /// ones, and the rest as numbers below 0.
  fileprivate func write(to key: inout [Int32]) {
    switch self {
    case .entitlement(let index, _): key.append(index << 1)
    case .factIs(let fact, _, _): key.append(fact << 1 | 1)
    case .paid(let index, _):
      key.append(-6)
      key.append(index << 1)
    case .not(let inner, _):
      key.append(-1)
      inner.write(to: &key)
    case .all(let list, _), .any(let list, _):
      if case .all = self { key.append(-2) } else { key.append(-3) }
      for part in list { part.write(to: &key) }
      key.append(-4)
    case .nothing, .factAtLeast, .versionAtLeast, .usageAtLeast, .inRollout:
      // None of these is part of a requirement.
      key.append(-5)
    }
  }
}
