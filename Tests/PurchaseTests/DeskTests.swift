import Foundation
import TestSupport
import Testing
import Tollgate
import TollgatePurchases
import TollgateRuntime

/// What the desk keeps beside transactions: purchases begun, what a server is to hear of, what is
/// written down. A restart, at any time, loses none of it.
@Suite struct DeskTests {
  static let start: Instant = "2026-03-01T00:00:00Z"

  static func after(_ milliseconds: Int64) -> Instant { start.advanced(by: milliseconds) }

  /// A clock that is set by hand.
  final class SetClock: StoreClock, @unchecked Sendable {
    // Invariant: tests set it between two calls, from one task.
    var time: Instant
    init(_ time: Instant = DeskTests.start) { self.time = time }
    func now() -> Instant { time }
    func sleep(until instant: Instant) async throws {}
  }

  /// What a server has heard of, and when it acknowledges it; nothing while it is away.
  private actor Server {
    private(set) var heard: [SyncItem] = []
    var acknowledges: Instant?

    func set(_ instant: Instant?) { acknowledges = instant }

    func hear(_ item: SyncItem) -> Instant? {
      heard.append(item)
      return acknowledges
    }
  }

  typealias Desk = PurchaseDesk<Given>

  /// LightGallery, with a server, on a journal that outlives each launch.
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

    func launch() async throws -> Desk {
      try await Desk.open(journal, verifier: Given(), terms: terms, clock: clock) { _ in }
    }

    func look(_ desk: Desk) async throws -> StatusChange? {
      try await desk.look(policy: app.policy, adding: app.base)
    }

    func tier(_ desk: Desk) async -> String? {
      await desk.ledger.status(
        policy: app.policy, terms: terms, at: clock.time, adding: app.base
      ).tier
    }

    /// Takes in a purchase, and looks.
    func buy(_ record: PurchaseRecord, at desk: Desk) async throws -> StatusChange? {
      #expect(await desk.receive(record, proof: .genuine(record)) == .purchased(record))
      return try await look(desk)
    }
  }

  // MARK: Purchases begun

  @Test("LG-P32 a purchase begun offline outlasts a restart, and is handed out once")
  func begun() async throws {
    let gallery = try Gallery()
    var desk = try await gallery.launch()
    let intent = PurchaseIntent(product: "pro-monthly")
    for _ in 1...2 { #expect(await desk.begin(intent, isOnline: false) == .queued) }
    #expect(await desk.begun == [intent])
    #expect(await gallery.tier(desk) == "free")

    desk = try await gallery.launch()
    #expect(await desk.begun == [intent])
    #expect(await gallery.tier(desk) == "free")
    #expect(await desk.takeBegun() == [intent])
    #expect(await desk.takeBegun().isEmpty, "it is handed out once")
    let paid = subscribed("pro-monthly", until: "2026-04-01")
    _ = try await gallery.buy(paid, at: desk)
    #expect(await gallery.tier(desk) == "pro")
    #expect(await desk.begun.isEmpty)
    #expect(await desk.takeBegun().isEmpty)
    desk = try await gallery.launch()
    #expect(await desk.begun.isEmpty)
    #expect(await desk.takeBegun().isEmpty)
  }

  @Test("a purchase is begun at once with a network, and refused where the terms say so")
  func refused() async throws {
    var gallery = try Gallery()
    let intent = PurchaseIntent(product: "pro-monthly")
    #expect(await (try gallery.launch()).begin(intent, isOnline: true) == .now)
    gallery.terms.offlinePurchase = .refuse
    let desk = try await gallery.launch()
    #expect(await desk.begin(intent, isOnline: false) == .refused(.networkError))
    #expect(await desk.begun.isEmpty)
    #expect(try await gallery.journal.entries().isEmpty)
  }

  @Test("what is handed out and not made is handed out again; what is cancelled is not")
  func kept() async throws {
    let gallery = try Gallery()
    let desk = try await gallery.launch()
    let intents = ["pro-monthly", "max-monthly"].map { PurchaseIntent(product: $0) }
    for intent in intents { _ = await desk.begin(intent, isOnline: false) }
    #expect(await desk.takeBegun() == intents)
    await desk.keep(intents[0])
    try await desk.end(intents[1])
    #expect(await desk.takeBegun() == [intents[0]])
    #expect(await desk.begun == [intents[0]])
  }

  @Test("only a new purchase in force of the same product and account ends one that was begun")
  func completing() async throws {
    let gallery = try Gallery()
    let desk = try await gallery.launch()
    let intent = PurchaseIntent(product: "pro-monthly", account: "A")
    _ = await desk.begin(intent, isOnline: false)
    let right = subscribed("pro-monthly", "t9", until: "2026-04-01", account: "A")
    var others = Array(repeating: right, count: 4)
    (others[0].transactionID, others[0].end) = ("t1", "2026-02-20")
    (others[1].transactionID, others[1].account) = ("t2", "B")
    (others[2].transactionID, others[2].product) = ("t3", "max-monthly")
    (others[3].transactionID, others[3].revokedAt) = ("t4", Self.start)
    for record in others { _ = await desk.receive(record, proof: .genuine(record)) }
    _ = await desk.receive(right, proof: .invalid(.signature))
    #expect(await desk.begun == [intent])
    let later = right.changed(at: Self.after(5)) { _ in }
    _ = await desk.receive(later, proof: .genuine(later))
    #expect(await desk.begun.isEmpty)
  }

  // MARK: The server

  @Test(
    "LG-P12 a verified payment is one item for the server, also after a restart, until it is heard",
    arguments: [PaymentMethod.appleIAP, .wechatPay, .alipay])
  func outbox(method: PaymentMethod) async throws {
    let gallery = try Gallery()
    let server = Server()
    var desk = try await gallery.launch()
    _ = try await gallery.look(desk)
    let paid = subscribed("pro-monthly", until: "2026-04-01", method: method)
    _ = try await gallery.buy(paid, at: desk)
    let item = try #require(await desk.unsent.first)
    #expect(await desk.unsent.count == 1)
    #expect([item.tier, item.product] == ["pro", "pro-monthly"])
    #expect(item.end == "2026-04-01")
    #expect(item.method == method)

    // The server is away: due again after 1 s, and at the next launch.
    await desk.flushOutbox { await server.hear($0) }
    #expect(await desk.unsent == [item])
    #expect(await desk.nextDue == Self.after(1000))
    await desk.flushOutbox { await server.hear($0) }
    #expect(await server.heard == [item], "not before it is due")
    desk = try await gallery.launch()
    #expect(await desk.unsent == [item])
    await server.set(Self.after(5000))
    await desk.flushOutbox { await server.hear($0) }
    #expect(await server.heard == [item, item])
    #expect(await desk.unsent.isEmpty)
    #expect(await desk.ledger.confirmed() == Self.after(5000))
    desk = try await gallery.launch()
    #expect(await desk.unsent.isEmpty)
    #expect(await desk.ledger.confirmed() == Self.after(5000))
  }

  @Test("an app without a server has nothing to send")
  func noServer() async throws {
    var gallery = try Gallery()
    gallery.terms.hasServer = false
    let desk = try await gallery.launch()
    _ = try await gallery.buy(subscribed("pro-monthly", until: "2026-04-01"), at: desk)
    #expect(await desk.unsent.isEmpty)
    #expect(await desk.audit.entries.count == 1)
  }

  @Test("LG-P25, LG-IT-3 a local change goes out, a server's status comes in, each once")
  func bothWays() async throws {
    let gallery = try Gallery()
    let server = Server()
    await server.set(Self.start)
    let desk = try await gallery.launch()
    let pro = subscribed("pro-monthly", until: "2026-04-01")
    #expect(try await gallery.buy(pro, at: desk)?.kind == .purchased)
    await desk.flushOutbox { await server.hear($0) }
    gallery.clock.time = Self.after(1000)
    let cancelled = pro.cancelled(at: Self.after(1000))
    #expect(try await gallery.buy(cancelled, at: desk)?.kind == .cancelled)
    #expect(await desk.unsent.map(\.renews) == [false])

    let report = subscribed("max-monthly", "s9", until: "2026-05-01", verification: .server)
    var kinds: [StatusChange.Kind?] = []
    for time in [Self.after(2000), Self.after(3000)] {
      gallery.clock.time = time
      let reading = report.changed(at: time) { _ in }
      kinds.append(try await gallery.buy(reading, at: desk)?.kind)
      try await desk.confirm(at: time)
    }
    #expect(kinds == [.switched, nil])
    #expect(await gallery.tier(desk) == "max")
    // An older answer of the server drops nothing (AMB-48).
    let old = report.changed(at: Self.start) { $0.state = .expired }
    _ = await desk.receive(old, proof: .genuine(old))
    #expect(try await gallery.look(desk) == nil)
    #expect(await gallery.tier(desk) == "max")
  }

  @Test("the server hears of changes in their order: behind one that failed the others wait")
  func inOrder() async throws {
    let gallery = try Gallery()
    let server = Server()
    let desk = try await gallery.launch()
    let pro = subscribed("pro-monthly", until: "2026-04-01")
    _ = try await gallery.buy(pro, at: desk)
    _ = try await gallery.buy(pro.changed(at: Self.after(1)) { $0.state = .refunded }, at: desk)
    let items = await desk.unsent
    #expect(items.map(\.tier) == ["pro", "free"])
    await desk.flushOutbox { await server.hear($0) }
    #expect(await server.heard == [items[0]])
    gallery.clock.time = Self.after(1000)
    await server.set(Self.after(1000))
    await desk.flushOutbox { await server.hear($0) }
    #expect(await server.heard == [items[0]] + items)
    #expect(await desk.unsent.isEmpty)
  }

  // MARK: What is written down

  /// A journal that knows what was added at once; a crash leaves all of that or none.
  private actor Batches: PurchaseJournal {
    private(set) var batches: [[JournalEntry]] = []

    func entries() -> [JournalEntry] { Array(batches.joined()) }
    func append(_ entries: [JournalEntry]) { batches.append(entries) }
    func compact() { batches = [JournalState(replaying: entries()).entries] }
  }

  @Test("a change is written down and sent once, wherever the app ends in between")
  func exactlyOnce() async throws {
    let whole = Batches()
    let life = try Gallery(whole)
    let pro = subscribed("pro-monthly", until: "2026-04-01")
    var desk = try await life.launch()
    _ = try await life.buy(pro, at: desk)
    _ = try await life.buy(pro.cancelled(at: Self.start.advanced(by: 9)), at: desk)
    life.clock.time = "2026-04-01"
    #expect(try await life.look(desk)?.kind == .expired)
    let audit = await desk.audit
    #expect(audit.entries.map(\.kind) == [.purchased, .cancelled, .expired])
    let batches = await whole.batches
    for count in 0...batches.count {
      let journal = MemoryJournal(Array(batches.prefix(count).joined()))
      let gallery = try Gallery(journal)
      desk = try await gallery.launch()
      // The store delivers both readings again, and the app looks after each.
      for record in [pro, pro.cancelled(at: Self.start.advanced(by: 9))] {
        _ = await desk.receive(record, proof: .genuine(record))
        _ = try await gallery.look(desk)
      }
      gallery.clock.time = "2026-04-01"
      _ = try await gallery.look(desk)
      #expect(try await gallery.look(desk) == nil)
      #expect(await desk.audit.entries.last?.kind == .expired, "after \(count) batches")
      #expect(await desk.audit.entries.filter { $0.kind == .expired }.count == 1)
      #expect(await desk.audit.entries.filter { $0.kind == .purchased }.count == 1)
      #expect(await Set(desk.unsent.map(\.id)).count == desk.unsent.count)
      let told = JournalState(replaying: await journal.entries())
      #expect(told.audit == (await desk.audit))
      await journal.compact()
      #expect(try await gallery.launch().audit == told.audit)
      #expect(try await gallery.look(gallery.launch()) == nil, "after \(count) entries")
    }
  }

  @Test("what ended while the app was closed is told at its next start, once")
  func whileClosed() async throws {
    let gallery = try Gallery()
    var desk = try await gallery.launch()
    _ = try await gallery.buy(subscribed("pro-monthly", until: "2026-04-01"), at: desk)
    gallery.clock.time = "2026-04-02"
    desk = try await gallery.launch()
    let change = try #require(try await gallery.look(desk))
    #expect(change.kind == .expired)
    #expect(change.before.tier == "pro" && change.after.tier == "free")
    desk = try await gallery.launch()
    #expect(try await gallery.look(desk) == nil)
    // Not even by a clock that is set back.
    gallery.clock.time = "2026-03-15"
    #expect(try await gallery.look(desk) == nil)
    #expect(await desk.audit.entries.map(\.kind) == [.purchased, .expired])
  }

  @Test("each account has its own looks, and is forgotten alone")
  func accounts() async throws {
    let gallery = try Gallery()
    let desk = try await gallery.launch()
    for (account, id) in [("A", "t1"), ("B", "t2")] {
      let record = subscribed("pro-monthly", id, until: "2026-04-01", account: account)
      _ = await desk.receive(record, proof: .genuine(record))
      _ = await desk.begin(
        PurchaseIntent(product: "max-monthly", account: account), isOnline: false)
      let change = try await desk.look(
        policy: gallery.app.policy, account: account, adding: gallery.app.base)
      #expect(change?.records.map(\.transactionID) == [id])
    }
    #expect(await desk.unsent.map(\.account) == ["A", "B"])
    try await desk.clear(account: "A")
    for desk in [desk, try await gallery.launch()] {
      #expect(await desk.ledger.records.allSatisfy { $0.account == "B" })
      #expect(await desk.begun.map(\.account) == ["B"])
      #expect(await desk.unsent.map(\.account) == ["B"])
      #expect(await desk.audit.entries.count == 2, "what was written down stays")
    }
    let texts = try await gallery.journal.entries().map { $0.json() }
    #expect(!texts.contains { $0.contains("\"A\"") })
  }

  // MARK: Failures

  @Test("LG-ERR-1, LG-ERR-3 failures count on after a restart, and a person is told once")
  func failures() async throws {
    var gallery = try Gallery()
    // Only at each launch: without a memory nobody would ever be told.
    gallery.terms.retries = .nextLaunch
    let record = subscribed("pro-monthly", until: "2026-04-01")
    var told: [[PurchaseNotice]] = []
    for _ in 1...5 {
      let desk = try await gallery.launch()
      _ = await desk.receive(record, proof: .unavailable(.networkError))
      told.append(await desk.takeNotices())
    }
    #expect(told == [[], [], [.failing(id: "t1", attempts: 3)], [], []])
    let desk = try await gallery.launch()
    _ = try await gallery.buy(record, at: desk)
    #expect(JournalState(replaying: try await gallery.journal.entries()).failures.isEmpty)
  }

  @Test("FW-5.3 a transaction is tried at 0, 1, 3, 7 and 15 s, then when the app is back")
  func backoff() async throws {
    let gallery = try Gallery()
    let desk = try await gallery.launch()
    let record = subscribed("pro-monthly", until: "2026-04-01")
    let first = await desk.receive(record, proof: .unavailable(.networkError))
    #expect(first == .failed(.networkError))
    for due: Int64 in [1000, 3000, 7000, 15_000] {
      #expect(await desk.nextDue == Self.after(due))
      gallery.clock.time = Self.after(due)
      await desk.work()
    }
    #expect(await desk.nextDue == nil)
    #expect(await desk.takeNotices() == [.failing(id: "t1", attempts: 3)])
    #expect(await desk.waiting == ["t1"])
    await desk.wake()
    #expect(await desk.nextDue == Self.after(16_000))
  }
}
