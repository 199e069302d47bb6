public import TollgateKit
public import TollgatePurchases
public import TollgateRuntime

/// An app with a paywall on a user's device, from its first launch, for tests of a paywall.
///
/// ```swift
/// let start = try #require(Instant("2026-01-31"))
/// let app = try await SimulatedApp(policy: policy, at: start)
/// #expect(await app.buy("annual").code == .purchased)
/// #expect(await app.decide("csv-export").isAllowed)
/// try app.store.cancel("annual")
/// await app.advance(by: .years(1))
/// #expect(await app.tier == "free")
/// ```
///
/// Everything works as in a real app: a ``PurchaseProcessor`` stores, verifies, grants and finishes
/// the store's transactions. The app asks the store after every step, if there is a network.
/// Nothing waits for real time.
public actor SimulatedApp {
  /// The policy that decides.
  public nonisolated let policy: Policy
  /// The store.
  public nonisolated let store: SimulatedStore
  /// The clock of the store and the app.
  public nonisolated let clock: TestClock
  /// The device that the app runs on.
  public nonisolated let device: SimulatedDevice
  /// The conditions under which a purchase counts.
  public nonisolated let terms: PurchaseTerms
  /// The account that buys.
  public nonisolated let account: String?
  /// The journal, which survives a crash.
  public nonisolated let journal: any PurchaseJournal
  /// The session that processes transactions.
  public private(set) var session: StoreSession<SimulatedDevice, SimulatedVerifier>
  /// Everything else about the user: usage and facts.
  public var base: Snapshot
  /// Every moment so far at which something happened, in order.
  public private(set) var moments: [SimulatedMoment] = []
  var tracker: StatusTracker
  /// The number of the store's events already reported.
  private var reportedEvents = 0

  /// Creates an app and launches it for the first time.
  ///
  /// - Parameters:
  ///   - start: The time of the launch.
  ///   - conditions: The store's conditions.
  ///   - base: Everything else about the user.
  public init(
    policy: Policy, at start: Instant, terms: PurchaseTerms = PurchaseTerms(),
    account: String? = nil, conditions: StoreConditions = StoreConditions(),
    base: Snapshot = Snapshot(), journal: any PurchaseJournal = MemoryJournal()
  ) async throws(JournalError) {
    let clock = TestClock(start)
    let store = SimulatedStore(policy: policy, clock: clock, conditions: conditions)
    try await self.init(
      store, clock: clock, terms: terms, account: account, base: base, journal: journal)
  }

  /// Creates an app on another device that uses the same store.
  public init(
    _ store: SimulatedStore, clock: TestClock, terms: PurchaseTerms = PurchaseTerms(),
    account: String? = nil, base: Snapshot = Snapshot(),
    journal: any PurchaseJournal = MemoryJournal()
  ) async throws(JournalError) {
    let device = store.device(.whenTaken)
    self.policy = store.policy
    self.clock = clock
    self.store = store
    self.device = device
    self.terms = terms
    self.account = account
    self.journal = journal
    self.base = base
    tracker = StatusTracker(policy: store.policy, terms: terms, account: account)
    session = try await StoreSession.launch(
      store.policy, in: device, journal: journal, verifier: SimulatedVerifier(store), terms: terms,
      account: account, clock: clock)
    _ = await update()
  }

  /// Ends the app and launches it again: only the journal is left.
  public func relaunch() async throws(JournalError) {
    await session.close()
    session = try await StoreSession.launch(
      policy, in: device, journal: journal, verifier: SimulatedVerifier(store), terms: terms,
      account: account, clock: clock)
    _ = await update()
  }

  // MARK: Actions of the user in the app

  /// Buys a product, by its name in the policy.
  public func buy(_ product: String) async -> PurchaseOutcome {
    let outcome = await session.buy(product)
    _ = await update()
    return outcome
  }

  /// Restores the purchases.
  public func restore() async -> RestoreOutcome {
    let outcome = await session.restore()
    _ = await update()
    return outcome
  }

  /// Changes the usage and the facts of the user.
  public func changeBase(_ change: @Sendable (inout Snapshot) -> Void) async {
    change(&base)
    _ = await update()
  }

  // MARK: The state now

  /// All changes so far.
  public var changes: [StatusChange] { moments.compactMap { $0.change } }

  /// All purchases.
  public var ledger: Ledger { get async { await session.processor.ledger } }

  /// The snapshot for decisions.
  public var snapshot: Snapshot {
    get async { await session.snapshot(adding: base) }
  }

  /// The status for a settings page and a paywall.
  public var status: PurchaseStatus {
    get async { await session.status(adding: base) }
  }

  /// The highest tier that the user has; nil if the policy has none.
  public var tier: String? { get async { await status.tier } }

  /// Decides now.
  public func decide(_ target: String, ask: Ask = Ask()) async -> Decision {
    let prepared = policy.prepare(await snapshot)
    return policy.graph.decide(target, ask: ask, for: prepared, at: clock.now())
  }

  // MARK: Updating

  /// Notes that the store has answered for all purchases.
  private func confirm() async {
    // A confirmation that cannot be stored does not count; the data keeps its age.
    try? await session.confirm()
  }

  /// Processes the store's updates and everything due, and reports changes. With a network, the
  /// data is fresh afterwards.
  ///
  /// - Returns: The events since the last call.
  @discardableResult
  public func update() async -> SimulatedMoment {
    for transaction in device.takeUpdates() {
      _ = await session.processor.receive(transaction.record, proof: transaction.proof)
    }
    await session.processor.work()
    if device.isOnline { await confirm() }
    let events = store.events
    defer { reportedEvents = events.count }
    let change = tracker.observe(await ledger, at: clock.now(), adding: base)
    let moment = SimulatedMoment(
      at: clock.now(), events: Array(events.dropFirst(reportedEvents)), change: change,
      notices: await session.processor.takeNotices())
    if !moment.isEmpty { moments.append(moment) }
    return moment
  }
}

/// The events of one moment.
///
/// ```swift
/// for moment in await app.advance(by: .months(2)) {
///   if let change = moment.change { print(moment.at, change) }
/// }
/// ```
public struct SimulatedMoment: Sendable {
  /// The time.
  public let at: Instant
  /// The events in the store.
  public let events: [StoreEvent]
  /// The change for the user, by events or time alone; nil for none.
  public let change: StatusChange?
  /// The messages for the user.
  public let notices: [PurchaseNotice]

  /// Whether nothing happened.
  public var isEmpty: Bool { events.isEmpty && change == nil && notices.isEmpty }
}

extension SimulatedApp {
  /// Advances the clock, and updates the app at every moment at which something happens: a renewal,
  /// an end, a retry, a rule that begins.
  ///
  /// - Returns: These moments.
  @discardableResult
  public func advance(to instant: Instant) async -> [SimulatedMoment] {
    await advance(to: instant, updatingAtMost: .max).moments
  }

  /// Advances the clock, and stops after so many updates.
  ///
  /// - Returns: The moments, and how many updates they took; more than `limit` if it stopped.
  package func advance(
    to instant: Instant, updatingAtMost limit: Int
  ) async -> (moments: [SimulatedMoment], updates: Int) {
    let known = moments.count
    let timeless = policy.trustingForEver
    var updates = 0
    while let next = await nextUpdate(timeless), next < instant {
      updates += 1
      if updates > limit { return (Array(moments.dropFirst(known)), updates) }
      clock.set(next)
      await update()
    }
    clock.set(max(instant, clock.now()))
    await update()
    return (Array(moments.dropFirst(known)), updates)
  }

  /// Advances the clock.
  @discardableResult
  public func advance(by period: StorePeriod) async -> [SimulatedMoment] {
    await advance(to: period.instant(after: clock.now()))
  }

  /// The next instant at which something may change.
  private func nextUpdate(_ timeless: Policy) async -> Instant? {
    let now = clock.now()
    let snapshot = await snapshot
    // With a network the app asks the store before its data is too old.
    let policy = device.isOnline ? timeless : policy
    var instants = [store.nextDue, await session.processor.nextDue]
    instants += policy.changes(of: snapshot, at: now)
    return instants.compactMap { $0 }.filter { $0 > now }.min()
  }
}

extension Policy {
  /// The same policy with purchase data that is never too old.
  var trustingForEver: Policy {
    var parts = graph.parts
    guard parts.trust != nil else { return self }
    parts.trust = nil
    do throws(GraphError) {
      return Policy(graph: try RuleGraph(verifying: parts))
    } catch {
      return self  // A verified graph is valid without the trust; failing only costs time.
    }
  }

  /// The instants at which time alone changes decisions and statuses.
  func changes(of snapshot: Snapshot, at now: Instant) -> [Instant?] {
    let prepared = prepare(snapshot)
    var instants = access(in: prepared, at: now).map { $0.validUntil }
    for grant in snapshot.grants {
      instants += [grant.start, grant.until]
      let grace = grant.product.flatMap { product($0) }?.grace ?? 0
      if grace > 0 { instants.append(grant.until?.advanced(by: grace)) }
    }
    if let trust = graph.parts.trust { instants.append(snapshot.asOf?.advanced(by: trust)) }
    return instants
  }
}
