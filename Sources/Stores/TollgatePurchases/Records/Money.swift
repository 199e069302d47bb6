#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
public import TollgateRuntime

/// An exact amount of money.
///
/// ```swift
/// let paid = Money("59.99", "TRY")
/// show(paid?.amountText ?? "unknown", paid?.currency ?? "")
/// ```
public struct Money: Sendable, Hashable {
  /// The amount, from 0.
  public var amount: Decimal
  /// An ISO 4217 code.
  public var currency: String

  /// Creates an amount in a currency.
  public init(_ amount: Decimal, _ currency: String) {
    self.amount = amount
    self.currency = currency
  }

  /// Reads an amount such as `12`, `12.5` or `59.99`: at most 18 digits, at most 4 of them after
  /// the point; nil for any other text.
  public init?(_ amount: String, _ currency: String) {
    let parts = amount.utf8.split(separator: 0x2E, omittingEmptySubsequences: false)
    let digits = parts.reduce(0) { $0 + $1.count }
    guard parts.count <= 2, digits <= 18, (parts.last?.count ?? 0) <= 4 || parts.count == 1 else {
      return nil
    }
    for part in parts {
      guard !part.isEmpty, part.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else { return nil }
    }
    guard let amount = Decimal(string: amount) else { return nil }
    self.init(amount, currency)
  }

  /// The price of a product in a policy.
  public init?(_ price: Price) {
    self.init(price.amount, price.currency)
  }

  /// The amount with exactly its digits.
  var exactText: String { amount.description }

  /// The amount with at least two decimals: `10.00`, `59.99`, `0.0125`.
  public var amountText: String {
    let text = exactText
    guard let point = text.firstIndex(of: ".") else { return text + ".00" }
    let decimals = text.distance(from: point, to: text.endIndex) - 1
    return decimals < 2 ? text + "0" : text
  }

  /// Zero in a currency.
  static func zero(_ currency: String) -> Money { Money(0, currency) }

  /// Whether the currency has the form of an ISO 4217 code.
  var hasCode: Bool {
    currency.utf8.count == 3 && currency.utf8.allSatisfy { $0 >= 0x41 && $0 <= 0x5A }
  }

  /// Whether the amount can be paid: a number from 0.
  var isPayable: Bool { !amount.isNaN && amount >= 0 }
}
