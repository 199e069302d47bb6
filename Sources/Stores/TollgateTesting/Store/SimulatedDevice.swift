public import TollgateKit
public import TollgatePurchases

extension SimulatedStore {
  /// Adds a device on which the app runs.
  ///
  /// - Parameters:
  ///   - delivery: When the app receives updates.
  ///   - isOnline: Whether it has a network from the start. Without one it knows of no purchase.
  public func device(
    _ delivery: SimulatedDevice.Delivery = .atOnce, isOnline: Bool = true
  ) -> SimulatedDevice {
    let index = state.withLock { state in
      let count = state.book.feed.count
      state.devices.append(
        SimulatedDevice.State(
          received: count, missed: isOnline ? 0 : count, delivery: delivery, isOnline: isOnline))
      return state.devices.count - 1
    }
    return SimulatedDevice(store: self, index: index)
  }

  /// The deliveries that are due, to run when the lock is open again.
  func takeDeliveries(_ state: inout State, for buyer: Int? = nil) -> [@Sendable () -> Void] {
    var deliveries: [@Sendable () -> Void] = []
    for index in state.devices.indices where state.devices[index].delivery == .atOnce {
      let updates = updates(of: index, &state)
      for transaction in index == buyer ? updates.dropLast() : updates[...] {
        for listener in state.devices[index].listeners.values {
          deliveries.append { listener.yield(transaction) }
        }
      }
    }
    return deliveries
  }

  /// The updates that a device has not received yet; none without a network.
  func updates(of index: Int, _ state: inout State) -> [StoreTransaction<SimulatedProof>] {
    let received = state.devices[index].received
    guard state.devices[index].isOnline else { return [] }
    state.devices[index].received = state.book.feed.count
    return state.book.feed.dropFirst(received).map { transaction($0) }
  }

  func transaction(_ record: PurchaseRecord) -> StoreTransaction<SimulatedProof> {
    StoreTransaction(record, proof: SimulatedProof(record, secret: secret))
  }
}

/// A user's device, with the app's view of the store.
///
/// ```swift
/// var phone = simulation.device()
/// phone.isOnline = false
/// let outcome = await app.buy("annual")
/// phone.isOnline = true  // what it missed arrives
/// ```
public struct SimulatedDevice: PurchaseStore {
  /// When an app receives the store's updates.
  public enum Delivery: Sendable, Hashable {
    /// By ``SimulatedDevice/updates()``, as soon as the store or its clock is touched.
    case atOnce
    /// When ``SimulatedDevice/takeUpdates()`` is called: a test that does so never waits.
    case whenTaken
  }

  struct State: Sendable {
    /// The number of the store's updates received.
    var received: Int
    /// The number of the updates before it that a device without a network never heard of.
    var missed: Int
    var delivery: Delivery
    var isOnline: Bool
    var finished: Set<String> = []
    var listeners: [Int: AsyncStream<StoreTransaction<SimulatedProof>>.Continuation] = [:]
    var nextListener = 0
  }

  /// The store.
  public let store: SimulatedStore
  private let index: Int

  init(store: SimulatedStore, index: Int) {
    self.store = store
    self.index = index
  }

  /// Whether there is a network; missed updates arrive when it is back.
  public var isOnline: Bool {
    get { store.state.withLock { $0.devices[index].isOnline } }
    nonmutating set {
      store.state.withLock { state in
        state.devices[index].isOnline = newValue
        if newValue { state.devices[index].missed = 0 }
      }
      store.catchUp()
    }
  }

  /// The transactions that the app has finished here.
  public var finished: Set<String> { store.state.withLock { $0.devices[index].finished } }

  /// The updates that the app has not received yet, in order.
  public func takeUpdates() -> [StoreTransaction<SimulatedProof>] {
    store.catchUp()
    return store.state.withLock { store.updates(of: index, &$0) }
  }

  // MARK: For the app

  /// The updates from now on; none for a device with ``Delivery/whenTaken``.
  public func updates() -> AsyncStream<StoreTransaction<SimulatedProof>> {
    AsyncStream { continuation in
      let (store, index) = (store, index)
      let listener = store.state.withLock { state in
        let listener = state.devices[index].nextListener
        state.devices[index].nextListener += 1
        state.devices[index].listeners[listener] = continuation
        return listener
      }
      continuation.onTermination = { _ in
        _ = store.state.withLock { $0.devices[index].listeners.removeValue(forKey: listener) }
      }
    }
  }

  /// The transactions that are not finished here, as far as this device knows.
  public func unfinished() async -> [StoreTransaction<SimulatedProof>] {
    store.catchUp()
    return store.state.withLock { state in
      let device = state.devices[index]
      let known =
        device.isOnline
        ? state.book.readings
        : StoreBook.newest(
          in: state.book.feed.prefix(device.received).dropFirst(device.missed))
      return known.filter { !device.finished.contains($0.transactionID) }
        .map { store.transaction($0) }
    }
  }

  /// All purchases of the store.
  public func purchases() async throws(PurchaseError) -> [StoreTransaction<SimulatedProof>] {
    guard isOnline else { throw .networkError }
    return store.records.map { store.transaction($0) }
  }

  /// Asks the store again; the data is always up to date.
  public func synchronize() async throws(PurchaseError) {
    guard isOnline else { throw .networkError }
  }

  /// The store's id of a product, as the simulated store sells it.
  public func storeID(of product: String, in policy: Policy) -> StoreID? {
    guard policy.isOwnName(product) else { return nil }
    return store.products.first { $0.name == product && $0.isForSale }.map { StoreID($0.storeID) }
  }

  /// Buys a product.
  public func buy(
    _ product: StoreID, account: String?
  ) async -> StorePurchaseResult<SimulatedProof> {
    let (answer, asks) = store.state.withLock { state in
      defer { state.nextAnswer = nil }
      return (state.nextAnswer, state.asksBeforeBuying)
    }
    if let answer { return answer }
    guard isOnline else { return .failed(.networkError) }
    // Due updates come first.
    store.catchUp()
    do throws(SimulationError) {
      return try store.work(for: index) { book throws(SimulationError) in
        // As a real store, it knows its own ids alone.
        guard let product = book.products.first(where: { $0.storeID == product.text }) else {
          return .failed(.productNotFound)
        }
        if asks {
          book.ask(for: product, account: account)
          return .pending
        }
        switch book.buy(product, account: account) {
        case .success(let record): return .paid(store.transaction(record))
        case .failure(let error): return .failed(error)
        }
      }
    } catch {
      return .failed(.productNotFound)
    }
  }

  /// Finishes a transaction on this device.
  public func finish(_ transactionID: String) async {
    _ = store.state.withLock { $0.devices[index].finished.insert(transactionID) }
  }
}

extension StoreBook {
  /// The newest reading of each transaction in a part of the updates.
  fileprivate static func newest(
    in feed: some Sequence<PurchaseRecord>
  ) -> [PurchaseRecord] {
    var newest: [PurchaseRecord] = []
    for record in feed {
      if let place = newest.firstIndex(where: { $0.transactionID == record.transactionID }) {
        newest[place] = record
      } else {
        newest.append(record)
      }
    }
    return newest
  }
}
