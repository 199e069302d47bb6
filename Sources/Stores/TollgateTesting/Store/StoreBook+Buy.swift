#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import TollgateKit
import TollgatePurchases
import TollgateRuntime

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
    let isTrial = product.trial != nil && !hasSubscribed(to: product.group)
    let purchase = open(product, account: account, isShared: false, isTrial: isTrial)
    addEvent(isTrial ? .trialStarted : .purchased, purchase, until: purchase.end)
    return known(purchases.count - 1)
  }

  /// A group has one free trial for the person, for whichever account of the app it was bought.
  private func hasSubscribed(to group: String) -> Bool {
    purchases.contains { $0.product.group == group && !$0.isShared }
  }

  /// Adds a purchase with its first transaction.
  mutating func open(
    _ product: SimulatedProduct, account: String?, isShared: Bool, isTrial: Bool
  ) -> StorePurchase {
    purchases.append(
      StorePurchase(
        id: nextID, account: account, isShared: isShared, product: product, transaction: nextID,
        anchor: now, price: product.price))
    begin(purchases.count - 1, at: now, isTrial: isTrial)
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
    let length = isTrial ? purchase.product.trial : purchase.product.period
    let end = length?.instant(after: purchase.anchor, times: purchase.periodsOver + 1)
    purchases[index].end = end
    purchases[index].isTrial = isTrial
    purchases[index].phase = .active
    purchases[index].transaction = nextID
    report(
      PurchaseRecord(
        transactionID: nextID, originalID: purchase.id, product: purchase.product.storeID,
        kind: purchase.product.kind, state: isTrial ? .trial : .active, account: purchase.account,
        start: start, end: end, renews: purchase.product.kind == .subscription,
        ownership: purchase.isShared ? .familyShared : .purchased, isTrial: isTrial,
        paid: isTrial ? purchase.price.map { Money(0, $0.currency) } : purchase.price,
        method: conditions.method, verification: .waiting, environment: conditions.environment))
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
