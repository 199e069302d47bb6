import TollgateKit
import TollgateRuntime

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
