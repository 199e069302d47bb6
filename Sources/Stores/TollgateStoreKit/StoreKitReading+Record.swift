#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import TollgateKit
public import TollgatePurchases
import TollgateRuntime

extension StoreKitReading {
  /// The reading as a purchase record. It is not verified yet: ``StoreKitVerifier`` does that.
  public var record: PurchaseRecord {
    PurchaseRecord(
      transactionID: String(transactionID), originalID: String(originalID), product: productID,
      kind: kind, state: state, account: accountToken?.uuidString, start: Instant(purchased),
      end: type == .nonConsumable ? nil : expires.map { Instant($0) },
      graceEnd: renewal?.graceEnds.map { Instant($0) }, renews: renews,
      renewsAs: renews ? nextProduct : nil, ownership: ownership,
      revokedAt: revoked.map { Instant($0) }, isTrial: isFreeTrial, isSuperseded: isUpgraded,
      quantity: Int64(quantity), paid: paid, method: .appleIAP, verification: .waiting,
      environment: StoreEnvironment(rawValue: environment.lowercased()) ?? .other,
      confirmed: Instant(max(signed, renewal?.signed ?? signed)))
  }

  private var kind: PurchaseRecord.Kind {
    switch type {
    case .autoRenewable: .subscription
    case .nonRenewable: .nonRenewing
    case .nonConsumable: .nonConsumable
    case .consumable: .consumable
    case .other: .other
    }
  }

  /// The state: first a revocation, then the status; without a status, the dates alone.
  private var state: Grant.State {
    if revoked != nil || renewal?.state == .revoked {
      return isFamilyShared == false ? .refunded : .revoked
    }
    switch renewal?.state {
    case .inGracePeriod: return .grace
    case .inBillingRetryPeriod: return .hold
    case .expired: return .expired
    case .other: return .other
    case .subscribed where renewal?.willAutoRenew == false: return .cancelled
    case .subscribed, .revoked, nil: return isFreeTrial ? .trial : .active
    }
  }

  private var renews: Bool {
    guard type == .autoRenewable, revoked == nil else { return false }
    switch renewal?.state {
    case .expired, .revoked: return false
    case .subscribed, .inGracePeriod, .inBillingRetryPeriod, .other, nil:
      return renewal?.willAutoRenew ?? true
    }
  }

  private var nextProduct: String? {
    renewal?.nextProductID.flatMap { $0 == productID ? nil : $0 }
  }

  private var ownership: Grant.Ownership {
    switch isFamilyShared {
    case false?: .purchased
    case true?: .familyShared
    case nil: .other
    }
  }

  private var paid: Money? {
    guard let price, let currency else { return nil }
    return Money(price, currency)
  }
}
