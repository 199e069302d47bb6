import Foundation
import TestSupport
import Testing
import TollgateKit
import TollgatePurchases
import TollgateRuntime

/// The processor's further data: queued purchases, changes for a server, and the log. No restart,
/// at any time, loses any of it.
@Suite struct PurchaseProcessorTests {
  static let start: Instant = "2026-03-01T00:00:00Z"

  static func after(_ milliseconds: Int64) -> Instant { start.advanced(by: milliseconds) }

  /// A clock that a test sets.
  final class SetClock: StoreClock, @unchecked Sendable {
    // Invariant: tests set it between two calls, from one task.
    var time: Instant
    init(_ time: Instant = PurchaseProcessorTests.start) { self.time = time }
    func now() -> Instant { time }
    func sleep(until instant: Instant) async throws {}
  }

  /// The items that a server has received, and when it acknowledges them; nil while it is away.
  private actor Server {
    private(set) var heard: [SyncItem] = []
    var acknowledges: Instant?

    func set(_ instant: Instant?) { acknowledges = instant }

    func hear(_ item: SyncItem) -> Instant? {
      heard.append(item)
      return acknowledges
    }
  }

  typealias Processor = PurchaseProcessor<Given>

  /// LightGallery with a server, on a journal that survives each launch.
  struct Gallery {
    let app: App
    let journal: any PurchaseJournal
    let clock = SetClock()
    var terms: PurchaseTerms

    init(_ journal: any PurchaseJournal = MemoryJournal()) throws {
      app = try App.lightGallery()
      self.journal = journal
      terms = app.terms
      terms.hasServer = true
    }

    func launch() async throws -> Processor {
      try await Processor.open(journal, verifier: Given(), terms: terms, clock: clock) { _ in }
    }

    func reportChange(_ processor: Processor) async throws -> StatusChange? {
      try await processor.reportChange(policy: app.policy, adding: app.base)
    }

    func tier(_ processor: Processor) async -> String? {
      await processor.ledger.status(
        policy: app.policy, terms: terms, at: clock.time, adding: app.base
      ).tier
    }

    /// Receives a purchase, and reports the change.
    func buy(_ record: PurchaseRecord, at processor: Processor) async throws -> StatusChange? {
      #expect(await processor.receive(record, proof: .genuine(record)) == .purchased(record))
      return try await reportChange(processor)
    }
  }

  // MARK: Queued purchases

  @Test("LG-P32 a purchase begun offline outlasts a restart, and is handed out once")
  func begun() async throws {
    let gallery = try Gallery()
    var processor = try await gallery.launch()
    let intent = PurchaseIntent(product: "pro-monthly")
    for _ in 1...2 { #expect(await processor.begin(intent, isOnline: false) == .queued) }
    #expect(await processor.queuedIntents == [intent])
    #expect(await gallery.tier(processor) == "free")

    processor = try await gallery.launch()
    #expect(await processor.queuedIntents == [intent])
    #expect(await gallery.tier(processor) == "free")
    #expect(await processor.takeQueuedIntents() == [intent])
    #expect(await processor.takeQueuedIntents().isEmpty, "it is handed out once")
    let paid = subscribed("pro-monthly", until: "2026-04-01")
    _ = try await gallery.buy(paid, at: processor)
    #expect(await gallery.tier(processor) == "pro")
    #expect(await processor.queuedIntents.isEmpty)
    #expect(await processor.takeQueuedIntents().isEmpty)
    processor = try await gallery.launch()
    #expect(await processor.queuedIntents.isEmpty)
    #expect(await processor.takeQueuedIntents().isEmpty)
  }

  @Test("a purchase is begun at once with a network, and refused where the terms say so")
  func refused() async throws {
    var gallery = try Gallery()
    let intent = PurchaseIntent(product: "pro-monthly")
    #expect(await (try gallery.launch()).begin(intent, isOnline: true) == .now)
    gallery.terms.offlinePurchase = .refuse
    let processor = try await gallery.launch()
    #expect(await processor.begin(intent, isOnline: false) == .refused(.networkError))
    #expect(await processor.queuedIntents.isEmpty)
    #expect(try await gallery.journal.entries().isEmpty)
  }

  @Test("what is handed out and not made is handed out again; what is cancelled is not")
  func kept() async throws {
    let gallery = try Gallery()
    let processor = try await gallery.launch()
    let intents = ["pro-monthly", "max-monthly"].map { PurchaseIntent(product: $0) }
    for intent in intents { _ = await processor.begin(intent, isOnline: false) }
    #expect(await processor.takeQueuedIntents() == intents)
    await processor.keep(intents[0])
    try await processor.end(intents[1])
    #expect(await processor.takeQueuedIntents() == [intents[0]])
    #expect(await processor.queuedIntents == [intents[0]])
  }

  @Test("only a new purchase in force of the same product and account ends one that was begun")
  func completing() async throws {
    let gallery = try Gallery()
    let processor = try await gallery.launch()
    let intent = PurchaseIntent(product: "pro-monthly", account: "A")
    _ = await processor.begin(intent, isOnline: false)
    let right = subscribed("pro-monthly", "t9", until: "2026-04-01", account: "A")
    var others = Array(repeating: right, count: 4)
    (others[0].transactionID, others[0].end) = ("t1", "2026-02-20")
    (others[1].transactionID, others[1].account) = ("t2", "B")
    (others[2].transactionID, others[2].product) = ("t3", "max-monthly")
    (others[3].transactionID, others[3].revokedAt) = ("t4", Self.start)
    for record in others { _ = await processor.receive(record, proof: .genuine(record)) }
    _ = await processor.receive(right, proof: .invalid(.signature))
    #expect(await processor.queuedIntents == [intent])
    let later = right.changed(at: Self.after(5)) { _ in }
    _ = await processor.receive(later, proof: .genuine(later))
    #expect(await processor.queuedIntents.isEmpty)
  }

  // MARK: The server

  @Test(
    "LG-P12 a verified payment is one item for the server, also after a restart, until it is heard",
    arguments: [PaymentMethod.appleIAP, .wechatPay, .alipay])
  func outbox(method: PaymentMethod) async throws {
    let gallery = try Gallery()
    let server = Server()
    var processor = try await gallery.launch()
    _ = try await gallery.reportChange(processor)
    let paid = subscribed("pro-monthly", until: "2026-04-01", method: method)
    _ = try await gallery.buy(paid, at: processor)
    let item = try #require(await processor.unsent.first)
    #expect(await processor.unsent.count == 1)
    #expect([item.tier, item.product] == ["pro", "pro-monthly"])
    #expect(item.end == "2026-04-01")
    #expect(item.method == method)

    // The server is away: due again after 1 s, and at the next launch.
    await processor.flushOutbox { await server.hear($0) }
    #expect(await processor.unsent == [item])
    #expect(await processor.nextDue == Self.after(1000))
    await processor.flushOutbox { await server.hear($0) }
    #expect(await server.heard == [item], "not before it is due")
    processor = try await gallery.launch()
    #expect(await processor.unsent == [item])
    await server.set(Self.after(5000))
    await processor.flushOutbox { await server.hear($0) }
    #expect(await server.heard == [item, item])
    #expect(await processor.unsent.isEmpty)
    #expect(await processor.ledger.confirmed() == Self.after(5000))
    processor = try await gallery.launch()
    #expect(await processor.unsent.isEmpty)
    #expect(await processor.ledger.confirmed() == Self.after(5000))
  }

  @Test("an app without a server has nothing to send")
  func noServer() async throws {
    var gallery = try Gallery()
    gallery.terms.hasServer = false
    let processor = try await gallery.launch()
    _ = try await gallery.buy(subscribed("pro-monthly", until: "2026-04-01"), at: processor)
    #expect(await processor.unsent.isEmpty)
    #expect(await processor.audit.entries.count == 1)
  }

  @Test("LG-P25, LG-IT-3 a local change goes out, a server's status comes in, each once")
  func bothWays() async throws {
    let gallery = try Gallery()
    let server = Server()
    await server.set(Self.start)
    let processor = try await gallery.launch()
    let pro = subscribed("pro-monthly", until: "2026-04-01")
    #expect(try await gallery.buy(pro, at: processor)?.kind == .purchased)
    await processor.flushOutbox { await server.hear($0) }
    gallery.clock.time = Self.after(1000)
    let cancelled = pro.cancelled(at: Self.after(1000))
    #expect(try await gallery.buy(cancelled, at: processor)?.kind == .cancelled)
    #expect(await processor.unsent.map(\.renews) == [false])

    let report = subscribed("max-monthly", "s9", until: "2026-05-01", verification: .server)
    var kinds: [StatusChange.Kind?] = []
    for time in [Self.after(2000), Self.after(3000)] {
      gallery.clock.time = time
      let reading = report.changed(at: time) { _ in }
      kinds.append(try await gallery.buy(reading, at: processor)?.kind)
      try await processor.confirm(at: time)
    }
    #expect(kinds == [.switched, nil])
    #expect(await gallery.tier(processor) == "max")
    // An older answer of the server drops nothing (AMB-48).
    let old = report.changed(at: Self.start) { $0.state = .expired }
    _ = await processor.receive(old, proof: .genuine(old))
    #expect(try await gallery.reportChange(processor) == nil)
    #expect(await gallery.tier(processor) == "max")
  }

  @Test("the server hears of changes in their order: behind one that failed the others wait")
  func inOrder() async throws {
    let gallery = try Gallery()
    let server = Server()
    let processor = try await gallery.launch()
    let pro = subscribed("pro-monthly", until: "2026-04-01")
    _ = try await gallery.buy(pro, at: processor)
    _ = try await gallery.buy(
      pro.changed(at: Self.after(1)) { $0.state = .refunded }, at: processor)
    let items = await processor.unsent
    #expect(items.map(\.tier) == ["pro", "free"])
    await processor.flushOutbox { await server.hear($0) }
    #expect(await server.heard == [items[0]])
    gallery.clock.time = Self.after(1000)
    await server.set(Self.after(1000))
    await processor.flushOutbox { await server.hear($0) }
    #expect(await server.heard == [items[0]] + items)
    #expect(await processor.unsent.isEmpty)
  }

  // MARK: The log

  /// A journal that keeps each append apart; a crash leaves all of it or none.
  private actor Batches: PurchaseJournal {
    private(set) var batches: [[JournalEntry]] = []

    func entries() -> [JournalEntry] { Array(batches.joined()) }
    func append(_ entries: [JournalEntry]) { batches.append(entries) }
    func close() {}
    func compact() { batches = [JournalState(replaying: entries()).entries] }
  }

  @Test("a change is written down and sent once, wherever the app ends in between")
  func exactlyOnce() async throws {
    let whole = Batches()
    let life = try Gallery(whole)
    let pro = subscribed("pro-monthly", until: "2026-04-01")
    var processor = try await life.launch()
    _ = try await life.buy(pro, at: processor)
    _ = try await life.buy(pro.cancelled(at: Self.start.advanced(by: 9)), at: processor)
    life.clock.time = "2026-04-01"
    #expect(try await life.reportChange(processor)?.kind == .expired)
    let audit = await processor.audit
    #expect(audit.entries.map(\.kind) == [.purchased, .cancelled, .expired])
    let batches = await whole.batches
    for count in 0...batches.count {
      let journal = MemoryJournal(Array(batches.prefix(count).joined()))
      let gallery = try Gallery(journal)
      processor = try await gallery.launch()
      // The store delivers both readings again, and the app reports after each.
      for record in [pro, pro.cancelled(at: Self.start.advanced(by: 9))] {
        _ = await processor.receive(record, proof: .genuine(record))
        _ = try await gallery.reportChange(processor)
      }
      gallery.clock.time = "2026-04-01"
      _ = try await gallery.reportChange(processor)
      #expect(try await gallery.reportChange(processor) == nil)
      #expect(await processor.audit.entries.last?.kind == .expired, "after \(count) batches")
      #expect(await processor.audit.entries.filter { $0.kind == .expired }.count == 1)
      #expect(await processor.audit.entries.filter { $0.kind == .purchased }.count == 1)
      #expect(await Set(processor.unsent.map(\.id)).count == processor.unsent.count)
      let told = JournalState(replaying: await journal.entries())
      #expect(told.audit == (await processor.audit))
      await journal.compact()
      #expect(try await gallery.launch().audit == told.audit)
      #expect(try await gallery.reportChange(gallery.launch()) == nil, "after \(count) entries")
    }
  }

  @Test("what ended while the app was closed is told at its next start, once")
  func whileClosed() async throws {
    let gallery = try Gallery()
    var processor = try await gallery.launch()
    _ = try await gallery.buy(subscribed("pro-monthly", until: "2026-04-01"), at: processor)
    gallery.clock.time = "2026-04-02"
    processor = try await gallery.launch()
    let change = try #require(try await gallery.reportChange(processor))
    #expect(change.kind == .expired)
    #expect(change.before.tier == "pro" && change.after.tier == "free")
    processor = try await gallery.launch()
    #expect(try await gallery.reportChange(processor) == nil)
    // Not even after setting the clock back.
    gallery.clock.time = "2026-03-15"
    #expect(try await gallery.reportChange(processor) == nil)
    #expect(await processor.audit.entries.map(\.kind) == [.purchased, .expired])
  }

  @Test("each account has its own looks, and is forgotten alone")
  func accounts() async throws {
    let gallery = try Gallery()
    let processor = try await gallery.launch()
    for (account, id) in [("A", "t1"), ("B", "t2")] {
      let record = subscribed("pro-monthly", id, until: "2026-04-01", account: account)
      _ = await processor.receive(record, proof: .genuine(record))
      _ = await processor.begin(
        PurchaseIntent(product: "max-monthly", account: account), isOnline: false)
      let change = try await processor.reportChange(
        policy: gallery.app.policy, account: account, adding: gallery.app.base)
      #expect(change?.records.map(\.transactionID) == [id])
    }
    #expect(await processor.unsent.map(\.account) == ["A", "B"])
    try await processor.clear(account: "A")
    for processor in [processor, try await gallery.launch()] {
      #expect(await processor.ledger.records.allSatisfy { $0.account == "B" })
      #expect(await processor.queuedIntents.map(\.account) == ["B"])
      #expect(await processor.unsent.map(\.account) == ["B"])
      #expect(await processor.audit.entries.count == 2, "what was written down stays")
    }
    let texts = try await gallery.journal.entries().map { $0.json() }
    #expect(!texts.contains { $0.contains("\"A\"") })
  }

  // MARK: Failures

  @Test("LG-ERR-1, LG-ERR-3 failures count on after a restart, and a person is told once")
  func failures() async throws {
    var gallery = try Gallery()
    // Retries only at each launch: without stored failures nobody would ever be told.
    gallery.terms.retries = .nextLaunch
    let record = subscribed("pro-monthly", until: "2026-04-01")
    var told: [[PurchaseNotice]] = []
    for _ in 1...5 {
      let processor = try await gallery.launch()
      _ = await processor.receive(record, proof: .unavailable(.networkError))
      told.append(await processor.takeNotices())
    }
    #expect(told == [[], [], [.failing(id: "t1", attempts: 3)], [], []])
    let processor = try await gallery.launch()
    _ = try await gallery.buy(record, at: processor)
    #expect(JournalState(replaying: try await gallery.journal.entries()).failures.isEmpty)
  }

  @Test("FW-5.3 a transaction is tried at 0, 1, 3, 7 and 15 s, then when the app is back")
  func backoff() async throws {
    let gallery = try Gallery()
    let processor = try await gallery.launch()
    let record = subscribed("pro-monthly", until: "2026-04-01")
    let first = await processor.receive(record, proof: .unavailable(.networkError))
    #expect(first == .failed(.networkError))
    for due: Int64 in [1000, 3000, 7000, 15_000] {
      #expect(await processor.nextDue == Self.after(due))
      gallery.clock.time = Self.after(due)
      await processor.work()
    }
    #expect(await processor.nextDue == nil)
    #expect(await processor.takeNotices() == [.failing(id: "t1", attempts: 3)])
    #expect(await processor.waiting == ["t1"])
    await processor.wake()
    #expect(await processor.nextDue == Self.after(16_000))
  }
}
