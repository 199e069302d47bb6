import TollgateKit
import TollgatePurchases
import TollgateRuntime

/// Everything that the simulated store knows; a value that only ``SimulatedStore`` changes.
struct StoreBook: Sendable {
  var now: Instant
  var conditions: StoreConditions
  /// What is sold, in order of the policy.
  var products: [SimulatedProduct]
  /// What was bought, line by line, the first first.
  var lines: [StorePurchase] = []
  /// Who waits for approval.
  var requests: [(product: SimulatedProduct, account: String?)] = []
  /// Everything that happened.
  var events: [StoreEvent] = []
  /// The newest reading of each transaction, in the order of their ids.
  private(set) var readings: [PurchaseRecord] = []
  /// Every reading in the order in which the store told of it.
  private(set) var feed: [PurchaseRecord] = []
  private var places: [String: Int] = [:]

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

  /// Tells of a transaction. Every reading is later than the one before it, as a real store signs
  /// each anew: of two in one millisecond, the second is of the next.
  mutating func tell(_ record: PurchaseRecord) {
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

  /// Tells of a transaction that has changed.
  mutating func change(_ id: String, _ body: (inout PurchaseRecord) -> Void) {
    guard var record = reading(id) else { return }
    body(&record)
    tell(record)
  }

  /// Notes what happened to a line.
  mutating func note(_ kind: StoreEvent.Kind, _ line: StorePurchase, until: Instant? = nil) {
    events.append(
      StoreEvent(
        at: now, kind: kind, product: line.product.name, transactionID: line.transaction,
        until: until))
  }

  /// The id of the next transaction.
  var nextID: String { "sim-\(readings.count + 1)" }

  /// The newest line with a product, of those that are asked for.
  func line(
    _ product: SimulatedProduct, where isMeant: (StorePurchase) -> Bool
  ) -> Int? {
    lines.lastIndex { $0.product.name == product.name && isMeant($0) }
  }

  /// The place of the subscription with a product that runs.
  func running(_ product: SimulatedProduct) throws(SimulationError) -> Int {
    guard let index = line(product, where: { $0.isRunning && !$0.isShared }) else {
      throw .notRunning(product.name)
    }
    return index
  }
}

/// What was bought once, or a subscription with all its renewals.
struct StorePurchase: Sendable {
  /// The id of its first transaction.
  let id: String
  let account: String?
  /// Whether it is somebody else's in the family.
  let isShared: Bool
  var product: SimulatedProduct
  /// The last transaction.
  var transaction: String
  /// From when the periods are counted, and how many are over.
  var anchor: Instant
  var periodsOver = 0
  /// When the paid time ends; nothing for what does not end.
  var end: Instant?
  var phase = Phase.active
  var isTrial = false
  var renews = true
  /// What it will be renewed as.
  var next: SimulatedProduct?
  /// Whether the next payments fail.
  var paymentFails = false
  /// A higher price that waits for consent.
  var priceAsked: Money??
  /// What the next periods cost.
  var price: Money?
  /// What it was before it was paid back.
  var refund: Refund?

  enum Phase: Sendable, Hashable {
    case active
    /// Not paid, and open until then.
    case grace(until: Instant)
    /// Not paid, and tried until then.
    case hold(until: Instant)
    case over
  }

  struct Refund: Sendable {
    var reading: PurchaseRecord
    var phase: Phase
  }

  /// Whether it is a subscription that is not over.
  var isRunning: Bool { product.kind == .subscription && phase != .over }

  /// When something happens to it by itself.
  var due: Instant? {
    switch phase {
    case .active: product.kind == .subscription || product.kind == .nonRenewing ? end : nil
    case .grace(let until), .hold(let until): until
    case .over: nil
    }
  }
}
