/// A price: an exact decimal, a currency and how often it is paid.
///
/// ```swift
/// for case .buy(let offers) in decision.waysIn {
///   guard let price = offers.first?.price(in: "EUR") else { continue }
///   show("\(price.amount) \(price.currency)", price.period == .once ? "once" : "each time")
/// }
/// ```
public struct Price: Sendable, Hashable {
  /// The amount as it is written, `59.99`, with a point for decimals.
  public var amount: String
  /// An ISO 4217 code.
  public var currency: String
  /// How often it is paid.
  public var period: Period
  /// The meter of which each one costs the amount; nil for a price of the whole product.
  public var each: Each?
  /// The amount for one month, as `10 USD per month billed yearly` is written: people read it in
  /// place of the 120 that are paid; nil for every other price.
  public var perMonth: String?

  /// A price.
  public init(
    amount: String, currency: String, period: Period, each: Each? = nil, perMonth: String? = nil
  ) {
    self.amount = amount
    self.currency = currency
    self.period = period
    self.each = each
    self.perMonth = perMonth
  }

  /// The meter that a price counts: `for each of seats, at least 5`, `for each GB of storage`.
  public struct Each: Sendable, Hashable {
    /// The meter's name in the policy.
    public var meter: String
    /// The least number that is paid for, in the meter's unit; nil where none is told.
    public var atLeast: Int64?
    /// How much of the meter costs the amount, in the meter's unit; 1 unless told.
    public var of: Int64

    /// A meter, the least number that is paid for, and how much of it costs the amount.
    public init(meter: String, atLeast: Int64? = nil, of: Int64 = 1) {
      self.meter = meter
      self.atLeast = atLeast
      self.of = of
    }
  }

  /// How often a price is paid.
  public enum Period: Sendable, Hashable {
    /// Once; what is bought does not end.
    case once
    /// Every so many weeks.
    case weeks(Int64)
    /// Every so many months; 12 are a year.
    case months(Int64)
    /// For what is used, each time.
    case use
  }
}

extension Price: CustomStringConvertible {
  /// The price as a policy has it: `12 USD per year`, `5 EUR per month for each of seats`.
  public var description: String {
    var text = "\(perMonth ?? amount) \(currency) "
    text += perMonth == nil ? "\(period)" : "\(Period.months(1)) billed \(billing)"
    guard let each else { return text }
    text += each.of == 1 ? " for each of \(each.meter)" : " for each \(each.of) of \(each.meter)"
    return each.atLeast.map { "\(text), at least \($0)" } ?? text
  }

  /// Whether a period is that of this price, or a part of it: a month of a year.
  package func isPaid(inParts part: Period) -> Bool {
    switch (period, part) {
    case (.months(let whole), .months(let count)), (.weeks(let whole), .weeks(let count)):
      count > 0 && whole % count == 0
    default: false
    }
  }

  /// Whether it says what editions 1 and 2 of the language cannot say.
  var saysMore: Bool { perMonth != nil || each.map { $0.of != 1 } ?? false }

  /// How many months are paid at a time; 0 for another period.
  package var monthsBilled: Int64 { if case .months(let count) = period { count } else { 0 } }

  /// How often a price per month is billed: `yearly`, `every 6 months`, `every 2 years`.
  package var billing: String {
    if monthsBilled == 12 { return "yearly" }
    return monthsBilled % 12 == 0
      ? "every \(monthsBilled / 12) years" : "every \(monthsBilled) months"
  }
}

extension Price.Period: CustomStringConvertible {
  /// How often: `once`, `per month`, `per 3 months`, `per 2 years`, `for use`.
  public var description: String {
    switch self {
    case .once: "once"
    case .weeks(1): "per week"
    case .weeks(let count): "per \(count) weeks"
    case .months(1): "per month"
    case .months(12): "per year"
    case .months(let count) where count % 12 == 0: "per \(count / 12) years"
    case .months(let count): "per \(count) months"
    case .use: "for use"
    }
  }
}
