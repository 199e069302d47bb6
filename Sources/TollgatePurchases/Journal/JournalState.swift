import TollgateKit
import TollgateRuntime

/// Everything that a journal tells, entry after entry.
public struct JournalState: Sendable, Hashable {
  /// All purchases.
  public private(set) var ledger = Ledger()
  /// The transactions that the store was told are done with.
  public private(set) var finished: Set<String> = []
  /// How many attempts failed at each transaction that is not done with.
  public private(set) var failures: [String: Int] = [:]
  /// The purchases that were begun without a network and have not ended, the first first.
  public private(set) var intents: [PurchaseIntent] = []
  /// What the app's server has not acknowledged, the first first.
  public private(set) var outbox: [SyncItem] = []
  /// What was written down.
  public private(set) var audit = AuditLog()
  /// The last look for each account, the earliest first. A ledger only grows, so each of these is
  /// contained in the next.
  private(set) var checkpoints: [Checkpoint] = []

  /// What there was when changes were last told and written down.
  struct Checkpoint: Sendable, Hashable {
    var account: String?
    var at: Instant
    var ledger: Ledger
  }

  /// What entries tell.
  public init(replaying entries: [JournalEntry] = []) {
    for entry in entries { take(entry) }
  }

  /// Takes in an entry.
  public mutating func take(_ entry: JournalEntry) {
    switch entry {
    case .record(let record): take(record)
    case .confirmed(let account, let instant): ledger.confirm(account: account, at: instant)
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
    case .audited(let entry): audit.add(entry)
    case .looked(let account, let instant):
      checkpoints.removeAll { $0.account == account }
      checkpoints.append(Checkpoint(account: account, at: instant, ledger: ledger))
    case .cleared(let account): clear(account)
    }
  }

  private mutating func take(_ record: PurchaseRecord) {
    do throws(SnapshotError) {
      try ledger.insert(record)
    } catch {
      return  // It cannot be right, and never came into a journal.
    }
    if record.verification == .invalid { failures[record.transactionID] = nil }
  }

  /// Forgets an account; what was written down stays.
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

  /// The fewest entries that tell the same, always in the same order.
  public var entries: [JournalEntry] {
    var entries: [JournalEntry] = []
    var told = Ledger()
    for look in checkpoints {
      entries += look.ledger.entries(beyond: told)
      entries.append(.looked(account: look.account, look.at))
      told = look.ledger
    }
    entries += ledger.entries(beyond: told)
    entries += finished.sorted().map { .finished($0) }
    entries += failures.sorted { $0.key < $1.key }.map { .failed($0.key, attempts: $0.value) }
    entries += intents.map { .begun($0) }
    entries += outbox.map { .outgoing($0) }
    entries += audit.entries.map { .audited($0) }
    return entries
  }
}

extension Ledger {
  /// The ledger that a journal tells of.
  public init(replaying entries: [JournalEntry]) {
    self = JournalState(replaying: entries).ledger
  }

  /// What has to be added to another ledger, which this one contains, to make it this one.
  fileprivate func entries(beyond told: Ledger) -> [JournalEntry] {
    let records = records.filter { record in
      let key = Key(transactionID: record.transactionID, standing: record.standing)
      return told.readings[key] != record
    }
    let syncs = syncs.filter { told.syncs[$0.key] != $0.value }.sorted { $0.key < $1.key }
    return records.map { .record($0) }
      + syncs.map { .confirmed(account: $0.key.isEmpty ? nil : $0.key, $0.value) }
  }
}
