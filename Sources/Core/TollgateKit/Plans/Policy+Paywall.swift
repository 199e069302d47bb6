#if canImport(FoundationEssentials)
  public import FoundationEssentials
#elseif canImport(Foundation)
  public import Foundation
#endif
public import TollgateRuntime
import TollgateWords

extension Policy {
  #if canImport(Foundation)
    /// The products of the policy as one user finds them: owned, covered or not, what each would
    /// open for this user, and for what price.
    ///
    /// A purchase opens the targets that are denied now and would be allowed or warned if the product
    /// had just been bought. The engine decides about every target once more to find them.
    ///
    /// - Parameters:
    ///   - snapshot: The user's data.
    ///   - target: The feature, member of a series, meter, group or range that the user asked for:
    ///     the paywall then also says which sets of products would open it.
    ///   - adding: For a meter, how much more was asked for, in its unit.
    ///   - locale: A BCP 47 tag for the labels; words that are not the policy's are Simplified
    ///     Chinese for `zh…`, else English.
    ///   - currency: The ISO 4217 code of the currency to show prices in; a product without a price in
    ///     it is shown with its first one.
    ///   - now: The time. One before what the snapshot has seen is not believed.
    ///   - storePrices: The prices that the store shows, by the product's name or an id it is sold
    ///     as; it goes before the policy's own, which is for reference.
    ///   - timeZone: The time zone of the dates in the texts; by default, UTC.
    public func paywall(
      for snapshot: PreparedSnapshot, target: String? = nil, adding: Int64 = 1,
      in locale: String = "en", currency: String? = nil, at now: Instant = .now,
      storePrices: [String: String] = [:], timeZone: TimeZone? = nil
    ) -> Paywall {
      products(
        for: snapshot, target: target, ask: Ask(.adding(adding)), in: locale, currency: currency,
        at: now, storePrices: storePrices, time: TimeText(timeZone))
    }

    /// The products of the policy as one user finds them, for a snapshot that is not prepared.
    public func paywall(
      for snapshot: Snapshot, target: String? = nil, adding: Int64 = 1, in locale: String = "en",
      currency: String? = nil, at now: Instant = .now, storePrices: [String: String] = [:],
      timeZone: TimeZone? = nil
    ) -> Paywall {
      paywall(
        for: prepare(snapshot), target: target, adding: adding, in: locale, currency: currency,
        at: now, storePrices: storePrices, timeZone: timeZone)
    }
  #endif

  /// The products of the policy as one user finds them, where there is no clock.
  package func products(
    for snapshot: PreparedSnapshot, target: String?, ask: Ask, in locale: String,
    currency: String?, at now: Instant, storePrices: [String: String], time: TimeText = .utc
  ) -> Paywall {
    let listings = Listings(
      graph: graph, locale: locale, currency: currency, storePrices: storePrices, time: time)
    let builder = PaywallBuilder(graph: graph, snapshot: snapshot, now: now, listings: listings)
    let texts = Texts(graph: graph, locale: locale, time: time)
    let target = target.map {
      Paywall.Target(graph.decide($0, ask: ask, for: snapshot, at: now), self, texts, locale)
    }
    return Paywall(
      policy: name, fingerprint: fingerprint, title: label(in: locale), locale: locale,
      instant: max(now, Instant(milliseconds: snapshot.floor)),
      tier: tier(in: snapshot, at: now),
      refresh: snapshot.isStale(at: now) ? texts.refreshFirst : nil, target: target,
      products: graph.parts.products.indices.map { builder.product(Int32($0)) })
  }
}

extension Paywall.Target {
  fileprivate init(
    _ decision: Decision, _ policy: Policy, _ texts: Texts, _ locale: String
  ) {
    name = decision.target
    label = policy.label(ofTarget: decision.target, in: locale)
    outcome = decision.outcome
    reason = decision.reason
    let sold = decision.believed ?? decision
    let (ways, areMore) = sold.inquiry?.waysIn(from: sold.outcome) ?? ([], false)
    let blocker = decision.blockers.deciding
    message = blocker.flatMap { texts.message(of: $0, decision: decision, ways: ways) }
    sets = ways.compactMap { way in
      guard case .buy(let offers) = way else { return nil }
      return offers.map { $0.product }
    }
    self.areMore = areMore
    prompt = decision.prompt
  }
}
