#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import TollgateKit
import TollgatePurchases
import TollgateRuntime

extension StoreBook {
  /// Sells a product, as a store does: what is owned is handed over again, a plan that runs is
  /// refused or renewed again, another plan of its group takes its place.
  mutating func buy(
    _ product: SimulatedProduct, account: String?
  ) -> Result<PurchaseRecord, PurchaseError> {
    guard let index = lines.lastIndex(where: { $0.isOf(product, account) }) else {
      return sellNew(product, account: account)
    }
    switch product.kind {
    case .subscription:
      if lines[index].isRunning { return buyAgain(product, index) }
      return sell(index, product)
    case .nonConsumable where lines[index].phase != .over:
      return known(index)
    case .nonConsumable, .nonRenewing, .consumable, .other:
      return sellNew(product, account: account)
    }
  }

  /// A line of its own.
  private mutating func sellNew(
    _ product: SimulatedProduct, account: String?
  ) -> Result<PurchaseRecord, PurchaseError> {
    let isTrial = product.trial != nil && !hasSubscribed(to: product.group, account)
    let line = open(product, account: account, isShared: false, isTrial: isTrial)
    note(isTrial ? .trialStarted : .purchased, line, until: line.end)
    return known(lines.count - 1)
  }

  /// A free trial is given once in each group.
  private func hasSubscribed(to group: String, _ account: String?) -> Bool {
    lines.contains { $0.product.group == group && $0.account == account && !$0.isShared }
  }

  /// Opens a line with its first transaction.
  mutating func open(
    _ product: SimulatedProduct, account: String?, isShared: Bool, isTrial: Bool
  ) -> StorePurchase {
    lines.append(
      StorePurchase(
        id: nextID, account: account, isShared: isShared, product: product, transaction: nextID,
        anchor: now, price: product.price))
    begin(lines.count - 1, at: now, isTrial: isTrial)
    return lines[lines.count - 1]
  }

  /// Sells a subscription again that was over.
  private mutating func sell(
    _ index: Int, _ product: SimulatedProduct
  ) -> Result<PurchaseRecord, PurchaseError> {
    restart(index, with: product)
    note(.purchased, lines[index], until: lines[index].end)
    return known(index)
  }

  /// Begins to count anew, with a first paid period.
  mutating func restart(_ index: Int, with product: SimulatedProduct) {
    lines[index].product = product
    lines[index].price = product.price
    lines[index].anchor = now
    lines[index].periodsOver = 0
    lines[index].next = nil
    lines[index].priceAsked = nil
    lines[index].refund = nil
    lines[index].renews = true
    lines[index].paymentFails = false
    begin(index, at: now)
  }

  /// A new transaction of a line: a purchase or a renewal.
  mutating func begin(_ index: Int, at start: Instant, isTrial: Bool = false) {
    let line = lines[index]
    let length = isTrial ? line.product.trial : line.product.period
    let end = length?.instant(after: line.anchor, times: line.periodsOver + 1)
    lines[index].end = end
    lines[index].isTrial = isTrial
    lines[index].phase = .active
    lines[index].transaction = nextID
    tell(
      PurchaseRecord(
        transactionID: nextID, originalID: line.id, product: line.product.storeID,
        kind: line.product.kind, state: isTrial ? .trial : .active, account: line.account,
        start: start, end: end, renews: line.product.kind == .subscription,
        ownership: line.isShared ? .familyShared : .purchased, isTrial: isTrial,
        paid: isTrial ? line.price.map { Money(0, $0.currency) } : line.price,
        method: conditions.method, verification: .waiting, environment: conditions.environment))
  }

  private func known(_ index: Int) -> Result<PurchaseRecord, PurchaseError> {
    reading(lines[index].transaction).map { .success($0) } ?? .failure(.productNotFound)
  }

  // MARK: Buying while something runs

  private mutating func buyAgain(
    _ product: SimulatedProduct, _ index: Int
  ) -> Result<PurchaseRecord, PurchaseError> {
    let line = lines[index]
    guard line.product.name == product.name else {
      let isNow = line.product.isLeftAtOnce(for: product)
      if isNow { become(product, index) } else { schedule(product, index) }
      return known(index)
    }
    if line.next != nil { return resume(index) }
    guard !line.renews else { return .failure(.alreadySubscribed) }
    return resume(index)
  }

  /// Renews as it is again.
  private mutating func resume(_ index: Int) -> Result<PurchaseRecord, PurchaseError> {
    lines[index].next = nil
    renewAgain(index)
    return known(index)
  }

  /// Lets another product take the place of what runs, at once.
  mutating func become(_ product: SimulatedProduct, _ index: Int) {
    let old = lines[index]
    change(old.transaction) { record in
      record.isSuperseded = true
      record.renews = false
    }
    restart(index, with: product)
    lines[index].paymentFails = old.paymentFails
    note(.switched(to: product.name), old, until: lines[index].end)
  }

  /// Lets another product take the place of what runs, when it is renewed.
  mutating func schedule(_ product: SimulatedProduct, _ index: Int) {
    lines[index].next = product
    lines[index].renews = true
    let isTrial = lines[index].isTrial
    change(lines[index].transaction) { record in
      if record.state == .cancelled { record.state = isTrial ? .trial : .active }
      record.renews = true
      record.renewsAs = product.storeID
    }
    note(.switchScheduled(to: product.name), lines[index], until: lines[index].end)
  }
}

extension StorePurchase {
  /// Whether buying a product is about this line: of a group there is one line.
  fileprivate func isOf(_ product: SimulatedProduct, _ account: String?) -> Bool {
    guard self.account == account, !isShared, self.product.kind == product.kind else {
      return false
    }
    return product.kind == .subscription
      ? self.product.group == product.group : self.product.name == product.name
  }
}

extension SimulatedProduct {
  /// Whether going to another product happens at once: up, or to the same level for as long.
  fileprivate func isLeftAtOnce(for other: SimulatedProduct) -> Bool {
    other.level > level || other.level == level && other.period == period
  }
}
