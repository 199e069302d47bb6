import Testing
import TollgateKit
import TollgatePurchases
import TollgateRuntime
import TollgateTesting

/// The simulated store over time, in an app with a processor.
@Suite struct StoreLifeTests {
  @Test("a trial is free, becomes a paid plan, and renews by the calendar")
  func trial() async throws {
    let app = try await Shop.app()
    #expect(await app.buy("monthly").code == .purchased)
    #expect(await app.status.plan?.isTrial == true)
    #expect(await app.planEnd == "2026-02-07")
    #expect(await app.ledger.records.last?.paid?.amountText == "0.00")
    await app.advance(to: instant("2026-04-08"))
    #expect(
      app.story
        == ["trial-started monthly", "converted monthly", "renewed monthly", "renewed monthly"])
    #expect(await app.planEnd == "2026-05-07")
    #expect(await app.status.plan?.isTrial == false)
    #expect(await app.ledger.transactions().first?.paid?.amountText == "10.00")
    #expect(await app.can("export"))
  }

  @Test("a plan of the 31st renews on the last day of each month")
  func lastDay() async throws {
    let app = try await Shop.app()
    #expect(await app.buy("top").code == .purchased)
    var ends: [String?] = []
    for _ in 1...3 {
      ends.append(await app.planEnd)
      await app.advance(by: .days(31))
    }
    #expect(ends == ["2026-02-28", "2026-03-31", "2026-04-30"])
  }

  @Test("a group has one trial; a returning user pays from the first day")
  func trialOnce() async throws {
    let app = try await Shop.app()
    _ = await app.buy("monthly")
    try app.store.cancel("monthly")
    await app.advance(by: .days(8))
    #expect(app.story.last == "expired monthly")
    #expect(await app.tier == "free")
    _ = await app.buy("monthly")
    #expect(app.story.last == "purchased monthly")
    #expect(await app.planEnd == "2026-03-08")
    // All its transactions belong to one subscription.
    #expect(Set(await app.ledger.records.map { $0.originalID }) == ["sim-1"])
  }

  @Test("an introductory price follows the trial, and the price follows it")
  func introductoryPrice() async throws {
    let policy = try Policy(
      source: """
        tiers free < pro
        product monthly
          grants pro
          price 12 USD per month
          trial 7 days
          introductory price 6 USD per month for 2 months
        product yearly
          grants pro
          price 10 USD per month billed yearly
          introductory price 30 USD for 3 months
        export requires pro
        """)
    let app = try await SimulatedApp(policy: policy, at: instant("2026-01-31"))
    #expect(await app.buy("monthly").code == .purchased)
    await app.advance(to: instant("2026-05-10"))
    // The newest first.
    let paid = await app.ledger.transactions()
    #expect(paid.map { $0.paid?.amountText } == ["12.00", "12.00", "6.00", "6.00", "0.00"])
    #expect(paid.map { $0.isOfferUsed } == [false, false, true, true, false])
    let other = try await SimulatedApp(policy: policy, at: instant("2026-01-31"))
    #expect(await other.buy("yearly").code == .purchased)
    #expect(other.story == ["introduction-started yearly"])
    #expect(await other.planEnd == "2026-04-30")
    await other.advance(to: instant("2026-05-01"))
    #expect(await other.planEnd == "2027-04-30")
    let both = await other.ledger.transactions()
    #expect(both.map { $0.paid?.amountText } == ["120.00", "30.00"])
  }

  @Test("a trial is the person's, whichever account of the app it was for")
  func trialOfOnePerson() async throws {
    let clock = TestClock(instant("2026-01-31"))
    let store = try SimulatedStore(policy: Shop.policy(), clock: clock)
    for (account, event) in [("ada", "trial-started monthly"), ("bob", "purchased monthly")] {
      let app = try await SimulatedApp(store, clock: clock, account: account)
      #expect(await app.buy("monthly").code == .purchased)
      #expect(store.events.last.map { "\($0.code) \($0.product)" } == event)
    }
  }

  @Test("a cancelled plan lasts to its end; a resumed one renews")
  func cancel() async throws {
    let app = try await Shop.app()
    _ = await app.buy("yearly")
    try app.store.cancel("yearly")
    #expect(throws: SimulationError.isCancelled("yearly")) { try app.store.cancel("yearly") }
    await app.update()
    #expect(await app.status.plan?.validity == .ends(instant("2027-01-31")))
    try app.store.uncancel("yearly")
    #expect(throws: SimulationError.isRenewing("yearly")) { try app.store.uncancel("yearly") }
    await app.update()
    #expect(await app.status.plan?.validity == .renews(instant("2027-01-31")))
    try app.store.cancel("yearly")
    await app.advance(to: instant("2027-01-30T23:59:59Z"))
    #expect(await app.can("export"))
    let moments = await app.advance(to: instant("2027-01-31"))
    #expect(await !app.can("export"))
    #expect(moments.last?.change?.kind == .expired)
    #expect(moments.last?.change?.locked == ["export"])
    #expect(throws: SimulationError.notRunning("yearly")) { try app.store.cancel("yearly") }
  }

  @Test("after a failed payment: a grace, then on hold, then the end")
  func unpaid() async throws {
    let app = try await Shop.app(StoreConditions(grace: .days(16), retry: .days(60)))
    _ = await app.buy("top")
    try app.store.failPayments()
    await app.advance(to: instant("2026-03-15"))
    #expect(await app.status.plan?.state == .grace)
    #expect(await app.status.plan?.accessEnd == instant("2026-03-16"))
    #expect(await app.can("studio"))
    await app.advance(to: instant("2026-03-16"))
    #expect(await !app.can("studio"))
    #expect(await app.decide("studio").reason == .onHold)
    await app.advance(to: instant("2026-04-29"))
    #expect(app.story.suffix(3) == ["grace-started top", "held top", "expired top"])
    #expect(app.store.events.last?.kind == .expired(.unpaid))
    #expect(await app.decide("studio").reason == .expired)
  }

  @Test("a payment within the grace continues the plan, one on hold starts it again")
  func recover() async throws {
    let app = try await Shop.app(StoreConditions(grace: .days(3)))
    _ = await app.buy("top")
    try app.store.failPayments(of: "top")
    await app.advance(to: instant("2026-03-01"))
    try app.store.recoverPayments()
    #expect(throws: SimulationError.isPaid("top")) { try app.store.recoverPayments(of: "top") }
    await app.update()
    #expect(await app.planEnd == "2026-03-31")
    try app.store.failPayments()
    await app.advance(to: instant("2026-04-10"))
    #expect(await !app.can("studio"))
    try app.store.recoverPayments()
    await app.update()
    #expect(await app.planEnd == "2026-05-10")
    #expect(app.story.filter { $0.hasPrefix("recovered") }.count == 2)
  }

  @Test("cancelling on hold ends the plan; in the grace it lasts to the end of the grace")
  func cancelUnpaid() async throws {
    for (grace, story) in [(nil, "expired top"), (StorePeriod.days(6), "cancelled top")] {
      let app = try await Shop.app(StoreConditions(grace: grace))
      _ = await app.buy("top")
      try app.store.failPayments()
      await app.advance(to: instant("2026-03-02"))
      try app.store.cancel("top")
      #expect(app.story.last == story)
      await app.update()
      #expect(await app.can("studio") == (grace != nil))
      await app.advance(to: instant("2026-03-06"))
      #expect(app.story.last == "expired top")
      #expect(await !app.can("studio"))
    }
  }

  @Test("any refund revokes at once; a reversed refund restores the purchase")
  func refund() async throws {
    for percent in [100, 30] {
      let app = try await Shop.app()
      _ = await app.buy("yearly")
      await app.advance(by: .days(10))
      try app.store.refund("yearly", percent: percent)
      #expect(throws: SimulationError.isRefunded("yearly")) { try app.store.refund("yearly") }
      #expect(await app.update().change?.kind == .ended)
      #expect(await app.decide("export").reason == .revoked)
      await app.advance(by: .days(10))
      try app.store.reverseRefund(of: "yearly")
      #expect(throws: SimulationError.notRefunded("yearly")) {
        try app.store.reverseRefund(of: "yearly")
      }
      await app.update()
      #expect(await app.status.plan?.validity == .renews(instant("2027-01-31")))
    }
    let app = try await Shop.app()
    _ = await app.buy("top")
    #expect(throws: SimulationError.percentage(101)) {
      try app.store.refund("top", percent: 101)
    }
    try app.store.refund("top")
    await app.advance(by: .months(6))
    try app.store.reverseRefund(of: "top")
    await app.update()
    #expect(await !app.can("studio"), "half a year later there is nothing left to count")
  }

  @Test("an upgrade happens at once, a downgrade at the renewal")
  func plans() async throws {
    let app = try await Shop.app()
    _ = await app.buy("yearly")
    await app.advance(to: instant("2026-03-10"))
    #expect(await app.buy("top").code == .purchased)
    #expect(app.story.last == "switched yearly")
    #expect(await app.tier == "max")
    #expect(await app.planEnd == "2026-04-10")
    #expect(await app.status.ownership(of: "yearly") == .notOwned)
    #expect(await app.buy("yearly").code == .scheduled)
    #expect(app.story.last == "switch-scheduled top")
    #expect(await app.tier == "max")
    #expect(await app.status.plan?.renewsAs == "yearly")
    await app.advance(to: instant("2026-04-10"))
    #expect(await app.tier == "pro")
    #expect(await app.planEnd == "2027-04-10")
    #expect(await app.buy("yearly") == .failed(.alreadySubscribed))
    try app.store.switchPlan(from: "yearly", to: "top", atOnce: false)
    await app.update()
    #expect(await app.tier == "pro")
    // Buying the current plan cancels the change.
    #expect(await app.buy("yearly").code == .purchased)
    #expect(await app.status.plan?.renewsAs == nil)
    #expect(throws: SimulationError.noSwitch(from: "yearly", to: "forever")) {
      try app.store.switchPlan(from: "yearly", to: "forever", atOnce: true)
    }
  }

  @Test("a family's purchase counts if the policy says so, until it is no longer shared")
  func family() async throws {
    let app = try await Shop.app()
    try app.store.share("yearly")
    try app.store.share("top")
    await app.update()
    #expect(await app.tier == "max", "only `top` is shared with family")
    #expect(await app.status.plan?.ownership == .familyShared)
    await app.advance(by: .months(2))
    #expect(await app.tier == "max")
    try app.store.unshare("top")
    #expect(await app.update().change?.locked == ["export", "studio"])
    #expect(throws: SimulationError.notShared("top")) { try app.store.unshare("top") }
    #expect(throws: SimulationError.notRunning("top")) { try app.store.cancel("top") }
  }

  @Test("a price increase needs consent: without it the plan does not renew")
  func prices() async throws {
    enum Answer: CaseIterable { case accepted, declined, none }
    for answer in Answer.allCases {
      let app = try await Shop.app()
      _ = await app.buy("top")
      try app.store.raisePrice(of: "top", to: Money("25", "CNY"))
      switch answer {
      case .accepted: try app.store.acceptPrice(of: "top")
      case .declined: try app.store.declinePrice(of: "top")
      case .none: break
      }
      #expect(await app.can("studio"))
      await app.advance(to: instant("2026-03-01"))
      #expect(await app.can("studio") == (answer == .accepted))
      if answer == .accepted {
        #expect(await app.ledger.transactions().first?.paid?.amountText == "25.00")
      } else {
        #expect(app.store.events.last?.kind == .expired(.price))
      }
    }
    let app = try await Shop.app()
    _ = await app.buy("top")
    #expect(throws: SimulationError.noPriceIncrease("top")) {
      try app.store.acceptPrice(of: "top")
    }
  }

  @Test("a non-consumable lasts, a non-renewing product ends, and a consumable grants nothing")
  func otherKinds() async throws {
    let app = try await Shop.app()
    #expect(throws: SimulationError.notSold("course")) { try app.store.product("course") }
    #expect(throws: SimulationError.noPeriod("course")) {
      try app.store.sell("course", as: .nonRenewing)
    }
    #expect(throws: SimulationError.unknownProduct("cours")) {
      try app.store.sell("cours", as: .consumable)
    }
    try app.store.sell("course", as: .nonRenewing, for: .months(3))
    try app.store.sell("coins", as: .consumable)
    for product in ["forever", "forever", "course", "coins", "coins"] {
      #expect(await app.buy(product).code == .purchased)
    }
    #expect(app.store.records.map { $0.product } == ["forever", "course", "coins", "coins"])
    #expect(await app.restore() == .restored(["forever", "course"]))
    #expect(await app.can("lessons"))
    await app.advance(to: instant("2026-04-30"))
    #expect(await !app.can("lessons"))
    #expect(await app.can("studio"))
    await app.advance(by: .years(90))
    #expect(await app.status.plan?.validity == .lifetime)
    try app.store.refund("forever")
    await app.update()
    #expect(await !app.can("studio"))
    #expect(await app.buy("forever").code == .purchased, "it can be bought again")
  }
}
