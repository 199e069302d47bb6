import TollgateKit

/// The outcome of a purchase.
///
/// ```swift
/// switch await gate.buy(.annual) {
/// case .purchased: show("Thank you")
/// case .scheduled: show("Your plan changes when the present one ends")
/// case .waiting: show("Your purchase is being checked")
/// case .queued: show("It continues when you are online again")
/// case .failed(let error): alert(error.description(in: gate.locale))
/// }
/// ```
public enum PurchaseOutcome: Sendable, Hashable {
  /// It counts now.
  case purchased(PurchaseRecord)
  /// It is a plan that takes the place of another one when that ends, at its renewal. The record is
  /// that of the present plan; ``PurchaseRecord/renewsAs`` is the new one.
  case scheduled(PurchaseRecord)
  /// It is paid, but not verified as the terms require; it does not count yet.
  case waiting(PurchaseRecord)
  /// It was begun without a network, and goes to the store when there is one; it does not count yet.
  case queued
  /// It does not count.
  case failed(PurchaseError)

  /// Its code; nil for a purchase that waits.
  public var code: OutcomeCode? {
    switch self {
    case .purchased: .purchased
    case .scheduled: .scheduled
    case .waiting: nil
    case .queued: .queued
    case .failed(let error): error.code
    }
  }
}

extension Ledger {
  /// Takes a purchase that a store reports, for an app that keeps a ledger without a
  /// ``StoreSession``. Only a paid and verified one changes what the user has; one that awaits
  /// approval or payment (`pending`) is kept, and has failed so far.
  ///
  /// ```swift
  /// var ledger = Ledger()
  /// switch ledger.receive(record) {
  /// case .purchased(let record): show("Thank you for \(record.product)")
  /// case .waiting: show("Your purchase is being checked")
  /// case .scheduled, .queued: break
  /// case .failed(let error): alert(error.description(in: "en"))
  /// }
  /// ```
  ///
  /// - Returns: The outcome; ``PurchaseOutcome/purchased(_:)`` also for a known purchase, so that
  ///   its transaction can be finished.
  public mutating func receive(
    _ record: PurchaseRecord, terms: PurchaseTerms = PurchaseTerms()
  ) -> PurchaseOutcome {
    do throws(SnapshotError) {
      try insert(record)
    } catch {
      return .failed(.unknownError(description: error.description(in: "en")))
    }
    if record.state == .pending { return .failed(.pending) }
    if record.effectiveVerification == .invalid { return .failed(.verificationFailed) }
    return terms.accepts(record.effectiveVerification) ? .purchased(record) : .waiting(record)
  }
}
