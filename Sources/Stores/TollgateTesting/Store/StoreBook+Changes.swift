import TollgateKit
import TollgatePurchases
import TollgateRuntime

extension StoreBook {
  // MARK: Renewal

  mutating func cancel(_ product: SimulatedProduct) throws(SimulationError) {
    let index = try running(product)
    guard purchases[index].renews else { throw .isCancelled(product.name) }
    purchases[index].next = nil
    // The store stops trying to charge.
    if case .hold = purchases[index].phase {
      purchases[index].renews = false
      return expire(index, .cancelled)
    }
    setRenewal(index, false, as: nil)
    addEvent(.cancelled, purchases[index], until: purchases[index].due)
  }

  mutating func uncancel(_ product: SimulatedProduct) throws(SimulationError) {
    let index = try running(product)
    guard !purchases[index].renews else { throw .isRenewing(product.name) }
    renewAgain(index)
  }

  mutating func renewAgain(_ index: Int) {
    setRenewal(index, true, as: nil)
    addEvent(.uncancelled, purchases[index], until: purchases[index].due)
  }

  /// Switches renewal on or off.
  ///
  /// - Parameter next: The store id of the product that it will renew as, if another.
  mutating func setRenewal(_ index: Int, _ renews: Bool, as next: String?) {
    purchases[index].renews = renews
    let running: Grant.State = purchases[index].isTrial ? .trial : .active
    change(purchases[index].transaction) { record in
      if record.state == (renews ? .cancelled : running) {
        record.state = renews ? running : .cancelled
      }
      record.renews = renews
      record.renewsAs = next
    }
  }

  mutating func switchPlan(
    from old: SimulatedProduct, to new: SimulatedProduct, atOnce: Bool
  ) throws(SimulationError) {
    let index = try running(old)
    guard old.name != new.name, new.kind == .subscription else {
      throw .noSwitch(from: old.name, to: new.name)
    }
    if atOnce { become(new, index) } else { schedule(new, index) }
  }

  // MARK: Payment

  /// - Parameter product: The product; nil for all running subscriptions.
  mutating func failPayments(of product: SimulatedProduct?) throws(SimulationError) {
    for index in try runningPurchases(product) { purchases[index].paymentFails = true }
  }

  mutating func recoverPayments(of product: SimulatedProduct?) throws(SimulationError) {
    let failing = try runningPurchases(product).filter { purchases[$0].paymentFails }
    if failing.isEmpty { throw .isPaid(product?.name ?? "everything") }
    for index in failing { recover(index) }
  }

  private func runningPurchases(_ product: SimulatedProduct?) throws(SimulationError) -> [Int] {
    if let product { return [try running(product)] }
    return purchases.indices.filter { purchases[$0].isRunning && !purchases[$0].isShared }
  }

  // MARK: Refunds

  mutating func refund(_ product: SimulatedProduct, percent: Int) throws(SimulationError) {
    guard (1...100).contains(percent) else { throw .percentage(percent) }
    guard let index = bought(product) else { return try refundReplaced(product, percent) }
    guard purchases[index].refund == nil, let reading = reading(purchases[index].transaction) else {
      throw .isRefunded(product.name)
    }
    purchases[index].refund = StorePurchase.Refund(reading: reading, phase: purchases[index].phase)
    purchases[index].phase = .over
    revoke(reading.transactionID, as: .refunded)
    addEvent(.refunded(percent: percent), purchases[index])
  }

  /// Ends a transaction at once.
  private mutating func revoke(_ transactionID: String, as state: Grant.State) {
    let time = now
    change(transactionID) { record in
      record.state = state
      record.revokedAt = time
      record.renews = false
    }
  }

  /// Refunds the plan that an upgrade left; the plan that replaced it stays.
  private mutating func refundReplaced(
    _ product: SimulatedProduct, _ percent: Int
  ) throws(SimulationError) {
    let reading = try replaced(product)
    guard refundsOfReplaced[reading.transactionID] == nil else { throw .isRefunded(product.name) }
    refundsOfReplaced[reading.transactionID] = reading
    revoke(reading.transactionID, as: .refunded)
    addEvent(.refunded(percent: percent), of: product, reading.transactionID)
  }

  private mutating func reverseRefundOfReplaced(
    _ product: SimulatedProduct
  ) throws(SimulationError) {
    let id = try replaced(product).transactionID
    guard let before = refundsOfReplaced.removeValue(forKey: id) else {
      throw .notRefunded(product.name)
    }
    change(id) { $0 = before }
    addEvent(.refundReversed, of: product, id)
  }

  private mutating func addEvent(
    _ kind: StoreEvent.Kind, of product: SimulatedProduct, _ transactionID: String? = nil
  ) {
    events.append(
      StoreEvent(
        at: now, kind: kind, product: product.name, transactionID: transactionID, until: nil))
  }

  /// Restores a refunded purchase to its present state.
  mutating func reverseRefund(of product: SimulatedProduct) throws(SimulationError) {
    guard let index = bought(product) else { return try reverseRefundOfReplaced(product) }
    guard let refund = purchases[index].refund else { throw .notRefunded(product.name) }
    purchases[index].refund = nil
    purchases[index].phase = refund.phase
    let state = refund.reading
    change(state.transactionID) { $0 = state }
    addEvent(.refundReversed, purchases[index])
    // A purchase whose time is over ends; nothing renews for the past.
    if let due = purchases[index].due, due <= now { expire(index, .ended) }
  }

  private func bought(_ product: SimulatedProduct) -> Int? {
    purchase(product, where: { !$0.isShared })
  }

  // MARK: Approval

  mutating func ask(for product: SimulatedProduct, account: String?) {
    requests.append((product, account))
    addEvent(.asked, of: product)
  }

  mutating func approve(
    _ product: SimulatedProduct
  ) throws(SimulationError) -> Result<PurchaseRecord, PurchaseError> {
    buy(product, account: try takeRequest(product))
  }

  mutating func decline(_ product: SimulatedProduct) throws(SimulationError) {
    _ = try takeRequest(product)
    addEvent(.declined, of: product)
  }

  /// Removes a request and returns its account.
  private mutating func takeRequest(
    _ product: SimulatedProduct
  ) throws(SimulationError) -> String? {
    guard let index = requests.firstIndex(where: { $0.product.name == product.name }) else {
      throw .nothingPending(product.name)
    }
    return requests.remove(at: index).account
  }

  // MARK: The family

  mutating func share(_ product: SimulatedProduct, with account: String?) {
    let purchase = open(product, account: account, isShared: true, isFirst: false)
    addEvent(.shared, purchase, until: purchase.end)
  }

  mutating func unshare(_ product: SimulatedProduct) throws(SimulationError) {
    guard let index = purchase(product, where: { $0.isShared && $0.phase != .over }) else {
      throw .notShared(product.name)
    }
    purchases[index].phase = .over
    revoke(purchases[index].transaction, as: .revoked)
    addEvent(.unshared, purchases[index])
  }

  // MARK: Prices

  /// The owner of the product has to agree; a later buyer pays the new price.
  mutating func raisePrice(
    of product: SimulatedProduct, to price: Money?
  ) throws(SimulationError) {
    let index = try running(product)
    purchases[index].newPrice = .some(price)
    for place in products.indices where products[place].name == product.name {
      products[place].price = price ?? products[place].price
    }
    addEvent(.priceRaised, purchases[index], until: purchases[index].end)
  }

  mutating func answerPrice(
    of product: SimulatedProduct, isAccepted: Bool
  ) throws(SimulationError) {
    let index = try running(product)
    guard let price = purchases[index].newPrice else { throw .noPriceIncrease(product.name) }
    if isAccepted {
      purchases[index].newPrice = nil
      purchases[index].price = price ?? purchases[index].price
      return addEvent(.priceAccepted, purchases[index])
    }
    setRenewal(index, false, as: reading(purchases[index].transaction)?.renewsAs)
    addEvent(.priceDeclined, purchases[index], until: purchases[index].due)
  }
}
