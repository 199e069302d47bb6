import TollgateRuntime

extension PolicyComparison {
  /// Compares the values of a target that is a setting. Returns whether everybody has the same.
  mutating func compareValues(of target: TargetPair) -> Bool {
    let settings = (old.setting(of: target.old), new.setting(of: target.new))
    guard let before = settings.0, let after = settings.1 else {
      guard settings.0 != nil || settings.1 != nil else { return true }
      // Everybody has a value by one policy, and nobody by the other.
      let everybody = PolicyDifference.Side(
        boxes: ["everybody"], count: 1, isMore: false, sources: [])
      difference.values.append(
        PolicyDifference.ValueChange(
          setting: target.name, old: settings.0.map(base(ofOld:)),
          new: settings.1.map(base(ofNew:)), direction: settings.0 == nil ? .gain : .loss,
          side: everybody))
      return false
    }
    let pair = SettingPair(target: target, old: before, new: after)
    if let end = budget.run.end { return leaveOpen(pair, end) }
    do throws(Exhausted) {
      return try compare(
        pair, in: Universe<Diagrams>(scope, terms: self.pair.terms, budget: budget))
    } catch {}
    do throws(Exhausted) {
      return try compare(pair, in: Universe<Search>(scope, terms: self.pair.terms, budget: budget))
    } catch {
      return leaveOpen(pair, error)
    }
  }

  private func base(ofOld setting: SettingIndex) -> SettingValue { base(of: setting, in: old) }
  private func base(ofNew setting: SettingIndex) -> SettingValue { base(of: setting, in: new) }

  private func base(of setting: SettingIndex, in graph: RuleGraph) -> SettingValue {
    let ladder = graph.parts.ladders[Int(graph.parts.settings[Int(setting)].ladder)]
    guard case .quantity(let base) = ladder.base else { return .unlimited }
    return graph.value(.quantity(base), of: setting)
  }

  private mutating func leaveOpen(_ pair: SettingPair, _ exhausted: Exhausted) -> Bool {
    undecided(exhausted) { $0.values.append(pair.target.name) }
    return false
  }

  /// Who has one value by the old policy and another one by the new policy.
  private mutating func compare<E: Engine>(
    _ pair: SettingPair, in universe: Universe<E>
  ) throws(Exhausted) -> Bool {
    let (model, other) = (
      PolicyModel(self.pair.old, in: universe), PolicyModel(self.pair.new, in: universe)
    )
    let (before, after) = (try model.values(of: pair.old), try other.values(of: pair.new))
    let explainer = DifferenceExplainer(
      old: old, new: new, target: pair.target, extent: extent, language: language,
      isAboutValue: true)
    var changes: [PolicyDifference.ValueChange] = []
    for from in before {
      let value = old.value(from.value, of: pair.old)
      var rest = from.region
      for to in after {
        try universe.checkTime()
        if try universe.isEmpty(rest) { break }
        let region = try universe.engine.and(rest, to.region)
        rest = try universe.engine.without(rest, to.region)
        let next = new.value(to.value, of: pair.new)
        guard let direction = direction(from: value, to: next, pair) else { continue }
        let isLoss = direction == .loss
        guard let side = try explainer.side(region, in: universe, isLoss: isLoss) else { continue }
        changes.append(
          PolicyDifference.ValueChange(
            setting: pair.target.name, old: value, new: next, direction: direction, side: side))
      }
    }
    let warnings = try warnings(
      beyond: pair, try model.isWarned(beyond: pair.old, after),
      try other.isWarned(beyond: pair.new, after), explainer, universe)
    difference.values += changes
    if let warnings { difference.changes.append(warnings) }
    return changes.isEmpty && warnings == nil
  }

  /// Who is only warned about more than the value by one policy, and denied by the other.
  private func warnings<E: Engine>(
    beyond pair: SettingPair, _ before: Region, _ after: Region, _ explainer: DifferenceExplainer,
    _ universe: Universe<E>
  ) throws(Exhausted) -> PolicyDifference.Change? {
    var change = PolicyDifference.Change(targets: [pair.target.name])
    for isLoss in [true, false] {
      let region = try universe.engine.without(isLoss ? before : after, isLoss ? after : before)
      guard var side = try explainer.side(region, in: universe, isLoss: isLoss) else { continue }
      side.boxes = side.boxes.map { $0 + ", asked for more than the value" }
      side.example = nil
      side.sources = [
        PolicyDifference.Source(
          old: DifferenceExplainer.line(of: old.parts.settings[Int(pair.old)].rule, in: old),
          new: DifferenceExplainer.line(of: new.parts.settings[Int(pair.new)].rule, in: new))
      ]
      if isLoss { change.loss = side } else { change.gain = side }
    }
    return change.loss == nil && change.gain == nil ? nil : change
  }

  // MARK: Which value is better

  /// Whether a user gains or loses by a value; `nil` if the values are the same.
  private func direction(
    from value: SettingValue, to other: SettingValue, _ pair: SettingPair
  ) -> PolicyDifference.ValueChange.Direction? {
    if case .choice(let name, _) = value, case .choice(let otherName, _) = other {
      return direction(from: name, to: otherName, pair)
    }
    if value == other { return nil }
    let (one, two) = (old.parts.settings[Int(pair.old)], new.parts.settings[Int(pair.new)])
    let isSmaller = old.parts.ladders[Int(one.ladder)].isSmallerBetter
    guard one.kind == two.kind,
      isSmaller == new.parts.ladders[Int(two.ladder)].isSmallerBetter
    else { return .other }
    guard let number = value.number else { return .loss }
    guard let otherNumber = other.number else { return .gain }
    return (number < otherNumber) == isSmaller ? .loss : .gain
  }

  /// Choices are compared by the order of both policies, as far as they are in it.
  private func direction(
    from name: String, to other: String, _ pair: SettingPair
  ) -> PolicyDifference.ValueChange.Direction? {
    if name == other { return nil }
    var orders: [Bool] = []
    for choices in [
      old.parts.settings[Int(pair.old)].choices, new.parts.settings[Int(pair.new)].choices,
    ] {
      guard let one = choices.firstIndex(where: { $0.name == name }),
        let two = choices.firstIndex(where: { $0.name == other })
      else { continue }
      orders.append(one < two)
    }
    guard let isBetter = orders.first, !orders.contains(!isBetter) else { return .other }
    return isBetter ? .gain : .loss
  }
}

/// A setting of both policies.
private struct SettingPair {
  var target: TargetPair
  var old: SettingIndex
  var new: SettingIndex
}
