import Foundation
import TollgateRuntime

extension PurchaseRecord {
  /// How far a reading may be believed. Readings of different standing are kept beside each other,
  /// so that one that is not verified never takes the place of one that is.
  enum Standing: Int, Sendable, Hashable, CaseIterable {
    /// Not paid, or not verified yet.
    case waiting
    /// Found to be false.
    case invalid
    /// Verified on the device.
    case device
    /// Verified by a server.
    case server
  }

  var standing: Standing {
    switch verification {
    case .invalid: .invalid
    case .waiting: .waiting
    case .device: state == .pending ? .waiting : .device
    case .server: state == .pending ? .waiting : .server
    }
  }

  /// The line it belongs to.
  var line: String { originalID ?? transactionID }

  /// Whether the store took it back or paid it back.
  var isRevoked: Bool {
    revokedAt != nil || state == .refunded || state == .revoked
  }

  /// Whether it was taken back, and only a part of its price was paid back.
  var isPartlyRefunded: Bool {
    guard isRevoked, let refundPercentage else { return false }
    return refundPercentage < 100
  }

  /// Whether another reading of the same transaction and standing counts rather than this one: the
  /// later one; of the same time, the one that takes the purchase back, then the one that ends
  /// later. The rest only makes the order total, so that merging never depends on who comes first.
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

  /// Every field as a text; two records with the same texts are equal.
  var fields: [String] {
    [
      transactionID, PurchaseRecord.text(originalID), product, kind.rawValue, state.rawValue,
      PurchaseRecord.text(account), "\(start.milliseconds)", PurchaseRecord.text(end),
      PurchaseRecord.text(graceEnd), "\(renews)", PurchaseRecord.text(renewsAs),
      ownership.rawValue, PurchaseRecord.text(revokedAt),
      PurchaseRecord.text(refundPercentage?.description), "\(isTrial)", "\(isSuperseded)",
      "\(quantity)", paid?.exactText ?? "", paid?.currency ?? "",
      method?.rawValue ?? "", verification.rawValue, environment.rawValue,
      "\(confirmed.milliseconds)",
    ]
  }

  /// Absent is told from empty.
  private static func text(_ value: String?) -> String {
    value.map { "=" + $0 } ?? ""
  }

  private static func text(_ instant: Instant?) -> String {
    instant.map { "\($0.milliseconds)" } ?? ""
  }
}
