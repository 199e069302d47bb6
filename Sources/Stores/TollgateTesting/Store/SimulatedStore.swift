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
