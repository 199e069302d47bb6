public import TollgateKit
public import TollgatePurchases
public import TollgateRuntime

/// A store that behaves over time as a real one does, on a clock that a test sets.
///
/// ```swift
/// let clock = TestClock(try #require(Instant("2026-01-31")))
/// let store = SimulatedStore(policy: policy, clock: clock)
/// let phone = store.device()
/// _ = await phone.buy("com.app.pro.monthly", account: nil)
/// clock.advance(by: .months(1))   // it is renewed on 28 February
/// try store.cancel("monthly")     // as the person does in the settings of their device
/// ```
///
/// The store is one person's: all that they buy, on however many devices, for however many accounts
/// of the app. Products are called by their names in the policy or their store ids. Nothing is
/// granted here: the store hands transactions to the app's own ``PurchaseProcessor``, by a
/// ``SimulatedDevice``, and the app finishes them.
public final class SimulatedStore: Sendable {
  /// All that changes.
  struct State: Sendable {
    var book: StoreBook
    var devices: [SimulatedDevice.State] = []
    var verification = SimulatedVerification.works(.device)
    var nextAnswer: StorePurchaseResult<SimulatedProof>?
    var asksBeforeBuying = false
  }

  /// The policy whose products are sold.
  public let policy: Policy
  /// The clock that everything here follows.
  public let clock: any StoreClock
  let state: Locked<State>
  /// What makes its proofs its own.
  let secret = UInt64.random(in: 0 ... .max)

  /// A store that sells what a policy sells, as `Policy.simulatedProducts` has it.
  public init(
    policy: Policy, clock: any StoreClock, conditions: StoreConditions = StoreConditions()
  ) {
    self.policy = policy
    self.clock = clock
    let book = StoreBook(policy.simulatedProducts, conditions, at: clock.now())
    state = Locked(State(book: book))
  }

  /// Brings the store to the time of its clock, works on it, and hands out what that tells.
  ///
  /// - Parameter buyer: The device that hears of the last thing by the answer to its own attempt.
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

  /// The same for what cannot fail.
  func read<Value: Sendable>(_ body: (inout StoreBook) -> Value) -> Value {
    let now = clock.now()
    let (value, deliveries) = state.withLock { state in
      state.book.advance(to: now)
      return (body(&state.book), takeDeliveries(&state))
    }
    for delivery in deliveries { delivery() }
    return value
  }

  // MARK: What it sells

  /// Sells a product that the policy has without a price, or sells it otherwise than its price
  /// says. What a line of the policy does not say, the product here must: a period for what ends.
  public func sell(_ product: SimulatedProduct) throws(SimulationError) {
    guard policy.product(product.name) != nil else { throw .unknownProduct(product.name) }
    guard product.isWhole else { throw .noPeriod(product.name) }
    try work { book throws(SimulationError) in
      book.products.removeAll { $0.name == product.name }
      book.products.append(product)
    }
  }

  /// Sells a product of the policy as a subscription, for a period that does not renew, or once.
  public func sell(
    _ name: String, as kind: PurchaseRecord.Kind, for period: StorePeriod? = nil
  ) throws(SimulationError) {
    guard let product = policy.product(name) else { throw .unknownProduct(name) }
    try sell(SimulatedProduct(product, kind: kind, period: period, in: policy))
  }

  /// What is sold.
  public var products: [SimulatedProduct] { read { $0.products } }

  /// A product by its name or its store id.
  public func product(_ name: String) throws(SimulationError) -> SimulatedProduct {
    try work { book throws(SimulationError) in try book.sold(name, in: policy) }
  }

  // MARK: What happens by itself

  /// Lets everything happen that is due by the clock; every other call does so too.
  public func catchUp() { read { _ in } }

  /// When something happens next by itself: a renewal, the end of a grace.
  public var nextDue: Instant? { read { $0.due } }

  /// Everything that has happened.
  public var events: [StoreEvent] { read { $0.events } }

  /// The newest reading of each transaction; none of them is verified.
  public var records: [PurchaseRecord] { read { $0.readings } }
}

extension StoreBook {
  /// A product that is sold; what is wrong says whether the policy has it at all.
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
