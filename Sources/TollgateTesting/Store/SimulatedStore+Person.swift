import TollgateKit
public import TollgatePurchases

/// What a person does away from the app: in the settings of their device, at their bank, in their
/// family; and what the people of the store do.
extension SimulatedStore {
  /// The person switches renewal off; what is paid goes on to its end.
  public func cancel(_ product: String) throws(SimulationError) {
    try workOn(product) { (book, product) throws(SimulationError) in try book.cancel(product) }
  }

  /// The person switches renewal on again.
  public func uncancel(_ product: String) throws(SimulationError) {
    try workOn(product) { (book, product) throws(SimulationError) in try book.uncancel(product) }
  }

  /// The person goes to another plan.
  ///
  /// - Parameter atOnce: At once, or when the old plan is renewed. Where the person buys it in the
  ///   app instead, the store decides: up at once, down at the renewal.
  public func switchPlan(
    from old: String, to new: String, atOnce: Bool
  ) throws(SimulationError) {
    try workOn(old) { (book, product) throws(SimulationError) in
      let wanted = try book.sold(new, in: self.policy)
      try book.switchPlan(from: product, to: wanted, atOnce: atOnce)
    }
  }

  /// From now on the person's payments fail: the next renewal is not paid.
  ///
  /// - Parameter product: Nothing for everything that runs.
  public func failPayments(of product: String? = nil) throws(SimulationError) {
    try work { book throws(SimulationError) in
      try book.failPayments(of: try self.sold(product, &book))
    }
  }

  /// The person can pay again; what was not paid is.
  public func recoverPayments(of product: String? = nil) throws(SimulationError) {
    try work { book throws(SimulationError) in
      try book.recoverPayments(of: try self.sold(product, &book))
    }
  }

  /// The store pays back.
  ///
  /// - Parameter percent: How much of the price, from 1 to 100. However little it is, the purchase
  ///   is taken back.
  public func refund(_ product: String, percent: Int = 100) throws(SimulationError) {
    try workOn(product) { (book, product) throws(SimulationError) in
      try book.refund(product, percent: percent)
    }
  }

  /// The refund was a mistake: what was bought counts again.
  public func reverseRefund(of product: String) throws(SimulationError) {
    try workOn(product) { (book, product) throws(SimulationError) in
      try book.reverseRefund(of: product)
    }
  }

  /// From now on, or no longer, somebody has to approve what is bought.
  public func setApproval(isNeeded: Bool) {
    state.withLock { $0.asksBeforeBuying = isNeeded }
  }

  /// The purchase of a product is approved; it is paid now.
  ///
  /// - Throws: Also what the store refuses, as ``SimulationError/noSwitch(from:to:)`` does: a plan
  ///   that meanwhile runs.
  public func approve(_ product: String) throws(SimulationError) {
    try workOn(product) { (book, product) throws(SimulationError) in
      if case .failure = try book.approve(product) { throw .isRenewing(product.name) }
    }
  }

  /// The purchase of a product is not approved.
  public func decline(_ product: String) throws(SimulationError) {
    try workOn(product) { (book, product) throws(SimulationError) in try book.decline(product) }
  }

  /// Somebody in the person's family buys a product, and shares it. The store lets them share
  /// everything; what counts is for the policy to say.
  public func share(_ product: String, with account: String? = nil) throws(SimulationError) {
    try workOn(product) { (book, product) throws(SimulationError) in
      book.share(product, with: account)
    }
  }

  /// They share it no longer.
  public func unshare(_ product: String) throws(SimulationError) {
    try workOn(product) { (book, product) throws(SimulationError) in try book.unshare(product) }
  }

  /// A subscription is to cost more from its next renewal on, and the person has to agree: without
  /// an answer it is not renewed.
  public func raisePrice(of product: String, to price: Money? = nil) throws(SimulationError) {
    try workOn(product) { (book, product) throws(SimulationError) in
      try book.raisePrice(of: product, to: price)
    }
  }

  /// The person agrees to the new price.
  public func acceptPrice(of product: String) throws(SimulationError) {
    try workOn(product) { (book, product) throws(SimulationError) in
      try book.answerPrice(of: product, isAccepted: true)
    }
  }

  /// The person does not agree to the new price.
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

/// What does not work as it should, for tests of what an app does then.
extension SimulatedStore {
  /// What the verification of a transaction comes to from now on; it works on the device at first.
  public var verification: SimulatedVerification {
    get { state.withLock { $0.verification } }
    set { state.withLock { $0.verification = newValue } }
  }

  /// What the next attempt to buy is answered instead of being made: the person changes their mind,
  /// or the store fails.
  public func answerNextPurchase(with answer: StorePurchaseResult<SimulatedProof>) {
    state.withLock { $0.nextAnswer = answer }
  }

  /// What the store is like from now on.
  public var conditions: StoreConditions {
    get { read { $0.conditions } }
    set { read { $0.conditions = newValue } }
  }
}
