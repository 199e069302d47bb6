/// How far a user gets on a ladder, without what an allowance adds.
package enum Reach: Sendable, Hashable, BitwiseCopyable {
  /// The base is an allowance that is missing.
  case unknown
  case undecided
  case quantity(Int64)
  case unlimited
}

extension Evaluation {
  /// Whether the ask goes beyond every value of a ladder. Never inlined: plain limits are faster.
  @inline(never)
  mutating func exceedsLadder(_ index: LadderIndex, _ limit: Limit) -> Truth {
    exceedsAll(of: index, limit)
  }

  @inline(__always)
  package mutating func exceeds(_ rung: Rung, of limit: Limit) -> Truth {
    let allowance = allowance(of: graph.allowance(of: limit))
    guard limit.meter != nil else {
      return rung.isExceeded(byReaching: ask.growth, with: allowance)
    }
    return rung.isExceeded(by: ask.growth, used: used(of: limit.counter), with: allowance)
  }

  /// The best of the base of a ladder and of the steps that count: surely, or (`.unknown`) perhaps.
  package mutating func reach(of limit: Limit, counting least: Truth = .yes) -> Reach {
    guard let index = graph.ladder(of: limit) else { return .unknown }
    let ladder = graph[ladder: index]
    var reach = base(of: ladder, limit)
    var best: Int64?
    for place in ladder.steps where isCounted(place, least) {
      guard case .quantity(let quantity) = graph[step: place].value else { return .unlimited }
      best = best.map { ladder.best($0, quantity) } ?? quantity
    }
    if let best {
      switch reach {
      case .quantity(let quantity): reach = .quantity(ladder.best(quantity, best))
      case .undecided: reach = .quantity(best)
      case .unknown, .unlimited: break
      }
    }
    return reach
  }

  private mutating func isCounted(_ place: Int, _ least: Truth) -> Bool {
    counts(step: place).rawValue >= least.rawValue
  }

  private func base(of ladder: LadderCore, _ limit: Limit) -> Reach {
    switch ladder.base {
    case .quantity(let quantity): return .quantity(quantity)
    case .undecided: return .undecided
    case .allowance(let otherwise):
      let allowance = allowance(of: graph.allowance(of: limit))
      guard let base = allowance.own ?? otherwise else { return .unknown }
      return .quantity(base.saturatingAdd(allowance.packs))
    }
  }

  /// The allowance that raises the values of a ladder. Where the base is the snapshot's own, that
  /// is what products add.
  package func raise(of limit: Limit) -> (known: Int64, perhaps: Int64) {
    var allowance = allowance(of: graph.allowance(of: limit))
    if let index = graph.ladder(of: limit), graph[ladder: index].base.isAllowance {
      allowance.own = nil
      allowance.packs = 0
    }
    return allowance.total
  }

  /// Whether the user surely has a step that asks for something and is not surely within the base.
  package mutating func opensStep(of limit: Limit) -> Bool {
    guard let index = graph.ladder(of: limit) else { return false }
    let ladder = graph[ladder: index]
    let base = base(of: ladder, limit)
    for place in ladder.steps where !graph[step: place].asksForNothing {
      if !ladder.isWithin(graph[step: place].value, base), counts(step: place) == .yes {
        return true
      }
    }
    return false
  }

  /// Whether the amount that everybody has is open, and the user surely has no step.
  package mutating func isUndecided(_ limit: Limit) -> Bool {
    switch limit.kind {
    case .undecided: true
    case .ladder: reach(of: limit) == .undecided
    case .atMost, .allowance, .bare, .setting: false
    }
  }
}

extension LadderCore {
  fileprivate func best(_ a: Int64, _ b: Int64) -> Int64 { isSmallerBetter ? min(a, b) : max(a, b) }

  /// Whether a value is surely no better than another one.
  package func isWithin(_ value: Ladder.Value, _ other: Reach) -> Bool {
    switch (value, other) {
    case (_, .unlimited): true
    case (.quantity(let value), .quantity(let other)):
      isSmallerBetter ? value >= other : value <= other
    case (.unlimited, _), (_, .unknown), (_, .undecided): false
    }
  }
}
