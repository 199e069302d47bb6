import TollgatePurchases
import TollgateRuntime

extension AppStoreTransaction {
  /// The record of the transaction and its renewal.
  ///
  /// - Parameter renewal: The renewal of the subscription, for its last transaction only.
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
      environment: environment, confirmed: max(signed, renewal?.signed ?? signed),
      isOfferUsed: !isFree && kind == .subscription && offer?.type == AppStoreOffer.introductory
    )
  }

  /// The state that the App Store reports. It does not decide access: the engine compares the dates
  /// with its own time.
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

  /// Whether its period is free. An introductory offer with neither payment mode nor price counts
  /// as free, because less is kept after a free period than after a paid one.
  private var isFree: Bool {
    guard let offer, kind == .subscription else { return false }
    if let payment = offer.payment { return payment == "FREE_TRIAL" }
    return offer.type == AppStoreOffer.introductory && price?.isZero ?? true
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
  /// The grace counts only while the App Store tries to charge the user.
  fileprivate var graceOfRetry: Instant? { isInBillingRetry ? graceExpires : nil }
}

extension AppStoreTransaction.Revocation {
  /// Whether the family stopped sharing it, rather than a refund.
  fileprivate func isOfFamily(_ ownership: Grant.Ownership) -> Bool {
    type.map { $0 == "FAMILY_REVOKE" } ?? (ownership == .familyShared)
  }
}
