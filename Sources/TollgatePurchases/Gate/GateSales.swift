import TollgateKit
import TollgateRuntime

/// The part of a gate that sells: the session with a store, and when to ask it.
final class GateSales: Sendable {
  let session: any SellingSession
  let refresher: Refresher

  init(_ session: any SellingSession, _ refresher: Refresher) {
    self.session = session
    self.refresher = refresher
  }
}

/// A session, whatever its store and its verifier.
protocol SellingSession: Sendable {
  var account: String? { get }
  var terms: PurchaseTerms { get }
  var ledger: Ledger { get async }
  func buy(_ product: String, as policy: Policy) async -> PurchaseOutcome
  func restore() async -> RestoreOutcome
  func refresh() async -> Refresher.Outcome
  func wake() async
}

extension StoreSession: SellingSession {
  var ledger: Ledger { get async { await processor.ledger } }
  func wake() async { await processor.wake() }
}

extension SellingSession {
  /// The user's data without the purchases of a ledger: what they gave before is gone, so
  /// that a refund takes it away.
  func without(_ ledger: Ledger, _ known: Snapshot) -> Snapshot {
    let own = Set(ledger.records.map { $0.transactionID })
    var known = known
    known.grants.removeAll { grant in grant.id.map { own.contains($0) } ?? false }
    return known
  }
}
