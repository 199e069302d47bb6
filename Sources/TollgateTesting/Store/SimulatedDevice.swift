import TollgateKit
public import TollgatePurchases

extension SimulatedStore {
  /// A device on which the app runs.
  ///
  /// - Parameter delivery: When the app hears of what happens.
  public func device(_ delivery: SimulatedDevice.Delivery = .atOnce) -> SimulatedDevice {
    let index = state.withLock { state in
      state.devices.append(
        SimulatedDevice.State(heard: state.book.feed.count, delivery: delivery))
      return state.devices.count - 1
    }
    return SimulatedDevice(store: self, index: index)
  }

  /// What is to be handed out now, to be done when the lock is open again.
  func takeDeliveries(_ state: inout State, for buyer: Int? = nil) -> [@Sendable () -> Void] {
    var deliveries: [@Sendable () -> Void] = []
    for index in state.devices.indices where state.devices[index].delivery == .atOnce {
      let news = news(of: index, &state)
      for transaction in index == buyer ? news.dropLast() : news[...] {
        for listener in state.devices[index].listeners.values {
          deliveries.append { listener.yield(transaction) }
        }
      }
    }
    return deliveries
  }

  /// What a device has not heard of yet; without a network it hears nothing.
  func news(of index: Int, _ state: inout State) -> [StoreTransaction<SimulatedProof>] {
    let heard = state.devices[index].heard
    guard state.devices[index].isOnline else { return [] }
    state.devices[index].heard = state.book.feed.count
    return state.book.feed.dropFirst(heard).map { transaction($0) }
  }

  func transaction(_ record: PurchaseRecord) -> StoreTransaction<SimulatedProof> {
    StoreTransaction(record, proof: SimulatedProof(record, secret: secret))
  }
}

/// A device of the person, and the app's view of the store from there.
public struct SimulatedDevice: PurchaseStore {
  /// When an app hears of what happens in the store.
  public enum Delivery: Sendable, Hashable {
    /// By ``SimulatedDevice/updates()``, as soon as the store or its clock is touched.
    case atOnce
    /// When ``SimulatedDevice/takeUpdates()`` is called: a test that does so never waits.
    case whenTaken
  }

  struct State: Sendable {
    /// How much of what the store has told.
    var heard: Int
    var delivery: Delivery
    var isOnline = true
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

  /// Whether there is a network; what happened without one is heard of afterwards.
  public var isOnline: Bool {
    get { store.state.withLock { $0.devices[index].isOnline } }
    nonmutating set {
      store.state.withLock { $0.devices[index].isOnline = newValue }
      store.catchUp()
    }
  }

  /// The transactions that the app has finished here.
  public var finished: Set<String> { store.state.withLock { $0.devices[index].finished } }

  /// What the app has not heard of yet, in the order in which it happened.
  public func takeUpdates() -> [StoreTransaction<SimulatedProof>] {
    store.catchUp()
    return store.state.withLock { store.news(of: index, &$0) }
  }

  // MARK: As the app sees it

  /// What happens from now on; nothing for a device that is asked for it.
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

  /// What was not finished here, as far as this device knows.
  public func unfinished() async -> [StoreTransaction<SimulatedProof>] {
    store.catchUp()
    return store.state.withLock { state in
      let device = state.devices[index]
      let known =
        device.isOnline
        ? state.book.readings
        : StoreBook.newest(
          in: state.book.feed.prefix(device.heard))
      return known.filter { !device.finished.contains($0.transactionID) }
        .map { store.transaction($0) }
    }
  }

  /// Everything that the store knows.
  public func purchases() async throws(PurchaseError) -> [StoreTransaction<SimulatedProof>] {
    guard isOnline else { throw .networkError }
    return store.records.map { store.transaction($0) }
  }

  /// Asks the store again; it always knows.
  public func synchronize() async throws(PurchaseError) {
    guard isOnline else { throw .networkError }
  }

  /// Lets the person buy a product.
  public func buy(
    _ product: String, account: String?
  ) async -> StorePurchaseResult<SimulatedProof> {
    let (answer, asks) = store.state.withLock { state in
      defer { state.nextAnswer = nil }
      return (state.nextAnswer, state.asksBeforeBuying)
    }
    if let answer { return answer }
    guard isOnline else { return .failed(.networkError) }
    // What is due is heard of before.
    store.catchUp()
    do throws(SimulationError) {
      return try store.work(for: index) { book throws(SimulationError) in
        let product = try book.sold(product, in: store.policy)
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

  /// Notes that the app has done with a transaction here.
  public func finish(_ transactionID: String) async {
    _ = store.state.withLock { $0.devices[index].finished.insert(transactionID) }
  }
}

extension StoreBook {
  /// The newest reading of each transaction, of a part of what was told.
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
