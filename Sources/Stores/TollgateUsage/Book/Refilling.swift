import TollgateRuntime

/// The level of a meter that refills: it falls by an amount at each interval, counted from the use
/// that found it full.
struct Refilling: Sendable {
  let refill: Meter.Refill
  /// How much is used.
  private(set) var level: Int64 = 0
  /// The instant from which the next interval counts.
  private(set) var since: Int64 = 0

  /// The level at an instant, from all uses until then, in any order.
  init(_ drops: [Tally.Drop], _ refill: Meter.Refill, at now: Int64) {
    self.refill = refill
    for drop in drops.sorted(by: { ($0.at, $0.amount) < ($1.at, $1.amount) }) { add(drop) }
    advance(to: now)
  }

  private mutating func add(_ drop: Tally.Drop) {
    advance(to: drop.at)
    if level == 0 { since = drop.at }
    level = level.saturatingAdd(drop.amount)
  }

  private mutating func advance(to now: Int64) {
    guard level > 0, now > since else { return }
    let intervals = (now - since) / refill.interval
    level = max(0, level.saturatingAdd(0 - refill.amount.saturatingMultiply(intervals)))
    since += intervals * refill.interval
  }

  /// How it falls from now on, in at most 1,000 steps: if there are more, several intervals become
  /// one, at the end of the last.
  var falls: [Fall] {
    let intervals = level / refill.amount + (level % refill.amount == 0 ? 0 : 1)
    let most = Int64(Counter.mostSteps)
    let joined = intervals / most + (intervals % most == 0 ? 0 : 1)
    var (rest, time) = (level, since)
    var falls: [Fall] = []
    while rest > 0 {
      let amount = min(rest, refill.amount.saturatingMultiply(joined))
      let needed = amount / refill.amount + (amount % refill.amount == 0 ? 0 : 1)
      time = time.saturatingAdd(refill.interval.saturatingMultiply(needed))
      falls.append(Fall(at: time, amount: amount))
      rest -= amount
    }
    return falls
  }

  /// When it is full again.
  var full: Int64 { falls.last?.at ?? since }
}
