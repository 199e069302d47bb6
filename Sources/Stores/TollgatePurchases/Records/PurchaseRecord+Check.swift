import Foundation
import TollgateKit

extension PurchaseRecord {
  /// Refuses an invalid reading: an empty id or product, a subscription without an end, a quantity
  /// below 1, an amount that cannot be paid, a refund outside 0 to 100 %. The error names the
  /// field.
  func check() throws(SnapshotError) {
    if transactionID.isEmpty { throw PurchaseRecord.missing("transaction", .text) }
    if product.isEmpty { throw PurchaseRecord.missing("product", .text) }
    if end == nil, kind == .subscription || kind == .nonRenewing {
      throw PurchaseRecord.missing("end", .instant)
    }
    if quantity < 1 {
      throw PurchaseRecord.wrong("quantity", .wholeNumber(from: 1), .integer(quantity))
    }
    // An amount that JSON cannot read back would be lost at the next launch.
    if let paid, Money(paid.exactText, paid.currency) == nil {
      throw PurchaseRecord.wrong("amount", .money, .number(paid.exactText))
    }
    if let paid, !paid.hasCode {
      throw PurchaseRecord.wrong("currency", .currency, .text(paid.currency))
    }
    if let share = refundPercentage, !PurchaseRecord.isPercentage(share) {
      throw PurchaseRecord.wrong("refundPercentage", .percentage, .number(share.description))
    }
  }

  static func isPercentage(_ number: Decimal) -> Bool {
    !number.isNaN && number >= 0 && number <= 100 && number.description.utf8.count <= 20
  }

  private static func missing(
    _ field: String, _ expected: SnapshotError.Expected
  ) -> SnapshotError {
    SnapshotError(.missing(expected)).under(.key(field))
  }

  private static func wrong(
    _ field: String, _ expected: SnapshotError.Expected, _ found: JSONValue
  ) -> SnapshotError {
    SnapshotError(.expected(expected, found: found)).under(.key(field))
  }
}
