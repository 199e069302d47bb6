public import TollgateKit
public import TollgateRuntime

/// Turns statuses into changes, each told exactly once.
///
/// ```swift
/// var tracker = StatusTracker(policy: policy, terms: terms, account: account)
/// if let change = tracker.observe(ledger, at: .now) { show(change.unlocked) }
/// ```
///
/// A change is a change of the status or of what may be used, whatever brought it about: a record,
/// time alone, a network that was away for too long. Records that change neither (a repeated
/// transaction, a failure, a pending purchase) bring none.
public struct StatusTracker: Sendable {
  /// The policy that decides.
  public let policy: Policy
  /// What a purchase must bring to count.
  public let terms: PurchaseTerms
  /// Whose purchases are looked at.
  public var account: String?
  /// The last status; nothing before the first look.
  public var status: PurchaseStatus? { last?.status }
  private var last: StatusReading?

  /// A tracker that has seen nothing yet.
  public init(policy: Policy, terms: PurchaseTerms = PurchaseTerms(), account: String? = nil) {
    self.policy = policy
    self.terms = terms
    self.account = account
  }

  /// What is seen at one look.
  private struct StatusReading {
    var status: PurchaseStatus
    /// The record behind the plan.
    var plan: PurchaseRecord?
    /// The record behind each product that is owned.
    var owned: [Int32: PurchaseRecord]
    var open: [String]
  }

  /// Looks at a ledger.
  ///
  /// - Parameter base: What else is known of the person, such as usage and facts.
  /// - Returns: What has changed since the last look; nothing if nothing has, or at the first look.
  public mutating func observe(
    _ ledger: Ledger, at now: Instant, adding base: Snapshot = Snapshot()
  ) -> StatusChange? {
    let new = look(at: ledger, now, base)
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

  private func look(at ledger: Ledger, _ now: Instant, _ base: Snapshot) -> StatusReading {
    let view = PurchaseView(
      ledger, policy: policy, terms: terms, account: account, at: now, adding: base)
    var owned: [Int32: PurchaseRecord] = [:]
    // The best come first.
    for purchase in view.held where owned[purchase.product] == nil {
      owned[purchase.product] = purchase.record
    }
    return StatusReading(
      status: view.status, plan: view.held.first?.record, owned: owned,
      open: policy.openTargets(in: view.prepared, at: now))
  }

  private func kind(of old: StatusReading, _ new: StatusReading, at now: Instant)
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

  /// The records that a change is about.
  private func records(
    of kind: StatusChange.Kind, _ old: StatusReading, _ new: StatusReading
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
