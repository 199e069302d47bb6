import TollgateKit
import TollgateRuntime

/// The transactions of a subscription with its renewals and upgrades, as far as they have begun: at
/// most one product of it is in force.
struct SubscriptionHistory {
  private let policy: Policy
  /// The product that began last, and when.
  private var latest: (product: String, start: Instant)?
  /// When any other product began last.
  private var latestOfOthers: Instant?

  init(_ records: [PurchaseRecord], policy: Policy, at now: Instant) {
    self.policy = policy
    // The last of each product, so that a line of thousands of renewals is gone through once.
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

  /// Whether a later transaction says all that is still to be said: it took this one's place with
  /// another product, or this one has ended since. What is past and renewed must not come to life
  /// again by a policy's grace when the renewal is paid back. A lifetime stays.
  func isPast(_ record: PurchaseRecord, at now: Instant) -> Bool {
    guard !record.isLifetime, let end = record.end, let latest else { return false }
    if end <= now, record.start < latest.start { return true }
    let isLatest = policy.name(ofProduct: record.product) == latest.product
    guard let replacement = isLatest ? latestOfOthers : latest.start else { return false }
    return record.start < replacement
  }
}
