import Foundation
import Testing
import TollgateKit
import TollgatePurchases
import TollgateRuntime

@testable import TollgateAppStore

/// Every state of a purchase in the App Store, with its record and its end of access.
@Suite struct StateTests {
  static let policy = """
    entitlement pro
    product monthly
      sold as "com.example.pro.monthly"
      grants pro
      price 30 CNY per month
    product yearly
      sold as "com.example.pro.yearly"
      grants pro
      price 300 CNY per year
    product lifetime
      sold as "com.example.pro.lifetime"
      grants pro
      price 900 CNY once
    product pass
      sold as "com.example.pass"
      grants pro
      price 12 CNY per week
    product household
      sold as "com.example.shared"
      grants pro
      shared with family
      price 50 CNY per month
    feature export
    export requires pro
    """

  /// A purchase, and instants with and without access.
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var transaction: [String: String] = [:]
    var renewal: [String: String]?
    var state: Grant.State
    var open: [String] = []
    var closed: [String] = []
    var testDescription: String { name }
  }

  static let march31 = Fixture.milliseconds("2026-03-31T12:00:00Z")
  static let april2 = Fixture.milliseconds("2026-04-02")
  static let inRetry = [
    "isInBillingRetryPeriod": "true", "expirationIntent": "2", "signedDate": april2,
  ]

  static let cases: [Case] = [
    Case(
      name: "5 active", renewal: [:], state: .active,
      open: ["2026-03-01", "2026-03-31T23:59:59Z"], closed: ["2026-04-01"]),
    Case(
      name: "3 free trial",
      transaction: ["offerType": "1", "offerDiscountType": #""FREE_TRIAL""#, "price": "0"],
      renewal: [:], state: .trial, open: ["2026-03-31"], closed: ["2026-04-01"]),
    Case(
      name: "3 free trial of before payments were named",
      transaction: ["offerType": "1", "price": "0"],
      state: .trial, open: ["2026-03-31"], closed: ["2026-04-01"]),
    Case(
      name: "4 introductory price",
      transaction: ["offerType": "1", "offerDiscountType": #""PAY_AS_YOU_GO""#, "price": "1000"],
      renewal: [:], state: .active, open: ["2026-03-31"], closed: ["2026-04-01"]),
    Case(
      name: "21 free by an offer code",
      transaction: ["offerType": "3", "offerDiscountType": #""FREE_TRIAL""#, "price": "0"],
      renewal: [:], state: .trial, open: ["2026-03-31"], closed: ["2026-04-01"]),
    Case(
      name: "6 consent to a higher price is outstanding", renewal: ["priceIncreaseStatus": "0"],
      state: .active, open: ["2026-03-31"], closed: ["2026-04-01"]),
    Case(
      name: "7 a downgrade is scheduled",
      renewal: ["autoRenewProductId": #""com.example.pro.yearly""#], state: .active,
      open: ["2026-03-31"], closed: ["2026-04-01"]),
    Case(
      name: "8 cancelled (T3)", renewal: ["autoRenewStatus": "0"], state: .cancelled,
      open: ["2026-03-31T23:59:59Z"], closed: ["2026-04-01"]),
    Case(
      name: "10 billing grace (T1, T2)",
      transaction: ["signedDate": april2],
      renewal: inRetry.merging(
        ["gracePeriodExpiresDate": Fixture.milliseconds("2026-04-17")]) { $1 },
      state: .grace, open: ["2026-04-02", "2026-04-16T23:59:59Z"], closed: ["2026-04-17"]),
    Case(
      name: "11 billing retry (T2)", transaction: ["signedDate": april2], renewal: inRetry,
      state: .hold, closed: ["2026-04-01", "2026-04-02"]),
    Case(
      name: "11 billing retry after a grace",
      transaction: ["signedDate": Fixture.milliseconds("2026-04-18")],
      renewal: inRetry.merging([
        "gracePeriodExpiresDate": Fixture.milliseconds("2026-04-17"),
        "signedDate": Fixture.milliseconds("2026-04-18"),
      ]) { $1 }, state: .hold, open: [], closed: ["2026-04-18"]),
    Case(
      name: "11 a first attempt fails before the end (T2)",
      renewal: ["isInBillingRetryPeriod": "true", "signedDate": march31], state: .active,
      open: ["2026-03-31T23:59:59Z"], closed: ["2026-04-01"]),
    Case(
      name: "13 expired by the person",
      renewal: ["autoRenewStatus": "0", "expirationIntent": "1", "signedDate": april2],
      state: .expired, closed: ["2026-04-02"]),
    Case(
      name: "14 expired unpaid",
      renewal: ["autoRenewStatus": "0", "expirationIntent": "2", "signedDate": april2],
      state: .expired, closed: ["2026-04-02"]),
    Case(
      name: "15 expired, the product is gone",
      renewal: ["autoRenewStatus": "0", "expirationIntent": "4", "signedDate": april2],
      state: .expired, closed: ["2026-04-02"]),
    Case(
      name: "16 refunded (T4)",
      transaction: [
        "revocationDate": Fixture.milliseconds("2026-03-05"), "revocationReason": "1",
        "revocationType": #""REFUND_FULL""#, "revocationPercentage": "100000",
      ], renewal: ["autoRenewStatus": "0"], state: .refunded, closed: ["2026-03-10"]),
    Case(
      name: "16 refunded, as it was told before 2025",
      transaction: ["revocationDate": Fixture.milliseconds("2026-03-05"), "revocationReason": "0"],
      state: .refunded, closed: ["2026-03-10"]),
    Case(
      name: "17 refunded in part",
      transaction: [
        "revocationDate": Fixture.milliseconds("2026-03-05"),
        "revocationType": #""REFUND_PRORATED""#, "revocationPercentage": "33333",
      ], state: .refunded, closed: ["2026-03-10"]),
    Case(
      name: "18 the family no longer shares it",
      transaction: [
        "productId": #""com.example.shared""#, "inAppOwnershipType": #""FAMILY_SHARED""#,
        "revocationDate": Fixture.milliseconds("2026-03-05"), "revocationReason": "0",
        "revocationType": #""FAMILY_REVOKE""#,
      ], state: .revoked, closed: ["2026-03-10"]),
    Case(
      name: "18 the family shares it, and the policy lets it",
      transaction: [
        "productId": #""com.example.shared""#, "inAppOwnershipType": #""FAMILY_SHARED""#,
      ], state: .active, open: ["2026-03-10"], closed: ["2026-04-01"]),
    Case(
      name: "18 the family shares it, and the policy does not let it",
      transaction: ["inAppOwnershipType": #""FAMILY_SHARED""#], state: .active,
      closed: ["2026-03-10"]),
    Case(
      name: "18 owned in a way that nobody knows",
      transaction: ["inAppOwnershipType": #""SCHOOL""#], state: .active, closed: ["2026-03-10"]),
    Case(
      name: "19 an upgrade took its place", transaction: ["isUpgraded": "true"], state: .active,
      closed: ["2026-03-10"]),
    Case(
      name: "20 lifetime",
      transaction: [
        "type": #""Non-Consumable""#, "productId": #""com.example.pro.lifetime""#,
        "expiresDate": "",
      ], state: .active, open: ["2026-03-01", "2126-03-01"]),
    Case(
      name: "20 lifetime, refunded",
      transaction: [
        "type": #""Non-Consumable""#, "productId": #""com.example.pro.lifetime""#,
        "expiresDate": "", "revocationDate": Fixture.milliseconds("2026-03-05"),
      ], state: .refunded, closed: ["2026-03-10"]),
    Case(
      name: "9 non-renewing, a week by the policy (T5)",
      transaction: [
        "type": #""Non-Renewing Subscription""#, "productId": #""com.example.pass""#,
        "expiresDate": "",
      ], state: .active, open: ["2026-03-07T23:59:59Z"], closed: ["2026-03-08"]),
    Case(
      name: "22 a promise of twelve months, cancelled in the third",
      transaction: [
        "billingPlanType": #""MONTHLY""#,
        "commitmentInfo": """
        {"billingPeriodNumber": 3, "totalBillingPeriods": 12, "commitmentPrice": 360000,
         "commitmentExpiresDate": \(Fixture.milliseconds("2027-01-01"))}
        """,
      ],
      renewal: [
        "renewalBillingPlanType": #""MONTHLY""#,
        "commitmentInfo": #"{"commitmentAutoRenewStatus": 0}"#,
      ], state: .active, open: ["2026-03-31"], closed: ["2026-04-01"]),
    Case(
      name: "a consumable gives nothing that lasts",
      transaction: [
        "type": #""Consumable""#, "productId": #""com.example.pro.lifetime""#, "expiresDate": "",
      ], state: .active, closed: ["2026-03-10"]),
    Case(
      name: "a kind that nobody knows gives nothing",
      transaction: ["type": #""Perpetual Bundle""#], state: .active, closed: ["2026-03-10"]),
  ]

  @Test(arguments: cases) func aState(_ test: Case) async throws {
    let policy = try Policy(source: Self.policy)
    var mapping = AppStoreMapping()
    mapping.addLengths(from: policy)
    let verifier = AppStoreVerifier.credulous(mapping: mapping)
    var texts = [Fixture.transaction(test.transaction)]
    if let renewal = test.renewal { texts.insert(Fixture.renewal(renewal), at: 0) }
    let document = "[\"" + texts.joined(separator: "\", \"") + "\"]"
    let reading = try await verifier.read(document)
    let record = try #require(reading.records.first)
    #expect(reading.records.count == 1)
    #expect(record.state == test.state)
    #expect(record.verification == .device)
    #expect(record.method == .appleIAP)
    let ledger = try Ledger(reading.records)
    for (instants, isOpen) in [(test.open, true), (test.closed, false)] {
      for text in instants {
        let now = try #require(Instant(text))
        let snapshot = ledger.snapshot(policy: policy, at: now)
        #expect(policy.decide("export", for: snapshot, at: now).isAllowed == isOpen, "at \(text)")
      }
    }
    #expect(!test.open.isEmpty || !test.closed.isEmpty)
  }

  private func record(
    _ transaction: [String: String], _ renewal: [String: String]? = nil,
    _ mapping: AppStoreMapping = AppStoreMapping()
  ) async throws -> PurchaseRecord {
    var texts = [Fixture.transaction(transaction)]
    if let renewal { texts.append(Fixture.renewal(renewal)) }
    let document = "[\"" + texts.joined(separator: "\", \"") + "\"]"
    let reading = try await AppStoreVerifier.credulous(mapping: mapping).read(document)
    return try #require(reading.records.first)
  }

  @Test func everyFieldHasItsPlace() async throws {
    let record = try await record(
      [
        "transactionId": #""2000000000000003""#, "isUpgraded": "false", "quantity": "2",
        "offerType": "2", "offerIdentifier": #""welcome""#,
        "offerDiscountType": #""PAY_UP_FRONT""#,
      ],
      ["autoRenewProductId": #""com.example.pro.yearly""#, "signedDate": Self.march31])
    #expect(
      record
        == PurchaseRecord(
          transactionID: "2000000000000003", originalID: "2000000000000001",
          product: "com.example.pro.monthly", kind: .subscription, state: .active,
          start: try #require(Instant("2026-03-01")), end: Instant("2026-04-01"), renews: true,
          renewsAs: "com.example.pro.yearly", quantity: 2, paid: Money("30", "CNY"),
          method: .appleIAP, verification: .device,
          confirmed: Instant("2026-03-31T12:00:00Z")))
  }

  @Test func whetherItWillBeRenewed() async throws {
    #expect(try await record([:]).renews)
    #expect(try await record([:], [:]).renews)
    #expect(try await record([:], [:]).renewsAs == nil)
    #expect(try await !record([:], ["autoRenewStatus": "0"]).renews)
    #expect(try await !record([:], ["priceIncreaseStatus": "0"]).renews)
    #expect(try await record([:], ["priceIncreaseStatus": "1"]).renews)
    // The commitment after this one is cancelled; the next month is still paid.
    let promised = ["commitmentInfo": #"{"commitmentAutoRenewStatus": 0}"#]
    #expect(try await record([:], promised).renews)
  }

  @Test(
    arguments: [
      (0, "0.00"), (1, "0.001"), (10, "0.01"), (990, "0.99"), (4990, "4.99"), (59_990, "59.99"),
      (1_000_000, "1000.00"), (12_345_678_901_234_567, "12345678901234.567"),
      (9_223_372_036_854_775_807, "9223372036854775.807"),
    ] as [(Int64, String)])
  func thousandthsAreExact(_ milliunits: Int64, _ text: String) async throws {
    let record = try await record(["price": "\(milliunits)", "currency": #""JPY""#])
    #expect(record.paid?.amountText == text)
    #expect(record.paid?.currency == "JPY")
  }

  @Test func whatIsPaidNeedsACurrency() async throws {
    #expect(try await record(["currency": ""]).paid == nil)
    #expect(try await record(["price": ""]).paid == nil)
  }

  @Test func whoseItIs() async throws {
    let token = ["appAccountToken": #""7E3FB204-2CB6-4D47-8FA6-1A1B6F3B1D32""#]
    #expect(try await record(token).account == nil)
    let byToken = AppStoreMapping(account: .appAccountToken)
    #expect(
      try await record(token, nil, byToken).account == "7e3fb204-2cb6-4d47-8fa6-1a1b6f3b1d32")
    #expect(try await record([:], nil, byToken).account == nil)
    #expect(try await record(token, nil, AppStoreMapping(account: .named("ann"))).account == "ann")
  }

  @Test(arguments: [
    ("0", "0"), ("1", "0.001"), ("33333", "33.333"), ("50000", "50"), ("100000", "100"),
  ])
  func aRefundTellsItsShare(_ thousandths: String, _ percentage: String) async throws {
    let refund = [
      "revocationDate": Fixture.milliseconds("2026-03-05"),
      "revocationType": #""REFUND_PRORATED""#, "revocationPercentage": thousandths,
    ]
    let record = try await record(refund)
    #expect(record.refundPercentage?.description == percentage)
    // The terms say whether a partial refund ends it.
    let policy = try Policy(source: Self.policy)
    let now = try #require(Instant("2026-03-10"))
    let terms = PurchaseTerms(partialRefund: .keeps)
    let snapshot = try Ledger([record]).snapshot(policy: policy, terms: terms, at: now)
    let isOpen = policy.decide("export", for: snapshot, at: now).isAllowed
    #expect(isOpen == (percentage != "100"))
  }

  @Test func aNonRenewingProductWithoutALengthGivesNothing() async throws {
    let pass = [
      "type": #""Non-Renewing Subscription""#, "productId": #""com.example.pass""#,
      "expiresDate": "",
    ]
    let reading = try await AppStoreVerifier.credulous().read(Fixture.transaction(pass))
    #expect(reading.records == [])
    #expect(reading.withoutLength == ["com.example.pass"])
    let alone = await AppStoreVerifier.credulous().verify(Fixture.transaction(pass))
    #expect(alone == .invalid(.malformed))
    func end(_ length: AppStoreMapping.Length, from start: String) async throws -> String? {
      let mapping = AppStoreMapping(lengths: ["com.example.pass": length])
      let dated = pass.merging(["purchaseDate": Fixture.milliseconds(start)]) { $1 }
      return try await record(dated, nil, mapping).end?.text
    }
    #expect(try await end(.days(30), from: "2026-03-01T10:00Z") == "2026-03-31T10:00:00Z")
    #expect(try await end(.months(1), from: "2026-01-31") == "2026-02-28T00:00:00Z")
    #expect(try await end(.months(12), from: "2024-02-29") == "2025-02-28T00:00:00Z")
    for length in [AppStoreMapping.Length.days(0), .days(-1), .days(.max), .months(.min)] {
      let mapping = AppStoreMapping(lengths: ["com.example.pass": length])
      let reading = try await AppStoreVerifier.credulous(mapping: mapping).read(
        Fixture.transaction(pass))
      #expect(reading.withoutLength == ["com.example.pass"], "\(length)")
    }
  }

  @Test("a transaction keeps the storefront that Apple signed")
  func storefront() async throws {
    let transaction = try await AppStoreVerifier.credulous().transaction(Fixture.transaction())
    #expect(transaction.storefront == "CHN")
  }
}
