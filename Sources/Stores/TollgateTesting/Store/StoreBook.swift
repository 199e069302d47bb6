import TollgateKit
import TollgatePurchases
import TollgateRuntime

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

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
  /// Whether the present period is paid at the introductory price, and how many more will be.
  var isIntroductory = false
  var introductionsLeft = 0
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

extension StoreBook {
  /// Sells a product like a real store: an owned product is delivered again, a running plan is
  /// refused or resumed, and another plan of its group replaces it.
  mutating func buy(
    _ product: SimulatedProduct, account: String?
  ) -> Result<PurchaseRecord, PurchaseError> {
    guard let index = purchases.lastIndex(where: { $0.isOf(product, account) }) else {
      return sellNew(product, account: account)
    }
    switch product.kind {
    case .subscription:
      if purchases[index].isRunning { return buyAgain(product, index) }
      return sell(index, product)
    case .nonConsumable where purchases[index].phase != .over:
      return known(index)
    case .nonConsumable, .nonRenewing, .consumable, .other:
      return sellNew(product, account: account)
    }
  }

  /// Sells a product for the first time.
  private mutating func sellNew(
    _ product: SimulatedProduct, account: String?
  ) -> Result<PurchaseRecord, PurchaseError> {
    let isFirst = !hasSubscribed(to: product.group)
    let purchase = open(product, account: account, isShared: false, isFirst: isFirst)
    let paid: StoreEvent.Kind = purchase.isIntroductory ? .introductionStarted : .purchased
    addEvent(purchase.isTrial ? .trialStarted : paid, purchase, until: purchase.end)
    return known(purchases.count - 1)
  }

  /// A group has one free trial and one introductory price for the person, for whichever account of the app it was bought.
  private func hasSubscribed(to group: String) -> Bool {
    purchases.contains { $0.product.group == group && !$0.isShared }
  }

  /// Adds a purchase with its first transaction.
  ///
  /// - Parameter isFirst: Whether the trial and the introductory price of the product are offered.
  mutating func open(
    _ product: SimulatedProduct, account: String?, isShared: Bool, isFirst: Bool
  ) -> StorePurchase {
    purchases.append(
      StorePurchase(
        id: nextID, account: account, isShared: isShared, product: product, transaction: nextID,
        anchor: now, price: product.price))
    let index = purchases.count - 1
    if isFirst { purchases[index].introductionsLeft = product.introduction?.times ?? 0 }
    begin(index, at: now, isTrial: isFirst && product.trial != nil)
    return purchases[purchases.count - 1]
  }

  /// Sells an ended subscription again.
  private mutating func sell(
    _ index: Int, _ product: SimulatedProduct
  ) -> Result<PurchaseRecord, PurchaseError> {
    restart(index, with: product)
    addEvent(.purchased, purchases[index], until: purchases[index].end)
    return known(index)
  }

  /// Starts again with a first paid period.
  mutating func restart(_ index: Int, with product: SimulatedProduct) {
    purchases[index].product = product
    purchases[index].price = product.price
    purchases[index].anchor = now
    purchases[index].periodsOver = 0
    purchases[index].introductionsLeft = 0
    purchases[index].next = nil
    purchases[index].newPrice = nil
    purchases[index].refund = nil
    purchases[index].renews = true
    purchases[index].paymentFails = false
    begin(index, at: now)
  }

  /// Adds a transaction to a purchase: its first one or a renewal.
  mutating func begin(_ index: Int, at start: Instant, isTrial: Bool = false) {
    let purchase = purchases[index]
    let isIntroductory = !isTrial && purchase.introductionsLeft > 0
    let introduction = isIntroductory ? purchase.product.introduction : nil
    let length =
      isTrial ? purchase.product.trial : introduction?.period ?? purchase.product.period
    let end = length?.instant(after: purchase.anchor, times: purchase.periodsOver + 1)
    purchases[index].end = end
    purchases[index].isTrial = isTrial
    purchases[index].isIntroductory = isIntroductory
    if isIntroductory { purchases[index].introductionsLeft -= 1 }
    purchases[index].phase = .active
    purchases[index].transaction = nextID
    report(
      PurchaseRecord(
        transactionID: nextID, originalID: purchase.id, product: purchase.product.storeID,
        kind: purchase.product.kind, state: isTrial ? .trial : .active, account: purchase.account,
        start: start, end: end, renews: purchase.product.kind == .subscription,
        ownership: purchase.isShared ? .familyShared : .purchased, isTrial: isTrial,
        paid: isTrial
          ? purchase.price.map { Money(0, $0.currency) } : introduction?.price ?? purchase.price,
        method: conditions.method, verification: .waiting, environment: conditions.environment,
        isOfferUsed: isIntroductory))
  }

  private func known(_ index: Int) -> Result<PurchaseRecord, PurchaseError> {
    reading(purchases[index].transaction).map { .success($0) } ?? .failure(.productNotFound)
  }

  // MARK: Buying while a plan is running

  private mutating func buyAgain(
    _ product: SimulatedProduct, _ index: Int
  ) -> Result<PurchaseRecord, PurchaseError> {
    let purchase = purchases[index]
    guard purchase.product.name == product.name else {
      let isNow = purchase.product.isLeftAtOnce(for: product)
      if isNow { become(product, index) } else { schedule(product, index) }
      return known(index)
    }
    if purchase.next != nil { return resume(index) }
    guard !purchase.renews else { return .failure(.alreadySubscribed) }
    return resume(index)
  }

  /// Resumes the renewal of the same product.
  private mutating func resume(_ index: Int) -> Result<PurchaseRecord, PurchaseError> {
    purchases[index].next = nil
    renewAgain(index)
    return known(index)
  }

  /// Replaces the product at once.
  mutating func become(_ product: SimulatedProduct, _ index: Int) {
    let old = purchases[index]
    change(old.transaction) { record in
      record.isSuperseded = true
      record.renews = false
    }
    restart(index, with: product)
    purchases[index].paymentFails = old.paymentFails
    addEvent(.switched(to: product.name), old, until: purchases[index].end)
  }

  /// Replaces the product at the next renewal.
  mutating func schedule(_ product: SimulatedProduct, _ index: Int) {
    purchases[index].next = product
    setRenewal(index, true, as: product.storeID)
    addEvent(.switchScheduled(to: product.name), purchases[index], until: purchases[index].end)
  }
}

extension StorePurchase {
  /// Whether buying a product concerns this purchase: a group has one subscription.
  fileprivate func isOf(_ product: SimulatedProduct, _ account: String?) -> Bool {
    guard self.account == account, !isShared, self.product.kind == product.kind else {
      return false
    }
    return product.kind == .subscription
      ? self.product.group == product.group : self.product.name == product.name
  }
}

extension SimulatedProduct {
  /// Whether a switch to another product happens at once: an upgrade, or one of the same level and
  /// period.
  fileprivate func isLeftAtOnce(for other: SimulatedProduct) -> Bool {
    other.level > level || other.level == level && other.period == period
  }
}

extension StoreBook {
  /// The time of the next event by itself; nil for none.
  var due: Instant? { purchases.compactMap { $0.due }.min() }

  /// Runs all events until an instant, each at its time.
  mutating func advance(to instant: Instant) {
    while let due, due <= instant {
      now = max(now, due)
      for index in purchases.indices where purchases[index].due == due { reach(index) }
    }
    now = max(now, instant)
  }

  /// Runs the due event of a purchase.
  private mutating func reach(_ index: Int) {
    let purchase = purchases[index]
    switch purchase.phase {
    case .active:
      if purchase.product.kind == .nonRenewing { return expire(index, .ended) }
      if !purchase.renews { return expire(index, purchase.newPrice == nil ? .cancelled : .price) }
      if purchase.newPrice != nil { return expire(index, .price) }
      if purchase.paymentFails { return fail(index) }
      renew(index)
    case .grace(let until):
      if !purchase.renews { return expire(index, .cancelled) }
      hold(index, from: until)
    case .hold: expire(index, .unpaid)
    case .over: break
    }
  }

  private mutating func renew(_ index: Int) {
    let old = purchases[index]
    let start = old.end ?? now
    advancePeriod(index)
    begin(index, at: start)
    addEvent(old.isTrial ? .converted : .renewed, purchases[index], until: purchases[index].end)
  }

  /// Moves on to the next period: counted from the first one, unless the product or the length
  /// changes.
  private mutating func advancePeriod(_ index: Int) {
    let purchase = purchases[index]
    if let next = purchase.next {
      purchases[index].product = next
      purchases[index].price = next.price
      purchases[index].introductionsLeft = 0
      purchases[index].next = nil
    }
    let isOver = purchase.isIntroductory && purchase.introductionsLeft == 0
    if purchase.isTrial || isOver || purchase.next != nil {
      purchases[index].anchor = purchase.end ?? now
      purchases[index].periodsOver = 0
    } else {
      purchases[index].periodsOver += 1
    }
  }

  // MARK: Failed payments

  private mutating func fail(_ index: Int) {
    let end = purchases[index].end ?? now
    let purchase = purchases[index]
    guard let grace = conditions.grace(of: purchase.product, afterTrial: purchase.isTrial) else {
      return hold(index, from: end)
    }
    let until = grace.instant(after: end)
    purchases[index].phase = .grace(until: until)
    change(purchases[index].transaction) { record in
      record.state = .grace
      record.graceEnd = until
    }
    addEvent(.graceStarted, purchases[index], until: until)
  }

  private mutating func hold(_ index: Int, from instant: Instant) {
    let end = purchases[index].end ?? now
    // A retry period shorter than the grace leaves no time on hold.
    let until = conditions.retry.instant(after: end)
    guard until > instant else { return expire(index, .unpaid) }
    purchases[index].phase = .hold(until: until)
    change(purchases[index].transaction) { $0.state = .hold }
    addEvent(.held, purchases[index])
  }

  /// The payment succeeds: within the grace as if it never failed, else from now on.
  mutating func recover(_ index: Int) {
    let old = purchases[index]
    purchases[index].paymentFails = false
    switch old.phase {
    case .active, .over: return
    case .grace:
      advancePeriod(index)
      begin(index, at: old.end ?? now)
    case .hold:
      restart(index, with: old.next ?? old.product)
    }
    addEvent(.recovered, purchases[index], until: purchases[index].end)
  }

  mutating func expire(_ index: Int, _ reason: StoreEvent.Expiry) {
    purchases[index].phase = .over
    purchases[index].newPrice = nil
    change(purchases[index].transaction) { record in
      record.state = .expired
      record.renews = false
      record.renewsAs = nil
    }
    addEvent(.expired(reason), purchases[index])
  }
}
