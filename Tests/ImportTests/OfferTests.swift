import Foundation
import Testing
import TollgateImports
import TollgateKit
import TollgateRuntime

/// Importers tell that a trial or an introductory price is or was used.
@Suite struct OfferTests {
  private static let february = StripeDocument.seconds("2026-02-01T00:00:00Z")

  static let documents: [(source: String, text: String, isUsed: Bool)] = [
    ("revenuecat", RevenueCatDocument.subscribed(["period_type": "trial"]), true),
    ("revenuecat", RevenueCatDocument.subscribed(["period_type": "intro"]), true),
    ("revenuecat", RevenueCatDocument.subscribed(), false),
    (
      "google-play",
      GooglePlayDocument.subscription(
        "ACTIVE",
        items: [GooglePlayDocument.item(["offerPhase": ["freeTrial": [:] as [String: Any]]])]),
      true
    ),
    (
      "google-play",
      GooglePlayDocument.subscription(
        "ACTIVE",
        items: [
          GooglePlayDocument.item(["offerPhase": ["introductoryPrice": [:] as [String: Any]]])
        ]),
      true
    ),
    ("google-play", GooglePlayDocument.subscription("ACTIVE"), false),
    ("stripe", Doc.text(StripeDocument.subscription("active", ["trial_end": february])), true),
    (
      "stripe",
      Doc.text(StripeDocument.subscription("trialing", ["trial_end": StripeDocument.april])), true
    ),
    ("stripe", Doc.text(StripeDocument.subscription("active")), false),
  ]

  @Test(arguments: documents)
  func used(source: String, text: String, isUsed: Bool) throws {
    let snapshot = try Documents.read(text, as: source).snapshot()
    #expect(snapshot.grants.count == 1)
    #expect(snapshot.grants.allSatisfy { ($0.isTrial || $0.isOfferUsed) == isUsed })
  }
}
