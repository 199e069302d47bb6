public import TollgateKit
public import TollgateRuntime

/// Turns statuses into changes, each reported exactly once.
///
/// ```swift
/// var tracker = StatusTracker(policy: policy, terms: terms, account: account)
/// if let change = tracker.observe(ledger, at: .now) { show(change.unlocked) }
/// ```
///
/// A change is a change of the status or of the usable targets, whatever caused it: a record, time
/// alone, a network that was away for too long. Records that change neither (a repeated
/// transaction, a failure, a pending purchase) cause none.
public struct StatusTracker: Sendable {
  /// The policy that decides.
  public let policy: Policy
  /// The conditions under which a purchase counts.
  public let terms: PurchaseTerms
  /// Whose purchases are tracked.
  public var account: String?
  /// The last status; nil before the first call of `observe`.
  public var status: PurchaseStatus? { last?.status }
  private var last: State?

  /// Creates a tracker without a status.
  public init(policy: Policy, terms: PurchaseTerms = PurchaseTerms(), account: String? = nil) {
    self.policy = policy
    self.terms = terms
    self.account = account
  }

  /// Everything compared between two calls.
  private struct State {
    var status: PurchaseStatus
    /// The record of the plan.
    var plan: PurchaseRecord?
    /// The record of each product that is owned.
    var owned: [Int32: PurchaseRecord]
    var open: [String]
  }

  /// Compares a ledger with the last one.
  ///
  /// - Parameter base: Everything else about the user, such as usage and facts.
  /// - Returns: The change since the last call; nil for none, and at the first call.
  public mutating func observe(
    _ ledger: Ledger, at now: Instant, adding base: Snapshot = Snapshot()
  ) -> StatusChange? {
    let new = state(of: ledger, now, base)
    defer { last = new }
    guard let old = last, old.status != new.status || old.open != new.open else { return nil }
    let (wasOpen, isOpen) = (Set(old.open), Set(new.open))
    let kind = kind(of: old, new, at: now)
    return StatusChange(
      before: old.status, after: new.status,
      unlocked: new.open.filter { !wasOpen.contains($0) },
      locked: old.open.filter { !isOpen.contains($0) },
      kind: kind, records: records(of: kind, old, new), at: now
    )
  }

  private func state(of ledger: Ledger, _ now: Instant, _ base: Snapshot) -> State {
    let view = PurchaseView(
      ledger, policy: policy, terms: terms, account: account, at: now, adding: base)
    var owned: [Int32: PurchaseRecord] = [:]
    // The best come first.
    for purchase in view.held where owned[purchase.product] == nil {
      owned[purchase.product] = purchase.record
    }
    return State(
      status: view.status, plan: view.held.first?.record, owned: owned,
      open: policy.openTargets(in: view.prepared, at: now))
  }

  private func kind(of old: State, _ new: State, at now: Instant)
    -> StatusChange.Kind
  {
    let isBought = new.owned.keys.contains { old.owned[$0] == nil }
    guard let before = old.status.plan else { return isBought ? .purchased : .other }
    let isPast = before.accessEnd.map { $0 <= now } ?? false
    guard let after = new.status.plan else { return isPast ? .expired : .ended }
    if before.product != after.product { return isPast && !isBought ? .expired : .switched }
    if isBought { return .purchased }
    if let was = before.end, let end = after.end, was < end { return .renewed }
    return before.renews && !after.renews ? .cancelled : .other
  }

  /// The records concerned by a change.
  private func records(
    of kind: StatusChange.Kind, _ old: State, _ new: State
  ) -> [PurchaseRecord] {
    switch kind {
    case .purchased, .switched:
      let added = new.owned.filter { old.owned[$0.key] == nil }.sorted { $0.key < $1.key }
      return added.isEmpty ? [new.plan].compactMap { $0 } : added.map { $0.value }
    case .renewed, .cancelled: return [new.plan].compactMap { $0 }
    case .expired, .ended: return [old.plan].compactMap { $0 }
    case .other: return []
    }
  }
}

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
