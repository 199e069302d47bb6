import Foundation
import TestSupport
import Testing
import TollgateKit
import TollgatePurchases
import TollgateRuntime

@testable import TollgateUsage

/// Random lives of a user, on two devices that meet from time to time, against a book-keeper that
/// knows nothing but a list of all that happened: windows, packs, what is carried, uses that take
/// from other meters, reservations, refunds and changes of the plan.
@Suite struct LifeTests {
  private static let policy = """
    tiers free < pro
    meters credits, exports
    feature image
    product pro-monthly
      grants pro
      price 9 USD per month
    product credit-pack
      sold as "com.shop.pack"
      adds 10 to credits until used up
      price 5 USD once
    image uses 4 credits and 1 of exports
    credits at most 20 per month
      50 with pro
      unused rolls over, at most 30 carried
    exports at most 3 per day
      8 with pro
    """

  /// TOLLGATE_CASES=50 makes them 2,000.
  @Test("A random life is what a list of all that happened says", arguments: 0..<40 * Cases.factor)
  func life(seed: Int) async throws {
    var life = try Life(Policy(source: LifeTests.policy), UInt64(seed))
    for number in 0..<70 {
      try await life.pass(number)
      try await life.compare("seed \(seed), event \(number)")
    }
  }
}

/// A life, as the counters and as the book-keeper know it.
private struct Life {
  private var random: Naive.SplitMix64
  private let counters: [UsageCounter]
  private var person: UsageCounter.Person
  private var now = Instant(milliseconds: 0)
  /// What each device knows.
  private var keepers = [BookKeeper(), BookKeeper()]

  init(_ policy: Policy, _ seed: UInt64) throws {
    random = Naive.SplitMix64(seed: seed)
    counters = (0..<2).map {
      UsageCounter(policy, in: MemoryUsageStore(), device: "device-\($0)")
    }
    person = UsageCounter.Person("ada", in: try #require(TimeZone(identifier: "UTC")))
    person.packs = []
    now = try #require(Instant("2026-01-03T08:00Z"))
  }

  /// Something happens, mostly a use.
  mutating func pass(_ number: Int) async throws {
    let hour: Int64 = 3_600_000
    // Many uses of one day, and now and then weeks without one.
    let pause = random.chance(50) ? hour : random.chance(90) ? 90 * hour : 900 * hour
    now = Instant(milliseconds: now.milliseconds + 1 + Int64(random.below(Int(pause))))
    person.snapshot.asOf = now
    let device = random.below(2)
    switch random.below(100) {
    case 0..<6: changePlan()
    case 6..<12: person.packs?.append(PurchasedPack(meter: "credits", amount: 10, start: now))
    case 12..<25: try await merge(into: device)
    case 25..<35: try await refund(on: device)
    default: try await use(on: device, "\(device) \(number)")
    }
  }

  private mutating func changePlan() {
    if let place = person.snapshot.grants.firstIndex(where: { $0.until == nil }) {
      person.snapshot.grants[place].until = now
    } else {
      person.snapshot.grants.append(Grant(product: "pro-monthly", start: now))
    }
  }

  private mutating func merge(into device: Int) async throws {
    let other = try await counters[1 - device].store.book(of: "ada").book
    try await counters[device].merge(other, into: "ada")
    keepers[device].uses.merge(keepers[1 - device].uses) { $0.isRefunded ? $0 : $1 }
  }

  private mutating func refund(on device: Int) async throws {
    let own = keepers[device].uses.filter { $0.value.device == device && !$0.value.isEnded }
    guard let id = random.pick(own.keys.sorted()) else { return }
    try await counters[device].refund(id, by: person, at: now)
    keepers[device].uses[id]?.isRefunded = true
  }

  /// Uses something, or reserves it and uses a part.
  private mutating func use(on device: Int, _ id: String) async throws {
    let counter = counters[device]
    let target = random.one(of: "image", "credits", "exports")
    let asked = Int64(random.within(1...(target == "credits" ? 12 : 2)))
    let taken = BookKeeper.Use(target, asked, at: now, on: device)
    let fits = keepers[device].fits(taken, of: person, at: now)
    guard random.chance(25) else {
      let answer = try await counter.use(target, adding: asked, by: person, id: id, at: now)
      #expect(answer.isAllowed == fits, "\(id): \(asked) \(target)")
      if answer.isAllowed { keepers[device].uses[id] = taken }
      return
    }
    let answer = try await counter.reserve(
      target, adding: asked, by: person, id: id, for: 60, at: now)
    #expect(answer.isAllowed == fits, "\(id): \(asked) \(target), reserved")
    guard answer.isAllowed else { return }
    // It is used in part, cancelled, or forgotten.
    let used = Int64(random.within(0...Int(asked)))
    // Whoever reserves has begun to use, whatever comes of it.
    keepers[device].uses[id] = BookKeeper.Use(target, used, at: now, on: device)
    keepers[device].uses[id]?.isEnded = used == 0
    if used > 0 {
      try await counter.commit(id, amount: used, by: person, at: now)
    } else if random.chance(50) {
      try await counter.cancel(id, by: person, at: now)
    } else {
      now = Instant(milliseconds: now.milliseconds + 60_001)
      person.snapshot.asOf = now
    }
  }

  /// Whether both devices count what their lists say.
  func compare(_ place: String) async throws {
    for (counter, keeper) in zip(counters, keepers) {
      let snapshot = try await counter.snapshot(of: person, at: now)
      let months = keeper.months(of: person, at: now)
      let credits = snapshot.usage["credits"]?[.month]
      #expect(credits?.used == months.used, "\(place), \(counter.device)")
      #expect(credits?.carried == months.carried, "\(place), \(counter.device)")
      #expect(snapshot.allowances["credits"] ?? 0 == months.packs, "\(place), \(counter.device)")
      let exports = keeper.sum(of: "exports", in: BookKeeper.day(of: now))
      #expect(snapshot.usage["exports"]?[.day]?.used == exports, "\(place), \(counter.device)")
    }
  }
}

/// Reckons everything from a list of uses, as a person with a pencil would.
private struct BookKeeper {
  /// A use, with what it took of each meter.
  struct Use {
    var taken: [String: Int64]
    var at: Instant
    var device: Int
    var isRefunded = false
    /// Whether it is a reservation of which nothing was used.
    var isEnded = false

    init(_ target: String, _ amount: Int64, at time: Instant, on device: Int) {
      taken = target == "image" ? ["credits": 4 * amount, "exports": amount] : [target: amount]
      at = time
      self.device = device
    }
  }

  var uses: [String: Use] = [:]

  static func day(of time: Instant) -> String { String("\(time)".prefix(10)) }
  static func month(of time: Instant) -> String { String("\(time)".prefix(7)) }

  /// How much was taken of a meter in a day or a month.
  func sum(of meter: String, in window: String) -> Int64 {
    uses.values.filter { !$0.isRefunded && "\($0.at)".hasPrefix(window) }
      .reduce(0) { $0 + ($1.taken[meter] ?? 0) }
  }

  private static func isPro(_ person: UsageCounter.Person, at time: Instant) -> Bool {
    person.snapshot.grants.contains { grant in
      grant.start.map { $0 <= time } ?? true && grant.until.map { $0 > time } ?? true
    }
  }

  func fits(_ use: Use, of person: UsageCounter.Person, at now: Instant) -> Bool {
    let months = months(of: person, at: now)
    let isPro = BookKeeper.isPro(person, at: now)
    let credits = (isPro ? 50 : 20) + months.carried + months.packs - months.used
    let exports: Int64 = (isPro ? 8 : 3) - sum(of: "exports", in: BookKeeper.day(of: now))
    return use.taken["credits"].map { $0 <= credits } ?? true
      && use.taken["exports"].map { $0 <= exports } ?? true
  }

  /// Month by month, from the first one with a use or a grant.
  func months(
    of person: UsageCounter.Person, at now: Instant
  ) -> (used: Int64, carried: Int64, packs: Int64) {
    let counted = uses.values.filter { $0.taken["credits"] != nil }.map { $0.at }
    let first = (counted + person.snapshot.grants.compactMap { $0.start }).min() ?? now
    var month = BookKeeper.month(of: first)
    var carried: Int64 = 0
    var gone: Int64 = 0
    while month < BookKeeper.month(of: now) {
      let next = BookKeeper.next(month)
      let end = Instant(next + "-01") ?? now
      let last = Instant(milliseconds: end.milliseconds - 1)
      let limit = carried + (BookKeeper.isPro(person, at: last) ? 50 : 20)
      let used = sum(of: "credits", in: month)
      let bought = BookKeeper.bought(person.packs, before: end)
      gone += min(max(0, used - limit), max(0, bought - gone))
      carried = min(30, max(0, limit - used))
      month = next
    }
    let packs = BookKeeper.bought(person.packs, before: Instant(milliseconds: now.milliseconds + 1))
    return (sum(of: "credits", in: month), carried, packs - gone)
  }

  private static func bought(_ packs: [PurchasedPack]?, before end: Instant) -> Int64 {
    (packs ?? []).filter { $0.start < end }.reduce(0) { $0 + $1.amount }
  }

  private static func next(_ month: String) -> String {
    let parts = month.split(separator: "-").compactMap { Int($0) }
    let number = parts[0] * 12 + parts[1]
    let next = number % 12 + 1
    return "\(number / 12)-\(next < 10 ? "0" : "")\(next)"
  }
}
