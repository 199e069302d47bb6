import TollgateKit
import TollgatePurchases
import TollgateRuntime

extension StoreBook {
  /// When something happens next by itself.
  var due: Instant? { lines.compactMap { $0.due }.min() }

  /// Lets everything happen that happens until then, each at its time.
  mutating func advance(to instant: Instant) {
    while let due, due <= instant {
      now = max(now, due)
      for index in lines.indices where lines[index].due == due { reach(index) }
    }
    now = max(now, instant)
  }

  /// The moment of a line has come.
  private mutating func reach(_ index: Int) {
    let line = lines[index]
    switch line.phase {
    case .active:
      if line.product.kind == .nonRenewing { return expire(index, .ended) }
      if !line.renews { return expire(index, line.priceAsked == nil ? .cancelled : .price) }
      if line.priceAsked != nil { return expire(index, .price) }
      if line.paymentFails { return fail(index) }
      renew(index)
    case .grace(let until):
      if !line.renews { return expire(index, .cancelled) }
      hold(index, from: until)
    case .hold: expire(index, .unpaid)
    case .over: break
    }
  }

  private mutating func renew(_ index: Int) {
    let old = lines[index]
    let start = old.end ?? now
    advancePeriod(index)
    begin(index, at: start)
    note(old.isTrial ? .converted : .renewed, lines[index], until: lines[index].end)
  }

  /// The next period: counted from the first, unless the product or its length is another.
  private mutating func advancePeriod(_ index: Int) {
    let line = lines[index]
    if let next = line.next {
      lines[index].product = next
      lines[index].price = next.price
      lines[index].next = nil
    }
    if line.isTrial || line.next != nil {
      lines[index].anchor = line.end ?? now
      lines[index].periodsOver = 0
    } else {
      lines[index].periodsOver += 1
    }
  }

  // MARK: Payments that fail

  private mutating func fail(_ index: Int) {
    let end = lines[index].end ?? now
    guard let grace = conditions.grace else { return hold(index, from: end) }
    let until = grace.instant(after: end)
    lines[index].phase = .grace(until: until)
    change(lines[index].transaction) { record in
      record.state = .grace
      record.graceEnd = until
    }
    note(.graceStarted, lines[index], until: until)
  }

  private mutating func hold(_ index: Int, from instant: Instant) {
    let end = lines[index].end ?? now
    // A retry that is shorter than the grace leaves no time to hold.
    let until = conditions.retry.instant(after: end)
    guard until > instant else { return expire(index, .unpaid) }
    lines[index].phase = .hold(until: until)
    change(lines[index].transaction) { $0.state = .hold }
    note(.held, lines[index])
  }

  /// It is paid after all: within the grace as if nothing had been, else from now on.
  mutating func recover(_ index: Int) {
    let old = lines[index]
    lines[index].paymentFails = false
    switch old.phase {
    case .active, .over: return
    case .grace:
      advancePeriod(index)
      begin(index, at: old.end ?? now)
    case .hold:
      restart(index, with: old.next ?? old.product)
    }
    note(.recovered, lines[index], until: lines[index].end)
  }

  mutating func expire(_ index: Int, _ reason: StoreEvent.Expiry) {
    lines[index].phase = .over
    lines[index].priceAsked = nil
    change(lines[index].transaction) { record in
      record.state = .expired
      record.renews = false
      record.renewsAs = nil
    }
    note(.expired(reason), lines[index])
  }
}
