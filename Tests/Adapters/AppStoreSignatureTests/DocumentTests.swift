import Foundation
import Testing
import TollgateKit
import TollgateAppStore
import TollgatePurchases

/// Documents of the App Store, signed: everything in them is checked, or nothing counts.
@Suite struct DocumentTests {
  let authority: Authority
  let verifier: AppStoreVerifier

  static let policy = """
    entitlement pro
    product monthly
      sold as "com.example.pro.monthly"
      grants pro
    feature export
    export requires pro
    """

  init() throws {
    authority = try Authority()
    verifier = .trusting(authority)
  }

  private func status(_ transaction: String, _ renewal: String) -> String {
    """
    {"environment": "Production", "bundleId": "com.example.app", "appAppleId": 1234567890,
     "data": [{"subscriptionGroupIdentifier": "20000001", "lastTransactions": [
       {"status": 4, "originalTransactionId": "2000000000000001",
        "signedTransactionInfo": "\(transaction)", "signedRenewalInfo": "\(renewal)"}]}]}
    """
  }

  @Test func aStatusIsRead() async throws {
    let document = status(
      try authority.text(transaction()), try authority.text(renewal(["autoRenewStatus": "0"])))
    let reading = try await verifier.read(Array(document.utf8))
    #expect(reading.records.map(\.state) == [.cancelled])
    #expect(reading.asOf == .init(milliseconds: signedAt))
  }

  @Test func oneFalsePartAndNothingIsRead() async throws {
    let other = try Authority()
    let document = status(
      try authority.text(transaction()), try other.text(renewal()))
    let error = await verifier.refusal(of: document)
    #expect(error?.refusal == .root)
    #expect(error?.path == "data[0].lastTransactions[0].signedRenewalInfo")
  }

  private func notification(
    _ data: String, signer: Authority, type: String = "DID_FAIL_TO_RENEW"
  ) throws -> String {
    let payload = """
      {"notificationType": "\(type)", "subtype": "GRACE_PERIOD", "version": "2.0",
       "notificationUUID": "00000000-0000-0000-0000-000000000001", "signedDate": \(signedAt),
       "data": \(data)}
      """
    return "{\"signedPayload\": \"\(try signer.text(payload))\"}"
  }

  private func data(
    _ inner: Authority, appleID: Int = 1_234_567_890, bundle: String = "com.example.app"
  ) throws -> String {
    """
    {"appAppleId": \(appleID), "bundleId": "\(bundle)", "bundleVersion": "1",
     "environment": "Production", "status": 4,
     "signedTransactionInfo": "\(try inner.text(transaction()))",
     "signedRenewalInfo": "\(try inner.text(renewal()))"}
    """
  }

  @Test func aNotificationIsRead() async throws {
    let document = try notification(try data(authority), signer: authority)
    let reading = try await verifier.read(Array(document.utf8))
    #expect(reading.notifications.map(\.kind) == [.failedToRenew])
    #expect(reading.notifications.map(\.subtype) == [.gracePeriod])
    #expect(reading.records.count == 1)
    let unknown = try notification(try data(authority), signer: authority, type: "NEW_IN_2030")
    let later = try await verifier.read(Array(unknown.utf8))
    #expect(later.notifications.map(\.kind.rawValue) == ["NEW_IN_2030"])
  }

  @Test func aNotificationIsOfTheAppInAndOut() async throws {
    let other = try Authority()
    let cases: [(String, AppStoreRefusal, String)] = [
      (try notification(try data(authority), signer: other), .root, "signedPayload"),
      (
        try notification(try data(other), signer: authority), .root,
        "signedPayload.data.signedTransactionInfo"
      ),
      (
        try notification(try data(authority, appleID: 1), signer: authority), .appleID(1),
        "signedPayload.data"
      ),
      (
        try notification(try data(authority, bundle: "com.example.other"), signer: authority),
        .app("com.example.other"), "signedPayload.data"
      ),
    ]
    for (document, fault, path) in cases {
      let error = await verifier.refusal(of: document)
      #expect(error?.refusal == fault)
      #expect(error?.path == path)
    }
  }

  @Test(arguments: ["Sandbox", "Xcode", "LocalTesting", "Somewhere"])
  func whatIsNotFromProductionUnlocksNothing(_ environment: String) async throws {
    let text = try authority.text(transaction(["environment": "\"\(environment)\""]))
    #expect(await verifier.verify(text) == .invalid(.environment))
    // Even if the app accepts it, the ledger does not count it.
    let lenient = AppStoreVerifier.trusting(
      authority, environments: Set(StoreEnvironment.allCases))
    let policy = try Policy(source: Self.policy)
    let result = await lenient.verify(text)
    guard case .genuine(let record) = result else {
      #expect(environment == "Somewhere" && result == .invalid(.environment))
      return
    }
    let now = Instant(milliseconds: signedAt + 1)
    let snapshot = try Ledger([record]).snapshot(policy: policy, at: now)
    #expect(!policy.decide("export", for: snapshot, at: now).isAllowed)
    #expect(snapshot.grants.isEmpty)
  }

  @Test func aGenuineTransactionOpensWhatItGrants() async throws {
    let policy = try Policy(source: Self.policy)
    let result = await verifier.verify(try authority.text(transaction()))
    guard case .genuine(let record) = result else {
      Issue.record("\(result)")
      return
    }
    let now = Instant(milliseconds: signedAt + 1)
    let snapshot = try Ledger([record]).snapshot(policy: policy, at: now)
    #expect(policy.decide("export", for: snapshot, at: now).isAllowed)
  }

  @Test func anotherAppsTransactionIsRefused() async throws {
    let text = try authority.text(transaction(["bundleId": #""com.example.other""#]))
    #expect(await verifier.verify(text) == .invalid(.app))
  }
}
