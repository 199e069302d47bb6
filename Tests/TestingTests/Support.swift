import Foundation
import Testing
import TestSupport
import TollgateKit
import TollgatePurchases
import TollgateRuntime
import TollgateTesting

/// An instant from a text.
func instant(_ text: String) -> Instant {
  guard let instant = Instant(text) else { preconditionFailure("no instant: \(text)") }
  return instant
}

enum Shop {
  /// One product of each kind, and two plans of two tiers.
  static let source = """
    policy Shop
    trust snapshots for 24h
    tiers free < pro < max
    entitlement pack
    product monthly
      sold as "com.shop.monthly" on app-store
      grants pro
      price 10 CNY per month
      trial 7 days
    product yearly
      sold as "com.shop.yearly"
      grants pro
      price 100 CNY per year
    product top
      grants max
      price 20 CNY per month
      shared with family
    product forever
      grants max
      price 300 CNY once
      shared with family
    product course
      grants pack
    product coins
    features export, lessons, studio
    export requires pro
    lessons requires pack
    studio requires max
    """

  static func policy() throws -> Policy {
    try Policy(source: source)
  }

  /// An app on 31 January.
  static func app(
    _ conditions: StoreConditions = StoreConditions(), terms: PurchaseTerms = PurchaseTerms()
  ) async throws -> SimulatedApp {
    try await SimulatedApp(
      policy: policy(), at: instant("2026-01-31"), terms: terms, conditions: conditions)
  }
}

extension SimulatedApp {
  /// Whether a target is open.
  func can(_ target: String) async -> Bool { await decide(target).isAllowed }

  /// The events so far: `renewed monthly`.
  nonisolated var story: [String] { store.events.map { "\($0.code) \($0.product)" } }

  /// When the plan in force ends.
  var planEnd: String? { get async { await status.plan?.end?.shortText } }
}
