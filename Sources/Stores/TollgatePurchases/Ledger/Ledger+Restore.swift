import TollgateKit
public import TollgateRuntime

/// The outcome of a restore.
///
/// ```swift
/// let outcome = await gate.restore()
/// alert(PurchaseTexts.standard.text(for: outcome, in: gate.locale))
/// ```
public enum RestoreOutcome: Sendable, Hashable {
  /// The names of the products that are open now, in order of declaration. (An app that keeps a
  /// ``Ledger`` by itself gets the ids of the genuine transactions that it restored.)
  case restored([String])
  /// The store has no purchase of this user.
  case nothingToRestore
  /// The store could not be asked; nothing changed.
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
  /// Takes in all purchases that a store has, as if they were just made. No known purchase is lost,
  /// even if the store has fewer.
  ///
  /// - Parameters:
  ///   - answer: The store's records, or its error. Invalid records are skipped; consumables are
  ///     recorded, but do not count as restored.
  ///   - now: The time of the store's answer; the status is fresh from then on.
  public mutating func restore(
    _ answer: Result<[PurchaseRecord], PurchaseError>, terms: PurchaseTerms = PurchaseTerms(),
    account: String? = nil, at now: Instant
  ) -> RestoreOutcome {
    switch answer {
    case .failure(let error): return .failed(error)
    case .success(let records):
      var restored: Set<String> = []
      for record in records where (try? insert(record)) != nil {
        if terms.accepts(record.effectiveVerification), record.kind != .consumable {
          restored.insert(record.transactionID)
        }
      }
      confirm(account: account, at: now)
      return restored.isEmpty ? .nothingToRestore : .restored(restored.sorted())
    }
  }
}
