extension Inquiry {
  /// How much of the meter there is, which is what the verdict says.
  func quota(of verdict: Verdict) -> Quota? {
    subject.meter.map { quota(of: Figures(verdict), meter: $0) }
  }

  /// How much of one limit there is, whether it binds this user or not.
  package func quota(of limit: Limit) -> Quota {
    var evaluation = evaluation()
    return quota(of: figures(of: limit, &evaluation), meter: limit.counter.meter)
  }

  /// The figures of the quota: beside a denial those of the limit that denies; else, of the limits
  /// that bind this user, the one with the least remaining, the unknown and the undecided counting
  /// as least.
  ///
  /// - Parameter denying: The rule that denies; nil if none does.
  func figures(
    denying: RuleIndex?, _ evaluation: inout Evaluation<NoObserver>
  ) -> Figures {
    guard let meter = subject.meter else {
      return isReachingSetting ? Figures(counted: Verdict.reachingSetting) : Figures()
    }
    var fold = RuleFold()
    for rule in subject.rules {
      guard let limit = graph[rule: rule].limit, evaluation.binds(rule) else { continue }
      var figures = figures(of: limit, &evaluation)
      if case .bare = limit.kind, evaluation.waives(rule) != .no { figures.forget() }
      fold.bind(figures, denies: rule == denying)
    }
    let total = prepared.input.used(meter, .total, at: now)
    return fold.figures ?? Figures(measure: .unlimited, counted: PackedAmount(total))
  }

  private func figures(
    of limit: Limit, _ evaluation: inout Evaluation<NoObserver>
  ) -> Figures {
    let isUnlimited = graph.ladder(of: limit) != nil && evaluation.reach(of: limit) == .unlimited
    return Figures(
      measure: isUnlimited
        ? .unlimited : evaluation.isUndecided(limit) ? .undecided : .limited,
      window: limit.window,
      highest: evaluation.allowed(by: limit)?.known ?? .min,
      counted: PackedAmount(prepared.input.used(limit.counter.meter, limit.window, at: now)))
  }

  private func quota(of figures: Figures, meter: Int32) -> Quota {
    let isLimited = figures.measure != .unlimited
    return Quota(
      limit: figures.highest == .min ? nil : figures.highest,
      isUndecided: figures.measure == .undecided, used: figures.used,
      requested: requested(used: figures.used), remaining: figures.remaining,
      over: figures.over,
      window: figures.window,
      resets: isLimited ? resets(CounterIndex(meter, figures.window)) : nil,
      isUnlimited: !isLimited)
  }

  private func requested(used: Int64?) -> Int64? {
    switch ask.growth {
    case .adding(let amount): return amount
    case .reaching(let value): return used.map { value.saturatingAdd(-$0) }
    case .reachingUnlimited: return used.map { .max - $0 }
    }
  }

  /// When a counter falls next; `nil` if nothing is told about that.
  private func resets(_ counter: CounterIndex) -> Instant? {
    prepared.input.nextFall(of: prepared.input.counter(counter), after: now)
  }
}

/// The figures of a quota.
struct Figures {
  var measure: PackedVerdict.Measure
  var window: Window
  /// The limit, allowance added; `Int64.min` for none or unknown.
  var highest: Int64
  /// The used amount, packed.
  var counted: PackedAmount
  /// Whether nothing is known of the limit: a rule about all growth may not apply, and then there
  /// is no limit.
  private(set) var isForgotten = false

  init(
    measure: PackedVerdict.Measure = .none, window: Window = .total, highest: Int64 = .min,
    counted: PackedAmount = PackedAmount(nil)
  ) {
    self.measure = measure
    self.window = window
    self.highest = highest
    self.counted = counted
  }

  /// The figures of a verdict about a meter.
  init(_ verdict: Verdict) {
    measure = verdict.isUnlimited ? .unlimited : verdict.isUndecided ? .undecided : .limited
    window = verdict.window ?? .total
    highest = verdict.highest
    counted = verdict.counted
  }

  /// How much is used; nil for unknown.
  var used: Int64? { counted.value }

  /// How much is left, never below 0; nil if there is no limit or no count.
  var remaining: Int64? {
    guard highest != .min, let used else { return nil }
    return max(0, highest.saturatingAdd(-used))
  }

  /// How much lies beyond the limit, never below 0; nil if there is no limit or no count.
  var over: Int64? {
    guard highest != .min, let used else { return nil }
    return max(0, used.saturatingAdd(-highest))
  }

  /// Keeps what is used and tells no limit.
  mutating func forget() {
    highest = .min
    isForgotten = true
  }

  /// The remaining amount, the unknown and the undecided counting as least; what says nothing comes
  /// last.
  var rank: Int64 { isForgotten ? .max : remaining ?? -1 }
}
