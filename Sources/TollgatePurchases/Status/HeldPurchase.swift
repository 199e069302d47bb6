import Tollgate
import TollgateRuntime

/// A purchase that the engine counts now.
struct HeldPurchase {
  let record: PurchaseRecord
  /// The product in the policy.
  let product: Int32
  /// The highest tier that it grants; -1 for none.
  let rank: Int32
  /// When access ends, as far as is known.
  let accessEnd: Int64
  /// Whether only a grace keeps it.
  let isInGrace: Bool

  /// Nothing if none of its grants counts now for something.
  init?(_ holding: Holding, policy: Policy, asOf: Instant?, at time: Int64) {
    let prepared = holding.grants.compactMap {
      PreparedGrant($0, in: policy.graph, asOf: asOf)
    }
    let spans = prepared.flatMap { $0.counts }.sorted { $0.start < $1.start }
    guard let product = prepared.first?.product, product >= 0,
      spans.contains(where: { $0.contains(time) })
    else { return nil }
    record = holding.record
    self.product = product
    var end = time
    for span in spans where span.start <= end { end = max(end, span.until) }
    accessEnd = end
    isInGrace = !record.isLifetime && (record.end?.milliseconds ?? .max) <= time
    rank = policy.rank(of: product)
  }

  /// Whether it, of both, is the one that is shown. (`min` asks which comes first.)
  func isBetter(than other: HeldPurchase) -> Bool {
    if rank != other.rank { return rank > other.rank }
    if accessEnd != other.accessEnd { return accessEnd > other.accessEnd }
    if record.start != other.record.start { return record.start < other.record.start }
    return record.transactionID < other.record.transactionID
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
