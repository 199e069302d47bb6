public import TollgateRuntime

extension Ledger {
  /// The newest acceptable reading of each transaction of an account, in no order.
  func effective(_ terms: PurchaseTerms, account: String?) -> [PurchaseRecord] {
    newest(of: account) { terms.accepts($0) }
  }

  /// The newest reading of each transaction of an account, among readings of some verifications.
  private func newest(
    of account: String?, where isIncluded: (Verification) -> Bool
  ) -> [PurchaseRecord] {
    newest(among: readings.keys.filter { isIncluded($0.verification) })
      .filter { $0.belongs(to: account) }
  }

  /// The same without those that are over at a time, and that a later period of the same
  /// subscription replaces: renewals take no more time when there are many.
  func current(_ terms: PurchaseTerms, account: String?, at now: Instant) -> [PurchaseRecord] {
    var found: [PurchaseRecord] = []
    var mixed: [Key] = []
    for (run, periods) in runs where terms.accepts(run.verification) {
      for entry in periods.entries(at: now) {
        let key = Key(transactionID: entry.transactionID, verification: run.verification)
        if !periods.isPlain {
          mixed.append(key)
        } else if let record = readings[key], record.belongs(to: account) {
          found.append(record)
        }
      }
    }
    return found + newest(among: mixed).filter { $0.belongs(to: account) }
  }

  /// The newest reading of each transaction.
  private func newest(among keys: some Sequence<Key>) -> Dictionary<String, PurchaseRecord>.Values {
    var newest: [String: PurchaseRecord] = [:]
    for key in keys {
      guard let record = readings[key] else { continue }
      if let known = newest[key.transactionID], !known.yields(to: record) { continue }
      newest[key.transactionID] = record
    }
    return newest.values
  }

  /// The reading of a transaction that counts; nil if there is none, or none is verified as the
  /// terms require.
  public func record(
    _ transactionID: String, terms: PurchaseTerms = PurchaseTerms()
  ) -> PurchaseRecord? {
    let accepted = Verification.allCases.filter { terms.accepts($0) }
    return accepted.compactMap { readings[Key(transactionID: transactionID, verification: $0)] }
      .max { $0.yields(to: $1) }
  }

  /// The transactions of an account that count, the latest first.
  public func transactions(
    terms: PurchaseTerms = PurchaseTerms(), account: String? = nil
  ) -> [PurchaseRecord] {
    effective(terms, account: account).sorted {
      ($0.start, $0.transactionID) > ($1.start, $1.transactionID)
    }
  }

  /// The transactions that still have to be verified or paid, sorted by id: the newest reading of
  /// each that is newer than the one that counts, and was not found to be false since.
  public func waiting(
    terms: PurchaseTerms = PurchaseTerms(), account: String? = nil
  ) -> [PurchaseRecord] {
    let answers = Verification.allCases.filter { $0 == .invalid || terms.accepts($0) }
    return newest(of: account) { !answers.contains($0) }.filter { record in
      !answers.contains { verification in
        let key = Key(transactionID: record.transactionID, verification: verification)
        return readings[key].map { $0.confirmed >= record.confirmed } ?? false
      }
    }.sorted { $0.transactionID < $1.transactionID }
  }

  /// When the purchases of an account were last confirmed: the later of the last answer about all
  /// of them and the newest reading that counts.
  public func confirmed(
    terms: PurchaseTerms = PurchaseTerms(), account: String? = nil
  ) -> Instant? {
    var instants = [syncs[account ?? ""]].compactMap { $0 }
    var mixed: [Key] = []
    for (run, periods) in runs where terms.accepts(run.verification) {
      // Periods of one subscription that are plain belong to one account.
      if periods.isPlain, periods.belongs(to: account) { instants.append(periods.confirmed) }
      guard !periods.isPlain else { continue }
      mixed += periods.entries.map {
        Key(transactionID: $0.transactionID, verification: run.verification)
      }
    }
    for record in newest(among: mixed) where record.belongs(to: account) {
      instants.append(record.confirmed)
    }
    return instants.max()
  }
}

extension PurchaseRecord {
  /// Whether it counts for an account: its own, or any if it has none.
  func belongs(to account: String?) -> Bool {
    self.account == nil || self.account == account
  }
}
