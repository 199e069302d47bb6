public import TollgateKit

/// A million users of the meter `bills`, as columns of numbers.
public struct ColumnWorkload: Sendable {
  public let count = 1_000_000
  /// Until when each is a pro user, in milliseconds; `Int64.min` for never.
  public let proUntil: [Int64]
  /// How many bills each has.
  public let bills: [Int64]
  public let now = Instant(milliseconds: 1_772_366_400_000)

  public init() {
    var random = SplitMix64(seed: 8)
    let day: Int64 = 86_400_000
    proUntil = (0..<count).map { [now] _ in
      random.pick(3) == 0 ? .min : now.milliseconds + Int64(random.pick(200) - 100) * day
    }
    bills = (0..<count).map { _ in Int64(random.pick(1000)) }
  }
}
