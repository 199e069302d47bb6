import Foundation
import Testing
import TollgateKit
import TollgateImports
import TollgatePurchases
import TollgateRuntime

/// Several documents of one user: accounts and freshness.
@Suite struct MergeTests {
  private func merged(_ first: PurchaseImport, _ others: PurchaseImport...) throws
    -> PurchaseImport
  {
    var result = first
    for other in others { try result.merge(other) }
    return result
  }

  @Test func anEntitlementOfStripeLastsAsLongAsTheLastSubscription() throws {
    let list = try StripeDocument.read(StripeDocument.list([StripeDocument.entitlement("courses")]))
    #expect(list.opens("lessons", at: "2030-01-01T00:00:00Z"))
    for (status, end) in [
      ("active", "2026-04-01T00:00:00Z" as Instant), ("past_due", "2026-04-01T00:00:00Z"),
    ] {
      let subscription = try StripeDocument.read(StripeDocument.subscription(status))
      for imported in [try merged(list, subscription), try merged(subscription, list)] {
        #expect(imported.opens("lessons", at: Instant(milliseconds: end.milliseconds - 1)))
        #expect(!imported.opens("lessons", at: end))
      }
    }
    let ended = StripeDocument.subscription("canceled", ["ended_at": StripeDocument.march])
    #expect(try !merged(list, StripeDocument.read(ended)).opens("lessons"))
  }

  @Test func aSubscriptionThatIsOverBeforeANewerListDoesNotEndIt() throws {
    let type = "entitlements.active_entitlement_summary.updated"
    let list = try StripeDocument.read(
      StripeDocument.event(
        StripeDocument.summary([StripeDocument.entitlement("courses")]), type: type), asOf: nil)
    func subscription(until end: Instant) throws -> PurchaseImport {
      let item = StripeDocument.item(["current_period_end": StripeDocument.seconds(end)])
      let object = StripeDocument.subscription("active", items: [item])
      return try StripeDocument.read(object, asOf: "2026-02-01T00:00:00Z")
    }
    #expect(try merged(list, subscription(until: "2026-02-20T00:00:00Z")).opens("lessons"))
    let running = try merged(list, subscription(until: "2026-03-20T00:00:00Z"))
    #expect(running.opens("lessons", at: "2026-03-19T00:00:00Z"))
    #expect(!running.opens("lessons", at: "2026-03-20T00:00:00Z"))
  }

  @Test func anEntitlementThatTheNewerListDoesNotNameIsHeldNoMore() throws {
    let type = "entitlements.active_entitlement_summary.updated"
    func summary(_ keys: [String], at instant: Instant) throws -> PurchaseImport {
      let object = StripeDocument.summary(keys.map { StripeDocument.entitlement($0) })
      return try StripeDocument.read(
        StripeDocument.event(object, type: type, at: instant), asOf: nil)
    }
    let before = try summary(["courses", "pro"], at: "2026-02-01T00:00:00Z")
    let after = try summary(["pro"], at: now)
    let none = try summary([], at: now)
    for imported in [try merged(before, after), try merged(after, before)] {
      #expect(imported.opens("export"))
      #expect(!imported.opens("lessons"))
      #expect(imported.snapshot().asOf == now)
    }
    #expect(try !merged(before, none).opens("export"))
    #expect(try !merged(none, before).opens("export"))
  }

  @Test func aListIsNoFresherThanItIs() throws {
    let list = try StripeDocument.read(
      StripeDocument.list([StripeDocument.entitlement("pro")]), asOf: "2026-02-01T00:00:00Z")
    let subscription = try StripeDocument.read(StripeDocument.subscription("active"))
    #expect(try merged(list, subscription).snapshot().asOf == "2026-02-01T00:00:00Z")
    #expect(subscription.snapshot().asOf == now)
  }

  @Test func theEventOfStripeSaysWhenItWas() throws {
    let event = StripeDocument.event(
      StripeDocument.summary([StripeDocument.entitlement("pro")]), type: "x",
      at: "2026-02-01T00:00:00Z")
    #expect(try StripeDocument.read(event, asOf: nil).snapshot().asOf == "2026-02-01T00:00:00Z")
    #expect(try StripeDocument.read(event, asOf: now).snapshot().asOf == "2026-02-01T00:00:00Z")
    #expect(throws: SnapshotError.self) {
      try StripeDocument.read(StripeDocument.list([]), asOf: nil)
    }
  }

  @Test func anEventWithASubscriptionIsReadToo() throws {
    let event = StripeDocument.event(
      StripeDocument.subscription("active"), type: "customer.subscription.updated")
    #expect(try StripeDocument.read(event, asOf: nil).opens())
  }

  @Test func severalPurchasesOfGooglePlayCountTogether() throws {
    let subscription = GooglePlayDocument.subscription("EXPIRED")
    let product = GooglePlayDocument.product()
    let list = try GooglePlayDocument.read("[\(subscription), \(product)]")
    let apart = try merged(
      GooglePlayDocument.read(subscription), GooglePlayDocument.read(product))
    #expect(list.opens())
    #expect(list.snapshot() == apart.snapshot())
  }

  @Test func documentsOfTwoPeopleAreRefused() throws {
    let other = GooglePlayDocument.subscription(
      "ACTIVE", ["externalAccountIdentifiers": ["obfuscatedExternalAccountId": "c3d4"]])
    var imported = try GooglePlayDocument.read(GooglePlayDocument.subscription("EXPIRED"))
    let before = imported
    #expect(throws: SnapshotError.self) { try imported.merge(GooglePlayDocument.read(other)) }
    #expect(imported == before)
    #expect(throws: SnapshotError.self) {
      try GooglePlayDocument.read("[\(GooglePlayDocument.subscription("ACTIVE")), \(other)]")
    }
  }

  @Test func purchasesAreFiledUnderTheAccount() throws {
    let text = Data(RevenueCatDocument.subscribed().utf8)
    let own = try RevenueCatImporter.read(json: text)
    #expect(own.snapshot().subject == "user-42")
    let given = try RevenueCatImporter.read(json: text, account: "anna")
    #expect(given.snapshot().subject == "anna")
    #expect(given.ledger.records.map { $0.account } == ["anna"])
    let others = given.ledger.snapshot(policy: Shop.policy, account: "user-42", at: now)
    #expect(others.grants.isEmpty)
  }

  @Test func whatElseIsKnownIsKept() throws {
    let base = Snapshot(grants: [Grant(entitlement: "courses")], usage: ["bills": Usage(3)])
    let imported = try RevenueCatDocument.read(RevenueCatDocument.subscribed())
    let snapshot = imported.snapshot(policy: Shop.policy, at: now, adding: base)
    #expect(snapshot.usage == base.usage)
    #expect(snapshot.grants.map { $0.product ?? $0.entitlement } == ["courses", "annual"])
  }

  @Test func whatIsNotVouchedForOpensNothing() throws {
    for verification in [Verification.waiting, .invalid] {
      for (source, text) in Documents.all {
        let data = Data(text.utf8)
        let imported =
          switch source {
          case "revenuecat": try RevenueCatImporter.read(json: data, verification: verification)
          case "google-play":
            try GooglePlayImporter.read(json: data, asOf: now, verification: verification)
          default: try StripeImporter.read(json: data, asOf: now, verification: verification)
          }
        #expect(!imported.opens(), "\(verification) \(source)")
      }
    }
  }
}
