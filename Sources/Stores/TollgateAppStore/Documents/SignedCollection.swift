import TollgateKit
import TollgatePurchases
import TollgateRuntime

/// The verified content of a document. Renewals are matched with transactions when everything is
/// read.
struct SignedCollection {
  private var transactions: [(value: AppStoreTransaction, place: JSONPath)] = []
  private var renewals: [(value: AppStoreRenewal, place: JSONPath)] = []
  private var reading = AppStoreReading()

  mutating func add(_ transaction: AppStoreTransaction, at place: JSONPath) {
    transactions.append((transaction, place))
    updateDate(transaction.signed)
  }

  mutating func add(_ renewal: AppStoreRenewal, at place: JSONPath) {
    renewals.append((renewal, place))
    updateDate(renewal.signed)
  }

  mutating func add(_ download: AppStoreAppTransaction) {
    reading.appTransactions.append(download)
    updateDate(download.signed)
  }

  mutating func add(_ notification: AppStoreNotification) {
    reading.notifications.append(notification)
    updateDate(notification.signed)
  }

  private mutating func updateDate(_ signed: Instant) {
    reading.asOf = max(reading.asOf ?? signed, signed)
  }

  /// The content as records.
  func reading(_ verifier: AppStoreVerifier) throws(AppStoreError) -> AppStoreReading {
    var reading = reading
    let last = lastTransactions()
    var newest: [Int: AppStoreRenewal] = [:]
    for (renewal, place) in renewals {
      guard let index = last[renewal.originalTransactionID] else {
        throw AppStoreError(.renewalAlone, at: place)
      }
      if let known = newest[index], known.signed >= renewal.signed { continue }
      newest[index] = renewal
    }
    for (index, (transaction, place)) in transactions.enumerated() {
      do throws(AppStoreError) {
        reading.records.append(try verifier.record(transaction, newest[index], at: place))
      } catch {
        // One retired product must not hide a running subscription.
        guard case .length(let product) = error.refusal else { throw error }
        if !reading.withoutLength.contains(product) { reading.withoutLength.append(product) }
      }
    }
    for download in reading.appTransactions {
      let record = download.record(verifier.mapping, verification: verifier.verification)
      reading.records += record.map { [$0] } ?? []
    }
    return reading
  }

  /// The index of each subscription's last transaction: the one that began last, in its newest
  /// reading. A transaction that an upgrade replaced is never the last.
  private func lastTransactions() -> [String: Int] {
    var last: [String: Int] = [:]
    for (index, (transaction, _)) in transactions.enumerated() {
      let subscription = transaction.originalTransactionID
      guard transaction.kind == .subscription else { continue }
      if let known = last[subscription], !transactions[known].value.comesBefore(transaction) {
        continue
      }
      last[subscription] = index
    }
    return last
  }
}

extension AppStoreTransaction {
  fileprivate func comesBefore(_ other: AppStoreTransaction) -> Bool {
    if isUpgraded != other.isUpgraded { return isUpgraded }
    if purchased != other.purchased { return purchased < other.purchased }
    return signed < other.signed
  }
}
