public import TollgateKit
import TollgateRuntime

extension Gate {
  /// Connects a store: reads what was bought before, processes what was not finished, and follows
  /// the store from now on. Then the gate's answers know every purchase, and the store is asked for
  /// news, without waiting for it.
  ///
  /// ```swift
  /// let gate = try Gate<Shop>(remembering: file, account: account)
  /// try await gate.launch(
  ///   StoreKitStore(), verifier: StoreKitVerifier(), journal: FileJournal(path: path))
  /// ```
  ///
  /// The purchases of the gate's account go in and out of its snapshot by themselves, also after
  /// `changeAccount(to:adopting:)`; what else is known of the user stays. A
  /// purchase that was made without an account is the device's, and counts for every account on it.
  ///
  /// - Parameters:
  ///   - store: Where products are bought.
  ///   - verifier: Checks that a purchase is genuine.
  ///   - journal: Where purchases are kept, so that none is lost.
  ///   - terms: The conditions under which a purchase counts.
  /// - Returns: The session, for its ledger, its log and its server.
  /// - Throws: ``JournalError``; the gate then has no store.
  @discardableResult
  public func launch<Store: PurchaseStore, Verifier: PurchaseVerifier>(
    _ store: Store, verifier: Verifier, journal: any PurchaseJournal,
    terms: PurchaseTerms = PurchaseTerms()
  ) async throws(JournalError) -> StoreSession<Store, Verifier>
  where Store.Proof == Verifier.Proof {
    if let last = remove(GateSales.self) {
      await last.session.close()
      if last.session.journal as AnyObject !== journal as AnyObject {
        await last.session.journal.close()
      }
    }
    let session = try await StoreSession.launch(
      Names.policy, in: store, journal: journal, verifier: verifier, terms: terms,
      account: account, clock: clock
    ) { [weak self] _ in await self?.takePurchases() }
    await connect(session)
    return session
  }

  /// Changes the account, as `changeAccount(to:adopting:)` does, and connects a
  /// store.
  ///
  /// - Parameters:
  ///   - account: The app's account that buys, and whose purchases count; nil for nobody.
  ///   - adopting: Whether what nobody used before counts as used by the account.
  @discardableResult
  public func launch<Store: PurchaseStore, Verifier: PurchaseVerifier>(
    _ store: Store, verifier: Verifier, journal: any PurchaseJournal, account: String?,
    adopting: Bool = false, terms: PurchaseTerms = PurchaseTerms()
  ) async throws(JournalError) -> StoreSession<Store, Verifier>
  where Store.Proof == Verifier.Proof {
    await changeAccount(to: account, adopting: adopting)
    return try await launch(store, verifier: verifier, journal: journal, terms: terms)
  }

  /// Sells by a session to the account of the gate.
  private func connect(_ session: any SellingSession) async {
    let (account, last) = (account, part(GateSales.self))
    session.changeAccount(to: account)
    let confirmed = await session.ledger.confirmed(terms: session.terms, account: account)
    let isOnline = await last?.refresher.freshness.isOnline ?? true
    let freshness = Freshness(
      policy: policy, terms: session.terms, confirmed: confirmed, isOnline: isOnline)
    let refresher = Refresher(freshness, clock: clock) { [weak self] in
      let outcome = await session.refresh()
      await self?.takePurchases()
      return outcome
    }
    let hooks = GateHooks(
      accountChanged: { [weak self] _ in await self?.connect(session) },
      closed: {
        await session.close()
        await session.journal.close()
      })
    add(GateSales(session, refresher, after: last), hooks)
    await takePurchases()
    await refresher.handle(.launched)
    Task { [weak self] in
      await session.buyQueued()
      await self?.takePurchases()
    }
  }

  /// Lets the user buy a product. Its targets are open when this returns.
  ///
  /// - Returns: ``PurchaseError/pending`` for a purchase that awaits approval: it comes by itself
  ///   later, and the gate opens then. ``PurchaseOutcome/queued`` without a network, if the terms
  ///   say so: the purchase goes to the store when there is one. A failure also for a gate without
  ///   a store, and for a purchase of an environment that ``PurchaseTerms/environments`` leaves out.
  public func buy(_ product: ProductName<Names>) async -> PurchaseOutcome {
    guard let sales = part(GateSales.self) else { return .failed(Self.noStore) }
    // Whoever asked buys, also if somebody else signs in meanwhile.
    let account = account
    let isOnline = await sales.refresher.freshness.isOnline
    let outcome = await sales.session.buy(
      product.name, as: policy, for: account, isOnline: isOnline)
    await takePurchases()
    if case .purchased(let record) = outcome,
      !sales.session.terms.environments.contains(record.environment)
    {
      let environment = record.environment.rawValue
      let words = "the terms of `launch` do not count purchases of the environment \(environment)"
      return .failed(.unknownError(description: words))
    }
    return outcome
  }

  /// Lets the user buy a product that a paywall lists, likewise: the button of its row.
  ///
  /// ```swift
  /// for row in gate.paywall().products where row.isPurchasable {
  ///   if isTapped, case .purchased = await gate.buy(row) { export() }
  /// }
  /// ```
  @_disfavoredOverload
  public func buy(_ row: Paywall.Product) async -> PurchaseOutcome { await buy(row.listing) }

  /// Lets the user buy a product that a table of plans lists, likewise.
  @_disfavoredOverload
  public func buy(_ listing: ProductListing) async -> PurchaseOutcome {
    await buy(ProductName(listing.name))
  }

  /// Lets the user buy what a decision offers, likewise: one product of its ways to buy.
  ///
  /// ```swift
  /// for case .buy(let offers) in gate.decision(.csvExport).waysIn where offers.count == 1 {
  ///   if case .purchased = await gate.buy(offers[0]) { export() }
  /// }
  /// ```
  @_disfavoredOverload
  public func buy(_ offer: Offer) async -> PurchaseOutcome {
    await buy(ProductName(offer.product))
  }

  /// Looks for all purchases of the user, because the user asked for it. The store may ask for a
  /// password.
  public func restore() async -> RestoreOutcome {
    guard let sales = part(GateSales.self) else { return .failed(Self.noStore) }
    let outcome = await sales.session.restore()
    await takePurchases()
    return outcome
  }

  /// Asks the store for news and waits for the answer. Several callers share one request. It asks the
  /// user for nothing.
  @discardableResult
  public func refresh() async -> Refresher.Outcome {
    guard let sales = part(GateSales.self) else { return .failure(Self.noStore) }
    return await sales.refresher.refresh()
  }

  /// Reports that the app came to the foreground, that a page with the purchases was opened, or that
  /// the network went or came back: the store is asked if that is due, and purchases that were begun
  /// without a network go to it. It returns when the store has answered.
  public func note(_ event: Freshness.Event) async {
    guard let sales = part(GateSales.self) else { return }
    await sales.refresher.handle(event)
    if event == .foregrounded || event == .networkRestored {
      await sales.session.wake()
      if await sales.refresher.freshness.isOnline { await sales.session.buyQueued() }
      await takePurchases()
    }
    await sales.refresher.waitUntilAnswered()
  }

  /// The user's purchases now, for a settings page and a paywall.
  public var status: PurchaseStatus {
    get async { await status(at: clock.now()) }
  }

  /// The user's purchases: the present status, then one whenever it changes, because of a purchase,
  /// a refund, another policy, or only because time passes.
  ///
  /// ```swift
  /// for await status in gate.statuses { show(status.plan) }
  /// ```
  ///
  /// It ends when its task is cancelled.
  public var statuses: PurchaseStatuses<Names> { PurchaseStatuses(gate: self) }

  private static var noStore: PurchaseError {
    .purchaseFailed(reason: "the gate has no store: call `launch` first")
  }

  func status(at now: Instant) async -> PurchaseStatus {
    guard let session = part(GateSales.self)?.session else {
      return Ledger().status(policy: policy, at: now, adding: snapshot)
    }
    let ledger = await session.ledger
    let state = store.state
    return ledger.status(
      policy: state.policy, terms: session.terms, account: state.account, at: now,
      adding: session.without(ledger, state.snapshot))
  }

  /// Brings the purchases of the store into the snapshot. Another thread may have brought in older
  /// ones meanwhile, so it looks again until they are the newest. If the store has answered since
  /// the last time, a later time that the gate knew was a wrong clock's. Then whoever counts hears
  /// of the packs.
  func takePurchases() async {
    await takeGrants()
    await part(PurchaseFollower.self)?.take()
  }

  /// The packs that an account bought; nil for a gate without a store.
  package func packs(of account: String?) async -> [PurchasedPack]? {
    guard let session = part(GateSales.self)?.session else { return nil }
    return await session.ledger.packs(policy: policy, terms: session.terms, account: account)
  }

  private func takeGrants() async {
    guard let sales = part(GateSales.self) else { return }
    let (session, account) = (sales.session, account)
    let isAnswered = sales.note(answers: await session.answers)
    var read = purchaseReads.begin()
    var ledger = await session.ledger
    while true {
      let taken = ledger
      let now = clock.now()
      var isNewest = true
      ownGrants.withLock { own in own.formUnion(taken.records.map { $0.transactionID }) }
      let isStill = update(of: account) { known in
        isNewest = purchaseReads.takes(read)
        guard isNewest else { return }
        if isAnswered, let time = taken.latestSeen { known.begin(at: time) }
        known = taken.snapshot(
          policy: policy, terms: session.terms, account: account, at: now,
          adding: session.without(taken, known))
      }
      read = purchaseReads.begin()
      ledger = await session.ledger
      if isNewest && ledger == taken || !isStill { return }
    }
  }
}

/// The statuses of a gate's user as they change.
///
/// ```swift
/// for await status in gate.statuses { show(status.plan?.product ?? "free") }
/// ```
public struct PurchaseStatuses<Names: PolicyNames>: AsyncSequence, Sendable {
  /// A status.
  public typealias Element = PurchaseStatus

  let gate: Gate<Names>

  /// Begins with the present status.
  public func makeAsyncIterator() -> Iterator { Iterator(gate: gate) }

  /// Gives out one status after the other.
  public struct Iterator: AsyncIteratorProtocol, Sendable {
    let gate: Gate<Names>
    private var last: PurchaseStatus?

    init(gate: Gate<Names>) {
      self.gate = gate
    }

    /// The next status that differs from the one before; nil once the task is cancelled.
    public mutating func next() async -> PurchaseStatus? {
      while !Task.isCancelled {
        let state = gate.store.state
        let now = gate.clock.now()
        let status = await gate.status(at: now)
        if status != last {
          last = status
          return status
        }
        await gate.store.wait(after: state.version, until: state.nextLook(after: now))
      }
      return nil
    }
  }
}

/// The part of a gate that sells: the session with a store, and when to ask it.
final class GateSales: Sendable {
  let session: any SellingSession
  let refresher: Refresher
  /// How many answers of the store the gate has taken.
  private let answers: Locked<Int>

  /// - Parameter last: The part that this one comes after, for another account of the same session.
  init(_ session: any SellingSession, _ refresher: Refresher, after last: GateSales? = nil) {
    self.session = session
    self.refresher = refresher
    answers = Locked(last?.answers.withLock { $0 } ?? 0)
  }

  /// Notes how often the store has answered; tells whether it has since the last time.
  func note(answers count: Int) -> Bool {
    answers.withLock { known in
      defer { known = max(known, count) }
      return count > known
    }
  }
}

/// A part of a gate that hears of new purchases: the one that counts what is used.
package final class PurchaseFollower: Sendable {
  /// Takes the packs that were bought.
  package let take: @Sendable () async -> Void

  package init(_ take: @escaping @Sendable () async -> Void) {
    self.take = take
  }
}

/// A session, whatever its store and its verifier.
protocol SellingSession: Sendable {
  var terms: PurchaseTerms { get }
  var journal: any PurchaseJournal { get }
  var ledger: Ledger { get async }
  /// How often the store or the server has answered.
  var answers: Int { get async }
  /// Buys, restores and confirms for another account from now on.
  func changeAccount(to account: String?)
  func buy(
    _ product: String, as policy: Policy, for account: String?, isOnline: Bool
  ) async -> PurchaseOutcome
  /// Passes the purchases that were begun without a network to the store.
  func buyQueued() async
  func restore() async -> RestoreOutcome
  func refresh() async -> Refresher.Outcome
  func wake() async
  /// Stops listening to the store.
  func close() async
}

extension StoreSession: SellingSession {
  var ledger: Ledger { get async { await processor.ledger } }
  var answers: Int { get async { await processor.answers } }
  nonisolated var journal: any PurchaseJournal { processor.journal }
  func wake() async { await processor.wake() }
}

extension Snapshot {
  /// Begins the latest time anew with that of the store's answer.
  mutating func begin(at time: Instant) {
    latestSeen = time
    asOf = asOf.map { min($0, time) }
  }
}

extension SellingSession {
  /// The user's data without the purchases of a ledger: what they gave before is gone, so
  /// that a refund takes it away.
  func without(_ ledger: Ledger, _ known: Snapshot) -> Snapshot {
    let own = Set(ledger.records.map { $0.transactionID })
    var known = known
    known.grants.removeAll { grant in grant.id.map { own.contains($0) } ?? false }
    return known
  }
}
