import Testing
import TollgateKit
import TollgatePurchases

/// LG: how old a status may be, and when the store is asked again.
@Suite struct FreshnessTests {
  static let synced: Instant = "2026-03-01T00:00:00Z"
  static let almost: Instant = "2026-03-01T23:59:59Z"
  static let day: Instant = "2026-03-02T00:00:00Z"

  /// Pro until June, confirmed at the beginning of March.
  private func pro(until end: Instant = "2026-06-01") throws -> App {
    var app = try App.lightGallery()
    try app.ledger.insert(subscribed("pro-monthly", from: "2026-02-01", until: end))
    app.ledger.confirm(at: Self.synced)
    return app
  }

  private func freshness(_ app: App, isOnline: Bool = true) -> Freshness {
    Freshness(
      policy: app.policy, terms: app.terms, confirmed: app.ledger.confirmed(),
      isOnline: isOnline)
  }

  @Test("LG-OV-5 offline the cached status decides, and nobody is asked")
  func offlineFirst() throws {
    let app = try pro()
    var freshness = freshness(app, isOnline: false)
    #expect(freshness.handle(.asked, at: "2026-03-01T12:00:00Z").isEmpty)
    #expect(!freshness.isOwed)
    #expect(app.can("toolbox", at: "2026-03-01T12:00:00Z"))
  }

  @Test("LG-IF-19, LG-UT-S4 the cache is valid for less than 24 hours")
  func cacheValidity() throws {
    let app = try pro()
    var freshness = freshness(app)
    #expect(!freshness.isStale(at: Self.synced))
    #expect(!freshness.isStale(at: Self.almost))
    #expect(freshness.isStale(at: Self.day))
    // Setting the clock back makes nothing fresh.
    _ = freshness.handle(.ticked, at: Self.day)
    #expect(freshness.isStale(at: Self.almost))
    #expect(
      Freshness(policy: app.policy, terms: app.terms, confirmed: nil).isStale(at: Self.synced))
    #expect(app.status(at: Self.almost).isValid)
    #expect(!app.status(at: Self.day).isValid)
    var cleared = app
    cleared.ledger = Ledger()
    #expect(cleared.status(at: Self.synced).plan == nil)
    #expect(!cleared.status(at: Self.synced).isValid)
  }

  @Test("LG-P19, LG-UT-C3 a fresh status decides alone, a stale one asks once and decides anew")
  func cacheFirst() throws {
    var app = try pro()
    var freshness = freshness(app)
    #expect(freshness.handle(.asked, at: Self.almost).isEmpty)
    #expect(app.can("toolbox", at: Self.almost))
    #expect(freshness.handle(.asked, at: Self.day) == [.refresh])
    let decision = app.policy.decide("toolbox", for: app.snapshot(at: Self.day), at: Self.day)
    #expect(decision.reason == .stale)
    guard case .refresh(let missing)? = decision.waysIn.first else {
      Issue.record("no refresh")
      return
    }
    #expect(missing.purchases && missing.usage.isEmpty)

    var ended = app
    try ended.ledger.insert(
      subscribed(
        "pro-monthly", state: .expired, from: "2026-02-01", until: "2026-06-01",
        confirmed: Self.day))
    #expect(ended.reason("toolbox", at: Self.day) == .expired)
    app.ledger.confirm(at: Self.day)
    _ = freshness.handle(.refreshed(Self.day), at: Self.day)
    #expect(freshness.confirmed == Self.day)
    #expect(app.can("toolbox", at: Self.day))
  }

  @Test("LG-P29 offline and younger than 24 hours, the cached status decides")
  func young() throws {
    let app = try pro()
    for now: Instant in ["2026-03-01T00:00:01Z", Self.almost] {
      #expect(app.can("toolbox", at: now))
    }
    let ended = try pro(until: "2026-03-01T12:00Z")
    #expect(!ended.can("toolbox", at: "2026-03-01T12:00Z"))
    #expect(ended.reason("toolbox", at: "2026-03-01T12:00Z") == .expired)
  }

  @Test("LG-P30 offline and 24 hours old or older, premium is closed and the record stays")
  func old() throws {
    let app = try pro()
    for now: Instant in [Self.day, "2026-03-02T00:00:01Z"] {
      #expect(!app.can("toolbox", at: now))
      #expect(app.reason("toolbox", at: now) == .stale)
      #expect(app.tier(at: now) == "free")
      #expect(app.status(at: now).plan?.product == "pro-monthly")
    }
  }

  @Test("LG-P31 when the network returns there is one refresh, and the outbox is flushed")
  func networkReturns() throws {
    var app = try pro()
    var freshness = freshness(app, isOnline: false)
    _ = freshness.handle(.asked, at: Self.day)
    #expect(freshness.isOwed)
    let back: Instant = "2026-03-02T01:00Z"
    #expect(freshness.handle(.networkRestored, at: back) == [.refresh, .flushOutbox])
    #expect(freshness.handle(.networkRestored, at: back).isEmpty)
    #expect(freshness.handle(.asked, at: back).isEmpty)
    _ = freshness.handle(.refreshed(back), at: back)
    app.ledger.confirm(at: back)
    #expect(LightGalleryTests.features.filter { app.can($0, at: back) }.count == 11)
  }

  @Test("the network returns for an app that never told that it was lost")
  func networkReturnsUntold() throws {
    var freshness = freshness(try pro())
    _ = freshness.handle(.opened, at: Self.day)
    _ = freshness.handle(.failed(.networkError), at: Self.day)
    let back: Instant = "2026-03-02T00:00:01Z"
    #expect(freshness.handle(.networkRestored, at: back) == [.refresh, .flushOutbox])
    _ = freshness.handle(.refreshed(back), at: back)
    #expect(freshness.handle(.networkRestored, at: back).isEmpty)
    // Where the server answers, but wrongly, the network is not what it waited for.
    _ = freshness.handle(.opened, at: back)
    _ = freshness.handle(.failed(.unknownError(description: "")), at: back)
    #expect(freshness.handle(.networkRestored, at: back).isEmpty)
  }

  @Test("LG-ERR-5, LG-IT-4 a day offline, and back again")
  func timeline() throws {
    var app = try pro()
    app.observe(at: Self.synced)
    for (now, isOpen): (Instant, Bool) in [
      ("2026-03-01T01:00Z", true), (Self.almost, true), (Self.day, false),
      ("2026-03-02T00:30Z", false),
    ] {
      app.observe(at: now)
      #expect(app.can("toolbox", at: now) == isOpen)
    }
    #expect(app.changes.map(\.kind) == [.other])
    #expect(app.changes[0].after.tier == "free")
    #expect(app.changes[0].locked == LightGalleryTests.features)
    app.ledger.confirm(at: "2026-03-02T01:00Z")
    app.observe(at: "2026-03-02T01:00Z")
    #expect(app.changes.count == 2)
    #expect(app.tier(at: "2026-03-02T01:00Z") == "pro")
    #expect(app.changes[1].unlocked == LightGalleryTests.features)
  }

  @Test("LG-CACHE-1 a launch refreshes what is stale, and only that")
  func launch() throws {
    let app = try pro()
    var fresh = freshness(app)
    #expect(!fresh.handle(.launched, at: Self.almost).contains(.refresh))
    var stale = freshness(app)
    #expect(stale.handle(.launched, at: Self.day).filter { $0 == .refresh }.count == 1)
    var offline = freshness(app, isOnline: false)
    #expect(offline.handle(.launched, at: Self.day).isEmpty)
    #expect(offline.isOwed)
    #expect(offline.handle(.networkRestored, at: Self.day).contains(.refresh))
  }

  @Test("LG-CACHE-2 the product list is served for seven days and refreshed when it is looked at")
  func catalogue() {
    let week: Int64 = 7 * 86_400_000
    var list = Freshness(trust: week, launchVerification: .ifStale, confirmed: Self.synced)
    #expect(list.handle(.opened, at: "2026-03-07T23:59:59Z") == [.refresh])
    #expect(!list.isStale(at: "2026-03-07T23:59:59Z"))
    #expect(list.isStale(at: "2026-03-08T00:00:00Z"))
    #expect(list.handle(.opened, at: "2026-03-08T00:00:00Z").isEmpty, "one is under way")
  }

  @Test("LG-BG-1, AMB-29 a refresh that fails says why, and is made again 1, 2, 4, 8 s later")
  func failedRefresh() throws {
    var freshness = freshness(try pro())
    #expect(freshness.handle(.asked, at: Self.day) == [.refresh])
    for (now, next): (Int64, Int64) in [(0, 1000), (1000, 3000), (3000, 7000), (7000, 15_000)] {
      _ = freshness.handle(.failed(.verificationFailed), at: Self.day.advanced(by: now))
      #expect(freshness.lastError == .verificationFailed)
      #expect(freshness.due == Self.day.advanced(by: next))
      #expect(freshness.handle(.asked, at: Self.day.advanced(by: now)).isEmpty)
      #expect(freshness.handle(.ticked, at: Self.day.advanced(by: next - 1)).isEmpty)
      #expect(freshness.handle(.ticked, at: Self.day.advanced(by: next)) == [.refresh])
    }
    _ = freshness.handle(.failed(.networkError), at: Self.day.advanced(by: 15_000))
    #expect(freshness.due == nil)
    #expect(freshness.isOwed)
    #expect(freshness.handle(.foregrounded, at: "2026-03-02T02:00Z") == [.refresh, .flushOutbox])
  }
}
