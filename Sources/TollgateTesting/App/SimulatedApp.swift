public import TollgateKit
public import TollgatePurchases
public import TollgateRuntime

/// An app with a paywall, on a device of a person, from its first launch on: what a test of a
/// paywall is written against.
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
/// Everything goes the way it goes in a real app: the store's transactions come to a
/// ``PurchaseProcessor``, are stored, verified, granted and finished. The app asks the store anew after
/// every step, as long as there is a network. Nothing waits for real time.
public actor SimulatedApp {
  /// The policy that decides.
  public nonisolated let policy: Policy
  /// Where things are bought.
  public nonisolated let store: SimulatedStore
  /// What everything follows.
  public nonisolated let clock: TestClock
  /// The device that the app runs on.
  public nonisolated let device: SimulatedDevice
  /// What a purchase must bring to count.
  public nonisolated let terms: PurchaseTerms
  /// Whose purchases are made and shown.
  public nonisolated let account: String?
  /// What outlasts a crash.
  public nonisolated let journal: any PurchaseJournal
  /// Where transactions are taken in.
  public private(set) var session: StoreSession<SimulatedDevice, SimulatedVerifier>
  /// What the app knows beside the purchases: usage and facts.
  public var base: Snapshot
  /// Every moment so far at which something happened, in order.
  public private(set) var moments: [SimulatedMoment] = []
  var tracker: StatusTracker
  /// How many of the store's events have been told.
  private var told = 0

  /// An app that is launched for the first time.
  ///
  /// - Parameters:
  ///   - start: When.
  ///   - conditions: What the store is like.
  ///   - base: What the app knows beside the purchases.
  public init(
    policy: Policy, at start: Instant, terms: PurchaseTerms = PurchaseTerms(),
    account: String? = nil, conditions: StoreConditions = StoreConditions(),
    knowing base: Snapshot = Snapshot(), journal: any PurchaseJournal = MemoryJournal()
  ) async throws(JournalError) {
    let clock = TestClock(start)
    let store = SimulatedStore(policy: policy, clock: clock, conditions: conditions)
    try await self.init(
      store, clock: clock, terms: terms, account: account, knowing: base, journal: journal)
  }

  /// An app on a further device, beside those that buy at the store already.
  public init(
    _ store: SimulatedStore, clock: TestClock, terms: PurchaseTerms = PurchaseTerms(),
    account: String? = nil, knowing base: Snapshot = Snapshot(),
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
      device, journal: journal, verifier: SimulatedVerifier(store), terms: terms,
      account: account, clock: clock)
    _ = await settle()
  }

  /// Ends the app and launches it again: what the journal knows is all that is left.
  public func relaunch() async throws(JournalError) {
    await session.close()
    session = try await StoreSession.launch(
      device, journal: journal, verifier: SimulatedVerifier(store), terms: terms,
      account: account, clock: clock)
    _ = await settle()
  }

  // MARK: What the person does in the app

  /// Lets the person buy a product, by its name in the policy or its store id.
  public func buy(_ product: String) async -> PurchaseOutcome {
    let outcome = await session.buy(product)
    _ = await settle()
    return outcome
  }

  /// Lets the person restore what they bought.
  public func restore() async -> RestoreOutcome {
    let outcome = await session.restore()
    _ = await settle()
    return outcome
  }

  /// What the app learns of the person beside the purchases.
  public func know(_ learn: @Sendable (inout Snapshot) -> Void) async {
    learn(&base)
    _ = await settle()
  }

  // MARK: What is so now

  /// All that has changed so far.
  public var changes: [StatusChange] { moments.compactMap { $0.change } }

  /// Everything that is known of purchases.
  public var ledger: Ledger { get async { await session.processor.ledger } }

  /// What the engine is told.
  public var snapshot: Snapshot {
    get async {
      await ledger.snapshot(
        policy: policy, terms: terms, account: account, at: clock.now(), adding: base)
    }
  }

  /// What a settings page and a shop show.
  public var status: PurchaseStatus {
    get async {
      await ledger.status(
        policy: policy, terms: terms, account: account, at: clock.now(), adding: base)
    }
  }

  /// The highest tier that is held; nothing where the policy has none.
  public var tier: String? { get async { await status.tier } }

  /// A decision of now.
  public func decide(_ target: String, ask: Ask = Ask()) async -> Decision {
    let prepared = policy.prepare(await snapshot)
    return policy.graph.decide(target, ask: ask, for: prepared, at: clock.now())
  }

  // MARK: Taking in

  /// Notes that the store was asked: all that it knows has been taken in.
  private func confirm() async {
    do throws(JournalError) {
      try await session.processor.confirm(account: account, at: clock.now())
    } catch {
      return  // What cannot be stored is not so; the news is as old as before.
    }
  }

  /// Takes in what the store has told, works on what is due, and looks at what that has changed.
  /// With a network, that is all there is to know.
  ///
  /// - Returns: What happened since this was last called.
  @discardableResult
  public func settle() async -> SimulatedMoment {
    for transaction in device.takeUpdates() {
      _ = await session.processor.receive(transaction.record, proof: transaction.proof)
    }
    await session.processor.work()
    if device.isOnline { await confirm() }
    let events = store.events
    defer { told = events.count }
    let change = tracker.observe(await ledger, at: clock.now(), adding: base)
    let moment = SimulatedMoment(
      at: clock.now(), events: Array(events.dropFirst(told)), change: change,
      notices: await session.processor.takeNotices())
    if !moment.isQuiet { moments.append(moment) }
    return moment
  }
}

/// What happened at one time.
public struct SimulatedMoment: Sendable {
  /// When.
  public let at: Instant
  /// What happened in the store.
  public let events: [StoreEvent]
  /// What that, or time alone, has changed for the person; nothing if nothing has.
  public let change: StatusChange?
  /// What the person is told.
  public let notices: [PurchaseNotice]

  /// Whether there is nothing to tell.
  public var isQuiet: Bool { events.isEmpty && change == nil && notices.isEmpty }
}
