public import TollgateRuntime

extension Ledger {
  /// The newest acceptable reading of each transaction of an account, by transaction id.
  func effective(_ terms: PurchaseTerms, account: String?) -> [String: PurchaseRecord] {
    var newest: [String: PurchaseRecord] = [:]
    for (key, record) in readings where terms.accepts(key.standing) {
      if let known = newest[key.transactionID], !known.yields(to: record) { continue }
      newest[key.transactionID] = record
    }
    return newest.filter { $0.value.belongs(to: account) }
  }

  /// The reading of a transaction that counts; nothing where there is none, or none is verified as
  /// the terms ask.
  public func record(
    _ transactionID: String, terms: PurchaseTerms = PurchaseTerms()
  ) -> PurchaseRecord? {
    let accepted = PurchaseRecord.Standing.allCases.filter { terms.accepts($0) }
    return accepted.compactMap { readings[Key(transactionID: transactionID, standing: $0)] }
      .max { $0.yields(to: $1) }
  }

  /// The transactions of an account that count, the latest first.
  public func transactions(
    terms: PurchaseTerms = PurchaseTerms(), account: String? = nil
  ) -> [PurchaseRecord] {
    effective(terms, account: account).values.sorted { a, b in
      if a.start != b.start { return a.start > b.start }
      return a.transactionID > b.transactionID
    }
  }

  /// What still has to be verified or paid: the newest reading of each transaction that is newer
  /// than what counts and was not found to be false since, sorted by transaction id.
  public func waiting(
    terms: PurchaseTerms = PurchaseTerms(), account: String? = nil
  ) -> [PurchaseRecord] {
    var newest: [String: PurchaseRecord] = [:]
    for (key, record) in readings where key.standing != .invalid && !terms.accepts(key.standing) {
      if let known = newest[key.transactionID], !known.yields(to: record) { continue }
      newest[key.transactionID] = record
    }
    return newest.values.filter { record in
      let answers = PurchaseRecord.Standing.allCases.filter { $0 == .invalid || terms.accepts($0) }
      let isAnswered = answers.contains { standing in
        let key = Key(transactionID: record.transactionID, standing: standing)
        return readings[key].map { $0.confirmed >= record.confirmed } ?? false
      }
      return record.belongs(to: account) && !isAnswered
    }.sorted { $0.transactionID < $1.transactionID }
  }

  /// When the purchases of an account were last confirmed: when the store was last asked about all
  /// of them, or when the newest reading that counts was made, whichever is later.
  public func confirmed(
    terms: PurchaseTerms = PurchaseTerms(), account: String? = nil
  ) -> Instant? {
    confirmed(by: effective(terms, account: account).values, account: account)
  }

  func confirmed(
    by records: some Sequence<PurchaseRecord>, account: String?
  ) -> Instant? {
    let instants = [syncs[account ?? ""]].compactMap { $0 } + records.map { $0.confirmed }
    return instants.max()
  }
}

extension PurchaseRecord {
  /// Whether it counts for an account: its own, or anybody's if it has none.
  func belongs(to account: String?) -> Bool {
    self.account == nil || self.account == account
  }
}
