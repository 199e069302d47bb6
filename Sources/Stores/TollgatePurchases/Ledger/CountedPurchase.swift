import Foundation
import TollgateKit
import TollgateRuntime

/// A purchase as the grants of a snapshot: at most two, its paid time and the store's grace.
struct CountedPurchase: Sendable, Hashable {
  var record: PurchaseRecord
  var grants: [Grant]

  init(_ record: PurchaseRecord, policy: Policy) {
    self.record = record
    let product = policy.name(ofProduct: record.product)
    grants = [record.grant(of: product)]
    let kept = policy.graph.names.products[product].map {
      policy.graph.parts.products[Int($0)].grace
    }
    if let grace = record.grace(of: product, after: kept ?? 0) { grants.append(grace) }
  }
}

extension PurchaseRecord {
  /// The reading as the terms count it: if a partial refund keeps the purchase, it counts as if
  /// there was no refund; ``refundPercentage`` stays.
  func counted(by terms: PurchaseTerms) -> PurchaseRecord {
    guard terms.partialRefund == .keeps else {
      guard !isRevoked, let refundPercentage, refundPercentage > 0 else { return self }
      // A part of the price is back, and the store does not say when.
      var ended = self
      ended.revokedAt = confirmed
      return ended
    }
    guard isPartlyRefunded else { return self }
    var kept = self
    kept.revokedAt = nil
    if state == .refunded || state == .revoked { kept.state = .active }
    return kept
  }

  /// Whether it never ends.
  var isLifetime: Bool { kind == .nonConsumable }

  /// Whether it will renew, as far as is known.
  var willRenew: Bool { kind == .subscription && renews && state != .cancelled && !isRevoked }

  /// The grant for the paid time.
  fileprivate func grant(of product: String) -> Grant {
    Grant(
      product: product, state: grantState, start: start, until: isLifetime ? nil : end,
      isTrial: isTrial || state == .trial, renews: kind == .subscription ? willRenew : nil,
      ownership: ownership, quantity: quantity, id: transactionID
    )
  }

  /// The state of the grant. A refund or revocation comes before everything, and a lifetime does
  /// not expire.
  private var grantState: Grant.State {
    if state == .refunded { return .refunded }
    if isRevoked { return .revoked }
    if isLifetime, state == .expired { return .active }
    return isTrial && state == .active ? .trial : state
  }

  /// The grant for the grace that the store gives after a failed payment. It begins where the
  /// policy's grace ends: the user has the longer of both, never their sum, and an add-on never
  /// counts twice.
  ///
  /// - Parameter kept: The policy's grace, in milliseconds.
  fileprivate func grace(of product: String, after kept: Int64) -> Grant? {
    guard !isRevoked, !isLifetime, let end, let graceEnd else { return nil }
    let wasTrial = isTrial || state == .trial
    let begins: Instant
    switch state {
    case .active, .cancelled, .hold: begins = wasTrial ? end : end.advanced(by: kept)
    case .trial, .grace: begins = end
    case .paused, .pending, .expired, .refunded, .revoked, .other: return nil
    }
    guard begins < graceEnd else { return nil }
    return Grant(
      product: product, state: .grace, start: max(start, begins), until: graceEnd,
      isTrial: wasTrial, renews: willRenew, ownership: ownership, quantity: quantity,
      id: transactionID
    )
  }
}

/// The transactions of one subscription that have begun, renewals and upgrades included: at most
/// one product of it is in force.
struct SubscriptionHistory {
  private let policy: Policy
  /// The product that began last, and its start.
  private var latest: (product: String, start: Instant)?
  /// The last start of any other product.
  private var latestOfOthers: Instant?

  init(_ records: [PurchaseRecord], policy: Policy, at now: Instant) {
    self.policy = policy
    // Only the last start of each product, so that thousands of renewals are read once.
    var starts: [String: Instant] = [:]
    for record in records where record.start <= now {
      let product = policy.name(ofProduct: record.product)
      starts[product] = max(starts[product] ?? record.start, record.start)
    }
    for (product, start) in starts {
      if let known = latest, start < known.start || start == known.start && product < known.product
      {
        latestOfOthers = max(latestOfOthers ?? start, start)
      } else {
        latestOfOthers = latest.map { max(latestOfOthers ?? $0.start, $0.start) } ?? latestOfOthers
        latest = (product, start)
      }
    }
  }

  /// Whether a later transaction replaces this one: it has another product, or this one has ended
  /// since. Refunding a renewal must not revive the period before it by the policy's grace. A
  /// lifetime is never past.
  func isPast(_ record: PurchaseRecord, at now: Instant) -> Bool {
    guard !record.isLifetime, let end = record.end, let latest else { return false }
    if end <= now, record.start < latest.start { return true }
    let isLatest = policy.name(ofProduct: record.product) == latest.product
    guard let replacement = isLatest ? latestOfOthers : latest.start else { return false }
    return record.start < replacement
  }
}

extension PurchaseRecord {
  /// Whether it is a trial or has an introductory price, or the store tells of an earlier one.
  var hasOffer: Bool { isTrial || state == .trial || isOfferUsed }
}

/// The readings of one subscription with one verification, in the order of their starts. A
/// subscription is renewed thousands of times, and a look at one time needs the last periods only.
struct RenewalRun: Sendable {
  struct Key: Sendable, Hashable {
    var firstTransactionID: String
    var verification: Verification
  }

  struct Entry: Sendable {
    var start: Instant
    var end: Instant
    var transactionID: String
    /// The latest end of this and all before it.
    var latestEnd: Instant
  }

  /// All readings, by start and then by transaction id.
  private(set) var entries: [Entry] = []
  /// When the newest reading was confirmed.
  private(set) var confirmed: Instant
  /// Whether all are periods of one product, for one account, with no other reading that counts.
  private(set) var isPlain: Bool
  /// How many readings are a trial, or say that there was an offer.
  private var offers = 0
  /// Whether its buyer had a trial or an introductory price.
  var isOfferUsed: Bool { offers > 0 }
  private let first: PurchaseRecord

  init(_ first: PurchaseRecord) {
    self.first = first
    confirmed = first.confirmed
    isPlain = first.kind == .subscription
  }

  /// From now on nothing is left out: some reading of it counts in another place as well.
  mutating func mix() { isPlain = false }

  mutating func insert(_ record: PurchaseRecord) {
    confirmed = max(confirmed, record.confirmed)
    isPlain =
      isPlain && record.kind == first.kind && record.end != nil && record.product == first.product
      && record.account == first.account && record.environment == first.environment
    if record.hasOffer { offers += 1 }
    let end = record.end ?? Instant(milliseconds: .max)
    let place = place(record.start, record.transactionID)
    entries.insert(
      Entry(start: record.start, end: end, transactionID: record.transactionID, latestEnd: end),
      at: place)
    sum(from: place)
  }

  /// Takes out a reading that a newer one replaces.
  mutating func remove(_ record: PurchaseRecord) {
    let place = place(record.start, record.transactionID)
    guard place < entries.count, entries[place].transactionID == record.transactionID else {
      return
    }
    if record.hasOffer { offers -= 1 }
    entries.remove(at: place)
    sum(from: place)
  }

  /// Whether a plain one counts for an account.
  func belongs(to account: String?) -> Bool { first.belongs(to: account) }

  /// The entries that may matter at a time; all others are over, and others began since.
  func entries(at now: Instant) -> ArraySlice<Entry> {
    guard isPlain else { return entries[...] }
    let begun = firstIndex { $0.start > now }
    guard begun > 0 else { return entries[...] }
    let latest = entries[begun - 1].start
    let last = firstIndex { $0.start >= latest }
    // A period before the last one that is not over is rare.
    guard last > 0, entries[last - 1].latestEnd <= now else { return entries[...] }
    return entries[last...]
  }

  private func place(_ start: Instant, _ id: String) -> Int {
    firstIndex { ($0.start, $0.transactionID) >= (start, id) }
  }

  /// The first entry for which something is so, which is then so for all after it.
  private func firstIndex(_ isSo: (Entry) -> Bool) -> Int {
    if let last = entries.last, !isSo(last) { return entries.count }
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if isSo(entries[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  private mutating func sum(from place: Int) {
    for index in place..<entries.count {
      let before = index > 0 ? entries[index - 1].latestEnd : entries[index].end
      entries[index].latestEnd = max(before, entries[index].end)
    }
  }
}
