import TollgateKit
import TollgatePurchases
import TollgateRuntime

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
      purchases[index].next = nil
    }
    if purchase.isTrial || purchase.next != nil {
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
