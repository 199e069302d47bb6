public import TollgateKit

/// An error of a purchase, a restore or a verification. None of them changes the user's purchases.
///
/// ```swift
/// if case .failed(let error) = await gate.buy(.annual), error != .userCancelled {
///   alert(error.description(in: gate.locale))
///   log("\(error.code.rawValue): \(error.detail ?? "")")
/// }
/// ```
public enum PurchaseError: Error, Sendable, Hashable {
  /// The store does not sell the product.
  case productNotFound
  /// The purchase failed, for the store's reason.
  case purchaseFailed(reason: String)
  /// The purchase could not be proved genuine.
  case verificationFailed
  /// There is no network, or the server does not answer.
  case networkError
  /// The user cancelled the purchase.
  case userCancelled
  /// The same plan is in force and will renew.
  case alreadySubscribed
  /// This device or account may not buy.
  case insufficientPermissions
  /// Anything else.
  case unknownError(description: String)
  /// The product is not an upgrade of the plan in force.
  case notAnUpgrade
  /// The amounts have different currencies, or a price is not known.
  case noComparablePrice

  /// The failure of a purchase that awaits approval or payment; a later verified record of the same
  /// transaction completes it.
  public static let pending = PurchaseError.purchaseFailed(reason: "Purchase pending")

  /// Its code, which never changes: `network-error`.
  public var code: OutcomeCode {
    switch self {
    case .productNotFound: .productNotFound
    case .purchaseFailed: .purchaseFailed
    case .verificationFailed: .verificationFailed
    case .networkError: .networkError
    case .userCancelled: .userCancelled
    case .alreadySubscribed: .alreadySubscribed
    case .insufficientPermissions: .insufficientPermissions
    case .unknownError: .unknownError
    case .notAnUpgrade: .notAnUpgrade
    case .noComparablePrice: .noComparablePrice
    }
  }

  /// The store's or the app's own text.
  public var detail: String? {
    switch self {
    case .purchaseFailed(let reason): reason
    case .unknownError(let description): description
    default: nil
    }
  }
}

extension PurchaseError: WordedError {
  /// The error in words: Simplified Chinese for `zh…`, else English.
  public func description(in locale: String) -> String {
    PurchaseTexts.standard.text(for: self, in: locale)
  }
}

extension PurchaseError: CustomDebugStringConvertible {
  /// For developers: the code and the store's text, `purchase-failed: Purchase pending`.
  public var debugDescription: String {
    code.rawValue + (detail.map { ": " + $0 } ?? "")
  }
}
