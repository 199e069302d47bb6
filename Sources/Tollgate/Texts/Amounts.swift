import TollgateRuntime

/// The amounts that a text about a rule may name: those of the rule's own limit and its window,
/// which need not be the tightest.
struct Amounts {
  /// The meter they are amounts of, or -1.
  var meter: Int32 = -1
  var used: Int64?
  var limit: Int64?
  var remaining: Int64?
  var requested: Int64?
  var resets: Instant?

  /// The amounts as they stand now; a rule without a limit has none.
  init(of inquiry: Inquiry, rule: Int32) {
    guard let limit = inquiry.graph.parts.rules[Int(rule)].limit else { return }
    meter = limit.meter
    let state = inquiry.prepared.world.counter(limit.meter, limit.window)
    let used = state.used(at: inquiry.now)
    if used >= 0 { self.used = used }
    self.limit = inquiry.evaluation().allowed(by: limit)?.known
    switch inquiry.ask.growth {
    case .adding(let amount): requested = amount
    case .reaching(let value): requested = self.used.map { value.saturatingAdd(-$0) }
    }
    if state.resets > inquiry.now, state.resets != .max {
      resets = Instant(milliseconds: state.resets)
    }
    setRemaining()
  }

  /// The amounts once so much is used.
  func after(using value: Int64) -> Amounts {
    var amounts = self
    amounts.used = value
    amounts.setRemaining()
    return amounts
  }

  private mutating func setRemaining() {
    guard let limit, let used else { return remaining = nil }
    remaining = max(0, limit.saturatingAdd(-used))
  }
}
