import Foundation
import TollgateKit
public import TollgatePurchases
import TollgateRuntime

/// Checks the requirements of every ``PurchaseJournal``, as far as one process can. Tollgate's
/// journals pass it; an app's own journal must pass it, too.
///
/// ```swift
/// let check = JournalCheck(
///   make: { try FileJournal(path: newPath()) },
///   reopen: { journal in
///     await journal.close()
///     return try FileJournal(path: journal.path)
///   })
/// #expect(try await check.violations() == [])
/// ```
public struct JournalCheck<Journal: PurchaseJournal>: Sendable {
  private let make: @Sendable () async throws -> Journal
  private let reopen: @Sendable (Journal) async throws -> Journal

  /// Creates a check.
  ///
  /// - Parameters:
  ///   - make: Opens an empty journal, each time in another place.
  ///   - reopen: Opens the journal again, as after a restart.
  public init(
    make: @escaping @Sendable () async throws -> Journal,
    reopen: @escaping @Sendable (Journal) async throws -> Journal
  ) {
    self.make = make
    self.reopen = reopen
  }

  /// The violations, each in a sentence; empty if there are none.
  ///
  /// - Throws: An unexpected error of the journal or its creation.
  public func violations() async throws -> [String] {
    var violations: [String] = []
    violations += try await emptiness()
    violations += try await order()
    violations += try await batches()
    violations += try await compaction()
    return violations
  }

  private func emptiness() async throws -> [String] {
    var found: [String] = []
    let journal = try await make()
    if try await !journal.entries().isEmpty { found.append("a new journal is not empty") }
    try await journal.append([])
    if try await !journal.entries().isEmpty { found.append("appending no entries adds entries") }
    try await journal.compact()
    let again = try await reopen(journal)
    if try await !again.entries().isEmpty { found.append("an empty journal reopens with entries") }
    return found
  }

  /// Appends every kind of entry, with a restart after each.
  private func order() async throws -> [String] {
    var journal = try await make()
    var expected: [JournalEntry] = []
    for entry in JournalSamples.entries {
      try await journal.append([entry])
      expected.append(entry)
      if try await journal.entries() != expected {
        return [
          "after \(expected.count) entries, the last of them \(entry), the journal returns other entries"
        ]
      }
      journal = try await reopen(journal)
      if try await journal.entries() != expected {
        return ["after \(entry) and a restart, the journal returns other entries"]
      }
    }
    return []
  }

  /// Many writers at once: each batch must stay in one piece.
  private func batches() async throws -> [String] {
    let journal = try await make()
    let batches = (0..<20).map { batch in
      (0..<5).map { JournalEntry.finished("\(batch)-\($0)") }
    }
    try await withThrowingTaskGroup { group in
      for batch in batches { group.addTask { try await journal.append(batch) } }
      try await group.waitForAll()
    }
    let stored = try await journal.entries()
    let again = try await reopen(journal).entries()
    var rest = Set(batches)
    for start in stride(from: 0, to: stored.count, by: 5) {
      rest.remove(Array(stored[start..<min(start + 5, stored.count)]))
    }
    if stored.count != 100 || !rest.isEmpty {
      return ["entries that are appended together do not stay together"]
    }
    return again == stored ? [] : ["a restart changes the order of entries"]
  }

  /// Compacting keeps the state, and later entries follow it.
  private func compaction() async throws -> [String] {
    var found: [String] = []
    let journal = try await make()
    let entries = JournalSamples.entries
    // This leaves many superseded entries.
    for _ in 0..<3 { try await journal.append(entries) }
    let state = JournalState(replaying: try await journal.entries())
    try await journal.compact()
    let compacted = try await journal.entries()
    if JournalState(replaying: compacted) != state { found.append("compacting changes the state") }
    if compacted.count > state.entries.count { found.append("compacting keeps superseded entries") }
    try await journal.compact()
    if try await journal.entries() != compacted {
      found.append("compacting twice changes the entries")
    }
    try await journal.append([.finished("later")])
    let again = try await reopen(journal).entries()
    if again != compacted + [.finished("later")] {
      found.append("entries that are appended after compacting are wrong after a restart")
    }
    return found
  }
}

/// Entries of every kind, with every field and difficult texts.
enum JournalSamples {
  private static let time = Instant(milliseconds: 1_772_323_200_123)

  private static var record: PurchaseRecord {
    PurchaseRecord(
      transactionID: "t1", originalID: "t0", product: "pro", kind: .subscription,
      state: .cancelled, account: "A", start: time, end: time.advanced(by: 86_400_000),
      graceEnd: time.advanced(by: 90_000_000), renews: false, renewsAs: "max",
      ownership: .familyShared, revokedAt: time, refundPercentage: 33.5, isTrial: true,
      isSuperseded: true, quantity: 3, paid: Money("10.25", "CNY"), method: .wechatPay,
      verification: .server, environment: .sandbox, confirmed: time.advanced(by: 1),
      isOfferUsed: true)
  }

  private static var plain: PurchaseRecord {
    PurchaseRecord(
      transactionID: "t2", product: "forever", kind: .nonConsumable, start: time,
      verification: .waiting)
  }

  private static let texts = [
    "", "line\nbreak\r\n", "\u{0}\u{1F}\"\\/", "名字 \u{2028}\u{FEFF}e\u{301}", "'; DROP TABLE entry",
    String(repeating: "long ", count: 20_000),
  ]

  /// An audit entry and an item for a server have no public initializer.
  private static let written = [
    #"""
    {"audited": {"at": "2026-03-01T00:00:00.123Z", "kind": "switched", "product": "pro",
      "transaction": "t1", "amount": "10.25", "currency": "CNY", "method": "alipay",
      "status": "hold"}}
    """#,
    #"""
    {"audited": {"at": "2026-03-01", "kind": "expired", "product": "pro", "transaction": "t9",
      "status": "expired"}}
    """#,
    #"""
    {"outgoing": {"id": "t1@1/purchased", "account": "A", "tier": "pro", "product": "pro-monthly",
      "end": "2026-04-01", "renews": true, "method": "apple_iap"}}
    """#,
    #"{"outgoing": {"id": "t1@2/ended", "renews": false}}"#,
  ]

  static var entries: [JournalEntry] {
    var entries: [JournalEntry] = [
      .record(record), .record(plain), .failed("t2", attempts: 2),
      .confirmed(account: nil, time), .confirmed(account: "A", time.advanced(by: -1)),
      .reported(account: nil, time), .begun(PurchaseIntent(product: "pro", account: "A")),
      .begun(PurchaseIntent(product: "pro")), .reported(account: "A", time.advanced(by: 5)),
      .ended(PurchaseIntent(product: "pro")), .acknowledged("t1@0/purchased"),
      .cleared(account: "B"), .finished("t1"),
    ]
    entries += texts.map { .finished($0) }
    for text in written {
      do throws(SnapshotError) {
        entries.append(try JournalEntry(json: text))
      } catch {
        preconditionFailure("no entry: \(text)")  // Invariant: the texts above are entries.
      }
    }
    return entries
  }
}
