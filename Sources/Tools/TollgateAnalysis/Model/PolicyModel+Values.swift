import TollgateRuntime

/// A value of a setting, and where a user surely has it.
struct ValueRegion {
  var value: Ladder.Value
  var region: Region
}

extension PolicyModel {
  /// The values of a setting and who has which: each user has exactly one. The snapshot's own
  /// allowance, which raises the value in any policy alike, is 0 here.
  func values(of setting: SettingIndex) throws(Exhausted) -> [ValueRegion] {
    let ladder = parts.ladders[Int(parts.settings[Int(setting)].ladder)]
    let plain = try values(of: ladder)
    let sums = try sums(addedTo: setting)
    var regions: [Ladder.Value: Region] = [:]
    for (value, region) in plain {
      guard case .quantity(let quantity) = value else {
        regions[value] = region
        continue
      }
      for (sum, isSum) in sums {
        try universe.checkTime()
        let total = Ladder.Value.quantity(quantity.saturatingAdd(sum))
        let part = try universe.engine.and(region, isSum)
        regions[total] = try universe.engine.or(regions[total] ?? .nothing, part)
      }
    }
    return regions.keys.sorted { ladder.isAsGood($1, as: $0) && $0 != $1 }
      .map { ValueRegion(value: $0, region: regions[$0] ?? .nothing) }
  }

  /// The values without what products add, the best first: each one without those before it.
  private func values(
    of ladder: Ladder
  ) throws(Exhausted) -> [(value: Ladder.Value, region: Region)] {
    guard case .quantity(let base) = ladder.base else { return [] }
    var counted: [Ladder.Value: Region] = [.quantity(base): .everything]
    for step in ladder.steps where !ladder.isAsGood(.quantity(base), as: step.value) {
      try universe.checkTime()
      let counts = try counts(step, is: true)
      counted[step.value] = try universe.engine.or(counted[step.value] ?? .nothing, counts)
    }
    var values: [(value: Ladder.Value, region: Region)] = []
    var covered = Region.nothing
    let order = counted.keys.sorted { ladder.isAsGood($0, as: $1) && $0 != $1 }
    for value in order {
      let region = counted[value] ?? .nothing
      values.append((value, try universe.engine.without(region, covered)))
      covered = try universe.engine.or(covered, region)
    }
    return values
  }

  /// The sums that products surely add to the value of a setting, and where each is the sum.
  private func sums(addedTo setting: SettingIndex) throws(Exhausted) -> [(Int64, Region)] {
    var sums: [Int64: Region] = [0: .everything]
    for (product, record) in parts.products.enumerated() where isHeldAsProduct(Int32(product)) {
      for addition in record.settingAdds where addition.setting == setting {
        let counts = try universe.engine.and(try counts(Int32(product)), try fresh())
        var next: [Int64: Region] = [:]
        for (sum, region) in sums {
          try universe.checkTime()
          let without = try universe.engine.without(region, counts)
          next[sum] = try universe.engine.or(next[sum] ?? .nothing, without)
          let more = sum.saturatingAdd(addition.amount)
          let with = try universe.engine.and(region, counts)
          next[more] = try universe.engine.or(next[more] ?? .nothing, with)
        }
        sums = next
      }
    }
    return sums.keys.sorted().map { ($0, sums[$0] ?? .nothing) }
  }

  /// Where an ask beyond the value of a setting is surely only warned about. Beyond a value that has
  /// no limit there is nothing to ask for.
  func isWarned(
    beyond setting: SettingIndex, _ values: [ValueRegion]
  ) throws(Exhausted) -> Region {
    let rule = vocabulary.graph[rule: parts.settings[Int(setting)].rule]
    let isSoft = try region(of: rule.soft, is: true)
    let unlimited = values.first { $0.value == .unlimited }?.region ?? .nothing
    return try universe.engine.without(isSoft, unlimited)
  }
}

extension Ladder {
  /// Whether one value is as good as another one, or better.
  func isAsGood(_ value: Value, as other: Value) -> Bool {
    switch (value, other) {
    case (.unlimited, _): true
    case (.quantity, .unlimited): false
    case (.quantity(let mine), .quantity(let theirs)):
      isSmallerBetter ? mine <= theirs : mine >= theirs
    }
  }
}
