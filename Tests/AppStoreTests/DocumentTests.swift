import Testing
import TollgateKit
import TollgatePurchases
import TollgateRuntime

@testable import TollgateAppStore

/// The documents of the App Store, the matching of renewals, and refusals.
@Suite struct DocumentTests {
  let verifier = AppStoreVerifier.credulous()

  /// A renewal of the subscription, a month later.
  static let second = [
    "transactionId": #""2000000000000002""#, "transactionReason": #""RENEWAL""#,
    "purchaseDate": Fixture.milliseconds("2026-04-01"),
    "expiresDate": Fixture.milliseconds("2026-05-01"),
    "signedDate": Fixture.milliseconds("2026-04-01"),
  ]

  @Test("LG-UT-P2 every document of the App Store is read")
  func shapes() async throws {
    let transaction = Fixture.transaction()
    let renewal = Fixture.renewal()
    let documents = [
      transaction, "\n  \(transaction)\r\n", "\u{FEFF}\(transaction)", "\"\(transaction)\"",
      "[\"\(transaction)\"]", "[\"\(transaction)\", \"\(renewal)\"]",
      #"{"signedTransactionInfo": "\#(transaction)"}"#,
      #"{"signedTransactions": ["\#(transaction)"], "revision": "r", "hasMore": false}"#,
      """
      {"bundleId": "com.example.app", "environment": "Production", "data": [
        {"lastTransactions": [{"status": 1, "signedTransactionInfo": "\(transaction)",
         "signedRenewalInfo": "\(renewal)"}]}, {"subscriptionGroupIdentifier": "2"}]}
      """,
    ]
    for document in documents {
      let reading = try await verifier.read(document)
      #expect(reading.records.map(\.transactionID) == ["2000000000000001"])
      #expect(reading.asOf == Instant("2026-03-01"))
      #expect(!reading.hasMore)
    }
    let empty = try await verifier.read(#"{"data": []}"#)
    #expect(empty == AppStoreReading())
    #expect(try await verifier.read("[]") == AppStoreReading())
  }

  @Test func aPageSaysThatMoreFollow() async throws {
    let document =
      #"{"signedTransactions": ["\#(Fixture.transaction())"], "hasMore": true}"#
    #expect(try await verifier.read(document).hasMore)
  }

  /// The renewal belongs to April, wherever it is in the document, and March stays as it was.
  @Test(arguments: [[0, 1, 2], [2, 1, 0], [1, 2, 0], [2, 0, 1]])
  func aRenewalGoesToTheLastTransaction(_ order: [Int]) async throws {
    let texts = [
      Fixture.transaction(), Fixture.transaction(Self.second),
      Fixture.renewal([
        "autoRenewStatus": "0", "signedDate": Fixture.milliseconds("2026-04-10"),
      ]),
    ]
    let list = order.map { "\"\(texts[$0])\"" }.joined(separator: ",")
    let reading = try await verifier.read("[\(list)]")
    let states = Dictionary(
      uniqueKeysWithValues: reading.records.map { ($0.transactionID, $0.state) })
    #expect(states == ["2000000000000001": .active, "2000000000000002": .cancelled])
    #expect(reading.asOf == Instant("2026-04-10"))
  }

  @Test func ofTwoRenewalsTheNewerCounts() async throws {
    let texts = ["2026-03-20", "2026-03-10"].map { day in
      Fixture.renewal([
        "autoRenewStatus": day == "2026-03-20" ? "0" : "1",
        "signedDate": Fixture.milliseconds(day),
      ])
    }
    for pair in [texts, texts.reversed()] {
      let list = ([Fixture.transaction()] + pair).map { "\"\($0)\"" }.joined(separator: ",")
      let record = try await verifier.read("[\(list)]").records.first
      #expect(record?.state == .cancelled)
      #expect(record?.confirmed == Instant("2026-03-20"))
    }
  }

  @Test func anUpgradedTransactionIsNeverTheLast() async throws {
    let old = Fixture.transaction([
      "isUpgraded": "true", "purchaseDate": Fixture.milliseconds("2026-03-02"),
    ])
    let new = Fixture.transaction([
      "transactionId": #""2000000000000002""#, "productId": #""com.example.pro.yearly""#,
    ])
    let renewal = Fixture.renewal(["autoRenewStatus": "0"])
    let records = try await verifier.read("[\"\(old)\", \"\(new)\", \"\(renewal)\"]").records
    #expect(records.map(\.state) == [.active, .cancelled])
    #expect(records.map(\.isSuperseded) == [true, false])
  }

  @Test func aRenewalNeedsItsTransaction() async throws {
    let other = Fixture.renewal(["originalTransactionId": #""2000000000000777""#])
    #expect(await verifier.refusal(of: Fixture.renewal())?.refusal == .renewalAlone)
    let error = await verifier.refusal(of: "[\"\(Fixture.transaction())\", \"\(other)\"]")
    #expect(error == AppStoreError(.renewalAlone, at: JSONPath().appending(.element(1))))
    let pair = """
      {"data": [{"lastTransactions": [{"signedTransactionInfo": "\(Fixture.transaction())",
        "signedRenewalInfo": "\(other)"}]}]}
      """
    #expect(await verifier.refusal(of: pair)?.refusal == .mismatch)
  }

  // MARK: Notifications

  static func notification(
    _ kind: String, _ data: String, container: String = "data", subtype: String? = nil
  ) -> String {
    Fixture.sign(
      Fixture.object([
        "notificationType": "\"\(kind)\"", "subtype": subtype.map { "\"\($0)\"" } ?? "",
        "notificationUUID": #""00000000-0000-0000-0000-000000000001""#, "version": #""2.0""#,
        "signedDate": Fixture.milliseconds("2026-03-02"), container: data,
      ]))
  }

  static func data(_ changes: [String: String] = [:]) -> String {
    Fixture.object(
      [
        "appAppleId": "1234567890", "bundleId": #""com.example.app""#, "bundleVersion": #""1""#,
        "environment": #""Production""#, "status": "1",
        "signedTransactionInfo": "\"\(Fixture.transaction())\"",
        "signedRenewalInfo": "\"\(Fixture.renewal())\"",
      ], changes)
  }

  @Test func notificationsAreRead() async throws {
    let text = Self.notification("SUBSCRIBED", Self.data(), subtype: "INITIAL_BUY")
    for document in [
      text, #"{"signedPayload": "\#(text)"}"#,
      #"{"notificationHistory": [{"signedPayload": "\#(text)", "sendAttempts": []}]}"#,
    ] {
      let reading = try await verifier.read(document)
      #expect(reading.notifications.map(\.kind) == [.subscribed])
      #expect(reading.notifications.map(\.subtype) == [.initialBuy])
      #expect(reading.notifications.map(\.environment) == [.production])
      #expect(reading.records.count == 1)
      #expect(reading.asOf == Instant("2026-03-02"))
    }
  }

  @Test func aNotificationMayBeAboutNoTransaction() async throws {
    let bare = ["signedTransactionInfo": "", "signedRenewalInfo": ""]
    let documents = [
      Self.notification("TEST", Self.data(bare)),
      Self.notification("RENEWAL_EXTENSION", Self.data(bare), container: "summary"),
      Self.notification(
        "EXTERNAL_PURCHASE_TOKEN",
        #"{"appAppleId": 1234567890, "bundleId": "com.example.app"}"#,
        container: "externalPurchaseToken"),
    ]
    for document in documents {
      let reading = try await verifier.read(document)
      #expect(reading.records.isEmpty)
      #expect(reading.notifications.count == 1)
    }
    let nobodys = Self.notification("TEST", "1", container: "somethingNew")
    #expect(await verifier.refusalText(of: nobodys) == "data: missing; expected an object")
  }

  @Test func aReversedRefundOpensAgain() async throws {
    let refunded = Fixture.transaction([
      "revocationDate": Fixture.milliseconds("2026-03-05"),
      "signedDate": Fixture.milliseconds("2026-03-05"),
    ])
    let reversed = Fixture.transaction(["signedDate": Fixture.milliseconds("2026-03-09")])
    var ledger = Ledger()
    for (kind, transaction) in [("REFUND_REVERSED", reversed), ("REFUND", refunded)] {
      let data = Self.data(["signedTransactionInfo": "\"\(transaction)\"", "signedRenewalInfo": ""])
      for record in try await verifier.read(Self.notification(kind, data)).records {
        try ledger.insert(record)
      }
    }
    #expect(ledger.records.map(\.state) == [.active])
  }

  // MARK: Refusals

  @Test func whatIsOfAnotherAppIsRefused() async throws {
    let cases: [(String, String)] = [
      (
        Fixture.transaction(["bundleId": #""com.example.other""#]),
        "it belongs to another app, \"com.example.other\""
      ),
      (
        #"{"bundleId": "com.example.other", "data": []}"#,
        "it belongs to another app, \"com.example.other\""
      ),
      (
        #"{"environment": "Production", "appAppleId": 7, "data": []}"#,
        "it belongs to another app, with the Apple ID 7"
      ),
      (
        Self.notification("TEST", Self.data(["appAppleId": ""])),
        "data: it belongs to another app, with the Apple ID 0"
      ),
      (
        Fixture.appTransaction(["appAppleId": "7"]),
        "it belongs to another app, with the Apple ID 7"
      ),
      (
        #"{"environment": "Sandbox", "data": []}"#,
        "it comes from the environment `sandbox`, which does not count"
      ),
      (
        Fixture.transaction(["environment": #""Xcode""#]),
        "it comes from the environment `xcode`, which does not count"
      ),
      (
        "[\"\(Fixture.transaction())\", \"\(Fixture.renewal(["environment": #""Sandbox""#]))\"]",
        "[1]: it comes from the environment `sandbox`, which does not count"
      ),
    ]
    for (document, text) in cases {
      #expect(await verifier.refusalText(of: document) == text)
    }
    let nameless = AppStoreVerifier.credulous(appleID: nil)
    #expect(await nameless.refusal(of: Fixture.transaction()) == nil)
    #expect(await nameless.refusal(of: Fixture.appTransaction())?.refusal == .appleIDNeeded)
    let testing = AppStoreVerifier.credulous(appleID: nil, environments: [.sandbox])
    let sandbox = Fixture.appTransaction(["receiptType": #""Sandbox""#, "appAppleId": "0"])
    #expect(await testing.refusal(of: sandbox) == nil)
  }

  // MARK: Downloads

  @Test(
    arguments: [
      ("37", nil, true), ("37", "38", true), ("37", "37", false), ("37", "36", false),
      ("1.9", "1.10", true), ("1.10", "1.9", false), ("2", "2.0.0", false), ("1.0", "2", true),
      ("beta", "2", false), ("1.0", "two", false), ("1..2", "2", false),
      ("99999999999999999999999", "2", false),
    ] as [(String, String?, Bool)])
  func aDownloadThatWasPaidFor(
    _ version: String, _ firstFree: String?, _ counts: Bool
  ) async throws {
    let paidApp = AppStoreMapping.PaidApp(product: "lifetime", firstFreeVersion: firstFree)
    let verifier = AppStoreVerifier.credulous(mapping: AppStoreMapping(paidApp: paidApp))
    let text = Fixture.appTransaction(["originalApplicationVersion": "\"\(version)\""])
    let reading = try await verifier.read(text)
    #expect(reading.appTransactions.map(\.originalVersion) == [version])
    #expect(reading.records.map(\.product) == (counts ? ["lifetime"] : []))
    #expect(reading.records.allSatisfy { $0.kind == .nonConsumable && $0.end == nil })
  }

  @Test func aDownloadGivesNothingUnasked() async throws {
    let reading = try await verifier.read(Fixture.appTransaction())
    #expect(reading.records.isEmpty)
    #expect(reading.asOf == Instant("2026-03-01"))
  }
}
