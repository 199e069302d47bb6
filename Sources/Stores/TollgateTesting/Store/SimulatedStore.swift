public import TollgateKit
public import TollgatePurchases
public import TollgateRuntime

/// A store that behaves like a real one over time, on a clock that a test sets.
///
/// ```swift
/// let clock = TestClock(try #require(Instant("2026-01-31")))
/// let store = SimulatedStore(policy: policy, clock: clock)
/// let phone = store.device()
/// _ = await phone.buy(StoreID("com.app.pro.monthly"), account: nil)
/// clock.advance(by: .months(1))   // it renews on 28 February
/// try store.cancel("monthly")     // as the user does in the device's settings
/// ```
///
/// The store belongs to one user: with any number of devices and accounts of the app. A step
/// outside the app names products as the policy does, or by their store ids; a purchase in the app
/// names the store's id, as in a real store. The store grants nothing: it delivers transactions to
/// the app's own ``PurchaseProcessor`` through a ``SimulatedDevice``, and the app finishes them.
public final class SimulatedStore: Sendable {
  /// The mutable state.
  struct State: Sendable {
    var book: StoreBook
    var devices: [SimulatedDevice.State] = []
    var verification = SimulatedVerification.works(.device)
    var nextAnswer: StorePurchaseResult<SimulatedProof>?
    var asksBeforeBuying = false
  }

  /// The policy whose products are sold.
  public let policy: Policy
  /// The clock of the store.
  public let clock: any StoreClock
  let state: Locked<State>
  /// The secret of the store's proofs.
  let secret = UInt64.random(in: 0 ... .max)

  /// Creates a store with the products of a policy, see `Policy.simulatedProducts`.
  public init(
    policy: Policy, clock: any StoreClock, conditions: StoreConditions = StoreConditions()
  ) {
    self.policy = policy
    self.clock = clock
    let book = StoreBook(policy.simulatedProducts, conditions, at: clock.now())
    state = Locked(State(book: book))
  }

  /// Advances the store to the time of its clock, runs an action, and delivers the updates.
  ///
  /// - Parameter buyer: The device that gets the last update as the answer to its purchase.
  func work<Value: Sendable>(
    for buyer: Int? = nil, _ body: (inout StoreBook) throws(SimulationError) -> Value
  ) throws(SimulationError) -> Value {
    let now = clock.now()
    let (result, deliveries) = state.withLock { state in
      state.book.advance(to: now)
      var result: Result<Value, SimulationError>
      do throws(SimulationError) {
        result = .success(try body(&state.book))
      } catch {
        result = .failure(error)
      }
      return (result, takeDeliveries(&state, for: buyer))
    }
    for delivery in deliveries { delivery() }
    return try result.get()
  }

  /// The same for an action that cannot fail.
  func read<Value: Sendable>(_ body: (inout StoreBook) -> Value) -> Value {
    let now = clock.now()
    let (value, deliveries) = state.withLock { state in
      state.book.advance(to: now)
      return (body(&state.book), takeDeliveries(&state))
    }
    for delivery in deliveries { delivery() }
    return value
  }

  // MARK: Products

  /// Sells a product that has no price in the policy, or whose kind differs from its price. A
  /// product that ends needs a period.
  public func sell(_ product: SimulatedProduct) throws(SimulationError) {
    guard policy.product(product.name) != nil else { throw .unknownProduct(product.name) }
    guard product.isComplete else { throw .noPeriod(product.name) }
    try work { book throws(SimulationError) in
      book.products.removeAll { $0.name == product.name }
      book.products.append(product)
    }
  }

  /// Sells a product of the policy as this kind, for this period.
  public func sell(
    _ name: String, as kind: PurchaseRecord.Kind, for period: StorePeriod? = nil
  ) throws(SimulationError) {
    guard let product = policy.product(name) else { throw .unknownProduct(name) }
    try sell(SimulatedProduct(product, kind: kind, period: period, in: policy))
  }

  /// The products that are sold.
  public var products: [SimulatedProduct] { read { $0.products } }

  /// A product by its name or its store id.
  public func product(_ name: String) throws(SimulationError) -> SimulatedProduct {
    try work { book throws(SimulationError) in try book.sold(name, in: policy) }
  }

  // MARK: Time

  /// Runs everything that is due by the clock; every other call does so too.
  public func catchUp() { read { _ in } }

  /// The time of the next event by itself: a renewal, the end of a grace; nil for none.
  public var nextDue: Instant? { read { $0.due } }

  /// All events so far.
  public var events: [StoreEvent] { read { $0.events } }

  /// The newest reading of each transaction; none is verified.
  public var records: [PurchaseRecord] { read { $0.readings } }
}

extension StoreBook {
  /// A product that is sold; the error says whether the policy has it.
  func sold(_ name: String, in policy: Policy) throws(SimulationError) -> SimulatedProduct {
    do throws(SimulationError) {
      return try product(name)
    } catch {
      guard let known = policy.product(name) else { throw error }
      guard let sold = products.first(where: { $0.name == known.name }) else {
        throw .notSold(known.name)
      }
      return sold
    }
  }
}

/// Actions outside the app: of the user in the device's settings or at the bank, of the family, and
/// of the store.
extension SimulatedStore {
  /// The user cancels a subscription; it continues to its end.
  public func cancel(_ product: String) throws(SimulationError) {
    try workOn(product) { (book, product) throws(SimulationError) in try book.cancel(product) }
  }

  /// The user resumes a cancelled subscription.
  public func uncancel(_ product: String) throws(SimulationError) {
    try workOn(product) { (book, product) throws(SimulationError) in try book.uncancel(product) }
  }

  /// The user switches to another plan.
  ///
  /// - Parameter atOnce: Whether the switch happens at once, or when the old plan renews. For a
  ///   purchase in the app the store decides: an upgrade at once, a downgrade at the renewal.
  public func switchPlan(
    from old: String, to new: String, atOnce: Bool
  ) throws(SimulationError) {
    try workOn(old) { (book, product) throws(SimulationError) in
      let wanted = try book.sold(new, in: self.policy)
      try book.switchPlan(from: product, to: wanted, atOnce: atOnce)
    }
  }

  /// The user's payments fail from now on: the next renewal is not paid.
  ///
  /// - Parameter product: The product; nil for all running subscriptions.
  public func failPayments(of product: String? = nil) throws(SimulationError) {
    try work { book throws(SimulationError) in
      try book.failPayments(of: try self.sold(product, &book))
    }
  }

  /// The user's payments work again, and open payments are made.
  public func recoverPayments(of product: String? = nil) throws(SimulationError) {
    try work { book throws(SimulationError) in
      try book.recoverPayments(of: try self.sold(product, &book))
    }
  }

  /// The store refunds a purchase.
  ///
  /// - Parameter percent: The refunded part of the price, from 1 to 100. Any refund revokes the
  ///   purchase.
  public func refund(_ product: String, percent: Int = 100) throws(SimulationError) {
    try workOn(product) { (book, product) throws(SimulationError) in
      try book.refund(product, percent: percent)
    }
  }

  /// The store reverses a refund: the purchase counts again.
  public func reverseRefund(of product: String) throws(SimulationError) {
    try workOn(product) { (book, product) throws(SimulationError) in
      try book.reverseRefund(of: product)
    }
  }

  /// Sets whether purchases need approval from now on.
  public func setApproval(isNeeded: Bool) {
    state.withLock { $0.asksBeforeBuying = isNeeded }
  }

  /// A purchase is approved, and paid now.
  ///
  /// - Throws: Also ``SimulationError/isRenewing(_:)`` if the plan is running by now.
  public func approve(_ product: String) throws(SimulationError) {
    try workOn(product) { (book, product) throws(SimulationError) in
      if case .failure = try book.approve(product) { throw .isRenewing(product.name) }
    }
  }

  /// A purchase is declined.
  public func decline(_ product: String) throws(SimulationError) {
    try workOn(product) { (book, product) throws(SimulationError) in try book.decline(product) }
  }

  /// A family member buys a product and shares it. The store shares everything; the policy decides
  /// what counts.
  public func share(_ product: String, with account: String? = nil) throws(SimulationError) {
    try workOn(product) { (book, product) throws(SimulationError) in
      book.share(product, with: account)
    }
  }

  /// The family member stops sharing it.
  public func unshare(_ product: String) throws(SimulationError) {
    try workOn(product) { (book, product) throws(SimulationError) in try book.unshare(product) }
  }

  /// The store raises a subscription's price from its next renewal on. The user has to agree:
  /// without an answer the subscription ends.
  public func raisePrice(of product: String, to price: Money? = nil) throws(SimulationError) {
    try workOn(product) { (book, product) throws(SimulationError) in
      try book.raisePrice(of: product, to: price)
    }
  }

  /// The user agrees to the new price.
  public func acceptPrice(of product: String) throws(SimulationError) {
    try workOn(product) { (book, product) throws(SimulationError) in
      try book.answerPrice(of: product, isAccepted: true)
    }
  }

  /// The user declines the new price.
  public func declinePrice(of product: String) throws(SimulationError) {
    try workOn(product) { (book, product) throws(SimulationError) in
      try book.answerPrice(of: product, isAccepted: false)
    }
  }

  private func workOn(
    _ name: String,
    _ body: (inout StoreBook, SimulatedProduct) throws(SimulationError) -> Void
  ) throws(SimulationError) {
    try work { book throws(SimulationError) in
      try body(&book, try book.sold(name, in: self.policy))
    }
  }

  private func sold(
    _ name: String?, _ book: inout StoreBook
  ) throws(SimulationError) -> SimulatedProduct? {
    guard let name else { return nil }
    return try book.sold(name, in: policy)
  }
}

/// Failures, for tests of an app's reaction.
extension SimulatedStore {
  /// The result of verifications from now on; at first they succeed on the device.
  public var verification: SimulatedVerification {
    get { state.withLock { $0.verification } }
    set { state.withLock { $0.verification = newValue } }
  }

  /// Sets the answer to the next purchase, which is then not made: the user cancels it, or the
  /// store fails.
  public func answerNextPurchase(with answer: StorePurchaseResult<SimulatedProof>) {
    state.withLock { $0.nextAnswer = answer }
  }

  /// The store's conditions from now on.
  public var conditions: StoreConditions {
    get { read { $0.conditions } }
    set { read { $0.conditions = newValue } }
  }
}

/// The proof of a simulated transaction, like a signed text of a real store.
///
/// ```swift
/// var proof = transaction.proof
/// proof.record.product = "lifetime"  // forged
/// let result = await SimulatedVerifier(simulation).verify(proof)  // invalid: the signature
/// ```
public struct SimulatedProof: Sendable, Hashable {
  /// The proved record. The verifier detects a change.
  public var record: PurchaseRecord
  private let seal: Int

  init(_ record: PurchaseRecord, secret: UInt64) {
    self.record = record
    seal = SimulatedProof.seal(of: record, secret: secret)
  }

  /// Whether the store with this secret made it and nobody changed it.
  func isGenuine(_ secret: UInt64) -> Bool {
    seal == SimulatedProof.seal(of: record, secret: secret)
  }

  private static func seal(of record: PurchaseRecord, secret: UInt64) -> Int {
    var hasher = Hasher()
    hasher.combine(secret)
    hasher.combine(record)
    return hasher.finalize()
  }
}

/// Verifies the proofs of a simulated store, as its ``SimulatedStore/verification`` says.
///
/// ```swift
/// let simulation = SimulatedStore(policy: policy, clock: clock)
/// try await gate.launch(
///   simulation.device(), verifier: SimulatedVerifier(simulation), journal: MemoryJournal())
/// ```
public struct SimulatedVerifier: PurchaseVerifier {
  /// The store whose transactions it verifies.
  public let store: SimulatedStore

  /// Creates a verifier for a store; transactions of another one are false.
  public init(_ store: SimulatedStore) {
    self.store = store
  }

  /// Verifies a transaction.
  public func verify(_ proof: SimulatedProof) async -> VerificationResult {
    guard proof.isGenuine(store.secret) else { return .invalid(.signature) }
    switch store.verification {
    case .unavailable(let error): return .unavailable(error)
    case .refuses(let reason): return .invalid(reason)
    case .works(let verification):
      var record = proof.record
      record.verification = verification
      return .genuine(record)
    }
  }
}

/// The simulated store cannot do what a test asks; each is a mistake of the test.
///
/// ```swift
/// do {
///   try app.store.cancel("annual")
/// } catch {
///   log("\(error)")  // `annual` was not bought
/// }
/// ```
public enum SimulationError: Error, Sendable, Hashable {
  /// The policy does not have this product.
  case unknownProduct(String)
  /// The policy has the product, but not how it is sold.
  case notSold(String)
  /// The product ends, but has no period.
  case noPeriod(String)
  /// It was never bought.
  case notBought(String)
  /// It is not a running subscription.
  case notRunning(String)
  /// It is already cancelled.
  case isCancelled(String)
  /// It already renews.
  case isRenewing(String)
  /// It does not wait for approval.
  case nothingPending(String)
  /// It has no new price that waits for consent.
  case noPriceIncrease(String)
  /// It is already refunded.
  case isRefunded(String)
  /// It was not refunded.
  case notRefunded(String)
  /// The percentage is not from 1 to 100.
  case percentage(Int)
  /// No family member shares it.
  case notShared(String)
  /// It has no failed payment.
  case isPaid(String)
  /// A subscription cannot become this product.
  case noSwitch(from: String, to: String)
}

extension SimulationError: CustomStringConvertible {
  /// The mistake in words, for the author of the test.
  public var description: String {
    switch self {
    case .unknownProduct(let name): "the policy has no product called `\(name)`"
    case .notSold(let name): "the policy does not say how `\(name)` is sold"
    case .noPeriod(let name): "`\(name)` has no period"
    case .notBought(let name): "`\(name)` was not bought"
    case .notRunning(let name): "`\(name)` is not a running subscription"
    case .isCancelled(let name): "`\(name)` is already cancelled"
    case .isRenewing(let name): "`\(name)` already renews"
    case .nothingPending(let name): "`\(name)` does not wait for approval"
    case .noPriceIncrease(let name): "`\(name)` has no new price that waits for consent"
    case .isRefunded(let name): "`\(name)` is already refunded"
    case .notRefunded(let name): "`\(name)` was not refunded"
    case .percentage(let value): "a refund is from 1 to 100 %, not \(value) %"
    case .notShared(let name): "no family member shares `\(name)`"
    case .isPaid(let name): "`\(name)` has no failed payment"
    case .noSwitch(let old, let new): "`\(old)` cannot become `\(new)`"
    }
  }
}
