import TollgateKit
import TollgatePurchases
import TollgateRuntime

/// The state of the simulated store; a value that only ``SimulatedStore`` changes.
struct StoreBook: Sendable {
  var now: Instant
  var conditions: StoreConditions
  /// The products, in order of the policy.
  var products: [SimulatedProduct]
  /// The purchases, the oldest first.
  var purchases: [StorePurchase] = []
  /// The purchases that wait for approval.
  var requests: [(product: SimulatedProduct, account: String?)] = []
  /// All events.
  var events: [StoreEvent] = []
  /// The newest reading of each transaction, in the order of their ids.
  private(set) var readings: [PurchaseRecord] = []
  /// All readings in the order in which the store reported them.
  private(set) var feed: [PurchaseRecord] = []
  private var places: [String: Int] = [:]
  /// The refunded transactions that another plan had replaced, as they were before.
  var refundsOfReplaced: [String: PurchaseRecord] = [:]

  init(_ products: [SimulatedProduct], _ conditions: StoreConditions, at now: Instant) {
    self.products = products
    self.conditions = conditions
    self.now = now
  }

  /// A product by its name or its store id.
  func product(_ name: String) throws(SimulationError) -> SimulatedProduct {
    guard let product = products.first(where: { $0.name == name || $0.storeID == name }) else {
      throw .unknownProduct(name)
    }
    return product
  }

  /// Reports a transaction. Each reading is later than the previous one, as a real store signs each
  /// again: a second one in the same millisecond gets the next millisecond.
  mutating func report(_ record: PurchaseRecord) {
    var reading = record
    reading.confirmed = now
    if let place = places[record.transactionID] {
      reading.confirmed = max(now, readings[place].confirmed.advanced(by: 1))
      readings[place] = reading
    } else {
      places[record.transactionID] = readings.count
      readings.append(reading)
    }
    feed.append(reading)
  }

  /// The newest reading of a transaction.
  func reading(_ id: String) -> PurchaseRecord? {
    places[id].map { readings[$0] }
  }

  /// Reports a changed transaction.
  mutating func change(_ id: String, _ body: (inout PurchaseRecord) -> Void) {
    guard var record = reading(id) else { return }
    body(&record)
    report(record)
  }

  /// Adds an event of a purchase.
  mutating func addEvent(_ kind: StoreEvent.Kind, _ purchase: StorePurchase, until: Instant? = nil)
  {
    events.append(
      StoreEvent(
        at: now, kind: kind, product: purchase.product.name, transactionID: purchase.transaction,
        until: until))
  }

  /// The id of the next transaction.
  var nextID: String { "sim-\(readings.count + 1)" }

  /// The index of the newest matching purchase of a product.
  func purchase(
    _ product: SimulatedProduct, where isMeant: (StorePurchase) -> Bool
  ) -> Int? {
    purchases.lastIndex { $0.product.name == product.name && isMeant($0) }
  }

  /// The last transaction of a plan that another plan of its subscription has replaced.
  func replaced(_ product: SimulatedProduct) throws(SimulationError) -> PurchaseRecord {
    let last = readings.last { $0.product == product.storeID && $0.ownership == .purchased }
    guard let last else { throw .notBought(product.name) }
    return last
  }

  /// The index of the running subscription of a product.
  func running(_ product: SimulatedProduct) throws(SimulationError) -> Int {
    guard let index = purchase(product, where: { $0.isRunning && !$0.isShared }) else {
      throw .notRunning(product.name)
    }
    return index
  }
}

/// A one-time purchase, or a subscription with all its renewals.
struct StorePurchase: Sendable {
  /// The id of its first transaction.
  let id: String
  let account: String?
  /// Whether a family member shares it.
  let isShared: Bool
  var product: SimulatedProduct
  /// The last transaction.
  var transaction: String
  /// The start of the first period, and the number of periods that are over.
  var anchor: Instant
  var periodsOver = 0
  /// When the paid time ends; nil for a product without an end.
  var end: Instant?
  var phase = Phase.active
  var isTrial = false
  var renews = true
  /// The product that it will renew as, if another.
  var next: SimulatedProduct?
  /// Whether the next payments fail.
  var paymentFails = false
  /// A new price that waits for consent.
  var newPrice: Money??
  /// The price of the next periods.
  var price: Money?
  /// The state before a refund.
  var refund: Refund?

  enum Phase: Sendable, Hashable {
    case active
    /// Not paid, with access until then.
    case grace(until: Instant)
    /// Not paid, without access; the store tries until then.
    case hold(until: Instant)
    case over
  }

  struct Refund: Sendable {
    var reading: PurchaseRecord
    var phase: Phase
  }

  /// Whether it is a running subscription.
  var isRunning: Bool { product.kind == .subscription && phase != .over }

  /// The time of its next event by itself; nil for none.
  var due: Instant? {
    switch phase {
    case .active: product.kind == .subscription || product.kind == .nonRenewing ? end : nil
    case .grace(let until), .hold(let until): until
    case .over: nil
    }
  }
}
