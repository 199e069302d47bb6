import TollgateKit
import TollgateRuntime

/// A purchase that is in force now, with its paid renewals.
struct HeldPurchase {
  /// The last transaction that extends the current period.
  let record: PurchaseRecord
  /// The product in the policy.
  let product: Int32
  /// The highest tier that it grants; nil for none.
  let rank: Int32?
  /// When access ends, in milliseconds; `Int64.max` for never.
  let accessEnd: Int64
  /// Whether only a grace keeps it in force.
  let isInGrace: Bool

  /// Combines the transactions of one subscription and product; nil if none is in force now.
  init?(_ purchases: [CountedPurchase], policy: Policy, asOf: Instant?, at time: Int64) {
    var spans: [(span: EvaluationInput.HeldSpan, record: PurchaseRecord)] = []
    var product: Int32?
    for purchase in purchases {
      for grant in purchase.grants {
        guard let prepared = PreparedGrant(grant, in: policy.graph, asOf: asOf) else { continue }
        product = prepared.product
        spans += prepared.counts.map { ($0, purchase.record) }
      }
    }
    spans.sort { $0.span.start < $1.span.start }
    guard let product, var last = spans.first(where: { $0.span.contains(time) })?.record else {
      return nil
    }
    var end = time
    for (span, record) in spans where span.start <= end && end < span.until {
      end = span.until
      last = record
    }
    let paidEnd = last.isLifetime ? .max : last.end?.milliseconds ?? .max
    self.product = product
    record = last
    rank = policy.rank(of: product)
    accessEnd = end
    isInGrace = paidEnd <= time
  }

  /// Whether this one is shown rather than the other.
  func isBetter(than other: HeldPurchase) -> Bool {
    if rank != other.rank { return HeldPurchase.isRank(rank, above: other.rank) }
    if accessEnd != other.accessEnd { return accessEnd > other.accessEnd }
    if record.start != other.record.start { return record.start < other.record.start }
    return record.transactionID < other.record.transactionID
  }

  /// Whether a tier is above another one; any is above none.
  static func isRank(_ rank: Int32?, above other: Int32?) -> Bool {
    guard let rank else { return false }
    return other.map { rank > $0 } ?? true
  }

  func plan(in policy: Policy) -> PurchaseStatus.Plan {
    let product = policy.graph.parts.products[Int(product)]
    return PurchaseStatus.Plan(
      product: product.name,
      kind: record.kind,
      state: isInGrace ? .grace : record.isTrial && record.state == .active ? .trial : record.state,
      end: record.isLifetime ? nil : record.end,
      accessEnd: accessEnd == .max ? nil : Instant(milliseconds: accessEnd),
      renews: record.willRenew,
      renewsAs: record.renewsAs.map { policy.name(ofProduct: $0) },
      isTrial: record.isTrial || record.state == .trial,
      ownership: record.ownership,
      method: record.method,
      period: product.price?.period
    )
  }
}
