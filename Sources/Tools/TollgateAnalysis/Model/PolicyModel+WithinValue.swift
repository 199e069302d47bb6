import TollgateRuntime

// The value of a setting is told by the values that are within it: a variable is the value that is
// asked for, and what a user has is a border on it. So one region tells the value of every user,
// and whoever has more has a larger part of it.

extension PolicyModel {
  /// Where a value that is asked for is surely beyond the value of a setting, or surely within it.
  func isBeyondValue(of index: SettingIndex, is value: Bool) throws(Exhausted) -> Region {
    let ladder = parts.ladders[Int(parts.settings[Int(index)].ladder)]
    let adders = vocabulary.settingAdders[Int(index)]
    return try raised(by: adders, onlyFresh: !value) { added throws(Exhausted) in
      try self.isBeyond(ladder, is: value) { rung throws(Exhausted) in
        try self.reaches(rung, of: index, ladder, added)
      }
    }
  }

  /// Where no value of a setting's ladder that counts is enough, or surely one is: the one place
  /// that tells the value of a setting from its steps, whatever is enough. `reaches` tells where
  /// one value is.
  func isBeyond(
    _ ladder: Ladder, is value: Bool, reaches: (Ladder.Value) throws(Exhausted) -> Region
  ) throws(Exhausted) -> Region {
    // The base of a setting is a quantity.
    guard case .quantity(let base) = ladder.base else { return value ? .nothing : .everything }
    var region = try reaches(.quantity(base))
    if value { region = try universe.engine.complement(region) }
    for step in ladder.steps {
      let counts = try counts(step, is: !value)
      let reached = try reaches(step.value)
      region =
        value
        ? try universe.engine.and(
          region, try universe.engine.or(counts, try universe.engine.complement(reached)))
        : try universe.engine.or(region, try universe.engine.and(counts, reached))
    }
    return region
  }

  /// Where a value of a setting, with what products add to it, is as good as the one asked for.
  private func reaches(
    _ value: Ladder.Value, of setting: SettingIndex, _ ladder: Ladder, _ added: Int64
  ) throws(Exhausted) -> Region {
    guard case .quantity(let quantity) = value else { return .everything }
    let asked = VariableKey(.asked, setting)
    if ladder.isSmallerBetter { return try universe.atLeast(asked, quantity) }
    // Only `unlimited` reaches the last value of all.
    let border = min(quantity.saturatingAdd(added), .max - 1) + 1
    return try universe.below(asked, border)
  }
}
