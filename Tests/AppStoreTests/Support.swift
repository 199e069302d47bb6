import TollgateKit
import TollgatePurchases
import TollgateRuntime

@testable import TollgateAppStore

/// Accepts every signature: these tests read the content. `Tests/Adapters` tests the signatures.
struct CredulousCheck: SignatureCheck {
  func check(_ signature: AppStoreSignature) async throws(AppStoreRefusal) {}
}

extension AppStoreVerifier {
  /// A verifier of `com.example.app` that accepts every signature.
  static func credulous(
    appleID: Int64? = 1_234_567_890, environments: Set<StoreEnvironment> = [.production],
    mapping: AppStoreMapping = AppStoreMapping()
  ) -> AppStoreVerifier {
    AppStoreVerifier(
      AppStoreApp(bundleID: "com.example.app", appleID: appleID, environments: environments),
      signatures: CredulousCheck(), mapping: mapping)
  }

  func read(_ document: String) async throws(AppStoreError) -> AppStoreReading {
    try await read(Array(document.utf8))
  }

  /// The reason of a refusal; nil for none.
  func refusal(of document: String) async -> AppStoreError? {
    do throws(AppStoreError) {
      _ = try await read(document)
      return nil
    } catch {
      return error
    }
  }

  /// The reason in words.
  func refusalText(of document: String) async -> String? {
    await refusal(of: document).map { $0.description(in: "en") }
  }
}

/// Signed texts like Apple's, with invalid certificates and signatures.
enum Fixture {
  static let header = #"{"alg":"ES256","x5c":["AA==","AQ==","Ag=="]}"#

  static func sign(_ payload: String, header: String = header, signature: Int = 64) -> String {
    [Array(header.utf8), Array(payload.utf8), [UInt8](repeating: 7, count: signature)]
      .map { Base64.encode($0, .url) }.joined(separator: ".")
  }

  /// A transaction: a subscription of March 2026, signed at its start. `changes` replaces fields by
  /// JSON, or removes them by an empty text.
  static func transaction(_ changes: [String: String] = [:]) -> String {
    sign(object(transactionFields, changes))
  }

  /// Its renewal.
  static func renewal(_ changes: [String: String] = [:]) -> String {
    sign(object(renewalFields, changes))
  }

  /// A download of the app.
  static func appTransaction(_ changes: [String: String] = [:]) -> String {
    sign(object(appTransactionFields, changes))
  }

  /// An object of fields in JSON.
  static func object(_ fields: [String: String], _ changes: [String: String] = [:]) -> String {
    let members = fields.merging(changes) { $1 }.filter { !$0.value.isEmpty }
    return "{"
      + members.sorted { $0.key < $1.key }.map { "\"\($0.key)\":\($0.value)" }
      .joined(separator: ",") + "}"
  }

  /// An instant as the App Store writes it.
  static func milliseconds(_ text: String) -> String {
    Instant(text).map { String($0.milliseconds) } ?? "no instant: \(text)"
  }

  private static let transactionFields = [
    "transactionId": #""2000000000000001""#, "originalTransactionId": #""2000000000000001""#,
    "webOrderLineItemId": #""2000000000000009""#, "bundleId": #""com.example.app""#,
    "productId": #""com.example.pro.monthly""#, "subscriptionGroupIdentifier": #""20000001""#,
    "purchaseDate": milliseconds("2026-03-01"),
    "originalPurchaseDate": milliseconds("2026-03-01"),
    "expiresDate": milliseconds("2026-04-01"), "quantity": "1",
    "type": #""Auto-Renewable Subscription""#, "inAppOwnershipType": #""PURCHASED""#,
    "signedDate": milliseconds("2026-03-01"), "environment": #""Production""#,
    "transactionReason": #""PURCHASE""#, "storefront": #""CHN""#, "storefrontId": #""143465""#,
    "price": "30000", "currency": #""CNY""#, "appTransactionId": #""700000000000000001""#,
  ]

  private static let renewalFields = [
    "originalTransactionId": #""2000000000000001""#, "productId": #""com.example.pro.monthly""#,
    "autoRenewProductId": #""com.example.pro.monthly""#, "autoRenewStatus": "1",
    "isInBillingRetryPeriod": "false", "signedDate": milliseconds("2026-03-01"),
    "environment": #""Production""#, "recentSubscriptionStartDate": milliseconds("2026-03-01"),
    "renewalDate": milliseconds("2026-04-01"), "renewalPrice": "30000", "currency": #""CNY""#,
  ]

  private static let appTransactionFields = [
    "receiptType": #""Production""#, "appAppleId": "1234567890",
    "bundleId": #""com.example.app""#, "applicationVersion": #""412""#,
    "receiptCreationDate": milliseconds("2026-03-01"),
    "originalPurchaseDate": milliseconds("2024-05-06"),
    "originalApplicationVersion": #""37""#, "deviceVerification": #""AAAA""#,
    "deviceVerificationNonce": #""00000000-0000-0000-0000-000000000002""#,
    "appTransactionId": #""700000000000000001""#, "originalPlatform": #""iOS""#,
  ]
}
