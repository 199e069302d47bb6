import Testing
import TollgateKit

/// What a paywall shows a user: owned, covered or not, and what each product would open.
@Suite struct PaywallTests {
  private func billiards(_ owned: String...) throws -> Paywall {
    let snapshot = Snapshot(grants: owned.map { Grant(product: $0) })
    return try PlanTableTests.shipped("Billiards")
      .paywall(for: snapshot, in: "zh-Hans", at: instant("2026-05-01"))
  }

  private func states(_ paywall: Paywall) -> [String] {
    paywall.products.map {
      "\($0.listing.name) \($0.state.rawValue)\($0.isPurchasable ? "" : ", not for sale")"
    }
  }

  /// BT-US1.1, BT-US6.2
  @Test func whoOwnsNothingIsOfferedAllFour() throws {
    let paywall = try billiards()
    #expect(
      states(paywall) == [
        "basic not-owned", "advanced not-owned", "expert not-owned", "full not-owned",
      ])
    #expect(paywall.products.map(\.listing.priceText.amount) == ["¥18", "¥25", "¥20", "¥48"])
    #expect(paywall.products.map(\.opensCount) == [6, 10, 6, 22])
    #expect(paywall.products[0].opens.map(\.name) == ["L4..L8", "杆法"])
    #expect(paywall.products[0].opens.map(\.label) == ["课程 L4–L8", "杆法"])
    #expect(
      paywall.products[1].opens.map(\.name) == ["L9..L14", "翻袋", "K球", "传球", "颗星"])
    #expect(paywall.products[3].opens.first?.name == "L4..L18")
  }

  /// BT-US6.1, BT-US6.T, BT-SC-007
  @Test func anOwnedPackIsNotSoldAgain() throws {
    #expect(
      try states(billiards("basic")) == [
        "basic owned, not for sale", "advanced not-owned", "expert not-owned", "full not-owned",
      ])
    let advanced = try billiards("advanced")
    #expect(
      states(advanced) == [
        "basic not-owned", "advanced owned, not for sale", "expert not-owned", "full not-owned",
      ])
    #expect(advanced.products.map(\.opensCount) == [6, 0, 6, 12])
  }

  /// BT-US6.3
  @Test func theFullUnlockCoversThePacks() throws {
    let paywall = try billiards("full")
    #expect(
      states(paywall) == [
        "basic covered, not for sale", "advanced covered, not for sale",
        "expert covered, not for sale", "full owned, not for sale",
      ])
    #expect(paywall.products.allSatisfy { $0.opens.isEmpty })
  }

  /// AMB-22
  @Test func theThreePacksCoverTheFullUnlock() throws {
    #expect(
      try states(billiards("basic", "advanced", "expert")).last == "full covered, not for sale")
    #expect(try states(billiards("basic", "expert")).last == "full not-owned")
  }

  /// What a product opens is what it alone is a way in to, whatever is owned.
  @Test func whatAProductOpensIsWhatItIsAWayInTo() throws {
    let policy = try PlanTableTests.shipped("Billiards")
    let now = try instant("2026-05-01")
    let packs = ["basic", "advanced", "expert", "full"]
    for set in 0..<16 {
      let owned = packs.indices.filter { set & (1 << $0) != 0 }.map { packs[$0] }
      let user = policy.prepare(Snapshot(grants: owned.map { Grant(product: $0) }))
      let decisions = policy.access(in: user, at: now)
      for product in policy.paywall(for: user, at: now).products {
        let opened = product.opens.flatMap { run in
          policy.decide(each: run.name, for: user, at: now).map(\.target)
        }
        let expected = decisions.filter { decision in
          decision.waysIn.contains { way in
            guard case .buy(let offers) = way else { return false }
            return offers.map(\.product) == [product.listing.name]
          }
        }
        #expect(opened == expected.map(\.target), "\(owned): \(product.listing.name)")
        #expect(opened.count == product.opensCount)
      }
    }
  }

  /// A bundle that opens something of its own is not covered by what it includes.
  @Test func aBundleWithSomethingMoreIsNotCovered() throws {
    let policy = try policy(
      """
      entitlement basic
      entitlement full includes basic
      product basic
        grants basic
      product full
        grants full
      lessons requires basic
      extras requires full

      """)
    let paywall = policy.paywall(
      for: Snapshot(grants: [Grant(product: "basic")]), at: try instant("2026-05-01"))
    #expect(states(paywall) == ["basic owned, not for sale", "full not-owned"])
    #expect(paywall.products[1].opens.map(\.name) == ["extras"])
  }

  /// A subscription covers the lifetime purchase only until it ends, so that is still for sale.
  @Test func whatIsCoveredForAWhileIsStillForSale() throws {
    let policy = try PlanTableTests.shipped("ExpenseTracker")
    let now = try instant("2026-05-01")
    let annual = Grant(product: "annual", until: try instant("2027-01-01"))
    let subscriber = policy.paywall(for: Snapshot(asOf: now, grants: [annual]), at: now)
    #expect(states(subscriber) == ["annual owned, not for sale", "lifetime covered"])
    #expect(subscriber.tier == "pro")
    let owner = policy.paywall(for: Snapshot(grants: [Grant(product: "lifetime")]), at: now)
    #expect(states(owner) == ["annual covered, not for sale", "lifetime owned, not for sale"])
    let free = policy.paywall(for: Snapshot(usage: ["bills": Usage(20)]), at: now)
    #expect(free.products[0].opens.map(\.name) == ["cloud-sync", "csv-export", "database-export"])
    #expect(free.products[0].raises.map(\.meter) == ["bills"])
    #expect(free.products[0].raises.map(\.text) == ["unlimited"])
    let full = policy.paywall(for: Snapshot(usage: ["bills": Usage(500)]), at: now)
    #expect(full.products[0].opens.last?.name == "bills")
  }

  @Test func purchasesThatDoNotCountAreToldApart() throws {
    let policy = try PlanTableTests.shipped("ExpenseTracker")
    let now = try instant("2026-05-01")
    let past = try instant("2026-04-01")
    let expected: [(Grant.State, String)] = [
      (.hold, "annual on-hold, not for sale"), (.paused, "annual on-hold, not for sale"),
      (.pending, "annual pending, not for sale"), (.refunded, "annual not-owned"),
      (.expired, "annual not-owned"),
    ]
    for (state, words) in expected {
      let grant = Grant(product: "annual", state: state, until: past)
      let paywall = policy.paywall(for: Snapshot(grants: [grant]), at: now)
      #expect(states(paywall).first == words)
    }
  }

  /// KO-2.2, KO-7.2
  @Test func aPaywallForATargetNamesTheSetsThatOpenIt() throws {
    let policy = try PlanTableTests.shipped("Kombin")
    let now = try instant("2026-05-01")
    let paywall = policy.paywall(for: Snapshot(), target: "theme-customization", at: now)
    let target = try #require(paywall.target)
    #expect(target.outcome == .denied)
    #expect(target.reason == .notHeld)
    #expect(target.sets == [["weekly"], ["monthly"], ["yearly"]])
    #expect(
      target.message
        == "theme customisation is part of premium: choose Weekly, Monthly or Yearly.")
    #expect(paywall.products.filter(\.listing.isRecommended).map(\.listing.name) == ["monthly"])
    let owner = Snapshot(grants: [Grant(product: "weekly")])
    let open = policy.paywall(for: owner, target: "theme-customization", at: now)
    #expect(open.target?.outcome == .allowed)
    #expect(open.target?.sets == [])
    #expect(policy.paywall(for: owner, target: "nothing", at: now).target?.reason == .undeclared)
  }

  private static let stale = """
    policy Stale
    trust snapshots for 3 days
    tiers free < pro < max
    entitlement basics
    product pro "Pro"
      grants pro
      price 10 USD per month
    product lifetime "Lifetime"
      grants pro, basics
      price 100 USD once
    product max "Max"
      grants max
      price 20 USD per month
    product bundle "Bundle"
      grants basics
      price 5 USD once
    product space "Space"
      adds 10 GB to storage
      price 1 USD once
    meter storage in bytes
    storage > 5 GB is not allowed
    features exports, studio, lessons, trial-only
    exports requires pro
    studio requires max
    lessons requires basics
    trial-only requires not pro

    """

  /// Whoever has something by the last news is asked to refresh, and not to buy it once more.
  @Test func staleNewsIsRefreshedBeforeAnythingIsBought() throws {
    let policy = try policy(PaywallTests.stale)
    let (then, now) = (try instant("2026-05-01"), try instant("2026-05-08"))
    let refresh = "Connect to the internet to refresh your purchases, and try again."
    let owner = Snapshot(
      asOf: then, grants: [Grant(product: "lifetime")], usage: ["storage": Usage(5_000_000_000)])
    let paywall = policy.paywall(for: owner, target: "exports", at: now)
    #expect(paywall.refresh == refresh)
    #expect(
      states(paywall) == [
        "pro covered, not for sale", "lifetime owned, not for sale", "max not-owned",
        "bundle covered, not for sale", "space not-owned",
      ])
    #expect(paywall.products.map(\.opensCount) == [0, 0, 1, 0, 1])
    #expect(paywall.target?.sets == [])
    // The data is as it was: a purchase would open it.
    let decision = policy.decide("exports", for: owner, at: now)
    #expect(decision.waysIn.count > 1)
    #expect(decision.message(in: "en").waysIn == [refresh])
    #expect(decision.message(in: "zh-Hans").waysIn == ["请连接网络，刷新购买记录后重试。"])
    // The owner may buy the things that the owner lacks by any news.
    let studio = policy.decide("studio", for: owner, at: now)
    #expect(studio.message(in: "en").waysIn == ["Get Max for $20 per month."])
    #expect(
      policy.paywall(for: owner, target: "studio", at: now).target?.sets == [["max"]])
    let storage = policy.decide("storage", for: owner, at: now)
    #expect(storage.message(in: "en").waysIn.contains("Get Space for $1 once."))
    // A thing that the news excludes the owner from stays locked.
    let excluded = policy.decide("trial-only", for: owner, at: now)
    #expect(excluded.isAllowed == false)
    // Whoever has nothing, or fresh news, has nothing to refresh.
    let fresh = Snapshot(asOf: now, grants: [Grant(product: "lifetime")])
    for snapshot in [Snapshot(asOf: then), fresh] {
      #expect(policy.paywall(for: snapshot, at: now).refresh == nil)
    }
    let over = Grant(product: "pro", until: try instant("2026-05-02"))
    let former = policy.paywall(
      for: Snapshot(asOf: then, grants: [over]), target: "exports", at: now)
    #expect(former.refresh == nil)
    #expect(former.target?.sets.first == ["pro"])
  }

  private static let plans = """
    policy Plans "Plans"
    tiers free < pro < max
    product pro "Pro"
      sold as "com.plans.pro" on app-store
      grants pro
      price 10 USD per month
      trial 7 days
      not with max
      benefit "More"
    product max "Max"
      grants max
      price 20 USD per month
      recommended
    product space "Space"
      adds 10 GB to storage
      only with pro or max
    product legacy
      grants pro
      not for sale
    meter storage in bytes
    storage > 5 GB is not allowed
    feature exports
    exports requires pro

    """

  @Test func theTermsOfASaleCount() throws {
    let policy = try policy(PaywallTests.plans)
    let now = try instant("2026-05-01")
    let free = policy.paywall(for: Snapshot(), at: now)
    #expect(
      states(free) == [
        "pro not-owned", "max not-owned", "space not-owned, not for sale",
        "legacy not-owned, not for sale",
      ])
    let pro = policy.paywall(for: Snapshot(asOf: now, grants: [Grant(product: "pro")]), at: now)
    #expect(
      states(pro) == [
        "pro owned, not for sale", "max not-owned", "space not-owned",
        "legacy covered, not for sale",
      ])
    #expect(pro.products.map(\.replaces) == [[], ["pro"], [], []])
    #expect(pro.products[2].raises.map(\.text) == ["15 GB"])
    #expect(pro.products[0].listing.terms == ["free trial: 7 days", "not together with Max"])
    #expect(pro.products[2].listing.terms == ["only with Pro or Max"])
    #expect(pro.products[3].listing.terms == ["not for sale"])
    #expect(pro.products[0].listing.trial == 604_800)
    // An add-on may be bought again.
    let both = Snapshot(grants: [Grant(product: "pro"), Grant(product: "space")])
    #expect(states(policy.paywall(for: both, at: now))[2] == "space owned")
  }

  @Test func aProductTellsWhatOneUseTakesThen() throws {
    let policy = try policy(
      "tiers free < pro\nproduct year\n  grants pro\nmeters credits, tokens\n"
        + "series L1..L3\nfeatures image, video\nL1..L2 use 1 credit\nimage uses 4 credits\n"
        + "  2 credits with pro\nvideo uses 9 credits\nvideo is off\n"
        + "tokens use 3 credits for each 1_000\ncredits at most 20 per month\n  500 with pro\n")
    let used = Usage([.month: Usage.Counter(499)])
    let paywall = policy.paywall(
      for: Snapshot(usage: ["credits": used]), target: "image", at: try instant("2026-05-01"))
    // Who has used up nearly all of a plan is told what the plan is like all the same.
    #expect(
      paywall.products[0].takes.map(\.description) == [
        "L1–L2: 1 credit each", "image: 2 credits each", "tokens: 3 credits for each 1,000",
      ])
    #expect(paywall.products[0].takes[1].uses.map(\.amount) == [2])
    #expect(paywall.target?.uses.map(\.amount) == [4])
  }

  @Test func theJSONIsExact() throws {
    let policy = try policy(
      "csv requires pro\nproduct year \"Year\"\n  grants pro\n  price 9 EUR per year\n")
    let paywall = policy.paywall(for: Snapshot(), target: "csv", at: try instant("2026-05-01"))
    #expect(
      paywall.json()
        == #"{"schema":1,"policy":"","fingerprint":"\#(policy.fingerprint)","title":"","#
        + #""locale":"en","at":"2026-05-01T00:00:00Z","tier":null,"refresh":null,"target":{"name":"csv","#
        + #""label":"csv","outcome":"denied","reason":"not-held","message":null,"#
        + #""uses":[],"sets":[["year"]],"more":false},"products":[{"name":"year","label":"Year","#
        + #""title":"Year","price":{"amount":"9","currency":"EUR","period":"P1Y"},"#
        + #""prices":[{"amount":"9","currency":"EUR","period":"P1Y"}],"priceOnRequest":false,"#
        + #""priceText":"€9 per year","soldAs":[],"benefits":[],"adds":[],"trialSeconds":null,"#
        + #""trialMonths":null,"introductory":null,"recommended":false,"forSale":true,"familyShared":false,"#
        + #""sharedWith":null,"onlyWith":[],"#
        + #""notWith":[],"terms":[],"state":"not-owned","purchasable":true,"#
        + #""opens":[{"name":"csv","first":"csv","last":"csv","count":1,"label":"csv"}],"#
        + #""opensAfterTrial":[],"raises":[],"improves":[],"takes":[],"replaces":[]}]}"#)
  }
}
