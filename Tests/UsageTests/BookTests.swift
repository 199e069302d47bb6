import Foundation
import TestSupport
import Testing
import TollgateKit
import TollgateRuntime

@testable import TollgateUsage

/// Books of several devices, and long counters.
struct BookTests {

  static func policy() throws -> Policy {
    try Policy(
      source: """
        meter spans
        meter starts
          windows begin with the first use
        meter rolls
          windows roll
        meter hearts
          refills 2 every 1h
        meter bills
        spans > 1000 per day requires pro
        spans > 1000 per 2 weeks requires pro
        starts > 1000 per 3 hours requires pro
        rolls > 1000 per 5 hours requires pro
        rolls > 1000 per month requires pro
        hearts > 1000 requires pro
        bills > 1000 requires pro
        """)
  }

  static let meters = ["spans", "starts", "rolls", "hearts", "bills"]

  /// A device does some things at random, some hours long.
  static func live(
    _ random: inout Naive.SplitMix64, _ counter: UsageCounter, _ person: UsageCounter.Person,
    from start: Int64, steps: Int
  ) async throws -> Int64 {
    var time = start
    for _ in 0..<steps {
      time += Int64(random.below(7_200_000))
      let now = Instant(milliseconds: time)
      let meter = meters[random.below(5)]
      let id = "\(counter.device)-\(random.below(12))"
      do {
        switch random.below(7) {
        case 0:
          try await counter.set("bills", to: Int64(random.below(50)), by: person, at: now)
        case 1:
          try await counter.change("bills", by: Int64(random.below(20)) - 10, by: person, at: now)
        case 2:
          _ = try await counter.reserve(
            meter, adding: 1, by: person, id: id, for: Int64(random.below(20_000)), at: now)
        case 3: try await counter.commit(id, by: person, at: now)
        case 4: try await counter.refund(id, by: person, at: now)
        case 5: _ = try await counter.use(meter, by: person, id: id, at: now)
        default:
          _ = try await counter.use(meter, adding: Int64(1 + random.below(3)), by: person, at: now)
        }
      } catch UsageError.idTaken, UsageError.unknownID, UsageError.ended {
        // What a random step may meet.
      }
    }
    return time
  }

  /// Three devices that live alone, and now and then merge with one another.
  static func books(_ seed: UInt64) async throws -> [UsageBook] {
    var random = Naive.SplitMix64(seed: seed)
    let policy = try policy()
    let person = UsageCounter.Person("ada", in: try WindowTests.zone("Europe/London"))
    let devices = ["a", "b", "c"].map {
      UsageCounter(policy, in: MemoryUsageStore(), device: $0)
    }
    var time = try WindowTests.time("2026-03-27T00:00Z")
    for _ in 0..<4 {
      var latest = time
      for device in devices {
        let end = try await live(&random, device, person, from: time, steps: 6)
        latest = max(latest, end)
      }
      time = latest
      let (one, other) = (devices[random.below(3)], devices[random.below(3)])
      try await one.merge(try await other.store.book(of: "ada").book, into: "ada")
    }
    var books: [UsageBook] = []
    for device in devices { books.append(try await device.store.book(of: "ada").book) }
    return books
  }

  @Test("Merging is commutative, associative and idempotent", arguments: 0..<100)
  func merging(_ seed: Int) async throws {
    let books = try await BookTests.books(UInt64(seed))
    let (a, b, c) = (books[0], books[1], books[2])
    #expect(a.merged(with: b) == b.merged(with: a), "seed \(seed)")
    #expect(
      a.merged(with: b).merged(with: c) == a.merged(with: b.merged(with: c)), "seed \(seed)")
    #expect(a.merged(with: a) == a, "seed \(seed)")
    #expect(a.merged(with: b).merged(with: b) == a.merged(with: b), "seed \(seed)")
  }

  @Test("Two states of a page with one revision merge the same on every device")
  func sameRevision() async throws {
    let policy = try BookTests.policy()
    let person = UsageCounter.Person("ada", in: try WindowTests.zone("UTC"))
    var books: [UsageBook] = []
    for amount in [1, 2, 3] as [Int64] {
      let counter = UsageCounter(policy, in: MemoryUsageStore(), device: "phone")
      _ = try await counter.use(
        "bills", adding: amount, by: person, at: Instant(milliseconds: 0))
      books.append(try await counter.store.book(of: "ada").book)
    }
    let merged = books[0].merged(with: books[1]).merged(with: books[2])
    for order in [[0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
      #expect(
        books[order[0]].merged(with: books[order[1]]).merged(with: books[order[2]]) == merged)
    }
  }

  @Test("A book and its text say the same, and equal books have equal texts", arguments: 100..<200)
  func text(_ seed: Int) async throws {
    for book in try await BookTests.books(UInt64(seed)) {
      let text = book.json()
      let read = try UsageBook(json: text)
      #expect(read == book, "seed \(seed)")
      #expect(read.json() == text, "seed \(seed)")
      let document = try JSONReader.read(Array(text.utf8))
      #expect(DocumentSchemas.failures(of: document, "counts") == [], "seed \(seed)")
    }
  }

  @Test("A damaged text is an error with its place, never a crash")
  func damagedText() async throws {
    let text = try await BookTests.books(1)[0].json()
    #expect(throws: SnapshotError.self) { try UsageBook(json: "") }
    #expect(throws: SnapshotError.self) { try UsageBook(json: "{}") }
    #expect(throws: SnapshotError.self) {
      try UsageBook(json: text.replacingOccurrences(of: "{\"usage\":1", with: "{\"usage\":2"))
    }
    let bytes = Array(text.utf8)
    var random = Naive.SplitMix64(seed: 7)
    let person = UsageCounter.Person("ada", in: try WindowTests.zone("UTC"))
    let counter = UsageCounter(try BookTests.policy(), in: MemoryUsageStore(), device: "a")
    for _ in 0..<2_000 {
      var damaged = bytes
      for _ in 0..<3 {
        damaged[random.below(bytes.count)] = Array("0123456789-\"[]{},x".utf8)[random.below(18)]
      }
      let text = String(decoding: damaged, as: UTF8.self)
      guard let book = try? UsageBook(json: text) else { continue }
      _ = counter.counters(book, of: person, at: Instant(milliseconds: 1_774_000_000_000))
    }
    for number in ["9223372036854775807", "-9223372036854775808"] {
      let hostile = """
        {"usage":1,"at":\(number),"pages":[{"device":"a","revision":1,"tallies":[
        {"meter":"spans","change":\(number),"windows":{"day":{"index":\(number),
        "start":\(number),"count":9223372036854775807}}},
        {"meter":"rolls","windows":{"month":{"falls":[[\(number),9223372036854775807],
        [0,9223372036854775807]]}}},{"meter":"starts","windows":{"3 hours":{"from":\(number),
        "until":9223372036854775807,"count":5}}},
        {"meter":"hearts","drops":[[\(number),9223372036854775807],[5,9223372036854775807]]}]}]}
        """
      let book = try UsageBook(json: hostile)
      for now in [Int64.min, 0, .max] {
        _ = counter.counters(book, of: person, at: Instant(milliseconds: now))
      }
      try await counter.merge(book, into: "ada")
      for meter in BookTests.meters {
        _ = try? await counter.use(meter, by: person, at: Instant(milliseconds: 0))
      }
    }
  }

  @Test("The sum over devices is what counts")
  func sum() async throws {
    var phone = try TestUser(Policies.perDay(), device: "phone")
    var tablet = try TestUser(Policies.perDay(), device: "tablet")
    #expect(try await phone.allowed(of: 2) == 2)
    #expect(try await tablet.allowed(of: 1) == 1)
    let book = try await phone.counter.store.book(of: "ada").book
    let merged = try await tablet.counter.merge(book, into: "ada")
    #expect(try await tablet.count(per: "day").used == 3)
    #expect(try await tablet.allowed(of: 1) == 0)
    try await phone.counter.merge(merged, into: "ada")
    #expect(try await phone.allowed(of: 1) == 0)
    try phone.at("2026-05-21T10:00Z")
    try tablet.at("2026-05-21T10:00Z")
    #expect(try await phone.allowed(of: 4) == 3)
  }

  @Test("The last one to set a total wins, and later uses of all devices count on top of it")
  func lastWriter() async throws {
    let policy = "meter bills\nbills > 500 requires pro"
    var phone = try TestUser(policy, device: "phone")
    var tablet = try TestUser(policy, device: "tablet")
    try await phone.counter.set("bills", to: 100, by: phone.person, at: phone.now)
    tablet.now = tablet.now.advanced(by: 1_000)
    try await tablet.counter.set("bills", to: 7, by: tablet.person, at: tablet.now)
    let merged = try await phone.counter.merge(
      try await tablet.counter.store.book(of: "ada").book, into: "ada")
    try await tablet.counter.merge(merged, into: "ada")
    #expect(try await phone.allowed("bills", of: 2) == 2)
    #expect(try await tablet.allowed("bills", of: 1) == 1)
    let both = try await phone.counter.merge(
      try await tablet.counter.store.book(of: "ada").book, into: "ada")
    #expect(try await phone.count("bills").used == 10)
    // A clock that is behind does not make this setting an earlier one.
    phone.now = phone.now.advanced(by: -3_600_000)
    try await phone.counter.set("bills", to: 1, by: phone.person, at: phone.now)
    #expect(try await phone.count("bills").used == 1)
    #expect(
      both.merged(with: try await phone.counter.store.book(of: "ada").book).pages.count == 2)
  }

  @Test("What refills on two devices refills once, not twice")
  func refillsOnce() async throws {
    let policy = "meter hearts\n  refills 1 every 1h\nhearts > 5 requires pro"
    var phone = try TestUser(policy, device: "phone")
    let tablet = try TestUser(policy, device: "tablet")
    #expect(try await phone.allowed("hearts", of: 4) == 4)
    #expect(try await tablet.allowed("hearts", of: 4) == 4)
    try await phone.counter.merge(
      try await tablet.counter.store.book(of: "ada").book, into: "ada")
    #expect(try await phone.count("hearts").used == 8)
    phone.now = phone.now.advanced(by: 2 * 3_600_000)
    #expect(try await phone.count("hearts").used == 6)
    #expect(try await phone.allowed("hearts", of: 1) == 0)
  }

  @Test("A roll of 5,000 uses has at most 1,000 steps, and no use falls out early or late by more")
  func longRoll() async throws {
    var random = Naive.SplitMix64(seed: 3)
    var falls: [Fall] = []
    for _ in 0..<5_000 {
      falls.append(Fall(at: Int64(random.below(10_000_000)), amount: Int64(random.below(5))))
    }
    let joined = Fall.joined(falls, most: 1_000)
    #expect(joined.count <= 1_000 && joined.count > 400)
    // Rounding again changes nothing, so books that were joined once are not joined further.
    #expect(Fall.joined(joined, most: 1_000) == joined)
    for time in stride(from: Int64(0), to: 10_100_000, by: 7_919) {
      let exact = falls.reduce(0) { $0 + ($1.at > time ? $1.amount : 0) }
      let kept = joined.reduce(0) { $0 + ($1.at > time ? $1.amount : 0) }
      let late = falls.reduce(0) { $0 + ($1.at > time - 10_021 ? $1.amount : 0) }
      #expect(kept >= exact && kept <= late, "\(time)")
    }
  }

  @Test("A level that needs more than 1,000 intervals falls in joined steps, never early")
  func longRefill() throws {
    let refill = Meter.Refill(amount: 3, interval: 60_000)
    let level = Refilling([Tally.Drop(at: 0, amount: 1_000_000)], refill, at: 0)
    let counter = Falls(used: level.level, falls: level.falls).counter
    #expect(counter.used == 1_000_000)
    #expect(counter.then.count <= 1_000 && counter.then.count > 900)
    #expect(counter.then.last?.used == 0)
    for step in counter.then {
      let exact = Refilling(
        [Tally.Drop(at: 0, amount: 1_000_000)], refill, at: step.at.milliseconds)
      #expect(step.used == exact.level)
    }
  }

  @Test("More than 1,000 uses of what refills keep the level")
  func manyDrops() async throws {
    var user = try TestUser("meter hearts\n  refills 1 every 30min\nhearts > 100000 requires pro")
    var naive = (level: Int64(0), since: Int64(0))
    var random = Naive.SplitMix64(seed: 11)
    for _ in 0..<2_500 {
      user.now = user.now.advanced(by: Int64(random.below(3_000_000)))
      let now = user.now.milliseconds
      while naive.level > 0, naive.since + 1_800_000 <= now {
        naive.level -= 1
        naive.since += 1_800_000
      }
      if naive.level == 0 { naive.since = now }
      naive.level += 1
      _ = try await user.use("hearts")
    }
    #expect(naive.level > 100 && naive.level < 1_000)
    #expect(try await user.count("hearts").used == naive.level)
    #expect(
      try await user.count("hearts").then.first?.at.milliseconds == naive.since + 1_800_000)
  }
}
