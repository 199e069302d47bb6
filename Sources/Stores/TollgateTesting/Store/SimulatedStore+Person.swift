import TollgateKit
public import TollgatePurchases

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
