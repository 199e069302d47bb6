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
