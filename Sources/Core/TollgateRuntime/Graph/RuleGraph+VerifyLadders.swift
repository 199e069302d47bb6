extension Verifier {
  /// Ladders, settings and what products add to settings.
  func verifyLadders() throws(GraphError) {
    for ladder in parts.ladders { try require(isSound(ladder), "a ladder") }
    try require(parts.settings.count <= parts.targets.count, "a setting")
    for (index, setting) in parts.settings.enumerated() {
      try require(isSound(setting, SettingIndex(truncatingIfNeeded: index)), "a setting")
    }
    try verifyUses()
    for product in parts.products {
      let isSound = product.settingAdds.allSatisfy {
        isIndex($0.setting, below: parts.settings.count) && $0.amount >= 0
          && parts.isRaised(setting: $0.setting)
      }
      try require(isSound, "a product")
    }
  }

  private func isSound(_ ladder: Ladder) -> Bool {
    switch ladder.base {
    case .quantity(let quantity): if quantity < 0 { return false }
    case .allowance(let otherwise): if let otherwise, otherwise < 0 { return false }
    case .undecided: break
    }
    return ladder.steps.allSatisfy { step in
      if case .quantity(let quantity) = step.value, quantity < 0 { return false }
      return isNode(step.requirement) && isNode(step.inForce) && isNode(step.condition)
        && step.needs.allSatisfy { $0.allSatisfy(isSound) } && step.names.allSatisfy(isSound)
    }
  }

  /// A setting has a target of its own, a ladder of its kind, and a rule that asks for its value.
  private func isSound(_ setting: Setting, _ index: SettingIndex) -> Bool {
    let target = parts.targets.count - parts.settings.count + Int(index)
    guard parts.tables.targets[target].meter == nil,
      isIndex(setting.ladder, below: parts.ladders.count),
      isIndex(setting.rule, below: parts.rules.count)
    else { return false }
    let limit = parts.tables.rules[Int(setting.rule)].limit
    guard limit >= 0, parts.tables.limits[Int(limit)]?.kind == .setting(index) else {
      return false
    }
    let ladder = parts.ladders[Int(setting.ladder)]
    guard case .quantity(let base) = ladder.base else { return false }
    guard setting.kind == .choice else { return setting.choices.isEmpty }
    let count = Int64(setting.choices.count)
    return base < count && !ladder.isSmallerBetter
      && setting.choices.allSatisfy { isLabel($0.label) }
      && ladder.steps.allSatisfy { step in
        if case .quantity(let choice) = step.value { return choice < count }
        return false
      }
  }

  /// A ladder is that of one limit or setting; the rule of a setting is about no target.
  private func verifyUses() throws(GraphError) {
    var isUsed = [Bool](repeating: false, count: parts.ladders.count)
    func use(_ ladder: LadderIndex, _ isSmaller: Bool) throws(GraphError) {
      let isSound =
        !isUsed[Int(ladder)] && (isSmaller || !parts.ladders[Int(ladder)].isSmallerBetter)
      try require(isSound, "a ladder")
      isUsed[Int(ladder)] = true
    }
    for setting in parts.settings { try use(setting.ladder, true) }
    for limit in parts.tables.limits {
      if case .ladder(let ladder)? = limit?.kind { try use(ladder, false) }
    }
    // By index: nothing is allocated for a rule, not even where nothing is optimised.
    let rules = parts.tables.targetRules
    for place in rules.indices {
      let limit = parts.tables.rules[Int(rules[place])].limit
      guard limit >= 0, case .setting? = parts.tables.limits[Int(limit)]?.kind else { continue }
      throw .impossible("a setting")
    }
  }
}
