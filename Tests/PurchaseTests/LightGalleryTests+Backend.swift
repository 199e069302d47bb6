import Foundation
import Testing
import TollgateKit
import TollgatePurchases

/// LG: the requirements of its backend, the trial of existing users, and future plans.
extension LightGalleryTests {
  @Test("LG-BE-8 renewal is on unless told otherwise, and an end must be there")
  func defaults() throws {
    let text = """
      {"schema": 1, "records": [{"transaction": "t1", "product": "pro-monthly",
        "kind": "subscription", "start": "2026-03-01", "verification": "device"END}]}
      """
    let whole = text.replacingOccurrences(of: "END", with: ", \"end\": \"2026-04-01\"")
    #expect(try Ledger(json: whole).records.first?.renews == true)
    #expect {
      try Ledger(json: text.replacingOccurrences(of: "END", with: ""))
    } throws: {
      ($0 as? SnapshotError)?.path == "records[0].end"
    }
  }

  @Test("LG-BE-10 of two plans of a tier the one that lasts longer is shown")
  func latestEnd() throws {
    let app = try Self.app(
      subscribed("pro-monthly", "t1", until: "2026-04-01"),
      subscribed("pro-monthly", "t2", from: "2026-03-05", until: "2026-05-01"),
      now: "2026-03-10")
    #expect(app.status(at: "2026-03-10").plan?.end == "2026-05-01")
    var later = app
    later.ledger.confirm(at: "2026-05-01")
    #expect(later.status(at: "2026-05-01").plan == nil)
  }

  @Test("LG-BE-11 what will be renewed within three days")
  func renewingSoon() throws {
    let now: Instant = "2026-03-29T00:00:00Z"
    func soon(_ record: PurchaseRecord, at now: Instant = now) throws -> Bool {
      let app = try Self.app(record, now: now)
      return !app.ledger.renewingSoon(policy: app.policy, at: now).isEmpty
    }
    let record = subscribed("pro-monthly", until: "2026-04-01T00:00:00Z")
    #expect(try soon(record))
    #expect(!(try soon(subscribed("pro-monthly", until: "2026-04-01T00:00:01Z"))))
    #expect(!(try soon(record.changed(at: "2026-03-01") { $0.renews = false })))
    #expect(!(try soon(record.cancelled(at: "2026-03-01"))))
    #expect(!(try soon(record, at: "2026-04-01T00:00:00Z")))
  }

  @Test("LG-MIG-2 existing users have seven days of pro, once")
  func trial() throws {
    var app = try App.lightGallery()
    app.base.facts["installed"] = .date("2025-11-01")
    app.base.facts["updated"] = .date("2026-03-05T09:00:00Z")
    #expect(app.tier(at: "2026-03-12T08:59:59Z") == "pro")
    #expect(app.tier(at: "2026-03-12T09:00:00Z") == "free")
    #expect(app.status(at: "2026-03-06").plan == nil, "nothing was bought")
    try app.ledger.insert(subscribed("max-monthly", from: "2026-03-08", until: "2026-04-08"))
    #expect(app.tier(at: "2026-03-08T01:00Z") == "max")
    var new = try App.lightGallery()
    new.base.facts["installed"] = .date("2026-03-05")
    #expect(new.tier(at: "2026-03-06") == "free")
  }

  @Test("LG-FUT-1 a family's subscription counts where the policy shares it")
  func family() throws {
    let record = subscribed("pro-yearly", until: "2027-01-01", ownership: .familyShared)
    let own = try Self.app(record, now: "2026-03-10")
    #expect(own.tier(at: "2026-03-10") == "free")
    var shared = try own.replacing(
      "  price 100 CNY per year\n", by: "  price 100 CNY per year\n  shared with family\n")
    shared.ledger = own.ledger
    #expect(shared.tier(at: "2026-03-10") == "pro")
  }

  @Test("LG-FUT-6 a lifetime of max never ends")
  func lifetime() throws {
    var app = try App.lightGallery().replacing(
      "# --- Features (LG-IF-17)",
      by: "product max-lifetime\n  grants max\n  price 500 CNY once\n# --- Features (LG-IF-17)")
    try app.ledger.insert(owned("max-lifetime"))
    app.ledger.confirm(at: "2126-03-01")
    #expect(app.tier(at: "2126-03-01") == "max")
    #expect(app.status(at: "2126-03-01").plan?.validity == .lifetime)
  }
}
