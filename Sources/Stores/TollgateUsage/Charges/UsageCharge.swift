import TollgateKit
public import TollgateRuntime

/// The cost of one use beyond a limit.
///
/// ```swift
/// for charge in phone.charges(from: start, until: now) {
///   print("\(charge.units) more \(charge.meter): \(charge.amount) \(charge.currency)")
/// }
/// ```
public struct UsageCharge: Sendable, Hashable {
  /// When it was used.
  public let at: Instant
  /// The name of the meter.
  public let meter: String
  /// The thing that the meter is counted per; nil for others.
  public let thing: String?
  /// The id of the use; nil if it had none.
  public let id: String?
  /// How many are paid for.
  public let units: Int64
  /// How much of the meter one of them is, in its unit.
  public let of: Int64
  /// The amount for all of them: an exact decimal, with a point.
  public let amount: String
  /// An ISO 4217 code.
  public let currency: String
  /// How often it is paid for what is held; nil for what is used, which is paid for once.
  public let period: Price.Period?

  init(_ charged: ChargedUse, id: String?) {
    at = Instant(milliseconds: charged.at)
    meter = charged.key.meter
    thing = charged.key.thing.isEmpty ? nil : charged.key.thing
    self.id = id
    units = charged.charge.units
    of = charged.charge.of
    amount = charged.charge.amount
    currency = charged.charge.currency
    period = charged.charge.period
  }
}

extension UsageCharge: CustomStringConvertible {
  /// When, what and how much: `2026-03-01T08:00:00Z credits: 0.15 USD for 3`.
  public var description: String {
    let price = period.map { "\(amount) \(currency) \($0)" } ?? "\(amount) \(currency)"
    return "\(at) \(meter): \(price) for \(units)" + (of == 1 ? "" : " of \(of)")
  }
}

extension UsageBook {
  /// The charges of a time, the earliest first. A use that was refunded is not among them, nor
  /// is a reservation that was not committed.
  ///
  /// - Parameters:
  ///   - start: The first instant; nil for the beginning.
  ///   - end: The first instant after it; nil for no end.
  public func charges(from start: Instant? = nil, until end: Instant? = nil) -> [UsageCharge] {
    var charges: [UsageCharge] = []
    for page in pages {
      for (key, uses) in page.value.charges {
        charges += uses.map { UsageCharge($0, id: ChargedUse.id(ofKey: key)) }
      }
    }
    return charges.filter { charge in
      start.map { charge.at >= $0 } ?? true && end.map { charge.at < $0 } ?? true
    }.sorted { a, b in
      (a.at, a.meter, a.thing ?? "", a.id ?? "", a.amount)
        < (b.at, b.meter, b.thing ?? "", b.id ?? "", b.amount)
    }
  }
}

extension UsageCounter {
  /// The charges of a person in a time, the earliest first; see ``UsageBook/charges(from:until:)``.
  public func charges(
    of person: String, from start: Instant? = nil, until end: Instant? = nil
  ) async throws(UsageError) -> [UsageCharge] {
    try await store.book(of: person).book.charges(from: start, until: end)
  }

  /// The cost of a use that may go ahead, beyond limits.
  func charges(
    _ answer: UsageAnswer, by person: Person, at time: Int64
  ) throws(UsageError) -> [ChargedUse] {
    guard answer.outcome == .warned, policy.graph.hasOverages else { return [] }
    let decision = answer.decision
    guard let inquiry = decision.inquiry else { return [] }
    var charges: [ChargedUse] = []
    for blocker in decision.blockers {
      guard let charge = blocker.charge, let limit = policy.graph[rule: blocker.index].limit,
        let index = limit.meter, let price = policy.graph.overage(of: blocker.index)?.prices.first
      else { continue }
      let quota = inquiry.quota(of: limit)
      let meter = try meter(policy.graph[meter: index].name, for: person)
      charges.append(
        ChargedUse(
          key: meter.key(for: person.thing), at: time, charge: charge, price: price.amount,
          room: (quota.limit ?? 0).saturatingAdd(0 - (quota.used ?? 0))))
    }
    return charges
  }
}

/// The cost of a use beyond the limit of a meter, as a book keeps it.
struct ChargedUse: Sendable, Hashable {
  var key: TallyKey
  var at: Int64
  var charge: Charge
  /// The amount for one.
  var price: String
  /// How much was left within the limit; below 0 where more was used than that.
  var room: Int64

  /// How much of the meter is paid for, of a use of so much.
  func quantity(of amount: Int64) -> Int64 { max(0, amount.saturatingAdd(0 - max(0, room))) }

  /// The same of a smaller use; nil if that costs nothing.
  func of(_ amount: Int64) -> ChargedUse? {
    let units =
      amount.saturatingAdd(0 - room).begun(charge.of)
      - (0 as Int64).saturatingAdd(0 - room)
      .begun(charge.of)
    guard units > 0 else { return nil }
    var smaller = self
    smaller.charge = Charge(
      units: units, of: charge.of,
      at: Price(amount: price, currency: charge.currency, period: charge.period ?? .use))
    return smaller
  }

  /// The key of the charges of a use, with its id or without one.
  static func key(ofID id: String?, revision: Int64) -> String {
    id.map { "id \($0)" } ?? "use \(revision)"
  }

  static func id(ofKey key: String) -> String? {
    key.utf8.starts(with: "id ".utf8) ? String(key.dropFirst(3)) : nil
  }
}
