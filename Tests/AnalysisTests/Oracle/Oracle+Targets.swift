import TollgateRuntime

// TG0205, TG0212, TG0213, TG0304, TG0310, TG0408

extension Oracle {
  mutating func findTargets() {
    for target in targets {
      if (known.outcome(of: withoutOff(target.rules)).passes & known.new).isEmpty {
        report(["TG0205"], .targets(target.members))
      }
      for meter in target.members where cannotBeUsed(meter, target) {
        report(["TG0310"], .targets([meter]))
      }
      let steps = lossesByTier(target)
      if steps.isEmpty {
        for more in lossesByEntitlement(target) {
          report(["TG0212"], .targets(target.members), more)
        }
      }
      for step in steps { report(["TG0213"], .targets(target.members), step) }
      for counter in openings(target) { report(["TG0304"], .targets(target.members), counter) }
    }
    for tier in graph.parts.entitlements.indices
    where tier >= 1 && tier < graph.parts.tierCount {
      let isIdleForTargets = targets.allSatisfy { target in
        steps(to: tier).allSatisfy { isSame(target.known, $0.from, $0.to) }
      }
      let isIdle = isIdleForTargets && isIdleForValues(steps(to: tier))
      if isIdle { report(["TG0408"], .tier(tier)) }
    }
  }

  /// Whether nobody may use a meter whose allowance is only what the policy gives.
  private func cannotBeUsed(_ target: Int32, _ group: TargetClass) -> Bool {
    guard let meter = graph.parts.targets[Int(target)].meter else { return false }
    let rules = group.rules.map { graph.parts.rules[Int($0)] }
    let isOff = rules.contains {
      $0.effect == .off && ($0.limit == nil || $0.limit?.kind == .bare)
    }
    let isRaised =
      graph.parts.products.contains { ($0.adds + $0.packs).contains { $0.meter == meter } }
      || rules.contains { rule in
        if case .allowance? = rule.limit?.kind { return true }
        return false
      }
    guard !isOff, !isRaised else { return false }
    var counted = known.space.all
    for (axis, side) in known.space.axes.enumerated() {
      guard case .counter(let counter) = side.kind, counter.meter == meter else { continue }
      let values = known.values.counters[counter] ?? []
      // Each stands for all values up to the next one.
      counted =
        counted
        & known.space.points(axis) { place in
          guard place + 1 < values.count, let next = values[place + 1] else { return true }
          return next > 0
        }
    }
    return (group.known.passes & known.new & known.everywhere(counted)).isEmpty
  }

  private func isSame(_ outcome: Outcome, _ from: Int, _ to: Int) -> Bool {
    known.block(outcome.allowed, from) == known.block(outcome.allowed, to)
      && known.block(outcome.passes, from) == known.block(outcome.passes, to)
  }

  /// Holdings with just the tier below, and the same with this tier.
  func steps(to tier: Int) -> [(from: Int, to: Int)] {
    pairs(adding: Int32(tier)) { held in
      let ranks = 1..<max(2, graph.parts.tierCount)
      let highest = ranks.last { held >> UInt64($0) & 1 == 1 } ?? 0
      return highest == tier - 1
    }
  }

  /// Holdings, and the same with an entitlement more.
  func pairs(adding entitlement: Int32, where isMeant: (UInt64) -> Bool)
    -> [(from: Int, to: Int)]
  {
    let gives = Regions.gives(entitlement, graph)
    return known.holdings.indices.compactMap { from in
      let held = known.holdings[from].entitlements
      guard isMeant(held), held | gives != held else { return nil }
      return known.holdings.firstIndex { $0.entitlements == held | gives }.map { (from, $0) }
    }
  }

  private func loses(_ target: TargetClass, _ pairs: [(from: Int, to: Int)]) -> Bool {
    pairs.contains { pair in
      let before = known.block(target.known.passes, pair.from)
      return !(before - known.block(target.known.passes, pair.to)).isEmpty
    }
  }

  /// The tiers whose step takes a target away.
  private func lossesByTier(_ target: TargetClass) -> [String] {
    let tiers = graph.parts.entitlements.indices.prefix(graph.parts.tierCount).dropFirst()
    return tiers.filter { loses(target, steps(to: $0)) }.map { graph.parts.entitlements[$0].name }
  }

  /// The entitlements outside the ladder that take a target away.
  private func lossesByEntitlement(_ target: TargetClass) -> [String] {
    let others = graph.parts.entitlements.indices.dropFirst(graph.parts.tierCount)
    return others.filter { loses(target, pairs(adding: Int32($0)) { _ in true }) }
      .map { graph.parts.entitlements[$0].name }
  }

  /// The counters of which a higher value lets a target pass that did not.
  private func openings(_ target: TargetClass) -> [String] {
    let space = known.space
    return space.axes.indices.compactMap { axis in
      guard case .counter(let counter) = space.axes[axis].kind else { return nil }
      let last = space.axes[axis].size - 1
      let below = space.points(axis) { $0 < last } & known.oneMore
      let isOpening = known.holdings.indices.contains { holding in
        let passes = known.block(target.known.passes, holding)
        // The values ascend, so a rise is a rise between neighbours.
        let next = passes.shifted(down: space.strides[axis])
        return !((below & next) - passes).isEmpty
      }
      guard isOpening else { return nil }
      let meter = "`\(graph.parts.meters[Int(counter.meter)].name)`"
      return counter.window.name.map { "\(meter) per \($0)" } ?? meter
    }
  }
}
