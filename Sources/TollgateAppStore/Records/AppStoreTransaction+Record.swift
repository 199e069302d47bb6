import TollgatePurchases
import TollgateRuntime

extension AppStoreTransaction {
  /// The record of it, with what is known of its renewal.
  ///
  /// - Parameter renewal: That of the same subscription, for its last transaction only.
  func record(
    _ renewal: AppStoreRenewal?, _ mapping: AppStoreMapping, verification: Verification
  ) throws(AppStoreRefusal) -> PurchaseRecord {
    let renewal = kind == .subscription ? renewal : nil
    return PurchaseRecord(
      transactionID: transactionID, originalID: originalTransactionID, product: productID,
      kind: kind, state: state(renewal), account: account(mapping), start: purchased,
      end: try end(mapping), graceEnd: renewal?.graceOfRetry,
      renews: renewal.map { $0.renews && !$0.awaitsConsent } ?? true,
      renewsAs: renewal?.renewsAs.flatMap { $0 == productID ? nil : $0 },
      ownership: ownership, revokedAt: revocation?.date, refundPercentage: revocation?.percentage,
      isTrial: isFree, isSuperseded: isUpgraded,
      quantity: max(quantity, 1), paid: price, method: .appleIAP, verification: verification,
      environment: environment, confirmed: max(signed, renewal?.signed ?? signed)
    )
  }

  /// What the App Store says of it. Access is never decided here: that is for the dates, which the
  /// engine compares with its own time.
  private func state(_ renewal: AppStoreRenewal?) -> Grant.State {
    if let revocation { return revocation.isOfFamily(ownership) ? .revoked : .refunded }
    let running: Grant.State = isFree ? .trial : .active
    guard let renewal, let expires else { return running }
    if renewal.isInBillingRetry {
      if let grace = renewal.graceExpires, grace > renewal.signed { return .grace }
      if expires <= renewal.signed { return .hold }
    }
    if expires <= renewal.signed, renewal.expirationIntent != nil { return .expired }
    return renewal.renews ? running : .cancelled
  }

  /// Whether nothing is paid for its period. An introductory offer that says neither how it is paid
  /// nor its price is taken for free: less is kept after a free period than after a paid one.
  private var isFree: Bool {
    guard let offer, kind == .subscription else { return false }
    if let payment = offer.payment { return payment == "FREE_TRIAL" }
    return offer.type == 1 && price?.isNothing ?? true
  }

  private func end(_ mapping: AppStoreMapping) throws(AppStoreRefusal) -> Instant? {
    switch kind {
    case .subscription: return expires
    case .nonRenewing:
      if let expires { return expires }
      guard let end = mapping.lengths[productID]?.end(from: purchased) else {
        throw .length(product: productID)
      }
      return end
    case .nonConsumable, .consumable, .other: return nil
    }
  }

  private func account(_ mapping: AppStoreMapping) -> String? {
    switch mapping.account {
    case .anybody: nil
    case .named(let name): name
    case .appAccountToken: appAccountToken?.lowercased()
    }
  }
}

extension AppStoreRenewal {
  /// The grace counts while the App Store tries to take the money, and only then.
  fileprivate var graceOfRetry: Instant? { isInBillingRetry ? graceExpires : nil }
}

extension AppStoreTransaction.Revocation {
  /// Whether the family no longer shares it, rather than that it was paid back.
  fileprivate func isOfFamily(_ ownership: Grant.Ownership) -> Bool {
    type.map { $0 == "FAMILY_REVOKE" } ?? (ownership == .familyShared)
  }
}
