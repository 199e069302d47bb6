public import TollgateRuntime

/// The answer to a use or a reservation. If it is allowed, the count stands; if not, nothing
/// happened.
public struct UsageAnswer: Sendable {
  /// Whether the use is allowed, warned about or denied.
  public let outcome: Decision.Outcome
  /// Why.
  public let reason: Reason
  /// Whether it was answered and counted before, under the same id.
  public let isRepeated: Bool
  /// The decision, with the ways in. Nil for an answer that is repeated.
  public let decision: Decision?

  /// Whether the use may go ahead: it is allowed, or only warned about.
  public var isAllowed: Bool { outcome != .denied }

  init(_ decision: Decision) {
    outcome = decision.outcome
    reason = decision.reason
    isRepeated = false
    self.decision = decision
  }

  init(repeating receipt: UsageReceipt) {
    outcome = receipt.outcome
    reason = receipt.reason
    isRepeated = true
    decision = nil
  }
}
