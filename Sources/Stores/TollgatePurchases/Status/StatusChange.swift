public import TollgateRuntime

/// A change of a user's purchases, and what it opens and closes.
///
/// ```swift
/// if let change = tracker.observe(ledger, at: .now) {
///   if change.kind == .purchased { show("Welcome to \(change.after.tier ?? "")") }
///   for name in change.unlocked { show("\(name) is open now") }
/// }
/// ```
public struct StatusChange: Sendable, Hashable {
  /// The status before.
  public let before: PurchaseStatus
  /// The status now.
  public let after: PurchaseStatus
  /// The features, series members and meters that became usable, in order of declaration.
  public let unlocked: [String]
  /// Those that can no longer be used.
  public let locked: [String]
  /// The kind of change.
  public let kind: Kind
  /// The purchases concerned.
  public let records: [PurchaseRecord]
  /// When the change was noticed.
  public let at: Instant

  /// The messages for the user that the terms ask for.
  public func notices(_ terms: PurchaseTerms) -> [PurchaseNotice] {
    guard terms.notifiesOfExpiry, kind == .expired, let plan = before.plan, let end = plan.end
    else {
      return []
    }
    return [.subscriptionExpired(product: plan.product, end: end)]
  }

  /// The kind of change.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The user bought something new.
    case purchased
    /// The period of the plan was extended.
    case renewed
    /// Another product became the plan.
    case switched
    /// The plan will not renew.
    case cancelled
    /// The plan ended on its date.
    case expired
    /// The plan was revoked, or ended in another way.
    case ended
    /// Anything else: stale or fresh again, a grace, another payment method.
    case other
  }
}

/// A message for the user.
///
/// ```swift
/// for notice in change.notices(terms) {
///   if case .subscriptionExpired(let product, let end) = notice {
///     alert("\(policy.label(ofProduct: product, in: "en")) ended at \(end)")
///   }
/// }
/// ```
public enum PurchaseNotice: Sendable, Hashable {
  /// A subscription has ended, at this instant.
  case subscriptionExpired(product: String, end: Instant)
  /// A purchase could not be completed after this many attempts; they go on.
  case failing(id: String, attempts: Int)
}
