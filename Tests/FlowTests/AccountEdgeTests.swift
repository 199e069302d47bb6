import Foundation
import TestSupport
import Testing
import TollgateKit
import TollgatePurchases
import TollgateRuntime
import TollgateTesting
import TollgateUsage

/// What happens at the edges of an account: late answers, adopted counts, shared files, closing.
@Suite struct AccountEdgeTests {
  private typealias App = AccountTests.App
  private let clock = TestClock("2026-01-31T08:00:00Z")
  private let utc = TimeZone(secondsFromGMT: 0)

  // MARK: Late answers

  @Test("a purchase that arrives after its buyer has left opens nothing for the next one")
  func latePurchase() async throws {
    let store = SimulatedStore(policy: App.policy, clock: clock)
    let gate = Gate<App>(account: "ada", clock: clock)
    let leaving = LeavingStore(device: store.device()) { await gate.changeAccount(to: "bob") }
    try await gate.launch(leaving, verifier: SimulatedVerifier(store), journal: MemoryJournal())
    #expect(await gate.buy(App.annual).code == .purchased)
    #expect(!gate.can(App.export))
    await gate.refresh()
    #expect(await gate.status.plan == nil)
    await gate.changeAccount(to: "ada")
    #expect(gate.can(App.export))
    #expect(await gate.status.plan?.product == "annual")
  }

  @Test("a server's answer about another account is not taken")
  func lateAnswer() async {
    let gate = Gate<App>(account: "ada", clock: clock)
    await gate.changeAccount(to: "bob")
    let answer = Snapshot(subject: "ada", asOf: clock.now(), grants: [Grant(product: "annual")])
    #expect(!gate.update(merging: answer))
    #expect(!gate.update(replacingAllBy: answer))
    #expect(!gate.can(App.export))
    await gate.changeAccount(to: nil)
    #expect(!gate.update(merging: answer), "nobody is not ada")
    await gate.changeAccount(to: "ada")
    #expect(gate.update(merging: answer))
    #expect(gate.can(App.export))
  }

  @Test("uses that are under way are counted for whoever made them")
  func lateUse() async throws {
    let gate = Gate<App>(account: "ada", clock: clock)
    let books = MemoryUsageStore()
    try await gate.count(in: books, device: "phone", in: utc)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 1...20 { group.addTask { _ = try await gate.use(App.questions) } }
      group.addTask { await gate.changeAccount(to: "bob") }
      try await group.waitForAll()
    }
    func used(_ account: String) async -> Int64 {
      await gate.changeAccount(to: account)
      return gate.snapshot.usage["questions"]?.day?.used ?? 0
    }
    let (ada, bob) = (await used("ada"), await used("bob"))
    #expect((0...3).contains(ada) && (0...3).contains(bob) && ada + bob >= 3)
    #expect(await used("ada") == ada)
  }

  // MARK: What a server says

  @Test("what the server did not say stays, or goes if all is replaced")
  func server() {
    let gate = Gate<App>(clock: clock)
    func tell() {
      gate.update {
        $0.usage["questions"] = Usage([.day: Counter(2)])
        $0.facts["beta"] = .yesOrNo(true)
        $0.grants = [Grant(product: "annual", id: "1")]
      }
    }
    tell()
    gate.update(merging: Snapshot(usage: ["other": Usage(1)]))
    #expect(gate.snapshot.usage["questions"]?.day?.used == 2)
    #expect(gate.snapshot.usage["other"]?.total?.used == 1)
    #expect(gate.snapshot.facts["beta"] == .yesOrNo(true))
    #expect(gate.snapshot.grants.count == 1, "it said nothing about purchases")
    gate.update(merging: Snapshot(asOf: clock.now()))
    #expect(gate.snapshot.grants.isEmpty, "it was asked, and there are none")
    tell()
    gate.update(replacingAllBy: Snapshot(asOf: clock.now(), facts: ["beta": .yesOrNo(false)]))
    #expect(gate.snapshot.usage.isEmpty)
    #expect(gate.snapshot.grants.isEmpty)
    #expect(gate.snapshot.facts == ["beta": .yesOrNo(false)])
  }

  @Test("the purchases of the gate's own store stay whatever the server says")
  func serverBesideStore() async throws {
    let store = SimulatedStore(policy: App.policy, clock: clock)
    let gate = Gate<App>(account: "ada", clock: clock)
    try await gate.launch(
      store.device(), verifier: SimulatedVerifier(store), journal: MemoryJournal())
    _ = await gate.buy(App.annual)
    gate.update(merging: Snapshot(asOf: clock.now(), grants: [Grant(entitlement: "free", id: "g")]))
    #expect(gate.can(App.export))
    #expect(gate.snapshot.grants.count == 2)
    gate.update(replacingAllBy: Snapshot(asOf: clock.now()))
    #expect(gate.can(App.export))
    try store.refund("annual")
    await gate.refresh()
    #expect(!gate.can(App.export), "a refund still takes it away")
  }

  // MARK: Adopting

  @Test(
    "counts before a login become the account's only if the app says so", arguments: [false, true])
  func adopting(_ isAdopting: Bool) async throws {
    let gate = Gate<App>(clock: clock)
    let books = MemoryUsageStore()
    try await gate.count(in: books, device: "phone", in: utc)
    func used() -> Int64 { gate.snapshot.usage["questions"]?.day?.used ?? 0 }
    _ = try await gate.use(App.questions, adding: 2)
    await gate.changeAccount(to: "ada", adopting: isAdopting)
    #expect(used() == (isAdopting ? 2 : 0))
    _ = try await gate.use(App.questions)
    #expect(used() == (isAdopting ? 3 : 1))
    #expect(gate.allows(App.questions) == !isAdopting)
    await gate.changeAccount(to: nil)
    #expect(used() == (isAdopting ? 0 : 2))
    // A second time adds what is new, and nothing twice.
    _ = try await gate.use(App.questions)
    await gate.changeAccount(to: "bob", adopting: isAdopting)
    #expect(used() == (isAdopting ? 1 : 0))
    await gate.changeAccount(to: "ada", adopting: true)
    #expect(used() == (isAdopting ? 3 : 1), "bob's are not adopted")
  }

  @Test("an adoption that is interrupted counts nothing twice when it is repeated")
  func interruptedAdoption() async throws {
    let books = MemoryUsageStore()
    let counter = UsageCounter(App.policy, in: books, device: "phone")
    let zone = try #require(utc)
    let nobody = UsageCounter.Person("", in: zone)
    let ada = UsageCounter.Person("ada", in: zone)
    _ = try await counter.use("questions", by: nobody, at: clock.now())
    // The first step was made, the second was not.
    let before = books.book(of: "")
    try await counter.adopt("", by: "ada")
    let torn = MemoryUsageStore()
    let other = UsageCounter(App.policy, in: torn, device: "phone")
    try await other.merge(before.book, into: "")
    try await other.merge(books.book(of: "ada").book, into: "ada")
    _ = try await other.use("questions", by: nobody, at: clock.now())
    try await other.adopt("", by: "ada")
    try await other.adopt("", by: "ada")
    let snapshot = try await other.snapshot(of: ada, at: clock.now())
    #expect(snapshot.usage["questions"]?.day?.used == 2)
    #expect(
      try await other.snapshot(of: nobody, at: clock.now()).usage["questions"]?.day?.used == 0)
    let kept = try UsageBook(json: torn.book(of: "").book.json())
    #expect(kept == torn.book(of: "").book)
  }

  // MARK: The device

  @Test("a fact told while nobody is there is the device's; the clock is nobody's own")
  func device() async {
    let gate = Gate<App>(clock: clock)
    gate.update { $0.facts["platform"] = .choice("ios") }
    await gate.changeAccount(to: "ada")
    #expect(gate.snapshot.facts["platform"] == .choice("ios"))
    gate.update { $0.facts["beta"] = .yesOrNo(true) }
    clock.advance(by: .days(2))
    gate.update { _ in }
    let seen = gate.snapshot.latestSeen
    await gate.changeAccount(to: "bob")
    #expect(gate.snapshot.facts == ["platform": .choice("ios")])
    #expect(gate.snapshot.latestSeen == seen, "signing out does not set the clock back")
    #expect(gate.snapshot.subject == "bob")
    await gate.changeAccount(to: "")
    #expect(gate.account == nil)
    #expect(gate.snapshot.facts == ["platform": .choice("ios")])
  }

  // MARK: Files

  @Test("two gates on one file keep what each of them changed")
  func twoGates() async throws {
    try await withFolder { folder in
      let file = folder.appendingPathComponent("gate.json")
      let app = try Gate<App>(remembering: file, account: "ada", clock: clock)
      app.update { $0.facts = ["a": .number(1), "b": .number(1)] }
      try app.save()
      let widget = try Gate<App>(remembering: file, account: "ada", clock: clock)
      widget.update { $0.facts["b"] = .number(2) }
      widget.update { $0.dismissed["p"] = clock.now() }
      app.update { $0.facts["a"] = .number(3) }
      app.update { $0.grants = [Grant(product: "annual", id: "1")] }
      try app.save()
      try widget.save()
      try app.save()
      for gate in [app, widget, try Gate<App>(remembering: file, account: "ada", clock: clock)] {
        #expect(gate.snapshot.facts == ["a": .number(3), "b": .number(2)])
        #expect(gate.snapshot.dismissed["p"] == clock.now())
        #expect(gate.can(App.export))
      }
      // What one takes away is gone for the other.
      widget.update { $0.grants = [] }
      try widget.save()
      try app.save()
      #expect(!app.can(App.export))
      let other = try Gate<App>(remembering: file, clock: clock)
      #expect(other.snapshot.facts.isEmpty && !other.can(App.export), "nobody is not ada")
    }
  }

  @Test("a file of one snapshot, as before, is that of its subject")
  func oldFile() async throws {
    try await withFolder { folder in
      let file = folder.appendingPathComponent("gate.json")
      let old = Snapshot(subject: "ada", grants: [Grant(product: "annual")])
      try Data(old.json().utf8).write(to: file)
      #expect(try Gate<App>(remembering: file, account: "ada", clock: clock).can(App.export))
      #expect(try !Gate<App>(remembering: file, clock: clock).can(App.export))
    }
  }

  @Test("a closed gate frees its files at once, and one that is open says so")
  func closing() async throws {
    try await withFolder { folder in
      let (purchases, counts) = (folder.path + "/purchases", folder.path + "/counts")
      let store = SimulatedStore(policy: App.policy, clock: clock)
      let device = store.device()
      let gate = Gate<App>(account: "ada", clock: clock)
      func connect() async throws {
        try await gate.launch(
          device, verifier: SimulatedVerifier(store), journal: FileJournal(path: purchases))
        try await gate.count(in: FileUsageStore(path: counts), device: "phone", in: utc)
      }
      try await connect()
      _ = await gate.buy(App.annual)
      let open = JournalError.alreadyOpen(path: purchases)
      #expect(throws: open) { try FileJournal(path: purchases) }
      #expect(open.description(in: "en").contains("await gate.close()"))
      #expect(open.description(in: "zh-Hans").contains("await gate.close()"))
      await gate.close()
      #expect(gate.can(App.export), "it answers from what it knows")
      #expect(await gate.buy(App.annual).code == .purchaseFailed)
      await #expect(throws: UsageError.noBook) { try await gate.use(App.questions) }
      try await connect()
      #expect(try await gate.use(App.questions).isAllowed)
      await gate.close()
      _ = try FileJournal(path: purchases)
    }
  }

  // MARK: Without a network

  @Test("a purchase without a network waits for it, also over a restart and another person")
  func offline() async throws {
    let store = SimulatedStore(policy: App.policy, clock: clock)
    let device = store.device()
    let journal = MemoryJournal()
    let terms = PurchaseTerms(offlinePurchase: .queue)
    func launched(_ account: String?) async throws -> Gate<App> {
      let gate = Gate<App>(account: account, clock: clock)
      try await gate.launch(
        device, verifier: SimulatedVerifier(store), journal: journal, terms: terms)
      return gate
    }
    var gate = try await launched("ada")
    device.isOnline = false
    #expect(await gate.buy(App.annual) == .queued)
    #expect(!gate.can(App.export))
    await gate.close()
    gate = try await launched("bob")
    device.isOnline = true
    await gate.note(.networkLost)
    await gate.note(.networkRestored)
    #expect(!gate.can(App.export), "bob is not asked to pay for ada")
    await gate.changeAccount(to: "ada")
    await gate.note(.foregrounded)
    #expect(gate.can(App.export))
    #expect(await gate.status.plan?.product == "annual")
    await gate.changeAccount(to: "bob")
    #expect(!gate.can(App.export))
  }

  @Test("without the terms, a purchase without a network is refused")
  func refusedOffline() async throws {
    let store = SimulatedStore(policy: App.policy, clock: clock)
    let device = store.device()
    let gate = Gate<App>(clock: clock)
    try await gate.launch(device, verifier: SimulatedVerifier(store), journal: MemoryJournal())
    device.isOnline = false
    #expect(await gate.buy(App.annual) == .failed(.networkError))
  }
}

/// A store whose buyer leaves while the purchase is under way.
private struct LeavingStore: PurchaseStore {
  let device: SimulatedDevice
  let leave: @Sendable () async -> Void

  func buy(_ product: StoreID, account: String?) async -> StorePurchaseResult<SimulatedProof> {
    await leave()
    return await device.buy(product, account: account)
  }

  func updates() -> AsyncStream<StoreTransaction<SimulatedProof>> { device.updates() }
  func unfinished() async -> [StoreTransaction<SimulatedProof>] { await device.unfinished() }
  func purchases() async throws(PurchaseError) -> [StoreTransaction<SimulatedProof>] {
    try await device.purchases()
  }
  func synchronize() async throws(PurchaseError) { try await device.synchronize() }
  func storeID(of product: String, in policy: Policy) -> StoreID? {
    device.storeID(of: product, in: policy)
  }
  func finish(_ transactionID: String) async { await device.finish(transactionID) }
}
