import TollgateKit
import TollgatePurchases
import TollgateRuntime

extension StoreBook {
  // MARK: Renewal

  mutating func cancel(_ product: SimulatedProduct) throws(SimulationError) {
    let index = try running(product)
    guard lines[index].renews else { throw .isCancelled(product.name) }
    lines[index].renews = false
    lines[index].next = nil
    // What is not paid is tried no longer.
    if case .hold = lines[index].phase { return expire(index, .cancelled) }
    change(lines[index].transaction) { record in
      if record.state == .active || record.state == .trial { record.state = .cancelled }
      record.renews = false
      record.renewsAs = nil
    }
    note(.cancelled, lines[index], until: lines[index].due)
  }

  mutating func uncancel(_ product: SimulatedProduct) throws(SimulationError) {
    let index = try running(product)
    guard !lines[index].renews else { throw .isRenewing(product.name) }
    renewAgain(index)
  }

  mutating func renewAgain(_ index: Int) {
    lines[index].renews = true
    let isTrial = lines[index].isTrial
    change(lines[index].transaction) { record in
      if record.state == .cancelled { record.state = isTrial ? .trial : .active }
      record.renews = true
      record.renewsAs = nil
    }
    note(.uncancelled, lines[index], until: lines[index].due)
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

  /// - Parameter product: Nothing for all that runs.
  mutating func failPayments(of product: SimulatedProduct?) throws(SimulationError) {
    for index in try runningLines(product) { lines[index].paymentFails = true }
  }

  mutating func recoverPayments(of product: SimulatedProduct?) throws(SimulationError) {
    let failing = try runningLines(product).filter { lines[$0].paymentFails }
    if failing.isEmpty { throw .isPaid(product?.name ?? "everything") }
    for index in failing { recover(index) }
  }

  private func runningLines(_ product: SimulatedProduct?) throws(SimulationError) -> [Int] {
    if let product { return [try running(product)] }
    return lines.indices.filter { lines[$0].isRunning && !lines[$0].isShared }
  }

  // MARK: Refunds

  mutating func refund(_ product: SimulatedProduct, percent: Int) throws(SimulationError) {
    guard (1...100).contains(percent) else { throw .percentage(percent) }
    let index = try bought(product)
    guard lines[index].refund == nil, let reading = reading(lines[index].transaction) else {
      throw .isRefunded(product.name)
    }
    lines[index].refund = StorePurchase.Refund(reading: reading, phase: lines[index].phase)
    lines[index].phase = .over
    let time = now
    change(reading.transactionID) { record in
      record.state = .refunded
      record.revokedAt = time
      record.renews = false
    }
    note(.refunded(percent: percent), lines[index])
  }

  /// What was taken back is given again, as it would be now.
  mutating func reverseRefund(of product: SimulatedProduct) throws(SimulationError) {
    let index = try bought(product)
    guard let refund = lines[index].refund else { throw .notRefunded(product.name) }
    lines[index].refund = nil
    lines[index].phase = refund.phase
    let state = refund.reading
    change(state.transactionID) { $0 = state }
    note(.refundReversed, lines[index])
    // What would have ended meanwhile has ended; nothing is renewed for the past.
    if let due = lines[index].due, due <= now { expire(index, .ended) }
  }

  private func bought(_ product: SimulatedProduct) throws(SimulationError) -> Int {
    guard let index = line(product, where: { !$0.isShared }) else {
      throw .notBought(product.name)
    }
    return index
  }

  // MARK: Approval

  mutating func ask(for product: SimulatedProduct, account: String?) {
    requests.append((product, account))
    events.append(
      StoreEvent(at: now, kind: .asked, product: product.name, transactionID: nil, until: nil))
  }

  mutating func approve(
    _ product: SimulatedProduct
  ) throws(SimulationError) -> Result<PurchaseRecord, PurchaseError> {
    buy(product, account: try takeRequest(product))
  }

  mutating func decline(_ product: SimulatedProduct) throws(SimulationError) {
    _ = try takeRequest(product)
    events.append(
      StoreEvent(at: now, kind: .declined, product: product.name, transactionID: nil, until: nil))
  }

  /// The account of a request, which is done with.
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
    let line = open(product, account: account, isShared: true, isTrial: false)
    note(.shared, line, until: line.end)
  }

  mutating func unshare(_ product: SimulatedProduct) throws(SimulationError) {
    guard let index = line(product, where: { $0.isShared && $0.phase != .over }) else {
      throw .notShared(product.name)
    }
    lines[index].phase = .over
    let time = now
    change(lines[index].transaction) { record in
      record.state = .revoked
      record.revokedAt = time
      record.renews = false
    }
    note(.unshared, lines[index])
  }

  // MARK: Prices

  /// Who has the product is asked whether they agree; who buys it later pays it.
  mutating func raisePrice(
    of product: SimulatedProduct, to price: Money?
  ) throws(SimulationError) {
    let index = try running(product)
    lines[index].priceAsked = .some(price)
    for place in products.indices where products[place].name == product.name {
      products[place].price = price ?? products[place].price
    }
    note(.priceRaised, lines[index], until: lines[index].end)
  }

  mutating func answerPrice(
    of product: SimulatedProduct, isAccepted: Bool
  ) throws(SimulationError) {
    let index = try running(product)
    guard let price = lines[index].priceAsked else { throw .noPriceIncrease(product.name) }
    if isAccepted {
      lines[index].priceAsked = nil
      lines[index].price = price ?? lines[index].price
      return note(.priceAccepted, lines[index])
    }
    lines[index].renews = false
    change(lines[index].transaction) { record in
      if record.state == .active || record.state == .trial { record.state = .cancelled }
      record.renews = false
    }
    note(.priceDeclined, lines[index], until: lines[index].due)
  }
}
