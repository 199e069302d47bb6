public import TollgateRuntime
import TollgateWords

// Texts and pages for the person at the gate: at the gate's time, in its language and time zone.
extension Gate {
  /// The products to buy, whatever the user asked for: a page of all of them.
  ///
  /// ```swift
  /// let paywall = gate.paywall()
  /// for product in paywall.products where product.isPurchasable {
  ///   print(product.listing.title, product.listing.priceText.text)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - locale: A BCP 47 tag for the texts; by default, the gate's ``locale``.
  ///   - currency: The ISO 4217 code of the currency to show prices in; a product without a price in
  ///     it is shown with its first one.
  ///   - storePrices: The prices that the store shows, by the product's name or store id.
  public func paywall(
    in locale: String? = nil, currency: String? = nil, storePrices: [String: String] = [:]
  ) -> Paywall {
    paywall(nil, Ask(), locale, currency, storePrices)
  }

  /// The products to buy, for a user who asked for a feature.
  ///
  /// ```swift
  /// let paywall = gate.paywall(for: .csvExport)
  /// print(paywall.target?.message ?? paywall.title)
  /// for set in paywall.target?.sets ?? [] { print(set.joined(separator: " + ")) }
  /// ```
  ///
  /// - Parameters:
  ///   - feature: The feature that the user asked for.
  ///   - locale: A BCP 47 tag for the texts; by default, the gate's ``locale``.
  ///   - currency: The ISO 4217 code of the currency to show prices in; a product without a price in
  ///     it is shown with its first one.
  ///   - storePrices: The prices that the store shows, by the product's name or store id.
  public func paywall(
    for feature: FeatureName<Names>, in locale: String? = nil, currency: String? = nil,
    storePrices: [String: String] = [:]
  ) -> Paywall {
    paywall(feature.name, Ask(), locale, currency, storePrices)
  }

  /// The products to buy, for a user who asked for more of a meter; as for a feature.
  public func paywall(
    for meter: MeterName<Names>, adding amount: Int64 = 1, in locale: String? = nil,
    currency: String? = nil, storePrices: [String: String] = [:]
  ) -> Paywall {
    paywall(meter.name, Ask(.adding(amount)), locale, currency, storePrices)
  }

  /// The products to buy, for a user who was denied or warned: those that open what the decision is
  /// about, for just as much as was asked.
  ///
  /// ```swift
  /// let decision = gate.decision(.bills, adding: 3)
  /// if !decision.isAllowed { show(gate.paywall(for: decision)) }
  /// ```
  ///
  /// It is of the data of the decision, with the counters and facts of the thing at hand, and of the
  /// gate's present time. After a purchase, decide anew.
  ///
  /// - Parameters:
  ///   - decision: A decision of this gate, about any target.
  ///   - locale: A BCP 47 tag for the texts; by default, the gate's ``locale``.
  ///   - currency: The ISO 4217 code of the currency to show prices in; a product without a price in
  ///     it is shown with its first one.
  ///   - storePrices: The prices that the store shows, by the product's name or store id.
  public func paywall(
    for decision: Decision, in locale: String? = nil, currency: String? = nil,
    storePrices: [String: String] = [:]
  ) -> Paywall {
    paywall(decision.target, decision.ask, locale, currency, storePrices, decision.prepared)
  }

  /// The comparison of the plans, for a pricing page: that of the policy in use at the gate's time.
  ///
  /// ```swift
  /// let table = gate.planTable()
  /// print(table.columns.map(\.title))
  /// for row in table.rows { print(row.title, row.cells.map(\.text)) }
  /// ```
  ///
  /// - Parameters:
  ///   - locale: A BCP 47 tag for the texts; by default, the gate's ``locale``.
  ///   - currency: The ISO 4217 code of the currency to show prices in; a product without a price in
  ///     it is shown with its first one.
  ///   - storePrices: The prices that the store shows, by the product's name or store id.
  ///   - all: Whether what is not for sale, or not now, is shown as well.
  public func planTable(
    in locale: String? = nil, currency: String? = nil, storePrices: [String: String] = [:],
    all: Bool = false
  ) -> PlanTable {
    policy.planTable(
      in: locale ?? self.locale, currency: currency, at: clock.now(), storePrices: storePrices,
      all: all, timeZone: timeZone)
  }

  /// A decision for the person who asked, in the gate's language and time zone: what is missing, and
  /// what the person can do now, with labels and prices.
  ///
  /// ```swift
  /// let decision = gate.decision(.csvExport)
  /// if !decision.isAllowed { alert(gate.message(for: decision).text) }
  /// ```
  ///
  /// - Parameters:
  ///   - decision: A decision of this gate.
  ///   - currency: The ISO 4217 code of the currency to show prices in; a product without a price in
  ///     it is shown with its first one.
  public func message(for decision: Decision, currency: String? = nil) -> CustomerMessage {
    decision.message(in: locale, currency: currency, timeZone: timeZone)
  }

  /// The text of a reminder in the gate's language and time zone; nil if the policy has none for it.
  ///
  /// ```swift
  /// let decision = gate.decision(.bills)
  /// if let reminder = decision.reminder {
  ///   banner(gate.text(of: reminder, in: decision) ?? reminder.id)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - reminder: The reminder of a decision.
  ///   - decision: That decision; the amounts are those after it.
  public func text(of reminder: DueReminder, in decision: Decision) -> String? {
    decision.text(of: reminder, in: locale, timeZone: timeZone)
  }

  /// An instant in the gate's time zone, as its texts have it: `2026-03-01 08:00`.
  public func text(of instant: Instant) -> String { instant.text(in: timeZone) }

  private func paywall(
    _ name: String?, _ ask: Ask, _ locale: String?, _ currency: String?,
    _ prices: [String: String], _ known: PreparedSnapshot? = nil
  ) -> Paywall {
    let prepared = known ?? store.prepared
    return Policy(graph: prepared.graph).products(
      for: prepared, target: name, ask: ask, in: locale ?? self.locale, currency: currency,
      at: clock.now(), storePrices: prices, time: TimeText(timeZone))
  }
}
