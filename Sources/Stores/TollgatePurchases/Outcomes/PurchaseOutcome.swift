public import TollgateKit
public import TollgateRuntime

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

/// The stable code of the outcome of a purchase, a restore or a request for products.
///
/// ```swift
/// let outcome = await gate.buy(.annual)
/// if let code = outcome.code { alert(PurchaseTexts.standard.text(for: code, in: gate.locale)) }
/// ```
public enum OutcomeCode: String, Sendable, Hashable, CaseIterable {
  /// See ``PurchaseError/productNotFound``.
  case productNotFound = "product-not-found"
  /// See ``PurchaseError/purchaseFailed(reason:)``.
  case purchaseFailed = "purchase-failed"
  /// See ``PurchaseError/verificationFailed``.
  case verificationFailed = "verification-failed"
  /// See ``PurchaseError/networkError``.
  case networkError = "network-error"
  /// See ``PurchaseError/userCancelled``.
  case userCancelled = "user-cancelled"
  /// See ``PurchaseError/alreadySubscribed``.
  case alreadySubscribed = "already-subscribed"
  /// See ``PurchaseError/insufficientPermissions``.
  case insufficientPermissions = "insufficient-permissions"
  /// See ``PurchaseError/unknownError(description:)``.
  case unknownError = "unknown-error"
  /// See ``PurchaseError/notAnUpgrade``.
  case notAnUpgrade = "not-an-upgrade"
  /// See ``PurchaseError/noComparablePrice``.
  case noComparablePrice = "no-comparable-price"
  /// A purchase was completed.
  case purchased
  /// A change of plan was agreed, and happens when the present plan ends.
  case scheduled
  /// A purchase was begun without a network, and waits until there is one.
  case queued
  /// Purchases were restored.
  case restored
  /// There was nothing to restore.
  case nothingToRestore = "nothing-to-restore"
  /// Purchases could not be restored.
  case restoreFailed = "restore-failed"
  /// There is nothing to buy.
  case noProducts = "no-products"
}

extension Ledger {
  /// The outcome of a restore that found genuine purchases: it says what is open now, not what was
  /// once bought.
  ///
  /// ```swift
  /// let outcome = ledger.outcome(ofRestoring: records, policy: policy, at: .now)
  /// alert(PurchaseTexts.standard.text(for: outcome, in: "en"))
  /// ```
  ///
  /// The parameters are those of ``snapshot(policy:terms:account:at:adding:)``, and:
  ///
  /// - Parameter records: The genuine records that the store returned, taken into the ledger before.
  /// - Returns: ``RestoreOutcome/restored(_:)`` with the names of their products that count now, by
  ///   the policy, in order of declaration; ``RestoreOutcome/nothingToRestore`` if none does: all
  ///   are refunded, over, or of another account.
  public func outcome(
    ofRestoring records: [PurchaseRecord], policy: Policy, terms: PurchaseTerms = PurchaseTerms(),
    account: String? = nil, at now: Instant, adding base: Snapshot = Snapshot()
  ) -> RestoreOutcome {
    let found = Set(records.compactMap { policy.graph.names.products[$0.product] })
    let view = PurchaseView(
      self, policy: policy, terms: terms, account: account, at: now, adding: base)
    let open = Set(view.held.map { $0.product }).intersection(found).sorted()
    if open.isEmpty { return .nothingToRestore }
    return .restored(open.map { policy.graph.parts.products[Int($0)].name })
  }
}
