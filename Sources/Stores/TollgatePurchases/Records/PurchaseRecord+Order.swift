import Foundation
import TollgateRuntime

extension PurchaseRecord {
  /// The verification that counts: a pending purchase waits for its payment, even if verified.
  /// Readings of different verification are kept apart, so that an unverified one never replaces a
  /// verified one.
  var effectiveVerification: Verification {
    state == .pending && verification != .invalid ? .waiting : verification
  }

  /// The first transaction of the subscription that it belongs to, or itself.
  var firstTransactionID: String { originalID ?? transactionID }

  /// Whether the store revoked or refunded it; the whole price back is a refund without a date, too.
  var isRevoked: Bool {
    revokedAt != nil || state == .refunded || state == .revoked || (refundPercentage ?? 0) >= 100
  }

  /// Whether it was revoked with a partial refund.
  var isPartlyRefunded: Bool {
    guard isRevoked, let refundPercentage else { return false }
    return refundPercentage < 100
  }

  /// Whether another reading of the same transaction and verification counts instead: the later one; at
  /// equal times, the one that is revoked, then the one that ends later. The rest makes the order
  /// total, so that merging does not depend on the order of arrival.
  func yields(to other: PurchaseRecord) -> Bool {
    if confirmed != other.confirmed { return confirmed < other.confirmed }
    if isRevoked != other.isRevoked { return other.isRevoked }
    let ends = (end?.milliseconds ?? .max, other.end?.milliseconds ?? .max)
    if ends.0 != ends.1 { return ends.0 < ends.1 }
    guard self != other else { return false }
    for (mine, others) in zip(fields, other.fields) {
      if mine.utf8.elementsEqual(others.utf8) { continue }
      return mine.utf8.lexicographicallyPrecedes(others.utf8)
    }
    return false
  }

  /// Every field as a text; records with equal texts are equal.
  var fields: [String] {
    [
      transactionID, PurchaseRecord.text(originalID), product, kind.rawValue, state.rawValue,
      PurchaseRecord.text(account), "\(start.milliseconds)", PurchaseRecord.text(end),
      PurchaseRecord.text(graceEnd), "\(renews)", PurchaseRecord.text(renewsAs),
      ownership.rawValue, PurchaseRecord.text(revokedAt),
      PurchaseRecord.text(refundPercentage?.description), "\(isTrial)", "\(isSuperseded)",
      "\(quantity)", paid?.exactText ?? "", paid?.currency ?? "",
      method?.rawValue ?? "", verification.rawValue, environment.rawValue,
      "\(confirmed.milliseconds)", "\(isOfferUsed)",
    ]
  }

  /// Absent and empty differ.
  private static func text(_ value: String?) -> String {
    value.map { "=" + $0 } ?? ""
  }

  private static func text(_ instant: Instant?) -> String {
    instant.map { "\($0.milliseconds)" } ?? ""
  }
}
