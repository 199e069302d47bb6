public import TollgateRuntime
import TollgateWords

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#elseif canImport(Foundation)
  public import Foundation
#endif

/// A paywall for one user: the products of a policy, the state of each for this user, and the
/// targets that each would open; every text in one locale.
///
/// ```swift
/// let paywall = gate.paywall(for: .csvExport)
/// show(paywall.refresh ?? paywall.target?.message ?? paywall.title)
/// for row in paywall.products where row.isPurchasable {
///   show("\(row.listing.title): \(row.listing.priceText), opens \(row.opensCount)")
///   if isTapped, case .purchased = await gate.buy(row) { export() }
/// }
/// gate.dismiss(paywall)  // it was closed
/// ```
public struct Paywall: Sendable, Hashable {
  /// The policy's name; empty where it has none.
  public let policy: String
  /// A code that identifies the meaning of the policy.
  public let fingerprint: String
  /// The policy's label in the locale, or its name.
  public let title: String
  /// The BCP 47 tag that the texts were chosen for.
  public let locale: String
  /// The time that it is for, never before what the snapshot has seen.
  public let instant: Instant
  /// The name of the highest tier that the user surely has; `nil` if the policy has no tiers.
  public let tier: String?
  /// The first step where the news of the purchases is too old to be believed, in words: `Connect
  /// to the internet to refresh your purchases, and try again.`; `nil` where it is not. Until then
  /// the products are shown as the last news has it: what the user owns by it is not offered again.
  public let refresh: String?
  /// The target that the paywall was opened for, if one was named.
  public let target: Target?
  /// Every product, in order of declaration.
  public let products: [Product]

  /// A product, as this user finds it.
  public struct Product: Sendable, Hashable {
    /// Its name, texts, price and terms.
    public let listing: ProductListing
    /// Its state for this user.
    public let state: State
    /// Whether the user may buy it now: it is for sale, the user does not have it yet (or it adds to
    /// a meter), other purchases do not cover it for good, and the user has a product that it is
    /// sold with.
    public let isPurchasable: Bool
    /// The targets that are denied now and that it would open alone.
    public let opens: [TargetRun]
    /// Those of them that it opens only once its trial is over: this user is offered the trial.
    public let opensAfterTrial: [TargetRun]
    /// The meters whose limit it would raise, in order of declaration.
    public let raises: [Raise]
    /// The settings whose value it would make better, in order of declaration.
    public let improves: [Improvement]
    /// The amounts that one use takes from meters once the user has it, for each target that takes
    /// something and may be used then, in order of declaration.
    public let takes: [Taking]
    /// The names of the products that it would replace.
    public let replaces: [String]

    /// How many features, members of series and meters it would open.
    public var opensCount: Int { opens.reduce(0) { $0 + $1.count } }
  }

  /// The state of a product for a user.
  public enum State: String, Sendable, Hashable, CaseIterable {
    /// The user has it.
    case owned
    /// The user does not have it, but has everything that it grants from elsewhere.
    case covered
    /// It was bought, but the payment is on hold or paused.
    case onHold = "on-hold"
    /// It was bought, and is not paid yet.
    case pending
    /// The user does not have it.
    case notOwned = "not-owned"
  }

  /// A limit that a purchase would raise.
  public struct Raise: Sendable, Hashable {
    /// The name of the meter.
    public let meter: String
    /// Its label in the locale, or its name.
    public let label: String
    /// The limit after the purchase, in the meter's unit; `nil` for unlimited.
    public let limit: Int64?
    /// The limit after the purchase in words: `10 GB`, `unlimited`.
    public let text: String
  }

  /// A value of a setting that a purchase would make better.
  public struct Improvement: Sendable, Hashable {
    /// The name of the setting.
    public let setting: String
    /// Its label in the locale, or its name.
    public let label: String
    /// The value after the purchase.
    public let value: SettingValue
    /// The value after the purchase in words: `30 days`, `unlimited`.
    public let text: String
    /// The unit of the value: `seconds`, `bytes`; `nil` for a choice.
    let unit: String?
  }

  /// The amounts that one use of a target takes from meters.
  public struct Taking: Sendable, Hashable {
    /// The target, or neighbours of a series that take the same.
    public let targets: TargetRun
    /// The amounts that one use takes at most.
    public let uses: [TakenAmount]
    /// The amounts in words of the locale: `4 credits each`.
    public let text: String
  }

  /// The target that a paywall was opened for.
  public struct Target: Sendable, Hashable {
    /// Its name, as it was asked for.
    public let name: String
    /// Its label in the locale, or its name.
    public let label: String
    /// Whether it may be used now.
    public let outcome: Decision.Outcome
    /// Why.
    public let reason: Reason
    /// The message of the rule that denies or warns; `nil` if it has none.
    public let message: String?
    /// The amounts that this use takes from meters at most, as its decision says. Empty if it takes
    /// nothing.
    public let uses: [TakenAmount]
    /// Every minimal set of products that would open it, the ways to buy of its decision: fewest
    /// products first, then the cheaper. Where the news of the purchases is too old, those that
    /// would still be ways if it is confirmed.
    public let sets: [[String]]
    /// Whether there are more sets than are listed.
    public let areMore: Bool
    /// How the denial or the warning is presented, and until when it was dismissed; `nil` if the
    /// policy prompts for nothing.
    public let prompt: Prompt?
  }
}

/// Puts the products on a paywall for one user.
struct PaywallBuilder {
  private let catalog: ProductCatalog
  /// The products that are surely for sale to the user, also where the news of the purchases is too
  /// old.
  private let seller: ProductCatalog
  private let now: Instant
  private let listings: Listings
  private let cells: PlanCells
  private let denied: [Target]
  /// How much there is of each meter, in order of declaration.
  private let quotas: [(target: Target, quota: Quota)]
  /// The user of the paywall, before any purchase: by the last news, however old it is.
  private let snapshot: PreparedSnapshot

  private var graph: RuleGraph { catalog.graph }

  init(graph: RuleGraph, snapshot: PreparedSnapshot, now: Instant, listings: Listings) {
    seller = ProductCatalog(graph: graph, prepared: snapshot, at: now)
    let snapshot = snapshot.isStale(at: now) ? snapshot.believed : snapshot
    catalog = ProductCatalog(graph: graph, prepared: snapshot, at: now)
    self.now = now
    self.snapshot = snapshot
    self.listings = listings
    cells = PlanCells(listings)
    denied = graph.targets.filter { !graph.isAllowed($0, for: snapshot, at: now) }
    quotas = graph.names.meterTargets.compactMap { index in
      let target = Target(index: index)
      return graph.decide(target, for: snapshot, at: now).quota.map { (target, $0) }
    }
  }

  func product(_ index: Int32) -> Paywall.Product {
    let after = catalog.after(buying: [index])
    let opened = denied.filter { graph.isAllowed($0, for: after, at: now) }
    let raises = raises(after)
    let improves = improvements(after)
    let opensMore = !opened.isEmpty || !raises.isEmpty || !improves.isEmpty
    let state = state(of: index, opensMore: opensMore)
    return Paywall.Product(
      listing: listings.listing(index, hasOffer: snapshot.isOffered(trialOf: index)),
      state: state,
      isPurchasable: isPurchasable(index, state),
      opens: graph.runs(of: opened.map { $0.index }, listings.texts),
      opensAfterTrial: graph.runs(of: lockedInTrial(index, opened), listings.texts),
      raises: raises,
      improves: improves,
      takes: takings(after),
      replaces: catalog.replaced(by: index).map { graph.parts.products[Int($0)].name }
    )
  }

  /// Those of the targets that a product opens that stay locked while its trial runs.
  private func lockedInTrial(_ index: Int32, _ opened: [Target]) -> [Int32] {
    guard graph.asksForPaid, graph.parts.products[Int(index)].hasTrial,
      snapshot.isOffered(trialOf: index)
    else { return [] }
    let after = catalog.after(buying: [index], inTrial: [index])
    return opened.filter { !graph.isAllowed($0, for: after, at: now) }.map { $0.index }
  }

  private func state(of index: Int32, opensMore: Bool) -> Paywall.State {
    switch catalog.standing(of: index) {
    case .held: return .owned
    case .onHold: return .onHold
    case .pending: return .pending
    case .notHeld:
      let isCovered = catalog.covers(index, opensMore: opensMore, forGood: false)
      return isCovered ? .covered : .notOwned
    }
  }

  private func isPurchasable(_ index: Int32, _ state: Paywall.State) -> Bool {
    guard seller.isOffered(index), seller.isSold(index, with: [index]) else { return false }
    return state != .covered || !catalog.covers(index, opensMore: false, forGood: true)
  }

  /// The amounts that one use takes after a purchase; neighbours of a series that take the same
  /// stand together.
  private func takings(_ after: PreparedSnapshot) -> [Paywall.Taking] {
    var takings: [(targets: [Int32], uses: [TakenAmount], text: String)] = []
    for target in graph.targets where !graph.uses[target.index].isEmpty {
      guard let taken = cells.taken(by: target.index, after, at: now) else { continue }
      if let last = takings.last, last.uses == taken.uses, last.text == taken.text {
        takings[takings.count - 1].targets.append(target.index)
      } else {
        takings.append(([target.index], taken.uses, taken.text))
      }
    }
    return takings.flatMap { taking in
      graph.runs(of: taking.targets, listings.texts).map { run in
        Paywall.Taking(targets: run, uses: taking.uses, text: taking.text)
      }
    }
  }

  /// The meters of which there would be more.
  private func raises(_ after: PreparedSnapshot) -> [Paywall.Raise] {
    quotas.compactMap { target, quota in
      let later = graph.decide(target, for: after, at: now).quota
      let record = graph.parts.targets[Int(target.index)]
      // The limit of a meter that it takes from is told of that one.
      guard !quota.isUnlimited, let later, later.isMore(than: quota),
        quota.meter == record.name, later.meter == record.name
      else { return nil }
      let texts = listings.texts
      let text =
        later.limit.map {
          texts.counted(texts.quantity($0, ofMeter: record.meter), per: record.meter)
        }
        ?? listings.words("unlimited", "不限量")
      return Paywall.Raise(
        meter: record.name, label: listings.texts.label(record.label) ?? record.name,
        limit: later.limit, text: text)
    }
  }
}

extension PaywallBuilder {
  /// The settings whose value would be better.
  private func improvements(_ after: PreparedSnapshot) -> [Paywall.Improvement] {
    graph.parts.settings.indices.compactMap { index in
      let setting = SettingIndex(index)
      let target = graph.target(ofSetting: setting)
      guard let before = graph.value(of: target, for: snapshot, at: now),
        let later = graph.value(of: target, for: after, at: now),
        later.isBetter(than: before, smallerIsBetter: isSmallerBetter(setting))
      else { return nil }
      return Paywall.Improvement(
        setting: graph.name(ofSetting: setting), label: listings.texts.name(ofSetting: setting),
        value: later, text: listings.texts.words(later, of: setting),
        unit: graph.parts.settings[index].kind.unit)
    }
  }

  private func isSmallerBetter(_ setting: SettingIndex) -> Bool {
    let ladder = graph.parts.settings[Int(setting)].ladder
    return graph.parts.ladders[Int(ladder)].isSmallerBetter
  }
}

extension SettingValue {
  /// Whether it is better than another value of the same setting.
  fileprivate func isBetter(than other: SettingValue, smallerIsBetter: Bool) -> Bool {
    switch (self, other) {
    case (_, .unlimited): return false
    case (.unlimited, _): return true
    case (.choice(_, let place), .choice(_, let before)): return place > before
    default:
      guard let number, let before = other.number else { return false }
      return smallerIsBetter ? number < before : number > before
    }
  }
}

extension Quota {
  /// Whether it is surely more than another of the same meter, which has a limit.
  fileprivate func isMore(than other: Quota) -> Bool {
    if isUnlimited { return true }
    guard let limit, window == other.window else { return false }
    guard let before = other.limit else { return other.isUndecided }
    return limit > before
  }
}

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
    uses = decision.uses
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
    var rows = PlanRows(listings, plans: plans.columns, now: now, patience: patience)
    let addOns = AddOns(graph: graph, plans: plans, listings: listings, now: now)
    return PlanTable(
      policy: name, fingerprint: fingerprint, title: label(in: locale), locale: locale,
      instant: now, columns: columns, rows: rows.all(),
      addOns: plans.addOns.compactMap { patience.isLeft ? addOns.addOn($0) : nil })
  }
}
