#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Why a purchase, a restore or a verification did not succeed. None of them changes what is held.
public enum PurchaseError: Error, Sendable, Hashable {
  /// The store does not sell the product.
  case productNotFound
  /// The purchase failed; the reason is the store's.
  case purchaseFailed(reason: String)
  /// The purchase could not be proved genuine.
  case verificationFailed
  /// There is no network, or nobody answers.
  case networkError
  /// The person changed their mind.
  case userCancelled
  /// The very same plan is in force and will be renewed.
  case alreadySubscribed
  /// This device or account may not buy.
  case insufficientPermissions
  /// Anything else.
  case unknownError(description: String)
  /// What is asked for is no step up from what is in force.
  case notAnUpgrade
  /// Two amounts in different currencies, or a product without a known price.
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

  /// What the store or the app said beside the code.
  public var detail: String? {
    switch self {
    case .purchaseFailed(let reason): reason
    case .unknownError(let description): description
    default: nil
    }
  }
}

extension PurchaseError: LocalizedError {
  /// What is wrong, in the language of the person if it is Chinese, else in English.
  public var errorDescription: String? {
    PurchaseTexts.standard.text(for: self, in: Locale.preferredLanguages.first ?? "en")
  }
}

extension PurchaseError: CustomDebugStringConvertible {
  /// For developers: the code, with what the store said, `purchase-failed: Purchase pending`.
  public var debugDescription: String {
    code.rawValue + (detail.map { ": " + $0 } ?? "")
  }
}
