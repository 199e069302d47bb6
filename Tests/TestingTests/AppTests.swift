import Testing
import TollgateKit
import TollgatePurchases
import TollgateRuntime
import TollgateTesting

/// The steps of a purchase through an app, and their failures.
@Suite struct AppTests {
  @Test("a transaction is stored, verified, granted and finished, and survives the app")
  func wayOfAPurchase() async throws {
    let journal = WatchedJournal()
    let app = try await SimulatedApp(
      policy: Shop.policy(), at: instant("2026-01-31"), journal: journal)
    #expect(await app.buy("yearly").code == .purchased)
    #expect(await journal.lines == ["stored sim-1 waiting", "stored sim-1 device"])
    #expect(app.device.finished == ["sim-1"])
    #expect(await app.device.unfinished().isEmpty)
    let before = await journal.entries()
    try await app.relaunch()
    #expect(await app.tier == "pro")
    #expect(await journal.entries() == before, "nothing is stored twice")
  }

  @Test("a purchase that cannot be stored is neither granted nor finished, and is tried again")
  func fullDisk() async throws {
    let journal = WatchedJournal(failingOnceAt: ["stored sim-1 device"])
    let app = try await SimulatedApp(
      policy: Shop.policy(), at: instant("2026-01-31"), journal: journal)
    #expect(await app.buy("forever").code == .unknownError)
    #expect(await app.tier == "free")
    #expect(app.device.finished.isEmpty)
    await app.advance(by: .seconds(1))
    #expect(await app.tier == "max")
    #expect(app.device.finished == ["sim-1"])
  }

  @Test("an unavailable verifier is asked again at 1, 3, 7 and 15 s; the user is told once")
  func unavailable() async throws {
    let app = try await Shop.app()
    app.store.verification = .unavailable(.networkError)
    #expect(await app.buy("forever") == .failed(.networkError))
    let moments = await app.advance(by: .seconds(20))
    #expect(moments.map { $0.notices } == [[.failing(id: "sim-1", attempts: 3)]])
    #expect(moments.first?.at == instant("2026-01-31T00:00:03Z"))
    #expect(await app.tier == "free")
    app.store.verification = .works(.server)
    await app.session.processor.wake()
    await app.update()
    #expect(await app.tier == "max")
  }

  @Test("a false or changed proof opens nothing and stays unfinished")
  func forged() async throws {
    let app = try await Shop.app()
    app.store.verification = .refuses(.signature)
    #expect(await app.buy("forever") == .failed(.verificationFailed))
    #expect(await app.tier == "free")
    #expect(app.device.finished.isEmpty)
    app.store.verification = .works(.device)
    let transaction = try #require(await app.device.purchases().first)
    var proof = transaction.proof
    proof.record.product = "top"
    #expect(await SimulatedVerifier(app.store).verify(proof) == .invalid(.signature))
    let other = SimulatedStore(policy: app.policy, clock: app.clock)
    let foreign = await SimulatedVerifier(other).verify(transaction.proof)
    #expect(foreign == .invalid(.signature))
  }

  @Test("offline: buying fails, updates wait, and after 24 hours the status is stale")
  func offline() async throws {
    let app = try await Shop.app()
    _ = await app.buy("top")
    app.device.isOnline = false
    #expect(await app.buy("yearly") == .failed(.networkError))
    #expect(await app.restore() == .failed(.networkError))
    try app.store.refund("top")
    await app.advance(by: .hours(23))
    #expect(await app.tier == "max", "the refund is not heard of yet")
    let moments = await app.advance(by: .hours(2))
    #expect(moments.first { $0.change != nil }?.at == instant("2026-02-01"))
    #expect(await app.status.isStale)
    #expect(await app.decide("studio").reason == .stale)
    app.device.isOnline = true
    await app.update()
    #expect(await !app.status.isStale)
    #expect(await app.decide("studio").reason == .revoked)
  }

  @Test("with a network the app asks in time, and is never stale")
  func online() async throws {
    let app = try await Shop.app()
    _ = await app.buy("yearly")
    let moments = await app.advance(by: .months(11))
    #expect(moments.isEmpty)
    #expect(await !app.status.isStale)
  }

  @Test("a purchase that needs approval is pending, then bought or declined")
  func approval() async throws {
    let app = try await Shop.app()
    app.store.setApproval(isNeeded: true)
    #expect(await app.buy("top") == .failed(.pending))
    #expect(await app.tier == "free")
    await app.advance(by: .days(1))
    try app.store.approve("top")
    #expect(await app.update().change?.kind == .purchased)
    #expect(await app.planEnd == "2026-03-01")
    #expect(await app.buy("forever") == .failed(.pending))
    try app.store.decline("forever")
    #expect(throws: SimulationError.nothingPending("forever")) {
      try app.store.approve("forever")
    }
    #expect(app.story.last == "declined forever")
  }

  @Test("a test can set the store's next answer")
  func answers() async throws {
    let app = try await Shop.app()
    app.store.answerNextPurchase(with: .userCancelled)
    #expect(await app.buy("top") == .failed(.userCancelled))
    app.store.answerNextPurchase(with: .failed(.insufficientPermissions))
    #expect(await app.buy("top") == .failed(.insufficientPermissions))
    #expect(await app.buy("nothing") == .failed(.productNotFound))
    #expect(await app.buy("top").code == .purchased)
  }

  @Test("two devices of one user have the same purchases; each finishes its own transactions")
  func devices() async throws {
    let phone = try await Shop.app()
    let tablet = try await SimulatedApp(phone.store, clock: phone.clock)
    tablet.device.isOnline = false
    _ = await phone.buy("top")
    await tablet.update()
    #expect(await tablet.tier == "free")
    tablet.device.isOnline = true
    await tablet.update()
    #expect(await tablet.tier == "max")
    _ = await tablet.buy("forever")
    await phone.update()
    #expect(await phone.status == tablet.status)
    #expect(phone.device.finished == tablet.device.finished)
  }

  @Test("a sandbox purchase opens nothing in production")
  func sandbox() async throws {
    let conditions = StoreConditions(environment: .sandbox)
    let app = try await Shop.app(conditions)
    #expect(await app.buy("forever").code == .purchased)
    #expect(await app.tier == "free")
    let tester = try await Shop.app(
      conditions, terms: PurchaseTerms(environments: [.sandbox]))
    _ = await tester.buy("forever")
    #expect(await tester.tier == "max")
  }

  @Test("an account has its own purchases")
  func accounts() async throws {
    let anna = try await SimulatedApp(
      policy: Shop.policy(), at: instant("2026-01-31"), account: "anna")
    let ben = try await SimulatedApp(anna.store, clock: anna.clock, account: "ben")
    _ = await anna.buy("top")
    await ben.update()
    #expect(await ben.tier == "free")
    #expect(await ben.buy("top").code == .purchased)
    #expect(await anna.tier == "max")
  }
}
