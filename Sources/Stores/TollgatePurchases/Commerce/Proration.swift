import Foundation
public import TollgateRuntime

/// The cost of an upgrade: the price of the new plan, less the unused part of the old one.
///
/// ```swift
/// let upgrade = try ledger.upgrade(to: "annual", policy: policy, at: .now)
/// show("You pay \(upgrade.charge), for \(upgrade.credit) is left of the month")
/// ```
///
/// The credit is the paid amount, times the remaining time, divided by the whole period: exact,
/// then rounded half up to 0.01. The charge is the new price less the credit, never below 0. A new
/// period starts at once. If the store prorates by itself, as Apple's does, this is only a
/// forecast.
public struct Proration: Sendable, Hashable {
  /// The value of the unused time of the old plan.
  public let credit: Money
  /// The amount to pay now.
  public let charge: Money
  /// The start of the new period.
  public let start: Instant

  /// Prorates a paid plan.
  ///
  /// - Parameters:
  ///   - paid: The amount paid for the period.
  ///   - start: The start of the period.
  ///   - end: The end of the period.
  ///   - price: The price of the new plan.
  ///   - now: The time of the upgrade.
  /// - Throws: ``PurchaseError/noComparablePrice`` for amounts in two currencies, or amounts that
  ///   are not numbers from 0.
  public init(
    paid: Money, start: Instant, end: Instant, price: Money, at now: Instant
  ) throws(PurchaseError) {
    guard paid.currency == price.currency, paid.isPayable, price.isPayable else {
      throw .noComparablePrice
    }
    let remaining = end.milliseconds.saturatingSubtract(max(now, start).milliseconds)
    let period = end.milliseconds.saturatingSubtract(start.milliseconds)
    var credit = Decimal(0)
    if remaining > 0, period > 0 {
      credit = (paid.amount * Decimal(remaining)).dividedHalfUp(by: Decimal(period))
    }
    let charge = (price.amount - credit).dividedHalfUp(by: 1)
    guard !credit.isNaN, !charge.isNaN else { throw .noComparablePrice }
    self.credit = Money(credit, paid.currency)
    self.charge = Money(max(0, charge), price.currency)
    self.start = now
  }
}

extension Int64 {
  /// The difference, or the nearest `Int64` if it does not fit.
  fileprivate func saturatingSubtract(_ other: Int64) -> Int64 {
    let (difference, overflow) = subtractingReportingOverflow(other)
    return overflow ? (other < 0 ? .max : .min) : difference
  }
}

extension Decimal {
  private static let cent = Decimal(sign: .plus, exponent: -2, significand: 1)

  /// The quotient, rounded half up to 0.01. A quotient of decimals may have no last digit, so the
  /// rounded one is checked against the remainder, which is exact.
  fileprivate func dividedHalfUp(by divisor: Decimal) -> Decimal {
    var quotient = self / divisor
    var floor = Decimal()
    NSDecimalRound(&floor, &quotient, 2, .down)
    let remainder = self - floor * divisor
    return remainder * 2 >= divisor * Decimal.cent ? floor + Decimal.cent : floor
  }
}
