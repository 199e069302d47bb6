/// One value of a ladder, its base or a step, to be compared with what is asked for.
package struct Rung: Sendable, BitwiseCopyable {
  /// The limit that it would be by itself; nil for `unlimited`.
  package let kind: Limit.Kind?
  /// Whether the snapshot's own allowance raises it. It does not where it is the base.
  package let isRaisedByOwn: Bool
  let isSmallerBetter: Bool
  /// A number that no other rung has.
  let number: Int64

  /// The base of a ladder.
  init(baseOf ladder: LadderCore, at index: LadderIndex) {
    kind = ladder.base.kind
    isRaisedByOwn = true
    isSmallerBetter = ladder.isSmallerBetter
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
    number = 2 << 32 | Int64(place)
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
