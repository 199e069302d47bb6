import Foundation
import TollgateAppStore
import TollgatePurchases

/// 2026-03-01T08:00:00Z, when everything here is signed.
let signedAt: Int64 = 1_772_352_000_000

extension AppStoreVerifier {
  /// A verifier that trusts an authority of our own.
  static func trusting(
    _ authority: Authority, environments: Set<StoreEnvironment> = [.production],
    as place: PurchaseTerms.VerificationPlace = .device
  ) -> AppStoreVerifier {
    AppStoreVerifier(
      AppStoreApp(bundleID: "com.example.app", appleID: 1_234_567_890, environments: environments),
      signatures: AppleSignatureCheck(roots: authority.roots), as: place)
  }

  /// The reason of a refusal; nil for none.
  func refusal(of document: String) async -> AppStoreError? {
    do throws(AppStoreError) {
      _ = try await read(Array(document.utf8))
      return nil
    } catch {
      return error
    }
  }
}

/// A transaction as Apple writes it; `changes` replaces fields or, with "", removes them.
func transaction(_ changes: [String: String] = [:]) -> String {
  object(
    [
      "transactionId": #""2000000000000001""#, "originalTransactionId": #""2000000000000001""#,
      "webOrderLineItemId": #""2000000000000009""#, "bundleId": #""com.example.app""#,
      "productId": #""com.example.pro.monthly""#, "subscriptionGroupIdentifier": #""20000001""#,
      "purchaseDate": "1772352000000", "originalPurchaseDate": "1772352000000",
      "expiresDate": "1775030400000", "quantity": "1", "type": #""Auto-Renewable Subscription""#,
      "inAppOwnershipType": #""PURCHASED""#, "signedDate": "\(signedAt)",
      "environment": #""Production""#, "transactionReason": #""PURCHASE""#,
      "storefront": #""CHN""#, "storefrontId": #""143465""#, "price": "30000",
      "currency": #""CNY""#,
    ], changes)
}

/// A renewal as Apple writes it.
func renewal(_ changes: [String: String] = [:]) -> String {
  object(
    [
      "originalTransactionId": #""2000000000000001""#, "productId": #""com.example.pro.monthly""#,
      "autoRenewProductId": #""com.example.pro.monthly""#, "autoRenewStatus": "1",
      "isInBillingRetryPeriod": "false", "signedDate": "\(signedAt)",
      "environment": #""Production""#, "renewalDate": "1775030400000",
    ], changes)
}

private func object(_ fields: [String: String], _ changes: [String: String]) -> String {
  let members = fields.merging(changes) { $1 }.filter { !$0.value.isEmpty }
  return "{"
    + members.sorted { $0.key < $1.key }.map { "\"\($0.key)\":\($0.value)" }
    .joined(separator: ",") + "}"
}
