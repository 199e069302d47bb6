public import TollgateRuntime
import TollgateWords

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The gate of an app: a policy with typed names, and the user's data.
///
/// ```swift
/// let gate = Gate<Shop>()
/// gate.update { $0.grants = [Grant(product: "annual")] }
/// if gate.can(.csvExport) { export() }
/// if gate.allows(.bills, adding: 1) { save() }
/// let days = gate.value(of: .history) / 86_400
/// ```
///
/// The same gate sells, if it has a store (`launch`, in the library TollgatePurchases), and counts
/// what is used, if it has a book (`count`, in TollgateUsage).
///
/// A gate is one account's at a time: the one that it is made for, until ``changeAccount(to:adopting:)``
/// names another. Of what it knew of the one before nothing is left in it, and all of it is there
/// again when they come back.
///
/// `Shop` is a type that the build-tool plugin writes for the file `Shop.gate`, so a typo does not
/// compile. A gate may be used from any thread; it is a thin layer over its ``store``.
public final class Gate<Names: PolicyNames>: Sendable {
  /// The policy and the snapshot in use.
  public let store: PolicyStore
  package let clock: any StoreClock
  /// Of the policy that the app was built with: typed names know their places in it.
  let graph: RuleGraph
  /// The additions of other libraries: a store that sells, a book that counts.
  let parts = Locked<[GatePart]>([])
  /// The data of the accounts that are not in use, by the account; "" is nobody's.
  let others: Locked<[String: Snapshot]>
  /// The ids of the purchases that the gate's own store brought.
  package let ownGrants = Locked<Set<String>>([])
  /// The order in which tasks read the purchases, and the books.
  package let (purchaseReads, bookReads) = (ReadOrder(), ReadOrder())
  let memory: GateMemory?
  /// The language and the time zone that the app chose; nil for the device's.
  private let chosenLocale: String?
  private let chosenTimeZone: TimeZone?

  /// A gate that forgets everything when the app ends.
  ///
  /// - Parameters:
  ///   - snapshot: The user's data so far.
  ///   - account: Whose data it is: the app's account; nil, or an empty text, for nobody.
  ///   - clock: Where the time comes from.
  ///   - observer: Is told every decision.
  ///   - locale: A BCP 47 tag for the texts that the gate gives; by default, the first language of
  ///     the device at that time.
  ///   - timeZone: The time zone of the dates in them; by default, that of the device.
  public init(
    snapshot: Snapshot = Snapshot(), account: String? = nil,
    clock: any StoreClock = SystemClock(), observer: (any DecisionObserver)? = nil,
    locale: String? = nil, timeZone: TimeZone? = nil
  ) {
    store = PolicyStore(
      Names.policy, snapshot: snapshot, account: Gate.named(account), clock: clock,
      observer: observer)
    self.clock = clock
    graph = Names.policy.graph
    others = Locked([:])
    memory = nil
    chosenLocale = locale
    chosenTimeZone = timeZone
  }

  /// A gate that remembers: the data of each account, the prompts that were dismissed and the latest
  /// time seen are kept in a file, and are there again after a restart. The file does not say who is
  /// there now; the app does.
  ///
  /// ```swift
  /// let gate = try Gate<Shop>(remembering: .applicationSupportDirectory.appending(path: "gate.json"))
  /// ```
  ///
  /// - Parameters:
  ///   - url: The file, written whole or not at all. Its folder must exist; the file may be missing.
  ///     An app and its extension may share it: see ``save()``.
  ///   - account: Who is there: the app's account; nil, or an empty text, for nobody.
  ///   - clock: Where the time comes from.
  ///   - observer: Is told every decision.
  ///   - locale: A BCP 47 tag for the texts that the gate gives; by default, the first language of
  ///     the device at that time.
  ///   - timeZone: The time zone of the dates in them; by default, that of the device.
  /// - Throws: ``GateMemoryError`` for a file that cannot be read, or does not hold a snapshot. It is
  ///   left as it is.
  public init(
    remembering url: URL, account: String? = nil, clock: any StoreClock = SystemClock(),
    observer: (any DecisionObserver)? = nil, locale: String? = nil, timeZone: TimeZone? = nil
  ) throws(GateMemoryError) {
    let memory = GateMemory(url)
    var known = try memory.load()
    let account = Gate.named(account)
    let own = known.removeValue(forKey: account ?? "") ?? Snapshot(subject: account)
    store = PolicyStore(
      Names.policy, snapshot: own.on(deviceOf: known[""]), account: account, clock: clock,
      observer: observer)
    self.clock = clock
    graph = Names.policy.graph
    others = Locked(known)
    self.memory = memory
    chosenLocale = locale
    chosenTimeZone = timeZone
  }

  /// The policy in use: that of the app, or a newer one that the ``store`` was given.
  public var policy: Policy { store.policy }

  /// The user's data.
  public var snapshot: Snapshot { store.snapshot }

  /// The BCP 47 tag of the language of the texts that the gate gives.
  public var locale: String { chosenLocale ?? Locale.preferredLanguages.first ?? "en" }

  /// The time zone of the dates in them.
  public var timeZone: TimeZone { chosenTimeZone ?? .current }

  /// Changes the user's data, in one step: nothing that another thread wrote is lost.
  ///
  /// - Parameter change: Changes the snapshot and does nothing else; it may run more than once.
  public func update(_ change: (inout Snapshot) -> Void) {
    let now = clock.now()
    store.update { $0.change(at: now, change) }
  }

  /// The same if the gate is still this account's: what is late for one never reaches another.
  ///
  /// - Returns: Whether it is.
  @discardableResult
  package func update(of account: String?, _ change: (inout Snapshot) -> Void) -> Bool {
    let now = clock.now()
    return store.update(of: account) { $0.change(at: now, change) }
  }
}

extension Snapshot {
  /// Changes the data, and notes the time.
  fileprivate mutating func change(at now: Instant, _ change: (inout Snapshot) -> Void) {
    change(&self)
    latestSeen = max(latestSeen ?? now, now)
  }
}

extension Gate {
  /// Whose data the gate has: the account that the app named last; nil for nobody.
  public var account: String? { store.state.account }

  /// The name of an account: an empty text is none.
  static func named(_ account: String?) -> String? { account?.isEmpty == true ? nil : account }

  /// Makes the gate another account's: of the one before nothing is left in its answers, and all of
  /// it is there again when they come back. Purchases, counts, facts and dismissed prompts belong to
  /// an account; the clock does not.
  ///
  /// ```swift
  /// await gate.changeAccount(to: "ada", adopting: true)  // ada signs in
  /// await gate.changeAccount(to: nil)                     // and out
  /// ```
  ///
  /// Answers are the new account's before this waits for anything. A purchase or a use that is still
  /// under way stays with the one before. A fact that was told while nobody was signed in
  /// is one of the device: it holds for every account.
  ///
  /// - Parameters:
  ///   - account: The account; nil, or an empty text, for nobody.
  ///   - adopting: Whether what nobody used before the account signed in counts as used by them. It
  ///     then is nobody's no more. Nothing happens where another account was signed in.
  public func changeAccount(to account: String?, adopting: Bool = false) async {
    guard let change = swap(to: Gate.named(account), isAdopting: adopting) else { return }
    for part in parts.withLock({ $0 }) { await part.hooks.accountChanged(change) }
  }

  /// Takes what a server or a store knows of the user, where the rest stays: the counters, facts,
  /// allowances, offers and dismissed prompts that it does not name, and the purchases that the
  /// gate's own store brought. The purchases it names are all there are: one that it leaves out is
  /// gone, if it says when they were confirmed (`asOf`), or names any.
  ///
  /// ```swift
  /// gate.update(merging: try Snapshot(json: answer))
  /// ```
  ///
  /// If it confirms the purchases anew (it has another `asOf`), the latest time begins anew with it:
  /// a clock that was once in the future is forgotten.
  ///
  /// - Returns: Whether it was taken. One of another account (its `subject` is neither this account
  ///   nor the snapshot's subject) is late, and is not.
  @discardableResult
  public func update(merging news: Snapshot) -> Bool { take(news) { $0.merging(news) } }

  /// Takes what a server knows of the user as all there is: counters, facts, allowances, offers and
  /// dismissed prompts that it does not name are forgotten. Only the purchases that the gate's own
  /// store brought stay, and the counts of its book come back with the next use.
  ///
  /// ```swift
  /// gate.update(replacingAllBy: try Snapshot(json: answer))
  /// ```
  ///
  /// - Returns: Whether it was taken, as for ``update(merging:)``.
  @discardableResult
  public func update(replacingAllBy snapshot: Snapshot) -> Bool {
    take(snapshot) { _ in snapshot }
  }

  private func take(_ news: Snapshot, _ next: (Snapshot) -> Snapshot) -> Bool {
    let account = account
    var isTaken = false
    let isStill = update(of: account) { known in
      isTaken = isMeant(news, for: account, known)
      guard isTaken else { return }
      let (asOf, seen, subject) = (known.asOf, known.latestSeen, known.subject)
      let own = ownGrants.withLock { $0 }.subtracting(news.grants.compactMap { $0.id })
      let bought = known.grants.filter { grant in grant.id.map { own.contains($0) } ?? false }
      let before = known
      known = next(known)
      if known.grants != before.grants { known.grants += bought }
      known.subject = known.subject ?? subject
      guard news.asOf == nil || news.asOf == asOf else {
        known.latestSeen = news.latestSeen
        return
      }
      known.latestSeen = [known.latestSeen, seen].compactMap { $0 }.max()
    }
    return isStill && isTaken
  }

  /// Whether news are about the account of the gate. Without one, they may name the subject of a
  /// rollout, but no account that the gate knows.
  private func isMeant(_ news: Snapshot, for account: String?, _ known: Snapshot) -> Bool {
    guard let subject = news.subject, subject != account, subject != known.subject else {
      return true
    }
    return account == nil && others.withLock { $0[subject] == nil }
  }

  /// Puts the data of another account into use; nil if it is in use.
  private func swap(to account: String?, isAdopting: Bool) -> AccountChange? {
    // One change at a time. The store has a lock of its own.
    others.withLock { others in
      let old = self.account
      guard old != account else { return nil }
      let adopts = isAdopting && old == nil
      let kept = others.removeValue(forKey: account ?? "") ?? Snapshot(subject: account)
      let nobody = others[""]
      let last = store.changeAccount(to: account) { state in
        kept.on(deviceOf: old == nil ? state.snapshot : nobody)
          .following(state.snapshot, isAdopting: adopts)
      }
      if var snapshot = last?.snapshot {
        if adopts { (snapshot.usage, snapshot.dismissed) = ([:], [:]) }
        others[old ?? ""] = snapshot
      }
      return AccountChange(old: old, new: account, isAdopting: adopts)
    }
  }
}

extension Snapshot {
  /// The data of an account with the facts of the device: those that are told while nobody is there.
  func on(deviceOf nobody: Snapshot?) -> Snapshot {
    var next = self
    next.facts.merge(nobody?.facts ?? [:]) { $1 }
    return next
  }

  /// The data of an account that comes after another one on this device.
  fileprivate func following(_ last: Snapshot, isAdopting: Bool) -> Snapshot {
    var next = self
    next.latestSeen = [latestSeen, last.latestSeen].compactMap { $0 }.max()
    if isAdopting {
      next.usage.merge(last.usage) { own, _ in own }
      next.dismissed.merge(last.dismissed) { max($0, $1) }
    }
    return next
  }

  /// The data with the news of a server: whatever they do not name stays.
  fileprivate func merging(_ news: Snapshot) -> Snapshot {
    var merged = self
    merged.subject = news.subject ?? subject
    if news.asOf != nil || !news.grants.isEmpty { merged.grants = news.grants }
    merged.asOf = news.asOf ?? asOf
    merged.latestSeen = news.latestSeen ?? latestSeen
    merged.usage.merge(news.usage) { $1 }
    merged.allowances.merge(news.allowances) { $1 }
    merged.facts.merge(news.facts) { $1 }
    merged.offers.merge(news.offers) { $1 }
    merged.dismissed.merge(news.dismissed) { max($0, $1) }
    return merged
  }
}

// Counts of an app are of the type `Int`. They are taken as they are; a number that is written out
// is read as `Int64`, as without these.
extension Gate {
  /// Whether the user may use more of a meter, in its unit.
  @_disfavoredOverload
  public func allows(_ meter: MeterName<Names>, adding amount: Int) -> Bool {
    allows(meter, adding: Int64(amount))
  }

  /// Whether the user may use a meter up to a value, in the meter's unit:
  /// `gate.allows(.notes, reaching: notes.count)`.
  @_disfavoredOverload
  public func allows(_ meter: MeterName<Names>, reaching value: Int) -> Bool {
    allows(meter, reaching: Int64(value))
  }

  /// The decision about using more of a meter, in its unit.
  @_disfavoredOverload
  public func decision(_ meter: MeterName<Names>, adding amount: Int) -> Decision {
    decision(meter, adding: Int64(amount))
  }

  /// Tells how much of a meter is used in all, in its unit: `gate.set(.notes, to: notes.count)`.
  @_disfavoredOverload
  public func set(_ meter: MeterName<Names>, to used: Int) {
    set(meter, to: Int64(used))
  }

  /// Tells how much of a meter is used in one of its windows, in its unit.
  @_disfavoredOverload
  public func set(
    _ meter: MeterName<Names>, to used: Int, in window: Usage.Window, resets end: Instant? = nil
  ) {
    set(meter, to: Int64(used), in: window, resets: end)
  }

  /// Tells a fact that is a number.
  @_disfavoredOverload
  public func set(_ fact: FactName<Names, Int64>, to value: Int) {
    set(fact, to: Int64(value))
  }
}

#if canImport(Observation)
  @available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, visionOS 1.0, *)
  extension LiveGate {
    /// Whether the user may use more of a meter, in its unit.
    @_disfavoredOverload
    public func allows(_ meter: MeterName<Names>, adding amount: Int) -> Bool {
      allows(meter, adding: Int64(amount))
    }
  }
#endif

extension Gate {
  /// Puts another policy into use, if it has all that the app asks for by name.
  ///
  /// - Parameters:
  ///   - policy: The policy.
  ///   - allowed: The differences that do not matter.
  /// - Throws: ``PolicyError/mismatch(_:)`` with the list of what it lacks; the policy in use stays
  ///   then.
  public func replace(
    _ policy: Policy, allowing allowed: PolicyDifferences = []
  ) throws(PolicyError) {
    try store.replace(policy, allowing: allowed)
  }
}

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

extension Gate {
  /// Tells how much of a meter is used in all, in its unit.
  ///
  /// Where the policy only counts in windows, as in `questions > 3 per day`, no window has more than
  /// that: each window that it reads is set to it. To tell them apart, say which:
  /// `gate.set(.questions, to: 3, in: .day)`.
  public func set(_ meter: MeterName<Names>, to used: Int64) {
    let now = clock.now()
    let read = store.policy.graph.windowsRead(ofMeter: meter.name)
    let windows = read.contains(.total) ? [] : read
    update { snapshot in
      var usage = snapshot.usage[meter.name] ?? Usage()
      usage.total = Counter(used)
      for window in windows { usage.set(window, to: used, at: now) }
      snapshot.usage[meter.name] = usage
    }
  }

  /// Tells how much of a meter is used in one of its windows, in its unit.
  ///
  /// ```swift
  /// gate.set(.questions, to: 3, in: .day)
  /// ```
  ///
  /// - Parameters:
  ///   - meter: The meter.
  ///   - used: How much is used in the present window.
  ///   - window: The window, as the policy says: `per day` is ``Usage/Window/day``.
  ///   - end: When the window ends, and its counter begins again at 0. By default, the end that was
  ///     told before; where there is none, the count stays until another is told.
  public func set(
    _ meter: MeterName<Names>, to used: Int64, in window: Usage.Window, resets end: Instant? = nil
  ) {
    let now = clock.now()
    update { snapshot in
      snapshot.usage[meter.name, default: Usage()].set(window, to: used, at: now)
      if let end { snapshot.usage[meter.name]?[window]?.resets = end }
    }
  }

  /// Tells a fact of the user or the device, in the type that it has in the policy.
  ///
  /// ```swift
  /// gate.set(.beta, to: true)
  /// gate.set(.installed, to: .now)
  /// ```
  public func set<Value>(_ fact: FactName<Names, Value>, to value: Value) {
    update { $0.facts[fact.name] = value.factValue }
  }

  /// Tells a fact that is a date.
  @_disfavoredOverload
  public func set(_ fact: FactName<Names, Instant>, to date: Date) {
    set(fact, to: Instant(date))
  }
}

extension Usage {
  /// Sets a counter. It begins again when it would have, unless that is past.
  fileprivate mutating func set(_ window: Window, to used: Int64, at now: Instant) {
    let end = self[window]?.resets.flatMap { $0 > now ? $0 : nil }
    self[window] = Counter(used, resets: end)
  }
}

extension RuleGraph {
  /// The windows in which limits and conditions read a meter, the total among them.
  fileprivate func windowsRead(ofMeter name: String) -> Set<Window> {
    guard let meter = names.meter(name, in: parts) else { return [] }
    var windows: Set<Window> = []
    for core in cores {
      if let limit = core.limit, limit.meter == meter { windows.insert(limit.window) }
    }
    for node in parts.nodes {
      if case .usageAtLeast(let counter, _) = node, counter.meter == meter {
        windows.insert(counter.window)
      }
    }
    return windows
  }
}
