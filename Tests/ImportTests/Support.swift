import Foundation
import TollgateKit
import TollgateImports
import TollgatePurchases
public import TollgateRuntime

/// The time of every document in these tests.
let now: Instant = "2026-03-01T08:00:00Z"

extension Instant: ExpressibleByStringLiteral {
  public init(stringLiteral text: String) {
    guard let instant = Instant(text) else { preconditionFailure("no instant: \(text)") }
    self = instant
  }
}

/// The policy of these tests.
enum Shop {
  static let text = """
    policy Shop
    tiers free < pro < max
    entitlement courses
    product annual
      sold as "com.shop.annual" on app-store
      sold as "pro:annual" on google-play
      sold as "price_annual" on stripe
      grants pro
      price 12 CNY per year
    product monthly
      sold as "plan_any" on google-play
      sold as "prod_monthly" on stripe
      grants pro
      price 2 CNY per month
    product top
      sold as "com.shop.top" on app-store
      sold as "max:annual" on google-play
      sold as "max-by-key" on stripe
      grants max
      price 20 CNY per year
    product shared
      sold as "com.shop.shared" on app-store
      grants pro
      price 20 CNY per year
      shared with family
    product kept
      sold as "com.shop.kept" on app-store
      sold as "kept:annual" on google-play
      sold as "price_kept" on stripe
      grants pro
      price 15 CNY per year
      grace 5 days
    product forever
      sold as "com.shop.forever" on app-store
      sold as "forever" on google-play
      grants pro
      price 38 CNY once
    product space
      sold as "space" on google-play
      adds 10 to bills
      price 1 CNY once
    meter bills
    feature export
    feature lessons
    feature vault
    bills > 5 is not allowed
    export requires pro
    lessons requires courses
    vault requires max
    """

  // Invariant: the text above compiles.
  static let policy = try! Policy(source: text)
}

/// A JSON document, made of literals.
enum Doc {
  /// The text of a document.
  static func text(_ value: Any) -> String {
    let data = try? JSONSerialization.data(withJSONObject: value, options: [.sortedKeys])
    return String(decoding: data ?? Data(), as: UTF8.self)
  }

  /// A document with other values for some members; `nil` removes one.
  static func changing(_ object: [String: Any], _ changes: [String: Any?]) -> [String: Any] {
    var object = object
    for (key, value) in changes { object[key] = value }
    return object
  }
}

/// The result of importing a document.
extension PurchaseImport {
  func snapshot(at time: Instant = now, environments: Set<StoreEnvironment> = [.production])
    -> Snapshot
  {
    snapshot(
      policy: Shop.policy, terms: PurchaseTerms(environments: environments, showsPending: true),
      at: time)
  }

  func opens(
    _ target: String = "export", at time: Instant = now,
    environments: Set<StoreEnvironment> = [.production]
  ) -> Bool {
    let snapshot = snapshot(at: time, environments: environments)
    return Shop.policy.decide(target, for: snapshot, at: time).isAllowed
  }

  /// The notes in English.
  var noteTexts: [String] { notes(policy: Shop.policy).map { $0.description(in: "en") } }
}
