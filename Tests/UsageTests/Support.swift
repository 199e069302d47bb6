import Foundation
import Testing
import TollgateKit
import TollgateRuntime

@testable import TollgateUsage

/// A person who uses things, in one book.
struct TestUser {
  let counter: UsageCounter
  var person: UsageCounter.Person
  var now: Instant

  init(
    _ policy: String, at now: String = "2026-05-20T10:00Z", in zone: String = "UTC",
    store: any UsageStore = MemoryUsageStore(), device: String = "phone"
  ) throws {
    counter = UsageCounter(try Policy(source: policy), in: store, device: device)
    person = UsageCounter.Person(
      "ada", in: try #require(TimeZone(identifier: zone)))
    self.now = try #require(Instant(now))
  }

  func use(
    _ meter: String = "exports", _ amount: Int64 = 1, id: String? = nil
  ) async throws -> UsageAnswer {
    try await counter.use(meter, adding: amount, by: person, id: id, at: now)
  }

  /// Reserves for a minute.
  func reserve(_ meter: String, _ amount: Int64, id: String) async throws -> UsageAnswer {
    try await counter.reserve(meter, adding: amount, by: person, id: id, for: 60, at: now)
  }

  func commit(_ id: String, _ amount: Int64? = nil) async throws {
    try await counter.commit(id, amount: amount, by: person, at: now)
  }

  /// How many single uses go, of so many tries.
  func allowed(_ meter: String = "exports", of tries: Int) async throws -> Int {
    var allowed = 0
    for _ in 0..<tries where try await use(meter).isAllowed { allowed += 1 }
    return allowed
  }

  /// The counter of a window now.
  func count(_ meter: String = "exports", per window: String? = nil) async throws -> Counter {
    let snapshot = try await counter.snapshot(of: person, at: now)
    let usage = try #require(snapshot.usage[meter])
    let window = try window.map { try #require(Window(name: $0)) } ?? .total
    return try #require(usage[window])
  }

  mutating func at(_ text: String, in zone: String? = nil) throws {
    now = try #require(Instant(text))
    if let zone { person.timeZone = try #require(TimeZone(identifier: zone)) }
  }
}

/// The policies of the tests.
enum Policies {
  static func perDay(_ windows: String = "") -> String {
    """
    meter exports "exports"
    \(windows)
    exports > 3 per day requires pro
    """
  }
}
