extension Inquiry {
  /// How much of the meter there is: of the limits that bind this user, the one with the least
  /// remaining, the unknown and the undecided counting as least.
  package var quota: Quota? {
    guard subject.meter >= 0 else { return nil }
    var evaluation = evaluation()
    var tightest: Quota?
    for rule in subject.rules {
      guard let limit = graph.parts.rules[Int(rule)].limit, evaluation.binds(rule)
      else { continue }
      let quota = quota(of: limit)
      if let known = tightest, (quota.remaining ?? -1) >= (known.remaining ?? -1) { continue }
      tightest = quota
    }
    return tightest ?? unlimited
  }

  /// How much of one limit there is, whether it binds this user or not.
  package func quota(of limit: Limit) -> Quota {
    let state = prepared.world.counter(limit.meter, limit.window)
    let used = state.used(at: now)
    let allowed = evaluation().allowed(by: limit)?.known
    var remaining: Int64?
    if let allowed, used >= 0 { remaining = max(0, allowed.saturatingAdd(-used)) }
    return Quota(
      limit: allowed, isUndecided: limit.kind == .undecided, used: used < 0 ? nil : used,
      requested: requested(used: used), remaining: remaining, window: limit.window,
      resets: resets(state), isUnlimited: false)
  }

  private var unlimited: Quota {
    let state = prepared.world.counter(subject.meter, .total)
    let used = state.used(at: now)
    return Quota(
      limit: nil, isUndecided: false, used: used < 0 ? nil : used,
      requested: requested(used: used), remaining: nil, window: .total, resets: nil,
      isUnlimited: true)
  }

  private func requested(used: Int64) -> Int64? {
    switch ask.growth {
    case .adding(let amount): return amount
    case .reaching(let value): return used < 0 ? nil : value.saturatingAdd(-used)
    }
  }

  /// When a counter begins again; nothing if that is past.
  private func resets(_ state: World.CounterState) -> Instant? {
    guard state.resets > now, state.resets != .max else { return nil }
    return Instant(milliseconds: state.resets)
  }
}
