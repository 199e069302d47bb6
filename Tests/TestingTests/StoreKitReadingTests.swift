import Foundation
import TollgateStoreKit
import Testing
import TollgateKit
import TollgatePurchases
import TollgateRuntime

/// The records of StoreKit's transactions, as plain values.
@Suite struct StoreKitReadingTests {
  private func reading(_ renewal: StoreKitReading.Renewal? = nil) -> StoreKitReading {
    var reading = StoreKitReading(
      transactionID: 2, originalID: 1, productID: "com.shop.yearly", type: .autoRenewable,
      purchased: instant("2026-01-31").date, expires: instant("2027-01-31").date)
    reading.renewal = renewal
    return reading
  }

  @Test func aPaidPeriodIsASubscriptionThatRenews() {
    var reading = reading()
    reading.price = Decimal(string: "59.99")
    reading.currency = "TRY"
    reading.accountToken = UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")
    let record = reading.record
    #expect(
      record
        == PurchaseRecord(
          transactionID: "2", originalID: "1", product: "com.shop.yearly", kind: .subscription,
          account: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F", start: instant("2026-01-31"),
          end: instant("2027-01-31"), paid: Money("59.99", "TRY"), method: .appleIAP,
          verification: .waiting))
  }

  @Test(
    "each state of a subscription has its own state and renewal here",
    arguments: [
      (.subscribed, true, .active, true), (.subscribed, false, .cancelled, false),
      (.subscribed, nil, .active, true), (.inGracePeriod, true, .grace, true),
      (.inBillingRetryPeriod, true, .hold, true), (.expired, false, .expired, false),
      (.expired, true, .expired, false), (.revoked, true, .refunded, false),
      (.other, true, .other, true),
    ] as [(StoreKitReading.Renewal.State, Bool?, Grant.State, Bool)])
  func states(
    state: StoreKitReading.Renewal.State, willRenew: Bool?, expected: Grant.State, renews: Bool
  ) {
    let record = reading(.init(state: state, willAutoRenew: willRenew)).record
    #expect(record.state == expected)
    #expect(record.renews == renews)
  }

  @Test func theGraceAndTheNextPlanComeFromTheRenewalInfo() {
    let record = reading(
      .init(
        state: .inGracePeriod, willAutoRenew: true, nextProductID: "com.shop.top",
        graceEnds: instant("2027-02-16").date, signed: instant("2027-02-01").date)
    ).record
    #expect(record.graceEnd == instant("2027-02-16"))
    #expect(record.renewsAs == "com.shop.top")
    #expect(record.confirmed == instant("2027-02-01"), "the later signature counts")
    let same = reading(.init(state: .subscribed, nextProductID: "com.shop.yearly")).record
    #expect(same.renewsAs == nil)
  }

  @Test func aRevocationGoesBeforeAFutureEnd() {
    var reading = reading(.init(state: .subscribed, willAutoRenew: true))
    reading.revoked = instant("2026-03-01").date
    #expect(reading.record.state == .refunded)
    #expect(reading.record.revokedAt == instant("2026-03-01"))
    #expect(!reading.record.renews)
    reading.isFamilyShared = true
    #expect(reading.record.state == .revoked)
    #expect(reading.record.ownership == .familyShared)
    reading.isFamilyShared = nil
    #expect(reading.record.ownership == .other)
  }

  @Test func aTrialIsOneUntilItIsCancelled() {
    var reading = reading(.init(state: .subscribed, willAutoRenew: true))
    reading.isFreeTrial = true
    #expect(reading.record.state == .trial)
    reading.renewal?.willAutoRenew = false
    #expect(reading.record.state == .cancelled)
    #expect(reading.record.isTrial)
  }

  @Test func anIntroductoryPriceIsAnOfferThatWasUsed() {
    var reading = reading(.init(state: .subscribed, willAutoRenew: true))
    #expect(!reading.record.isOfferUsed)
    reading.isIntroductory = true
    #expect(reading.record.isOfferUsed && reading.record.state == .active)
    // A trial says so itself.
    reading.isFreeTrial = true
    #expect(!reading.record.isOfferUsed && reading.record.isTrial)
  }

  @Test(
    arguments: [
      (.autoRenewable, .subscription), (.nonRenewable, .nonRenewing),
      (.nonConsumable, .nonConsumable), (.consumable, .consumable), (.other, .other),
    ] as [(StoreKitReading.ProductType, PurchaseRecord.Kind)])
  func kinds(type: StoreKitReading.ProductType, kind: PurchaseRecord.Kind) {
    let record = StoreKitReading(
      transactionID: 1, productID: "x", type: type, purchased: instant("2026-01-31").date
    ).record
    #expect(record.kind == kind)
    #expect(record.renews == (type == .autoRenewable))
  }

  @Test(
    arguments: [
      ("Production", .production), ("Sandbox", .sandbox), ("Xcode", .xcode), ("Moon", .other),
      ("", .other),
    ] as [(String, StoreEnvironment)])
  func environments(name: String, environment: StoreEnvironment) {
    let record = StoreKitReading(
      transactionID: 1, productID: "x", type: .nonConsumable,
      purchased: instant("2026-01-31").date, environment: name
    ).record
    #expect(record.environment == environment)
  }

  @Test("a transaction that StoreKit verified is genuine, and another is false with a reason")
  func verifier() async {
    let record = reading().record
    let proof = StoreKitProof(record, fault: nil, signedTransaction: "a.b.c")
    var expected = record
    expected.verification = .device
    #expect(await StoreKitVerifier().verify(proof) == .genuine(expected))
    for fault in InvalidProof.allCases {
      let proof = StoreKitProof(record, fault: fault, signedTransaction: "a.b.c")
      #expect(await StoreKitVerifier().verify(proof) == .invalid(fault))
    }
  }

  @Test("no signed text is in a description, a dump or a journal")
  func secrets() async throws {
    let secret = "eyJSECRET.eyJSECRET.SECRET"
    let record = StoreKitReading(
      transactionID: 7, productID: "x", type: .nonConsumable,
      purchased: instant("2026-01-31").date
    ).record
    let proof = StoreKitProof(
      record, fault: nil, signedTransaction: secret, signedRenewal: secret)
    var dumped = ""
    dump(proof, to: &dumped)
    let journal = MemoryJournal()
    let processor = try await PurchaseProcessor.open(journal, verifier: StoreKitVerifier()) { _ in }
    #expect(await processor.receive(record, proof: proof).code == .purchased)
    let shown = [
      "\(proof)", String(reflecting: proof), dumped, "\(await journal.entries())",
      await processor.ledger.json(),
    ]
    for text in shown { #expect(!text.contains("SECRET"), "\(text)") }
    #expect(dumped.contains("7"))
  }

  @Test("every failure of StoreKit has its error")
  func failures() {
    let codes = StoreKitFailure.allCases.map { $0.error.code.rawValue }
    #expect(
      codes == [
        "user-cancelled", "network-error", "product-not-found", "insufficient-permissions",
        "product-not-found", "insufficient-permissions", "purchase-failed", "purchase-failed",
        "purchase-failed", "unknown-error",
      ])
  }
}
