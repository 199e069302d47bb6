/// The cost of a use beyond a limit.
///
/// ```swift
/// for blocker in gate.decision(.csvExport).blockers {
///   guard let charge = blocker.charge else { continue }
///   show("This export costs \(charge.amount) \(charge.currency).")
/// }
/// ```
public struct Charge: Sendable, Hashable {
  /// How many are paid for: those that this use begins beyond the limit.
  public let units: Int64
  /// How much of the meter one of them is, in its unit.
  public let of: Int64
  /// The amount for all of them: an exact decimal, with a point.
  public let amount: String
  /// An ISO 4217 code.
  public let currency: String
  /// How often it is paid for what is held; nil for what is used, which is paid for once.
  public let period: Price.Period?

  package init(units: Int64, of each: Int64, at price: Price) {
    self.units = units
    of = each
    amount = MoneyAmount(price.amount).times(units).text(decimals: price.decimals)
    currency = price.currency
    period = price.period == .use ? nil : price.period
  }
}

extension Charge: CustomStringConvertible {
  /// The amount, and what it pays for: `0.15 USD for 3`, `0.04 USD per month for 2 of 1000000000`.
  public var description: String {
    var text = "\(amount) \(currency)"
    if let period { text += " \(period)" }
    text += " for \(units)"
    return of == 1 ? text : text + " of \(of)"
  }
}

extension Price {
  /// How many decimals its amount is written with.
  fileprivate var decimals: Int {
    var decimals: Int?
    for byte in amount.utf8 {
      if byte == UInt8(ascii: ".") {
        decimals = 0
      } else if let known = decimals {
        decimals = known + 1
      }
    }
    return decimals ?? 0
  }
}

extension MoneyAmount {
  /// How many times a price it pays for, besides an amount that it pays as well: at most the end of
  /// the range. A price is more than nothing.
  package func pays(
    for price: MoneyAmount, besides other: MoneyAmount = MoneyAmount("0")
  ) -> Int64 {
    var (low, high) = (Int64(0), Int64.max)
    while low < high {
      let middle = low + (high - low) / 2 + 1
      if self < other.plus(price.times(middle)) { high = middle - 1 } else { low = middle }
    }
    return low
  }
}
