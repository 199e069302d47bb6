import TollgateKit

/// A store's answer to a purchase, for an app that keeps a ``Ledger`` without a ``StoreSession``.
///
/// ```swift
/// let answer: StoreResult = isPaid ? .success(record) : .pending(record)
/// switch ledger.receive(answer) {
/// case .purchased(let record): show("Thank you for \(record.product)")
/// case .waiting, .queued: show("Your purchase is being checked")
/// case .failed(let error): alert(error.description(in: "en"))
/// }
/// ```
public enum StoreResult: Sendable, Hashable {
  /// It was paid; the record's ``PurchaseRecord/verification`` says whether it is proved.
  case success(PurchaseRecord)
  /// The user cancelled the purchase.
  case userCancelled
  /// It awaits approval or payment. The transaction stays open; the record, if any, is kept.
  case pending(PurchaseRecord?)
  /// It failed.
  case failure(PurchaseError)
  /// An answer that Tollgate does not know.
  case unknown
}

/// The outcome of a purchase.
///
/// ```swift
/// switch await gate.buy(.annual) {
/// case .purchased: show("Thank you")
/// case .waiting: show("Your purchase is being checked")
/// case .queued: show("It continues when you are online again")
/// case .failed(let error): alert(error.description(in: gate.locale))
/// }
/// ```
public enum PurchaseOutcome: Sendable, Hashable {
  /// It counts now.
  case purchased(PurchaseRecord)
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
    case .waiting: nil
    case .queued: .queued
    case .failed(let error): error.code
    }
  }
}

extension Ledger {
  /// Applies a store's answer. Only a paid and verified purchase changes what the user has.
  ///
  /// - Returns: The outcome; ``PurchaseOutcome/purchased(_:)`` also for a known purchase, so that
  ///   its transaction can be finished.
  public mutating func receive(
    _ result: StoreResult, terms: PurchaseTerms = PurchaseTerms()
  ) -> PurchaseOutcome {
    switch result {
    case .userCancelled: return .failed(.userCancelled)
    case .failure(let error): return .failed(error)
    case .unknown: return .failed(.unknownError(description: "unknown result"))
    case .pending(let record):
      if let record {
        var pending = record
        pending.state = .pending
        if let error = add(pending) { return .failed(error) }
      }
      return .failed(.pending)
    case .success(let record):
      if let error = add(record) { return .failed(error) }
      if record.effectiveVerification == .invalid { return .failed(.verificationFailed) }
      return terms.accepts(record.effectiveVerification) ? .purchased(record) : .waiting(record)
    }
  }

  /// Adds a record; the error if that fails.
  private mutating func add(_ record: PurchaseRecord) -> PurchaseError? {
    do throws(SnapshotError) {
      try insert(record)
      return nil
    } catch {
      return .unknownError(description: error.description(in: "en"))
    }
  }
}
