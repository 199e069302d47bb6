import TollgateKit
import TollgatePurchases
import TollgateRuntime

/// A member of `subscriptions` in a RevenueCat document.
struct RevenueCatSubscription {
  let start: Instant
  let end: Instant?
  let graceEnd: Instant?
  let refunded: Instant?
  /// The plan of a product of Google Play.
  let plan: String?
  /// Nil if unknown.
  let ownership: Grant.Ownership?
  let isTrial: Bool
  /// Whether the period has an introductory price.
  let isIntroductory: Bool
  let isPrepaid: Bool
  /// The fields with unknown values.
  private(set) var unknown: [(field: String, value: String)] = []
  private let unsubscribed: Instant?
  private let billingIssue: Instant?
  private let resumes: Instant?

  init(_ object: JSONObject) throws(SnapshotError) {
    start = try object.require("purchase_date", .instant, Read.storeInstant)
    end = try object.read("expires_date", Read.storeInstant)
    graceEnd = try object.read("grace_period_expires_date", Read.storeInstant)
    refunded = try object.read("refunded_at", Read.storeInstant)
    unsubscribed = try object.read("unsubscribe_detected_at", Read.storeInstant)
    billingIssue = try object.read("billing_issues_detected_at", Read.storeInstant)
    resumes = try object.read("auto_resume_date", Read.storeInstant)
    plan = try object.read("product_plan_identifier", Read.name)
    let period = try object.read("period_type", Read.text) ?? "normal"
    isTrial = period == "trial"
    isIntroductory = period == "intro"
    isPrepaid = period == "prepaid"
    if !RevenueCatSubscription.periods.contains(period) { unknown.append(("period_type", period)) }
    let owner = try object.read("ownership_type", Read.text) ?? "PURCHASED"
    switch owner {
    case "PURCHASED": ownership = .purchased
    case "FAMILY_SHARED": ownership = .familyShared
    default:
      ownership = .other
      unknown.append(("ownership_type", owner))
    }
  }

  private static let periods: Set = ["normal", "intro", "trial", "prepaid", "promotional"]

  /// Whether it will renew, as far as is known.
  var renews: Bool { unsubscribed == nil && billingIssue == nil && resumes == nil }

  /// The kind of purchase. A promotional purchase may have no end; any other without an end is
  /// unknown.
  func kind(isPromotional: Bool) -> PurchaseRecord.Kind {
    guard end != nil else { return isPromotional ? .nonConsumable : .other }
    return isPromotional || isPrepaid ? .nonRenewing : .subscription
  }

  /// The state at a time: first refunds, then paid time, then the store's grace after a failed
  /// payment.
  func state(at now: Instant) -> Grant.State {
    if refunded != nil { return .refunded }
    guard let end else { return .active }
    if now < end { return unsubscribed != nil ? .cancelled : isTrial ? .trial : .active }
    if let graceEnd, now < graceEnd { return .grace }
    if resumes != nil { return .paused }
    return billingIssue != nil && unsubscribed == nil ? .hold : .expired
  }
}
