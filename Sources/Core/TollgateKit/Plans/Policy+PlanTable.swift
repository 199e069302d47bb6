#if canImport(FoundationEssentials)
  public import FoundationEssentials
#elseif canImport(Foundation)
  public import Foundation
#endif
public import TollgateRuntime
import TollgateWords

extension Policy {
  #if canImport(Foundation)
    /// The comparison of the plans that this policy has: what a pricing page shows.
    ///
    /// A column is a user who has just that plan, fresh and without end, and of whom nothing else is
    /// known. Each cell is the decision for that user, with the instant at which time alone changes
    /// it, and what is so from then on. A cell that depends on something unknown is neither a yes
    /// nor a no, but ``PlanTable/Cell/Content/depends(on:)``, with the condition in words; so it is
    /// with a fact that has a value `otherwise`, but not with a date: that one is known. A limit
    /// that binds only sometimes has its condition, too. A `grant` of the policy whose facts are
    /// unknown is not given, as for reasons.
    ///
    /// The columns are the plan that everybody has (the first tier, or a column of its own in a
    /// policy without tiers) and what something sold grants: the other tiers, then the products. A
    /// product that grants a tier is listed under that tier, with what it adds. Add-ons have no
    /// column (``PlanTable/addOns``). A policy without products shows all its tiers and entitlements.
    ///
    /// A group with a label is a section of rows under that label (``PlanTable/Row/section``). A
    /// meter that no rule limits, and that only counts a price, has no row.
    ///
    /// - Parameters:
    ///   - locale: A BCP 47 tag for the labels; words that are not the policy's are Simplified
    ///     Chinese for `zh…`, else English.
    ///   - currency: The ISO 4217 code of the currency to show prices in; a product without a price in
    ///     it is shown with its first one.
    ///   - now: The time that the answers are for.
    ///   - storePrices: The prices that the store shows, by the product's name or an id it is sold
    ///     as; it goes before the policy's own, which is for reference.
    ///   - all: Whether what is not for sale, or not at that time, is shown as well.
    ///   - timeZone: The time zone of the dates in the texts; by default, UTC.
    public func planTable(
      in locale: String = "en", currency: String? = nil, at now: Instant = .now,
      storePrices: [String: String] = [:], all: Bool = false, timeZone: TimeZone? = nil
    ) -> PlanTable {
      planTable(
        in: locale, currency: currency, at: now, storePrices: storePrices, all: all,
        time: TimeText(timeZone), patience: Patience())
    }
  #endif

  /// The same comparison where there is no clock.
  package func planTable(in locale: String, at now: Instant) -> PlanTable {
    planTable(
      in: locale, currency: nil, at: now, storePrices: [:], all: false, patience: Patience())
  }

  /// The same comparison, if there is time for all of it.
  ///
  /// - Parameters:
  ///   - all: Whether what is not for sale is shown, too.
  ///   - hasTime: Whether there is time for another cell.
  package func planTable(
    in locale: String, currency: String? = nil, at now: Instant, all: Bool = true,
    while hasTime: @escaping () -> Bool
  ) -> PlanTable? {
    let patience = Patience(hasTime)
    let table = planTable(
      in: locale, currency: currency, at: now, storePrices: [:], all: all, patience: patience)
    return patience.hasEnded ? nil : table
  }

  private func planTable(
    in locale: String, currency: String?, at now: Instant, storePrices: [String: String],
    all: Bool, time: TimeText = .utc, patience: Patience
  ) -> PlanTable {
    let plans = Plans(graph: graph, at: now, all: all)
    let listings = Listings(
      graph: graph, locale: locale, currency: currency, storePrices: storePrices, time: time)
    var columns = plans.columns.map { $0.column(graph, listings) }
    if columns.count == 1, columns[0].kind == .nothing, graph.parts.targets.isEmpty { columns = [] }
    var rows = PlanRows(
      graph: graph, plans: plans.columns,
      texts: Texts(graph: graph, locale: locale, time: time), now: now, patience: patience)
    let addOns = AddOns(graph: graph, plans: plans, listings: listings, now: now)
    return PlanTable(
      policy: name, fingerprint: fingerprint, title: label(in: locale), locale: locale,
      instant: now, columns: columns, rows: rows.all(),
      addOns: plans.addOns.compactMap { patience.isLeft ? addOns.addOn($0) : nil })
  }
}
