public import TollgateKit
public import TollgatePurchases
public import TollgateRuntime

/// The gate of an app in a simulated store, on a clock that a test moves: what an app's own tests
/// need, in one object.
///
/// ```swift
/// let app = try await SimulatedGate<Shop>(at: start, account: "ada")
/// #expect(await app.gate.buy(.annual).code == .purchased)
/// try app.store.cancel("annual")
/// await app.advance(by: .years(1))
/// #expect(!app.gate.can(.csvExport))
/// ```
///
/// The ``gate`` is as the app has it: hand it to the code under test. A test that counts connects a
/// book (`app.gate.count(in: MemoryUsageStore(), device: "phone")`). Without a network
/// (`app.device.isOnline = false`) time passes, and the gate hears nothing.
public final class SimulatedGate<Names: PolicyNames>: Sendable {
  /// The gate of the app.
  public let gate: Gate<Names>
  /// The clock of the gate and the store.
  public let clock: TestClock
  /// The store: what the user does outside the app, and what the store does by itself.
  public let store: SimulatedStore
  /// The device that the app runs on.
  public let device: SimulatedDevice
  /// The journal, which survives the gate.
  public let journal: any PurchaseJournal
  private let terms: PurchaseTerms

  /// Creates a gate, and launches it for the first time.
  ///
  /// - Parameters:
  ///   - start: The time of the launch.
  ///   - account: Whose gate it is; nil for nobody.
  ///   - snapshot: Everything else about the user.
  ///   - terms: The conditions under which a purchase counts.
  ///   - conditions: The store's conditions.
  ///   - journal: Where purchases are kept.
  public convenience init(
    at start: Instant, account: String? = nil, snapshot: Snapshot = Snapshot(),
    terms: PurchaseTerms = PurchaseTerms(), conditions: StoreConditions = StoreConditions(),
    journal: any PurchaseJournal = MemoryJournal()
  ) async throws(JournalError) {
    let clock = TestClock(start)
    let store = SimulatedStore(policy: Names.policy, clock: clock, conditions: conditions)
    try await self.init(
      store, clock, store.device(),
      Gate(snapshot: snapshot, account: account, clock: clock), journal, terms)
  }

  private init(
    _ store: SimulatedStore, _ clock: TestClock, _ device: SimulatedDevice, _ gate: Gate<Names>,
    _ journal: any PurchaseJournal, _ terms: PurchaseTerms
  ) async throws(JournalError) {
    (self.store, self.clock, self.device) = (store, clock, device)
    (self.gate, self.journal, self.terms) = (gate, journal, terms)
    try await launch()
  }

  /// The app on another phone of the same person, just installed: it has the store, the clock and the
  /// account of this one, and nothing else. `advance` of either moves the clock of both; the gate of
  /// the other one hears of it at its next `refresh()` or `note(.foregrounded)`.
  ///
  /// ```swift
  /// let app = try await SimulatedGate<Shop>(at: start, account: "ada")
  /// #expect(await app.gate.buy(.annual).code == .purchased)
  /// let other = try await app.anotherPhone(isOnline: false)  // nothing is known there
  /// other.device.isOnline = true
  /// #expect(await other.gate.restore() == .restored(["annual"]))
  /// ```
  ///
  /// - Parameters:
  ///   - isOnline: Whether it has a network at its first launch: then it knows the purchases at once.
  ///   - journal: Where it keeps the purchases.
  public func anotherPhone(
    isOnline: Bool = true, journal: any PurchaseJournal = MemoryJournal()
  ) async throws(JournalError) -> SimulatedGate {
    try await SimulatedGate(
      store, clock, store.device(isOnline: isOnline), Gate(account: gate.account, clock: clock),
      journal, terms)
  }

  /// Launches the app again: the store and the journal are those of before.
  public func launch() async throws(JournalError) {
    try await gate.launch(
      device, verifier: SimulatedVerifier(store), journal: journal, terms: terms)
    await gate.refresh()
  }

  /// Advances the clock, and asks the store at every moment at which something happens: a renewal,
  /// an end, a rule that begins.
  public func advance(to instant: Instant) async {
    while let next = nextMoment, next < instant {
      clock.set(next)
      await gate.refresh()
    }
    clock.set(max(instant, clock.now()))
    await gate.refresh()
  }

  /// Advances the clock.
  public func advance(by period: StorePeriod) async {
    await advance(to: period.instant(after: clock.now()))
  }

  /// The next instant at which something may change.
  private var nextMoment: Instant? {
    // With a network the store is asked before the data is too old.
    let policy = device.isOnline ? gate.policy.trustingForEver : gate.policy
    let now = clock.now()
    let instants = [store.nextDue] + policy.changes(of: gate.snapshot, at: now)
    return instants.compactMap { $0 }.filter { $0 > now }.min()
  }
}
