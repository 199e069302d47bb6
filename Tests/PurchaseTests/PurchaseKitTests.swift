import Testing
import TollgateKit
import TollgatePurchases

/// FW: one product of each kind, transactions that must not be lost.
@Suite struct PurchaseKitTests {
  @Test("FW-2.1 each kind of product gives what it should")
  func kinds() throws {
    var app = try App.purchaseKit()
    try app.apply(owned("n1", "t1"), at: "2026-03-01")
    try app.apply(subscribed("s1", "t2", until: "2026-04-01T00:00:00Z"), at: "2026-03-01")
    let before = app.snapshot(at: "2026-03-01").grants
    for id in ["t3", "t4"] {
      try app.ledger.insert(
        PurchaseRecord(
          transactionID: id, product: "c1", kind: .consumable, start: "2026-03-01",
          verification: .device))
    }
    #expect(app.ledger.transactions().count == 4)
    #expect(app.snapshot(at: "2026-03-01").grants == before)
    #expect(app.status(at: "2026-03-31T23:59:59Z").entitlements == ["E1", "E2"])
    #expect(app.status(at: "2026-04-01T00:00:00Z").entitlements == ["E1"])
    #expect(app.status(at: "2126-03-01").entitlements == ["E1"])
  }

  @Test("FW-3.2 a restore returns every genuine transaction once")
  func restore() throws {
    var app = try App.purchaseKit()
    let outcome = app.ledger.restore(
      .success([
        owned("n1", "t1"), subscribed("s1", "t2", until: "2026-04-01"),
        subscribed("s1", "t3", from: "2025-12-01", until: "2026-01-01"),
        owned("n1", "t4", verification: .invalid), owned("n1", "t1"),
      ]), at: "2026-03-01")
    #expect(outcome == .restored(["t1", "t2", "t3"]))
    #expect(app.status(at: "2026-03-01").entitlements == ["E1", "E2"])
  }

  @Test("FW-3.3 a restore that failed tells why and keeps everything")
  func failedRestore() throws {
    var app = try App.purchaseKit()
    try app.apply(owned("n1"), at: "2026-03-01")
    let before = app.ledger
    #expect(app.ledger.restore(.failure(.networkError), at: "2026-03-02") == .failed(.networkError))
    #expect(app.ledger == before)
  }

  @Test("FW-5.2 an unfinished transaction is taken up again at launch")
  func unfinished() throws {
    var app = try App.purchaseKit()
    var queue = RetryQueue<PurchaseRecord>()
    queue.add(owned("n1"), id: "t1", at: "2026-02-28")
    #expect(queue.take(at: "2026-02-28").count == 1)
    // The app ends here, and so does its work.
    queue.launch(at: "2026-03-01")
    for item in queue.take(at: "2026-03-01") {
      try app.ledger.insert(item.payload)
      queue.remove(item.id)
    }
    #expect(app.status(at: "2026-03-01").entitlements == ["E1"])
    #expect(queue.isEmpty)
  }

  @Test("FW-5.1 at launch every unfinished transaction is in the queue, once")
  func launchQueue() {
    var queue = RetryQueue<String>()
    queue.add("receipt of t2", id: "t2", at: "2026-02-28")
    queue.launch(at: "2026-03-01")
    for id in ["t1", "t2"] { queue.add("receipt of \(id)", id: id, at: "2026-03-01") }
    #expect(queue.take(at: "2026-03-01").map(\.id) == ["t2", "t1"])
  }

  @Test("FW-5.3 waits double: 1, 2, 4, 8 s")
  func backoff() {
    let start: Instant = "2026-03-01"
    var queue = RetryQueue<String>()
    queue.add("n1", id: "t1", at: start)
    for (now, next) in [(0, 1000), (1000, 3000), (3000, 7000), (7000, 15_000)] {
      #expect(queue.take(at: start.advanced(by: Int64(now))).map(\.id) == ["t1"])
      _ = queue.fail("t1", at: start.advanced(by: Int64(now)))
      #expect(queue.nextDue == start.advanced(by: Int64(next)))
      #expect(queue.take(at: start.advanced(by: Int64(next - 1))).isEmpty)
      if now == 1000 { #expect(queue.take(at: start.advanced(by: 2900)).isEmpty) }
    }
    var other = RetryQueue<String>()
    other.add("n1", id: "t1", at: start)
    for now: Int64 in [0, 1000, 3000] {
      #expect(other.take(at: start.advanced(by: now)).count == 1)
      _ = other.fail("t1", at: start.advanced(by: now))
    }
    #expect(other.take(at: start.advanced(by: 7000)).count == 1)
    other.remove("t1")
    #expect(other.nextDue == nil)
    #expect(other.isEmpty)
  }

  @Test("FW-5.4 each state of a transaction has its effect, and its change once")
  func states() throws {
    let now: Instant = "2026-03-01"
    var app = try App.purchaseKit()
    #expect(app.receive(.pending(owned("n1", "t1")), at: now) == .failed(.pending))
    #expect(app.status(at: now).entitlements.isEmpty)
    #expect(app.changes.isEmpty)
    let bought = owned("n1", "t1", confirmed: "2026-03-01T00:00:01Z")
    #expect(app.receive(.success(bought), at: "2026-03-01T00:00:01Z") == .purchased(bought))
    #expect(app.changes.count == 1)
    #expect(app.changes.last?.unlocked == ["permanent-content"])
    _ = app.receive(.failure(.purchaseFailed(reason: "t2")), at: "2026-03-01T00:00:02Z")
    #expect(app.changes.count == 1)
    _ = app.ledger.restore(
      .success([subscribed("s1", "t3", until: "2026-04-01")]), at: "2026-03-01T00:00:03Z")
    app.observe(at: "2026-03-01T00:00:03Z")
    #expect(app.changes.count == 2)
    #expect(app.changes.last?.unlocked == ["subscriber-content"])
  }

  // MARK: Verifiers

  /// Checks on the device: a proof that ends in `!` is false.
  private struct LocalVerifier: PurchaseVerifier {
    func verify(_ proof: String) async -> VerificationResult {
      guard !proof.hasSuffix("!") else { return .invalid(.signature) }
      return .genuine(owned(proof, "local"))
    }
  }

  /// Asks a server, if there is a network.
  private struct RemoteVerifier: PurchaseVerifier {
    var isOnline: Bool

    func verify(_ proof: String) async -> VerificationResult {
      guard isOnline else { return .unavailable(.networkError) }
      return .genuine(owned(proof, "remote", verification: .server))
    }
  }

  private func verify(_ proof: String, with verifier: some PurchaseVerifier<String>) async
    -> VerificationResult
  {
    await verifier.verify(proof)
  }

  @Test("FW-4.1, FW-4.2, FW-4.3 local and remote verifiers return the transaction")
  func genuine() async throws {
    let local = await verify("n1", with: LocalVerifier())
    #expect(local == .genuine(owned("n1", "local")))
    let remote = await verify("n1", with: RemoteVerifier(isOnline: true))
    #expect(remote == .genuine(owned("n1", "remote", verification: .server)))
    #expect(remote.error == nil)
  }

  @Test("FW-4.4 false and unavailable are told apart")
  func notGenuine() async throws {
    #expect(await verify("n1!", with: LocalVerifier()).error == .verificationFailed)
    #expect(await verify("n1", with: RemoteVerifier(isOnline: false)).error == .networkError)
  }
}
