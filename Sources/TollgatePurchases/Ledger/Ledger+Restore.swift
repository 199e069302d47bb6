import TollgateKit
public import TollgateRuntime

/// What a restore came to.
public enum RestoreOutcome: Sendable, Hashable {
  /// These transactions were found and are genuine, sorted by id. Not all of them need be in force
  /// still.
  case restored([String])
  /// The store knows of no purchase.
  case nothingToRestore
  /// The store could not be asked; everything is as it was.
  case failed(PurchaseError)

  /// Its code.
  public var code: OutcomeCode {
    switch self {
    case .restored: .restored
    case .nothingToRestore: .nothingToRestore
    case .failed: .restoreFailed
    }
  }
}

extension Ledger {
  /// Takes in everything that a store knows, as if it had all just been bought. Nothing that is
  /// there is lost, also when the store knows less.
  ///
  /// - Parameters:
  ///   - answer: The store's records, or why it could not be asked. Records that cannot be right are
  ///     passed over; consumables are recorded, and are nothing to restore.
  ///   - now: When the store answered; the status is fresh from then.
  public mutating func restore(
    _ answer: Result<[PurchaseRecord], PurchaseError>, terms: PurchaseTerms = PurchaseTerms(),
    account: String? = nil, at now: Instant
  ) -> RestoreOutcome {
    switch answer {
    case .failure(let error): return .failed(error)
    case .success(let records):
      var restored: Set<String> = []
      for record in records where isTaken(record) {
        if terms.accepts(record.standing), record.kind != .consumable {
          restored.insert(record.transactionID)
        }
      }
      confirm(account: account, at: now)
      return restored.isEmpty ? .nothingToRestore : .restored(restored.sorted())
    }
  }

  private mutating func isTaken(_ record: PurchaseRecord) -> Bool {
    do throws(SnapshotError) {
      try insert(record)
      return true
    } catch {
      return false
    }
  }
}
