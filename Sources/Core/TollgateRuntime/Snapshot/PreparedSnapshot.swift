/// A snapshot in the terms of one policy: names looked up, states and grace resolved into spans of
/// time, and the policy's conditions worked out. Prepare once, ask often; it never
/// changes, and can be shared between threads freely.
///
/// ```swift
/// let prepared = policy.prepare(snapshot)  // once
/// for target in targets where policy.isAllowed(target, for: prepared, at: now) { show(target) }
/// ```
public final class PreparedSnapshot: Sendable {
  // The hot path's fields come first.

  /// The policy that it was prepared by.
  package let graph: RuleGraph
  /// A clock before this is more than 5 minutes behind.
  private let behind: Int64
  /// How long after that the first phase lasts; 0 where nothing is worked out.
  private let firstLength: UInt64
  package let preparedAnswers: PreparedAnswers
  package let input: EvaluationInput
  package let grants: [PreparedGrant]
  /// `asOf` or `latestSeen`, whichever is later: time never goes back before it.
  package let floor: Int64
  private let dismissed: [String: Instant]
  /// Whatever is known of offers beside the grants; nil for nearly everybody.
  let offers: KnownOffers?
  /// Whether the store was ever asked.
  let isStoreAsked: Bool

  init(
    graph: RuleGraph, input: EvaluationInput, grants: [PreparedGrant], floor: Int64,
    dismissed: [String: Instant], offers: KnownOffers? = nil, isStoreAsked: Bool = false,
    preparedAnswers: PreparedAnswers = .nothing
  ) {
    self.graph = graph
    self.input = input
    self.grants = grants
    self.floor = floor
    self.dismissed = dismissed
    self.offers = offers
    self.isStoreAsked = isStoreAsked
    self.preparedAnswers = preparedAnswers
    behind = floor.saturatingAdd(-5 * 60 * 1000)
    firstLength =
      behind < preparedAnswers.firstEnd ? UInt64(bitPattern: preparedAnswers.firstEnd &- behind) : 0
  }

  /// When a reminder or a prompt was dismissed; nil if it was not.
  func dismissal(of id: String) -> Instant? {
    guard dismissed.count <= 4 else { return dismissed[id] }
    // A few are compared sooner than one is hashed.
    for each in dismissed where each.key == id { return each.value }
    return nil
  }

  /// The same snapshot in another input.
  func with(input: EvaluationInput, preparedAnswers: PreparedAnswers = .nothing) -> PreparedSnapshot
  {
    PreparedSnapshot(
      graph: graph, input: input, grants: grants, floor: floor, dismissed: dismissed,
      offers: offers, isStoreAsked: isStoreAsked,
      preparedAnswers: preparedAnswers)
  }

  /// The same snapshot with the answers to the policy's patterns worked out: it takes longer to
  /// prepare, and every decision is faster.
  package func settling() -> PreparedSnapshot {
    with(input: input, preparedAnswers: PreparedAnswers(self))
  }

  /// Whether anything is worked out ahead.
  package var isSettled: Bool { !preparedAnswers.ends.isEmpty }

  /// Whether a time is in the first phase, and no clock behind: one comparison for both ends.
  @inline(__always)
  func isInFirstPhase(_ now: Instant) -> Bool {
    UInt64(bitPattern: now.milliseconds &- behind) < firstLength
  }

  /// Whether a time is more than 5 minutes before what the snapshot has seen.
  @inline(__always)
  func isClockBehind(_ now: Instant) -> Bool {
    now.milliseconds < behind
  }
}

/// A grant with its names looked up.
package struct PreparedGrant: Sendable {
  /// The product it counts through.
  package var product: ProductIndex?
  /// The entitlement it counts for directly.
  package var entitlement: EntitlementIndex?
  package var state: Grant.State
  /// Whether its buyer had a trial or an introductory price.
  var hadOffer: Bool
  /// Whether it is, or was, a trial: nobody pays for that.
  let isTrial: Bool
  /// Whether the store will renew it.
  let renews: Bool
  package var quantity: Int64
  package var until: Int64
  /// When it counts, grace included.
  package var counts: Times

  /// Whether it is a trial that counts.
  func isInTrial(at now: Int64) -> Bool { isTrial && counts.contains { $0.contains(now) } }

  /// Whether it is over by date, grace included.
  func hasEnded(at now: Int64) -> Bool {
    guard until <= now else { return false }
    for span in counts where now < span.until { return false }
    return true
  }
}

extension PreparedGrant {
  /// Looks up the names of a grant; nil if it can never count for anything.
  package init?(_ grant: Grant, in graph: RuleGraph, asOf: Instant?) {
    self.init(
      grant, product: grant.product.flatMap { graph.names.products[$0] },
      entitlement: grant.entitlement.flatMap { graph.names.entitlements[$0] }, in: graph,
      asOf: asOf)
  }

  /// A grant whose names are looked up; nil if it can never count for anything.
  init?(
    _ grant: Grant, product: ProductIndex?, entitlement: EntitlementIndex?, in graph: RuleGraph,
    asOf: Instant?
  ) {
    var entitlement = entitlement
    switch grant.ownership {
    case .purchased: break
    case .familyShared:
      entitlement = nil
      guard let product, graph[product: product].isSharedWithFamily else { return nil }
    case .other: return nil
    }
    guard product != nil || entitlement != nil else { return nil }
    let grace = product.map { graph[product: $0].grace } ?? 0
    self.init(
      product: product, entitlement: entitlement, state: grant.state,
      hadOffer: grant.hadOffer, isTrial: grant.isFree,
      renews: grant.renews == true && grant.state != .cancelled, quantity: max(0, grant.quantity),
      until: grant.until?.milliseconds ?? .max,
      counts: Times(of: grant, grace: grace, asOf: asOf)
    )
  }

  /// When a grant counts: between its start and its end if its state gives access, and for the
  /// grace of its product after its end.
  package struct Times: Sendable, Sequence {
    private var paid: EvaluationInput.HeldSpan?
    private var grace: EvaluationInput.HeldSpan?

    init(of grant: Grant, grace: Int64, asOf: Instant?) {
      let start = grant.start?.milliseconds ?? .min
      let until = grant.until?.milliseconds ?? .max
      if grant.state.givesAccess, start < until {
        paid = EvaluationInput.HeldSpan(start: start, until: until, isFresh: false)
      }
      if grace > 0, grant.until != nil, PreparedGrant.hasGrace(grant, asOf: asOf) {
        let end = until.saturatingAdd(grace)
        self.grace = EvaluationInput.HeldSpan(start: until, until: end, isFresh: false)
      }
    }

    package struct Iterator: IteratorProtocol {
      fileprivate var times: Times

      package mutating func next() -> EvaluationInput.HeldSpan? {
        if let paid = times.paid {
          times.paid = nil
          return paid
        }
        defer { times.grace = nil }
        return times.grace
      }
    }

    package func makeIterator() -> Iterator { Iterator(times: self) }
  }

  /// Whether a grant that ran out is kept for a while. One that is `expired` before its end was
  /// ended early, and is not.
  fileprivate static func hasGrace(_ grant: Grant, asOf: Instant?) -> Bool {
    guard !grant.isTrial else { return false }
    switch grant.state {
    case .active, .cancelled, .hold: return true
    case .expired:
      guard let asOf, let until = grant.until else { return false }
      return until <= asOf
    case .trial, .grace, .paused, .pending, .refunded, .revoked, .other: return false
    }
  }
}

/// The knowledge of trials and introductory prices beside the grants that may count. (An object, and
/// nearly everybody has none: a snapshot is prepared again and again.)
final class KnownOffers: Sendable {
  /// The store's own word on its offers, by the name of the product.
  let said: [String: Bool]
  /// The products of grants that can never count, whose buyer had a trial or an introductory price.
  let idle: [ProductIndex]

  private init(_ said: [String: Bool], _ idle: [ProductIndex]) {
    (self.said, self.idle) = (said, idle)
  }

  /// Nil if nothing is known. (No failable `init`: that would make the object first.)
  @inline(__always)
  static func known(said: [String: Bool], idle: [ProductIndex]) -> KnownOffers? {
    said.isEmpty && idle.isEmpty ? nil : KnownOffers(said, idle)
  }
}

extension Grant {
  /// Whether its buyer had a trial or an introductory price.
  @inline(__always)
  var hadOffer: Bool { isFree || isOfferUsed }

  /// Whether it is, or was, a trial.
  @inline(__always)
  var isFree: Bool { isTrial || state == .trial }
}

// Only a paywall asks, so nothing is worked out before it does.
extension PreparedSnapshot {
  /// Whether the user is offered the trial of a product: the store says so, or they had none of it,
  /// nor of a product that grants one of the same entitlements or one of the same tiers. If the store
  /// was never asked, nobody knows, and none is.
  package func isOffered(trialOf product: ProductIndex) -> Bool {
    guard isStoreAsked else { return false }
    for (name, isOffered) in offers?.said ?? [:] where graph.names.products[name] == product {
      return isOffered
    }
    func isUsedUp(by used: ProductIndex) -> Bool {
      used == product || graph.grantAlike(used, product)
    }
    if offers?.idle.contains(where: isUsedUp) ?? false { return false }
    return !grants.contains { $0.hadOffer && $0.product.map(isUsedUp) ?? false }
  }
}

extension RuleGraph {
  /// Whether two products grant one of the same entitlements, or both a tier.
  fileprivate func grantAlike(_ one: ProductIndex, _ other: ProductIndex) -> Bool {
    let (ones, others) = (self[product: one].grants, self[product: other].grants)
    func isTier(_ entitlement: Int32) -> Bool { Int(entitlement) < parts.tierCount }
    return ones.contains { others.contains($0) }
      || ones.contains(where: isTier)
        && others.contains(where: isTier)
  }
}
