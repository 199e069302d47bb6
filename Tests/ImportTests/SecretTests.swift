import Foundation
import Testing
import TollgateKit
import TollgateImports
import TollgatePurchases

/// Receipts, tokens, cards and personal data appear nowhere, whether a document is read or refused.
@Suite struct SecretTests {
  private static let secret = "S3CR3T"

  static let documents: [(String, String)] = [
    (
      "revenuecat",
      RevenueCatDocument.subscribed([
        "management_url": secret, "metadata": ["card": secret], "display_name": secret,
        "receipt": secret, "price": ["amount": 1, "currency": secret],
      ])
    ),
    (
      "google-play",
      GooglePlayDocument.subscription(
        "ACTIVE",
        [
          "linkedPurchaseToken": secret, "etag": secret, "purchaseToken": secret,
          "subscribeWithGoogleInfo": ["emailAddress": secret, "profileId": secret],
        ])
    ),
    (
      "google-play",
      GooglePlayDocument.product([
        "purchaseToken": secret, "developerPayload": secret, "orderId": nil,
      ])
    ),
    ("google-play", GooglePlayDocument.productV2(offer: ["offerToken": secret])),
    (
      "stripe",
      Doc.text(
        StripeDocument.subscription(
          "active",
          [
            "default_payment_method": ["card": ["last4": secret]], "metadata": ["a": secret],
            "customer": ["id": "cus_1", "email": secret],
          ]))
    ),
  ]

  @Test(arguments: documents) func nothingOfThemIsKept(source: String, text: String) throws {
    #expect(text.contains(Self.secret))
    let imported = try Documents.read(text, as: source)
    #expect(imported.opens())
    let outputs = [
      imported.snapshot().json(), imported.ledger.json(), "\(imported)",
      imported.noteTexts.joined(), imported.notes(policy: Shop.policy).map { "\($0)" }.joined(),
    ]
    for output in outputs { #expect(!output.contains(Self.secret)) }
  }

  @Test(arguments: Documents.all)
  func anErrorShowsNoText(source: String, text: String) throws {
    // A token instead of a time, a boolean or a list.
    for pattern in ["\"20[0-9T:.Z-]*\"", "true", "false", "\\[[^\\[\\]]*\\]", ":[0-9.]+"] {
      let replaced = pattern == ":[0-9.]+" ? ":\"\(Self.secret)\"" : "\"\(Self.secret)\""
      let changed = text.replacingOccurrences(
        of: pattern, with: replaced, options: .regularExpression)
      do {
        _ = try Documents.read(changed, as: source)
      } catch let error as SnapshotError {
        for locale in ["en", "zh-Hans"] {
          #expect(!error.description(in: locale).contains(Self.secret))
        }
        #expect(!"\(error)".contains(Self.secret))
        #expect(!error.localizedDescription.contains(Self.secret))
      }
    }
  }
}
