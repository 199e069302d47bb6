/// The result of a decision, in 24 bytes that hold no reference: the outcome, the reason, the
/// figures of the quota and where the policy says so. It is as cheap as an `if`. Ask for the
/// ``Decision`` where you want to know more.
///
/// ```swift
/// let verdict = policy.verdict(target, for: prepared, at: now)
/// if verdict.isAllowed { save() } else { show(policy.decide(target, for: prepared, at: now)) }
/// ```
public struct Verdict: Sendable, Hashable, BitwiseCopyable {
  /// The target in the upper 24 bits, all of them set for several at once and for a name that the
  /// policy does not know; a ``PackedVerdict`` in the lower 40.
  private let word: UInt64
  /// The limit, allowance added; `Int64.min` for none or unknown.
  package let highest: Int64
  /// The used amount, packed.
  package let counted: PackedAmount

  /// For a setting, what is counted if a value was asked for.
  static var reachingSetting: PackedAmount { PackedAmount(raw: -2) }

  @inline(__always)
  package init(
    _ finding: PackedVerdict, isClockBehind: Bool, target: Int32?, highest: Int64,
    counted: PackedAmount
  ) {
    let clock: UInt64 = isClockBehind ? PackedVerdict.clockBit : 0
    word = UInt64(UInt32(bitPattern: target ?? -1)) << 40 | finding.bits | clock
    self.highest = highest
    self.counted = counted
  }

  package var finding: PackedVerdict { PackedVerdict(bits: word & 0xFF_FFFF_FFFF) }

  /// The target; nil for several at once, and for a name that the policy does not know.
  package var target: Int32? {
    let target = Int32(truncatingIfNeeded: Int64(bitPattern: word) >> 40)
    return target < 0 ? nil : target
  }

  /// The place, among the target's rules, of the rule that gives the reason; nil if none
  /// does.
  package var position: Int? { finding.position }

  /// Whether the use is allowed, warned about or denied.
  public var outcome: Decision.Outcome { finding.outcome }

  /// Why: the reason of the first failing rule that is not soft; or why it is allowed.
  public var reason: Reason { finding.reason }

  /// Whether the use may go ahead: it is allowed, or only warned about.
  @inline(__always)
  public var isAllowed: Bool { finding.isAllowed }

  /// Whether the clock is more than 5 minutes behind what the snapshot has seen: the time that it
  /// has seen counts then.
  public var isClockBehind: Bool { finding.bits & PackedVerdict.clockBit != 0 }

  /// For a meter, the limit, allowance added, in the meter's unit; nil for unlimited, undecided
  /// or unknown, and for what is no meter.
  public var limit: Int64? { highest == .min ? nil : highest }

  /// For a meter, how much is used, in its unit; nil if it is unknown.
  public var used: Int64? { counted.value }

  /// For a meter, how much is left, never below 0; nil if there is no limit or no count.
  public var remaining: Int64? {
    guard highest != .min, let used else { return nil }
    return max(0, highest.saturatingAdd(-used))
  }

  /// For a meter, what the limit counts over; nil for a feature.
  public var window: Usage.Window? { finding.measure == .none ? nil : finding.window }

  /// Whether this is a meter and no limit binds this user.
  public var isUnlimited: Bool { finding.measure == .unlimited }

  /// Whether how much is free is still open.
  public var isUndecided: Bool { finding.measure == .undecided }
}

extension Verdict: CustomStringConvertible {
  /// The outcome and the reason, as in `denied (limit-reached)`.
  public var description: String { "\(outcome.rawValue) (\(reason.rawValue))" }
}

extension RuleGraph {
  /// Where the policy says it: the rule that gives a verdict its reason. Nil if every rule
  /// holds, for several targets at once, and for a name that the policy does not know.
  ///
  /// - Parameter verdict: One of this policy.
  package func place(of verdict: Verdict) -> RulePlace? {
    guard let target = verdict.target, let position = verdict.position else { return nil }
    let ask = verdict.counted == Verdict.reachingSetting ? Ask(.reachingUnlimited) : Ask()
    var subject = subject(target)
    subject.add(ask, in: self)
    let place = parts.tables.place(of: subject.rule(at: position))
    let (file, line) = parts.place(ofRow: place.row)
    return RulePlace(rule: place.text, file: file, line: line)
  }
}

/// Where a policy says something.
///
/// ```swift
/// let verdict = policy.verdict("csv-export", for: prepared, at: now)
/// if let place = policy.place(of: verdict) { log("\(place.file):\(place.line): \(place.rule)") }
/// ```
public struct RulePlace: Sendable, Hashable {
  /// The rule as it is written.
  public let rule: String
  /// The file it is written in.
  public let file: String
  /// The line it is written on, from 1.
  public let line: Int
}

/// The part of a verdict that is worked out ahead, in 40 bits, so that choosing between two is one
/// instruction.
package struct PackedVerdict: Sendable, Hashable, BitwiseCopyable {
  /// From the lowest: the outcome (2 bits), the reason (5), whether the clock is behind (1), the
  /// measure (2), whether it is one of several (1), the window (13), the position (16).
  package let bits: UInt64

  package static let clockBit: UInt64 = 1 << 7
  private static let severalBit: UInt64 = 1 << 10

  /// The kinds of limits that a verdict tells.
  package enum Measure: UInt8, Sendable, Hashable, BitwiseCopyable {
    /// The target is no meter.
    case none
    case limited, undecided, unlimited
  }

  @inline(__always)
  package init(bits: UInt64) {
    self.bits = bits
  }

  package init(
    _ outcome: Decision.Outcome, _ reason: Reason, _ measure: Measure = .none,
    per window: Window = .total, position: Int? = nil
  ) {
    let place = position.flatMap { Int16(exactly: $0) } ?? -1
    bits =
      UInt64(outcome.code) | UInt64(reason.code) << 2 | UInt64(measure.rawValue) << 8
      | UInt64(window.code) << 11 | UInt64(UInt16(bitPattern: place)) << 24
  }

  /// Several limits, or unsure ones, apply: only an evaluation can tell. No verdict has it.
  package static let several = PackedVerdict(bits: severalBit)

  @inline(__always)
  package var isSeveral: Bool { bits & PackedVerdict.severalBit != 0 }

  @inline(__always)
  package var isAllowed: Bool { bits & 3 != UInt64(Decision.Outcome.denied.code) }

  package var outcome: Decision.Outcome { Decision.Outcome(code: UInt8(bits & 3)) }

  package var reason: Reason { Reason(code: UInt8(bits >> 2 & 31)) }

  package var measure: Measure { Measure(rawValue: UInt8(bits >> 8 & 3)) ?? .none }

  package var window: Window { Window(code: Int32(bits >> 11 & 0x1FFF)) ?? .total }

  package var position: Int? {
    let place = Int16(bitPattern: UInt16(bits >> 24 & 0xFFFF))
    return place < 0 ? nil : Int(place)
  }
}

extension Decision.Outcome {
  fileprivate var code: UInt8 {
    switch self {
    case .allowed: 0
    case .warned: 1
    case .denied: 2
    }
  }

  fileprivate init(code: UInt8) {
    switch code {
    case 0: self = .allowed
    case 1: self = .warned
    default: self = .denied
    }
  }
}

extension Reason {
  fileprivate var code: UInt8 {
    switch self {
    case .granted: 0
    case .withinLimit: 1
    case .ungated: 2
    case .off: 3
    case .undecided: 4
    case .onHold: 5
    case .pending: 6
    case .limitReached: 7
    case .revoked: 8
    case .expired: 9
    case .excluded: 10
    case .notHeld: 11
    case .stale: 12
    case .unknownUsage: 13
    case .unknownFact: 14
    case .undeclared: 15
    case .inTrial: 16
    case .overage: 17
    }
  }

  fileprivate init(code: UInt8) {
    switch code {
    case 0: self = .granted
    case 1: self = .withinLimit
    case 2: self = .ungated
    case 3: self = .off
    case 4: self = .undecided
    case 5: self = .onHold
    case 6: self = .pending
    case 7: self = .limitReached
    case 8: self = .revoked
    case 9: self = .expired
    case 10: self = .excluded
    case 11: self = .notHeld
    case 12: self = .stale
    case 13: self = .unknownUsage
    case 14: self = .unknownFact
    case 16: self = .inTrial
    case 17: self = .overage
    default: self = .undeclared
    }
  }
}
