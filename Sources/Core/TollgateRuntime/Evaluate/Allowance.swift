/// The allowance of a meter at one time, which raises its limits.
package struct Allowance: Sendable, Hashable, BitwiseCopyable {
  /// The allowance that the snapshot itself brings, as it is kept.
  var brought: PackedAmount
  /// The sure addition to it.
  package var known: Int64
  /// The possible addition to it, because the purchase data is stale.
  package var perhaps: Int64
  /// The additions of packs bought now to the snapshot's own, or to its replacement.
  package var packs: Int64 = 0

  /// The allowance that the snapshot itself brings; nil for none.
  package var own: Int64? {
    @inline(__always)
    get { brought.value }
    @inline(__always)
    set { brought = PackedAmount(newValue) }
  }

  /// All of it: surely, and with what is only perhaps granted.
  @inline(__always)
  package var total: (known: Int64, perhaps: Int64) {
    let sure = (own ?? 0).saturatingAdd(packs).saturatingAdd(known)
    return (sure, sure.saturatingAdd(perhaps))
  }
}

extension Allowance {
  /// - Parameter own: Nil for none.
  @inline(__always)
  init(own: Int64?, known: Int64, perhaps: Int64) {
    self.init(brought: PackedAmount(own), known: known, perhaps: perhaps)
  }
}

extension Limit.Kind {
  /// The highest value that the limit lets pass, allowance added: surely, and with what is only
  /// perhaps granted. Nil if it is unknown or there is none.
  @inline(__always)
  package func allowed(with allowance: Allowance) -> (known: Int64, perhaps: Int64)? {
    switch self {
    case .bare: return (0, 0)
    case .undecided, .ladder, .setting: return nil
    case .atMost(let quantity):
      let raised = allowance.total
      return (quantity.saturatingAdd(raised.known), quantity.saturatingAdd(raised.perhaps))
    case .allowance(let otherwise):
      guard let base = allowance.own ?? otherwise else { return nil }
      let known = base.saturatingAdd(allowance.packs).saturatingAdd(allowance.known)
      return (known, known.saturatingAdd(allowance.perhaps))
    }
  }

  /// Whether an ask would raise a counter's value above the limit. Limits stop growth only: an ask
  /// that does not raise the value passes.
  ///
  /// - Parameter used: The counter's value; nil for unknown.
  @inline(__always)
  package func isExceeded(by growth: Ask.Growth, used: Int64?, with allowance: Allowance) -> Truth {
    let raised = growth.value(from: used)
    if case .notRaised = raised { return .no }
    switch self {
    case .bare, .undecided: return .yes
    case .atMost, .allowance, .ladder, .setting: break
    }
    guard case .known(let value) = raised, let allowed = allowed(with: allowance) else {
      return .unknown
    }
    let surely = Truth(value > allowed.perhaps)
    return surely == Truth(value > allowed.known) ? surely : .unknown
  }
}

extension Ask.Growth {
  /// The value of a counter after an ask.
  package enum RaisedValue: Sendable, BitwiseCopyable {
    /// It is not raised.
    case notRaised
    /// It is raised, to a value that is unknown.
    case unknown
    /// It is raised to this value.
    case known(Int64)
  }

  /// The value that a counter would be raised to.
  ///
  /// - Parameter used: The counter's value; nil for unknown.
  @inline(__always)
  package func value(from used: Int64?) -> RaisedValue {
    switch self {
    case .adding(let amount):
      if amount <= 0 { return .notRaised }
      guard let used else { return .unknown }
      return .known(used.saturatingAdd(amount))
    case .reaching(let target): return target <= (used ?? 0) ? .notRaised : .known(target)
    // Nothing that is counted is more than the end of the range.
    case .reachingUnlimited: return .known(.max)
    }
  }
}

/// One value of a ladder, its base or a step, to be compared with what is asked for.
package struct Rung: Sendable, BitwiseCopyable {
  /// The limit that it would be by itself; nil for `unlimited`.
  package let kind: Limit.Kind?
  /// Whether the snapshot's own allowance raises it. It does not where it is the base.
  package let isRaisedByOwn: Bool
  let isSmallerBetter: Bool
  /// Whether its quantity is for each of what the ladder counts.
  package let isEach: Bool
  /// A number that no other rung has.
  let number: Int64

  /// The base of a ladder.
  init(baseOf ladder: LadderCore, at index: LadderIndex) {
    kind = ladder.base.kind
    isRaisedByOwn = true
    isSmallerBetter = ladder.isSmallerBetter
    isEach = ladder.isBaseEach
    number = 1 << 32 | Int64(index)
  }

  /// A step of a ladder.
  init(_ step: StepCore, at place: Int, of ladder: LadderCore) {
    switch step.value {
    case .quantity(let quantity): kind = .atMost(quantity)
    case .unlimited: kind = nil
    }
    isRaisedByOwn = !ladder.base.isAllowance
    isSmallerBetter = ladder.isSmallerBetter
    isEach = step.isEach
    number = 2 << 32 | Int64(place)
  }

  /// The rung so many times, where it is for each of something.
  func times(_ count: Int64) -> Rung { Rung(self, times: count) }

  private init(_ rung: Rung, times count: Int64) {
    if rung.isEach, case .atMost(let quantity)? = rung.kind {
      kind = .atMost(quantity.saturatingMultiply(count))
    } else {
      kind = rung.kind
    }
    isRaisedByOwn = rung.isRaisedByOwn
    isSmallerBetter = rung.isSmallerBetter
    isEach = false
    number = rung.number
  }

  /// The place of the step that it is; nil for the base of a ladder.
  var step: Int? { number >> 32 == 2 ? Int(number & 0xFFFF_FFFF) : nil }

  /// Whether an ask goes beyond it.
  ///
  /// - Parameter used: The counter's value; nil for unknown.
  @inline(__always)
  func isExceeded(by growth: Ask.Growth, used: Int64?, with allowance: Allowance) -> Truth {
    guard let kind else { return .no }
    return kind.isExceeded(by: growth, used: used, with: raising(allowance))
  }

  /// Whether a value of a setting that is asked for goes beyond it.
  @inline(__always)
  func isExceeded(byReaching growth: Ask.Growth, with allowance: Allowance) -> Truth {
    guard case .atMost(let quantity)? = kind else { return .no }
    switch growth {
    case .adding: return .no
    case .reachingUnlimited: return .yes
    case .reaching(let value):
      if isSmallerBetter { return Truth(value < quantity) }
      let raised = allowance.total
      let surely = Truth(value > quantity.saturatingAdd(raised.perhaps))
      return surely == Truth(value > quantity.saturatingAdd(raised.known)) ? surely : .unknown
    }
  }

  private func raising(_ allowance: Allowance) -> Allowance {
    isRaisedByOwn
      ? allowance : Allowance(own: nil, known: allowance.known, perhaps: allowance.perhaps)
  }
}

extension Ladder.Base {
  /// Whether it is left to the snapshot.
  package var isAllowance: Bool {
    if case .allowance = self { return true }
    return false
  }
}

extension Evaluator {
  /// Whether the ask goes beyond every value that the user has of a ladder.
  @inline(__always)
  package mutating func exceedsAll(of index: LadderIndex, _ limit: Limit) -> Value {
    let ladder = graph[ladder: index]
    var exceeded = exceeds(Rung(baseOf: ladder, at: index), of: limit)
    for place in ladder.steps {
      if exceeded == .no, !Self.isThorough { break }
      let isBeyond = exceeds(Rung(graph[step: place], at: place, of: ladder), of: limit)
      if isBeyond == .yes, !Self.isThorough { continue }
      exceeded = exceeded.and((!counts(step: place)).or(isBeyond))
    }
    return exceeded
  }

  /// Whether a step counts: it is in force, its condition is true and its requirement is met.
  @inline(__always)
  package mutating func counts(step place: Int) -> Value {
    let step = graph[step: place]
    var counts = value(step.inForce)
    if counts == .no, !Self.isThorough { return .no }
    counts = counts.and(value(step.condition))
    if counts == .no, !Self.isThorough { return .no }
    return counts.and(value(step.requirement))
  }
}
