import Testing
import TollgateKit
import TollgateRuntime

/// A trial is offered once: a paywall promises none to who had one.
@Suite struct OfferedOnceTests {
  private static let source = """
    tiers free "Free" < pro "Pro" < team "Team"
    entitlement extras "Extras"
    product pro-monthly "Pro"
      sold as "com.shop.pro"
      grants pro
      price 12 USD or 80 CNY per month
      trial 7 days
      introductory price 6 USD or 40 CNY per month for 3 months
    product team-plan "Team"
      grants team
      price 20 USD per month
      trial 1 month
    product add-on "Extras"
      grants extras
      price 2 USD per month
      trial 3 days
    product lasting "Extras for good"
      grants extras
      price 20 USD once
    product plain "Space"
      adds 10 to bills
      price 1 USD per month
      trial 2 days
    meter bills
    bills > 5 is not allowed
    feature export
    export requires pro
    """

  private static let now = Instant(milliseconds: 1_772_409_600_000)

  /// The products whose trial a paywall promises.
  private func promised(
    _ snapshot: Snapshot, in locale: String = "en"
  ) throws -> [String] {
    let policy = try Policy(source: OfferedOnceTests.source)
    let paywall = policy.paywall(for: snapshot, in: locale, at: OfferedOnceTests.now)
    let word = locale == "en" ? "free trial" : "免费试用"
    return paywall.products.compactMap { product in
      let listing = product.listing
      let isTold = listing.terms.contains { $0.hasPrefix(word) }
      #expect(isTold == (listing.trial != nil || listing.trialMonths != nil))
      #expect((listing.introductory != nil) == (isTold && listing.name == "pro-monthly"))
      return isTold ? listing.name : nil
    }
  }

  private func promised(_ grants: Grant...) throws -> [String] {
    try promised(Snapshot(asOf: OfferedOnceTests.now, grants: grants))
  }

  private static let all = ["pro-monthly", "team-plan", "add-on", "plain"]

  @Test func whoNeverHadOneIsOfferedEach() throws {
    #expect(try promised() == OfferedOnceTests.all)
    #expect(try promised(Grant(product: "pro-monthly")) == OfferedOnceTests.all)
    #expect(
      try promised(Snapshot(asOf: OfferedOnceTests.now), in: "zh-Hans") == OfferedOnceTests.all)
  }

  @Test func nobodyIsOfferedOneBeforeTheStoreWasAsked() throws {
    #expect(try promised(Snapshot()) == [])
    #expect(try promised(Snapshot(offers: ["plain": true])) == [])
  }

  @Test(arguments: Grant.State.allCases) func aTrialInAnyStateWasOne(_ state: Grant.State) throws {
    let over = Grant(product: "pro-monthly", state: state, isTrial: true)
    // Of the same product, and of every tier.
    #expect(try promised(over) == ["add-on", "plain"])
    let later = Grant(product: "com.shop.pro", state: state, isTrial: false, isOfferUsed: true)
    #expect(try promised(later) == ["add-on", "plain"])
    let family = Grant(
      product: "team-plan", state: state, isTrial: true, ownership: .familyShared)
    #expect(try promised(family) == ["add-on", "plain"])
  }

  @Test func theSameEntitlementIsTheSameOffer() throws {
    let lasting = Grant(product: "lasting", isOfferUsed: true)
    #expect(try promised(lasting) == ["pro-monthly", "team-plan", "plain"])
    #expect(
      try promised(Grant(product: "plain", isTrial: true)) == [
        "pro-monthly", "team-plan", "add-on",
      ])
    // A gift of an entitlement uses up nobody's offer.
    #expect(try promised(Grant(entitlement: "extras", isTrial: true)) == OfferedOnceTests.all)
    #expect(try promised(Grant(product: "unknown", isTrial: true)) == OfferedOnceTests.all)
  }

  @Test func theStoresOwnWordGoesFirst() throws {
    let over = Grant(product: "pro-monthly", state: .expired, isTrial: true)
    let snapshot = Snapshot(
      asOf: OfferedOnceTests.now, grants: [over],
      offers: ["com.shop.pro": true, "add-on": false, "unknown": true])
    #expect(try promised(snapshot) == ["pro-monthly", "plain"])
  }

  @Test func anIntroductoryPriceIsToldInTheCurrencyThatIsShown() throws {
    let policy = try Policy(source: OfferedOnceTests.source)
    let snapshot = policy.prepare(Snapshot(asOf: OfferedOnceTests.now))
    func told(_ locale: String, _ currency: String?) -> IntroductoryPrice? {
      policy.paywall(for: snapshot, in: locale, currency: currency, at: OfferedOnceTests.now)
        .products[0].listing.introductory
    }
    #expect(told("en", nil)?.text == "$6 per month for the first 3 months")
    #expect(told("zh-Hans", "CNY")?.text == "前 3 个月 ¥40/月")
    #expect(told("en", "EUR")?.price == Price(amount: "6", currency: "USD", period: .months(1)))
    #expect(told("en", nil)?.months == 3)
    #expect(told("en", nil)?.seconds == nil)
    // A table of plans is for everybody.
    #expect(policy.planTable(at: OfferedOnceTests.now).columns[1].products[0].introductory != nil)
  }

  @Test func aSnapshotKeepsThemInJSON() throws {
    let snapshot = Snapshot(
      asOf: OfferedOnceTests.now,
      grants: [Grant(product: "pro-monthly", isOfferUsed: true), Grant(product: "plain")],
      offers: ["add-on": false])
    let text = snapshot.json()
    #expect(text.contains(#""offerUsed":true"#) && text.contains(#""offers":{"add-on":false}"#))
    #expect(try Snapshot(json: text) == snapshot)
    #expect(!Snapshot(grants: [Grant(product: "plain")]).json().contains("offer"))
    #expect(throws: SnapshotError.self) { try Snapshot(json: #"{"schema":1,"offers":{"a":1}}"#) }
  }
}
