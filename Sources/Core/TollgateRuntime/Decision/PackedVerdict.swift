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
    default: self = .undeclared
    }
  }
}
