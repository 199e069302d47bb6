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
