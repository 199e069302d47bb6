import TestSupport
import Testing
import TollgateKit
import TollgatePurchases

/// The steps of a transaction: accepted, stored, verified, granted, and finished last.
@Suite struct JournalTests {
  private typealias Processor = PurchaseProcessor<Given>

  /// The events in order: `stored t1 device`, `finished t1`.
  private actor Notes {
    private(set) var lines: [String] = []

    func add(_ line: String) { lines.append(line) }
  }

  /// A journal that logs its entries, and fails when told to.
  private actor Watched: PurchaseJournal {
    private let log: Notes
    private var failing: Set<String>
    private(set) var kept: [JournalEntry] = []

    init(_ log: Notes, failingOnceAt failing: Set<String> = []) {
      self.log = log
      self.failing = failing
    }

    func entries() -> [JournalEntry] { kept }

    func append(_ entries: [JournalEntry]) async throws(JournalError) {
      for case .record(let record) in entries {
        let line = "stored \(record.transactionID) \(record.verification)"
        if failing.remove(line) != nil { throw .unwritable(path: "the disk") }
        await log.add(line)
      }
      kept += entries
    }

    func close() {}
    func compact() { kept = JournalState(replaying: kept).entries }
  }

  private func open(
    _ journal: any PurchaseJournal, _ log: Notes, terms: PurchaseTerms = PurchaseTerms()
  ) async throws -> Processor {
    try await Processor.open(journal, verifier: Given(), terms: terms, clock: StillClock()) {
      await log.add("finished \($0)")
    }
  }

  @Test("LG-IOS-5 a transaction is finished after its verified record is stored, or not at all")
  func finishLast() async throws {
    let log = Notes()
    let processor = try await open(Watched(log), log)
    let record = owned("n1", "t1")
    #expect(await processor.receive(record, proof: .genuine(record)) == .purchased(record))
    #expect(await log.lines == ["stored t1 waiting", "stored t1 device", "finished t1"])

    for failure in ["stored t2 waiting", "stored t2 device"] {
      let log = Notes()
      let processor = try await open(Watched(log, failingOnceAt: [failure]), log)
      let record = owned("n1", "t2")
      let outcome = await processor.receive(record, proof: .genuine(record))
      #expect(outcome.code == .unknownError)
      #expect(await !log.lines.contains("finished t2"))
      #expect(await processor.ledger.record("t2") == nil, "it does not count before it is stored")
    }
  }

  @Test("FW-3.4 of what is restored, each is finished when it is stored")
  func eachIsFinished() async throws {
    let log = Notes()
    let processor = try await open(Watched(log, failingOnceAt: ["stored t2 device"]), log)
    for id in ["t1", "t2", "t3"] {
      let record = owned("n1", id)
      _ = await processor.receive(record, proof: .genuine(record))
    }
    #expect(await log.lines.filter { $0.hasPrefix("finished") } == ["finished t1", "finished t3"])
    #expect(await processor.waiting == ["t2"])
    await processor.wake()
    #expect(await log.lines.last == "finished t2")
    #expect(await processor.waiting.isEmpty)
  }

  @Test("FW-5.5 after a crash at any point the transaction is delivered again, and counts once")
  func crashes() async throws {
    let record = owned("n1", "t1")
    let whole = MemoryJournal()
    _ = await (try open(whole, Notes())).receive(record, proof: .genuine(record))
    let entries = await whole.entries()
    #expect(entries.count == 3)
    for count in 0...entries.count {
      let log = Notes()
      let journal = MemoryJournal(Array(entries.prefix(count)))
      let processor = try await open(journal, log)
      if count < 3 {
        #expect(await processor.receive(record, proof: .genuine(record)) == .purchased(record))
        #expect(await log.lines.contains("finished t1"))
      }
      var app = try App.purchaseKit()
      app.ledger = Ledger(replaying: await journal.entries())
      #expect(app.ledger == (await processor.ledger))
      #expect(app.status(at: "2026-03-01").entitlements == ["E1"])
      #expect(app.snapshot(at: "2026-03-01").grants.count == 1)
    }
  }

  @Test("what is false leaves the queue unfinished; what cannot be verified now stays in it")
  func refusedAndUnavailable() async throws {
    let log = Notes()
    let processor = try await open(Watched(log), log)
    let forged = await processor.receive(owned("n1", "t1"), proof: .invalid(.signature))
    #expect(forged == .failed(.verificationFailed))
    #expect(await processor.waiting.isEmpty)
    // A genuine proof of another transaction.
    let stolen = await processor.receive(owned("n1", "t3"), proof: .genuine(owned("n1", "t4")))
    #expect(stolen == .failed(.verificationFailed))
    // An invalid record.
    var endless = subscribed("s1", "t5", until: "2026-04-01")
    endless.end = nil
    #expect(
      await processor.receive(endless, proof: .genuine(endless)) == .failed(.verificationFailed))
    #expect(await processor.waiting.isEmpty)
    let unavailable = await processor.receive(owned("n1", "t2"), proof: .unavailable(.networkError))
    #expect(unavailable == .failed(.networkError))
    for _ in 1...3 { await processor.wake() }
    #expect(await processor.takeNotices() == [.failing(id: "t2", attempts: 3)])
    #expect(await processor.waiting == ["t2"])
    #expect(await processor.ledger.transactions().isEmpty)
    #expect(await !log.lines.contains { $0.hasPrefix("finished") })
  }

  // MARK: Concurrent calls

  /// A verifier that answers when told to.
  private actor SlowVerifier: PurchaseVerifier {
    private(set) var asked = 0
    private var open: [CheckedContinuation<Void, Never>] = []

    func verify(_ proof: PurchaseRecord) async -> VerificationResult {
      asked += 1
      await withCheckedContinuation { open.append($0) }
      return .genuine(proof)
    }

    func answer() async {
      guard await eventually({ await !self.open.isEmpty }) else {
        Issue.record("nobody asked")
        return
      }
      open.removeFirst().resume()
    }
  }

  @Test("LG-IOS-1 what the listener and the purchase call deliver at once is verified once")
  func atOnce() async throws {
    let verifier = SlowVerifier()
    let notes = Notes()
    let processor = try await PurchaseProcessor.open(
      Watched(notes), verifier: verifier, clock: StillClock()
    ) { await notes.add("finished \($0)") }
    let record = owned("n1", "t1")
    let outcomes = await withTaskGroup(of: PurchaseOutcome.self) { group in
      for _ in 1...5 { group.addTask { await processor.receive(record, proof: record) } }
      // All have arrived before the answer.
      for _ in 1...200 { await Task.yield() }
      await verifier.answer()
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(outcomes == Array(repeating: .purchased(record), count: 5))
    #expect(await verifier.asked == 1)
    #expect(await notes.lines.filter { $0.hasPrefix("stored") }.count == 2)
  }
}
