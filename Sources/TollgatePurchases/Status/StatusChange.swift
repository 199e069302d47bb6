public import TollgateRuntime

/// What is different about a person's purchases, and what that opens and closes.
public struct StatusChange: Sendable, Hashable {
  /// How things stood before.
  public let before: PurchaseStatus
  /// How they stand now.
  public let after: PurchaseStatus
  /// The features, series members and meters that may be used now and could not be before, in order
  /// of declaration.
  public let unlocked: [String]
  /// Those that could be used before and may not be now.
  public let locked: [String]
  /// What kind of change it is.
  public let kind: Kind
  /// The purchases that it is about.
  public let records: [PurchaseRecord]
  /// When it was noticed.
  public let at: Instant

  /// What a person is told, if the terms say so.
  public func notices(_ terms: PurchaseTerms) -> [PurchaseNotice] {
    guard terms.tellsOfExpiry, kind == .expired, let plan = before.plan, let end = plan.end else {
      return []
    }
    return [.subscriptionExpired(product: plan.product, end: end)]
  }

  /// What kind of change it is.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// Something was bought that was not owned before.
    case purchased
    /// The period of the plan was extended.
    case renewed
    /// Another product became the plan.
    case switched
    /// The plan will not be renewed.
    case cancelled
    /// The plan ended by its date.
    case expired
    /// The plan was taken back, or ended in another way.
    case ended
    /// Anything else: stale and fresh again, a grace, how it is paid.
    case other
  }
}

/// Something that a person is told.
public enum PurchaseNotice: Sendable, Hashable {
  /// A subscription has ended, at this instant.
  case subscriptionExpired(product: String, end: Instant)
  /// A purchase could not be completed after so many attempts; they go on.
  case failing(id: String, attempts: Int)
}
