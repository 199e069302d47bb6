import TollgateKit

/// What a store answers to an attempt to buy.
public enum StoreResult: Sendable, Hashable {
  /// Paid; the record's ``PurchaseRecord/verification`` says whether it is proved.
  case success(PurchaseRecord)
  /// The person changed their mind.
  case userCancelled
  /// It awaits approval or payment. The transaction stays open; with a record, it is remembered.
  case pending(PurchaseRecord?)
  /// It failed.
  case failure(PurchaseError)
  /// An answer that Tollgate does not know.
  case unknown
}

/// What came of an attempt to buy.
public enum PurchaseOutcome: Sendable, Hashable {
  /// It counts now.
  case purchased(PurchaseRecord)
  /// It is paid and still has to be verified as the terms ask; it does not count yet.
  case waiting(PurchaseRecord)
  /// It does not count.
  case failed(PurchaseError)

  /// Its code; a purchase that waits has none yet.
  public var code: OutcomeCode? {
    switch self {
    case .purchased: .purchased
    case .waiting: nil
    case .failed(let error): error.code
    }
  }
}

extension Ledger {
  /// Takes in what a store answered. Only a paid and verified purchase changes what is held.
  ///
  /// - Returns: What to tell the person; ``PurchaseOutcome/purchased(_:)`` also for a purchase that
  ///   was known already, so that its transaction can be finished.
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
        if let error = take(pending) { return .failed(error) }
      }
      return .failed(.pending)
    case .success(let record):
      if let error = take(record) { return .failed(error) }
      if record.standing == .invalid { return .failed(.verificationFailed) }
      return terms.accepts(record.standing) ? .purchased(record) : .waiting(record)
    }
  }

  /// Takes in a record, or says why it cannot be.
  private mutating func take(_ record: PurchaseRecord) -> PurchaseError? {
    do throws(SnapshotError) {
      try insert(record)
      return nil
    } catch {
      return .unknownError(description: error.description(in: "en"))
    }
  }
}
