import TollgateRuntime

/// A counter as a sum: how much is used, and by how much it falls when.
struct Falls: Sendable {
  var used: Int64 = 0
  var falls: [Fall] = []

  /// Adds an amount that falls out at an instant; nil for never.
  mutating func add(_ amount: Int64, until end: Int64?) {
    used = used.saturatingAdd(amount)
    if let end { falls.append(Fall(at: end, amount: amount)) }
  }

  /// The counter with its later steps. More than 1,000 are joined upwards: a joined step falls when
  /// its last part does.
  var counter: Counter {
    let used = max(0, used)
    if falls.isEmpty { return Counter(used) }
    let joined = Fall.joined(falls, most: Counter.mostSteps)
    var rest = self.used
    var steps: [Counter.Step] = []
    var last = used
    for fall in joined {
      rest = rest.saturatingAdd(0 - fall.amount)
      // It never rises by itself.
      let value = min(last, max(0, rest))
      guard value < last else { continue }
      steps.append(Counter.Step(at: Instant(milliseconds: fall.at), used: value))
      last = value
    }
    if steps.count == 1, steps[0].used == 0 { return Counter(used, resets: steps[0].at) }
    return (try? Counter(used, then: steps)) ?? Counter(used)
  }
}

extension Fall {
  /// In the order of time, those of one instant as one, and at most so many: if there are more, each
  /// waits for the end of its stretch of time, and all stretches are equally long. So a use falls
  /// out late, never early, and late by less than one stretch.
  static func joined(_ falls: [Fall], most: Int) -> [Fall] {
    var joined = sum(falls)
    guard joined.count > most, let first = joined.first, let last = joined.last else {
      return joined
    }
    // Two stretches may be cut off at the ends.
    var stretch = last.at.saturatingAdd(0 - first.at) / Int64(most - 2) + 1
    while joined.count > most {
      joined = sum(
        joined.map { Fall(at: $0.at.roundedUp(to: stretch), amount: $0.amount) })
      stretch = stretch.saturatingMultiply(2)
    }
    return joined
  }

  private static func sum(_ falls: [Fall]) -> [Fall] {
    var sums: [Fall] = []
    for fall in falls.sorted(by: { $0.at < $1.at }) {
      if let last = sums.last, last.at == fall.at {
        sums[sums.count - 1].amount = last.amount.saturatingAdd(fall.amount)
      } else {
        sums.append(fall)
      }
    }
    return sums
  }
}

extension Int64 {
  fileprivate func roundedUp(to step: Int64) -> Int64 {
    saturatingAdd(step - 1).floored(by: step).saturatingMultiply(step)
  }
}
