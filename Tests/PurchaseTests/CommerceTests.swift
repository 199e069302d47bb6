import Foundation
import Testing
import TollgateKit
import TollgatePurchases

/// The price of upgrades, the verifiers of payments, and the texts for users.
@Suite struct CommerceTests {
  static func money(_ amount: String) -> Money {
    Money(amount, "CNY") ?? Money(-1, "CNY")
  }

  /// At, credit and charge.
  static let examples: [(Instant, String, String)] = [
    ("2026-04-16T00:00:00Z", "5.00", "15.00"), ("2026-04-01T00:00:00Z", "10.00", "10.00"),
    ("2026-04-21T00:00:00Z", "3.33", "16.67"),
  ]

  @Test("LG-P22 an upgrade is prorated by the second", arguments: examples)
  func monthly(now: Instant, credit: String, charge: String) throws {
    let app = try LightGalleryTests.app(
      subscribed("pro-monthly", from: "2026-04-01", until: "2026-05-01"), now: now)
    let quote = try app.ledger.upgrade(to: "max-monthly", policy: app.policy, at: now)
    #expect(quote.credit.amountText == credit)
    #expect(quote.charge.amountText == charge)
    #expect(quote.start == now)
  }

  @Test("LG-P22 by the year, at the end, and never below nothing")
  func edges() throws {
    let yearly = try Proration(
      paid: Self.money("100"), start: "2026-01-01", end: "2027-01-01", price: Self.money("200"),
      at: "2026-07-02T12:00:00Z")
    #expect(yearly.credit.amountText == "50.00")
    #expect(yearly.charge.amountText == "150.00")
    let ended = try Proration(
      paid: Self.money("10"), start: "2026-04-01", end: "2026-05-01", price: Self.money("20"),
      at: "2026-05-01T00:00:00Z")
    #expect(ended.credit.amountText == "0.00")
    #expect(ended.charge.amountText == "20.00")
    let cheaper = try Proration(
      paid: Self.money("100"), start: "2026-04-01", end: "2026-05-01", price: Self.money("20"),
      at: "2026-04-01")
    #expect(cheaper.charge.amountText == "0.00")
    #expect(throws: PurchaseError.noComparablePrice) {
      try Proration(
        paid: Money(10, "USD"), start: "2026-04-01", end: "2026-05-01", price: Self.money("20"),
        at: "2026-04-01")
    }
  }

  @Test("LG-P22 half a cent is rounded up, exactly")
  func rounding() throws {
    // 0.01 × 1 ÷ 2 is exactly half a cent; a millisecond less is not.
    for (end, credit): (Instant, String) in [
      ("2026-04-01T00:00:10.000Z", "0.01"), ("2026-04-01T00:00:09.999Z", "0.00"),
    ] {
      let quote = try Proration(
        paid: Self.money("0.01"), start: "2026-04-01T00:00:00Z", end: end,
        price: Self.money("20"), at: "2026-04-01T00:00:05Z")
      #expect(quote.credit.amountText == credit)
    }
    // Compared with whole numbers: every amount in cents, every share of a period.
    for period: Int64 in [1, 3, 7, 30, 365] {
      for left in 0...period {
        for cents: Int64 in [1, 99, 1000, 12_999, 99_999] {
          let day: Int64 = 86_400_000
          let start: Instant = "2026-01-01"
          let paid = Money(Decimal(cents) / 100, "CNY")
          let quote = try Proration(
            paid: paid, start: start, end: start.advanced(by: period * day),
            price: Self.money("99999"), at: start.advanced(by: (period - left) * day))
          let expected = (2 * cents * left + period) / (2 * period)
          #expect(quote.credit.amount == Decimal(expected) / 100)
        }
      }
    }
  }

  @Test("LG-IF-10 a higher tier wins at once; the same or a lower one is no upgrade")
  func upgrade() throws {
    let now: Instant = "2026-04-16"
    var app = try LightGalleryTests.app(
      subscribed("pro-monthly", from: "2026-04-01", until: "2026-05-01"), now: now)
    #expect(throws: PurchaseError.notAnUpgrade) {
      try app.ledger.upgrade(to: "pro-yearly", policy: app.policy, at: now)
    }
    #expect(throws: PurchaseError.productNotFound) {
      try app.ledger.upgrade(to: "ultra", policy: app.policy, at: now)
    }
    let max = subscribed("max-monthly", "t2", from: now, until: "2026-05-16")
    try app.apply(max, at: now)
    #expect(app.tier(at: now) == "max")
    #expect(app.changes.map(\.kind) == [.switched])
    #expect(throws: PurchaseError.notAnUpgrade) {
      try app.ledger.upgrade(to: "pro-monthly", policy: app.policy, at: now)
    }
    #expect(throws: PurchaseError.notAnUpgrade) {
      try Ledger().upgrade(to: "pro-monthly", policy: app.policy, at: now)
    }
  }

  @Test("An upgrade credits what was really paid, and nothing for a free trial")
  func paid() throws {
    let now: Instant = "2026-04-16"
    let half = try LightGalleryTests.app(
      subscribed("pro-monthly", from: "2026-04-01", until: "2026-05-01", paid: Money("6", "CNY")),
      now: now)
    let quote = try half.ledger.upgrade(to: "max-monthly", policy: half.policy, at: now)
    #expect(quote.credit.amountText == "3.00")
    let trial = try LightGalleryTests.app(
      subscribed("pro-monthly", from: "2026-04-01", until: "2026-05-01", isTrial: true), now: now)
    let free = try trial.ledger.upgrade(to: "max-monthly", policy: trial.policy, at: now)
    #expect(free.credit.amountText == "0.00")
  }

  @Test("LG-P26 each method has its verifier and its way to cancel, each platform its methods")
  func routes() {
    let routes = PaymentRoutes.standard
    #expect(routes.methods(on: .ios) == [.appleIAP])
    #expect(routes.methods(on: .android) == [.wechatPay, .alipay])
    #expect(routes.methods(on: .web) == [.wechatPay, .alipay])
    let methods: [PaymentMethod] = [.appleIAP, .wechatPay, .alipay]
    #expect(methods.map { PaymentRoutes.verifier(of: $0) } == [.apple, .wechatPay, .alipay])
    #expect(
      methods.map { PaymentRoutes.cancellation(of: $0) } == [.appStore, .wechatPay, .alipay])
  }

  static let exact: [(PurchaseError, String)] = [
    (.productNotFound, "未找到订阅产品"), (.purchaseFailed(reason: "余额不足"), "购买失败：余额不足"),
    (.verificationFailed, "支付验证失败，请联系客服"),
    (.networkError, "网络连接失败，请检查网络设置"), (.userCancelled, "用户取消购买"),
    (.alreadySubscribed, "您已经订阅了此服务"),
    (.insufficientPermissions, "权限不足，无法完成购买"),
    (.unknownError(description: "E7"), "购买失败：E7"),
  ]

  @Test("LG-AE-1, LG-SE-1 to LG-SE-8 the texts of the source, to the letter", arguments: exact)
  func texts(error: PurchaseError, chinese: String) {
    #expect(PurchaseTexts.standard.text(for: error, in: "zh-Hans") == chinese)
    #expect(!PurchaseTexts.standard.text(for: error, in: "en").isEmpty)
    #expect(error.errorDescription?.isEmpty == false)
  }

  @Test("LG-P33 network, verification and expiry are three codes and three texts")
  func distinct() throws {
    let unavailable = VerificationResult.unavailable(.networkError)
    let invalid = VerificationResult.invalid(.signature)
    let texts = PurchaseTexts.standard
    #expect(
      unavailable.error.map { texts.text(for: $0, in: "zh-Hans") } == "网络连接失败，请检查网络设置")
    #expect(invalid.error.map { texts.text(for: $0, in: "zh-Hans") } == "支付验证失败，请联系客服")
    let app = try LightGalleryTests.app(
      subscribed("pro-monthly", until: "2026-04-01"), now: "2026-04-01")
    #expect(app.reason("toolbox", at: "2026-04-01") == .expired)
    #expect(OutcomeCode.networkError.rawValue != OutcomeCode.verificationFailed.rawValue)
  }

  @Test("every code has a text in both languages, and codes are told apart")
  func codes() {
    for code in OutcomeCode.allCases {
      for locale in ["en", "zh-Hans"] {
        let text = PurchaseTexts.standard.text(for: code, detail: "{count}", count: 2, in: locale)
        #expect(!text.isEmpty)
        #expect(!text.contains("{detail}"))
      }
    }
    let restored = RestoreOutcome.restored(["t1", "t2"])
    #expect(PurchaseTexts.standard.text(for: restored, in: "zh-Hans") == "已恢复 2 项购买")
    #expect(PurchaseError.pending.debugDescription == "purchase-failed: Purchase pending")
    // The store's text may contain braces.
    let odd = PurchaseError.purchaseFailed(reason: "{count}{detail}")
    #expect(
      PurchaseTexts.standard.text(for: odd, in: "en") == "The purchase failed: {count}{detail}")
  }

  @Test("amounts are read exactly or not at all")
  func amounts() {
    for text in ["12", "12.5", "59.99", "0.0125", "99999999999999.9999"] {
      #expect(Money(text, "CNY")?.amount == Decimal(string: text))
    }
    for text in ["", ".", "1.", ".5", "1e3", "-1", "+1", "1.23456", "1,5", "12abc", " 1", "NaN"] {
      #expect(Money(text, "CNY") == nil, "\(text)")
    }
    #expect(Money("1234567890123456789", "CNY") == nil)
    #expect(
      ["12", "12.5", "0.0125"].map { Money($0, "CNY")?.amountText }
        == ["12.00", "12.50", "0.0125"])
  }
}
