import TollgateRuntime

/// Where steps count, and what values of settings people have.
extension Regions {
  /// Whether a step counts.
  func counts(_ step: LadderStep) -> TruthBits {
    self[step.requirement].and(self[step.inForce]).and(self[step.condition])
  }

  /// Whether a use leads beyond the value of a step.
  func beyond(_ value: Ladder.Value, _ counter: PolicyReadings.CounterName) -> TruthBits {
    guard case .quantity(let quantity) = value else { return TruthBits(yes: none, no: all) }
    return usage(counter, afterUse: true) { _ in quantity + 1 }
  }

  /// Every value that somebody has of a setting; `nil` for `unlimited`.
  func levels(of setting: Int) -> [Int64?] {
    let ladder = graph.parts.ladders[Int(graph.parts.settings[setting].ladder)]
    let sums = Set(holdings.map { $0.addedToSettings[setting] })
    let quantities = Set(ladder.written.flatMap { value in sums.map { value + $0 } })
    return quantities.sorted() + (ladder.steps.contains { $0.value == .unlimited } ? [nil] : [])
  }

  /// Whether people have a value of a setting, or a better one.
  func has(_ level: Int64?, of setting: Int) -> TruthBits {
    let ladder = graph.parts.ladders[Int(graph.parts.settings[setting].ladder)]
    guard case .quantity(let base) = ladder.base else { return TruthBits(yes: all, no: all) }
    let steps = ladder.steps.map { counts($0).and(reaches($0.value, level, ladder, setting)) }
    return any([reaches(.quantity(base), level, ladder, setting)] + steps)
  }

  private func reaches(
    _ value: Ladder.Value, _ level: Int64?, _ ladder: Ladder, _ setting: Int
  ) -> TruthBits {
    let yes = Bits(
      words: holdings.flatMap { holding -> [UInt64] in
        isAsGood(value, level, ladder, holding.addedToSettings[setting])
          ? space.all.words : (space.all - space.all).words
      })
    return TruthBits(yes: yes, no: all - yes)
  }

  private func isAsGood(
    _ value: Ladder.Value, _ level: Int64?, _ ladder: Ladder, _ added: Int64
  ) -> Bool {
    switch (value, level) {
    case (.unlimited, _): true
    case (.quantity, nil): false
    case (.quantity(let quantity), let level?):
      ladder.isSmallerBetter ? quantity <= level : quantity + added >= level
    }
  }

  /// Where a product is offered, as its `for sale` says.
  func offered(_ product: Product) -> Bits {
    guard let sale = product.sale else { return all }
    return self[sale.requirement].yes & self[sale.inForce].yes & self[sale.condition].yes
  }
}
