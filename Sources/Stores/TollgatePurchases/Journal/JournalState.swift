import TollgateKit
import TollgateRuntime

/// The state after all entries of a journal.
///
/// ```swift
/// let state = JournalState(replaying: try await journal.entries())
/// show(state.ledger.records.count)
/// ```
public struct JournalState: Sendable, Hashable {
  /// All purchases.
  public private(set) var ledger = Ledger()
  /// The transactions that were finished with the store.
  public private(set) var finished: Set<String> = []
  /// The number of failed attempts at each unfinished transaction.
  public private(set) var failures: [String: Int] = [:]
  /// The purchases that were begun without a network and have not ended, the oldest first.
  public private(set) var intents: [PurchaseIntent] = []
  /// The changes that the app's server has not acknowledged, the oldest first.
  public private(set) var outbox: [SyncItem] = []
  /// The log of changes.
  public private(set) var audit = AuditLog()
  /// The last checkpoint of each account, the earliest first. A ledger only grows, so each
  /// checkpoint's ledger is contained in the next one's.
  private(set) var checkpoints: [Checkpoint] = []

  /// The ledger when an account's changes were last reported.
  struct Checkpoint: Sendable, Hashable {
    var account: String?
    var at: Instant
    var ledger: Ledger

    /// Takes back what a clock that was in the future wrote.
    mutating func limit(to instant: Instant) {
      at = min(at, instant)
      ledger.limit(to: instant)
    }
  }

  /// Creates the state after these entries.
  public init(replaying entries: [JournalEntry] = []) {
    for entry in entries { apply(entry) }
  }

  /// Applies an entry.
  public mutating func apply(_ entry: JournalEntry) {
    switch entry {
    case .record(let record): apply(record)
    case .confirmed(let account, let instant):
      ledger.answer(account: account, at: instant)
      for index in checkpoints.indices { checkpoints[index].limit(to: instant) }
    case .finished(let id):
      finished.insert(id)
      failures[id] = nil
    case .failed(let id, let attempts): failures[id] = attempts
    case .begun(let intent):
      if !intents.contains(intent) { intents.append(intent) }
    case .ended(let intent): intents.removeAll { $0 == intent }
    case .outgoing(let item):
      if !outbox.contains(where: { $0.id == item.id }) { outbox.append(item) }
    case .acknowledged(let id): outbox.removeAll { $0.id == id }
    case .audited(let entry):
      audit.add(entry)
      ledger.see(entry.at)
    case .reported(let account, let instant):
      ledger.see(instant)
      // A report of an earlier time takes nothing back: only an answer does.
      let last = checkpoints.first { $0.account == account }?.at ?? instant
      checkpoints.removeAll { $0.account == account }
      checkpoints.append(
        Checkpoint(account: account, at: max(instant, last), ledger: ledger))
    case .cleared(let account): clear(account)
    }
  }

  private mutating func apply(_ record: PurchaseRecord) {
    // An invalid record never came into a journal.
    guard (try? ledger.insert(record)) != nil else { return }
    if record.verification == .invalid { failures[record.transactionID] = nil }
  }

  /// Forgets an account; the log keeps its entries.
  private mutating func clear(_ account: String) {
    for record in ledger.records where record.account == account {
      finished.remove(record.transactionID)
      failures[record.transactionID] = nil
    }
    ledger.clear(account: account)
    checkpoints.removeAll { $0.account == account }
    for index in checkpoints.indices { checkpoints[index].ledger.clear(account: account) }
    intents.removeAll { $0.account == account }
    outbox.removeAll { $0.account == account }
  }

  /// The fewest entries that give the same state, always in the same order. The log goes before the
  /// answers: its times may be those of a clock that was in the future.
  public var entries: [JournalEntry] {
    var entries = audit.entries.map { JournalEntry.audited($0) }
    var known = Ledger()
    for checkpoint in checkpoints {
      entries += checkpoint.ledger.entries(beyond: known)
      entries.append(.reported(account: checkpoint.account, checkpoint.at))
      known = checkpoint.ledger
    }
    entries += ledger.entries(beyond: known)
    entries += finished.sorted().map { .finished($0) }
    entries += failures.sorted { $0.key < $1.key }.map { .failed($0.key, attempts: $0.value) }
    entries += intents.map { .begun($0) }
    entries += outbox.map { .outgoing($0) }
    return entries
  }
}

extension Ledger {
  /// Creates the ledger of a journal.
  public init(replaying entries: [JournalEntry]) {
    self = JournalState(replaying: entries).ledger
  }

  /// The entries that turn another ledger, which this one contains, into this one.
  fileprivate func entries(beyond known: Ledger) -> [JournalEntry] {
    let records = records.filter { record in
      let key = Key(transactionID: record.transactionID, verification: record.effectiveVerification)
      return known.readings[key] != record
    }
    // The last answer comes last: no other is of a later time.
    let syncs = syncs.filter { known.syncs[$0.key] != $0.value }
      .sorted { ($0.value, $0.key) < ($1.value, $1.key) }
    return records.map { .record($0) }
      + syncs.map { .confirmed(account: $0.key.isEmpty ? nil : $0.key, $0.value) }
  }
}
