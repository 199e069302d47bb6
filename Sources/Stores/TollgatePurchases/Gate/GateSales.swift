import TollgateKit
import TollgateRuntime

/// The part of a gate that sells: the session with a store, and when to ask it.
final class GateSales: Sendable {
  let session: any SellingSession
  let refresher: Refresher
  /// How many answers of the store the gate has taken.
  private let answers: Locked<Int>

  /// - Parameter last: The part that this one comes after, for another account of the same session.
  init(_ session: any SellingSession, _ refresher: Refresher, after last: GateSales? = nil) {
    self.session = session
    self.refresher = refresher
    answers = Locked(last?.answers.withLock { $0 } ?? 0)
  }

  /// Notes how often the store has answered; tells whether it has since the last time.
  func note(answers count: Int) -> Bool {
    answers.withLock { known in
      defer { known = max(known, count) }
      return count > known
    }
  }
}

/// A part of a gate that hears of new purchases: the one that counts what is used.
package final class PurchaseFollower: Sendable {
  /// Takes the packs that were bought.
  package let take: @Sendable () async -> Void

  package init(_ take: @escaping @Sendable () async -> Void) {
    self.take = take
  }
}

/// A session, whatever its store and its verifier.
protocol SellingSession: Sendable {
  var terms: PurchaseTerms { get }
  var journal: any PurchaseJournal { get }
  var ledger: Ledger { get async }
  /// How often the store or the server has answered.
  var answers: Int { get async }
  /// Buys, restores and confirms for another account from now on.
  func changeAccount(to account: String?)
  func buy(
    _ product: String, as policy: Policy, for account: String?, isOnline: Bool
  ) async -> PurchaseOutcome
  /// Passes the purchases that were begun without a network to the store.
  func buyQueued() async
  func restore() async -> RestoreOutcome
  func refresh() async -> Refresher.Outcome
  func wake() async
  /// Stops listening to the store.
  func close() async
}

extension StoreSession: SellingSession {
  var ledger: Ledger { get async { await processor.ledger } }
  var answers: Int { get async { await processor.answers } }
  nonisolated var journal: any PurchaseJournal { processor.journal }
  func wake() async { await processor.wake() }
}

extension Snapshot {
  /// Begins the latest time anew with that of the store's answer.
  mutating func begin(at time: Instant) {
    latestSeen = time
    asOf = asOf.map { min($0, time) }
  }
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
