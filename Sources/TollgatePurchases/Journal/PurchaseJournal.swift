#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
import Tollgate
public import TollgateRuntime

/// Where what must not be lost is kept: entries are added at the end, and come back in their order.
public protocol PurchaseJournal: Sendable {
  /// Every entry, the first first.
  func entries() async throws(JournalError) -> [JournalEntry]

  /// Adds entries, and returns once they outlast a crash. Either all of them are added or none.
  func append(_ entries: [JournalEntry]) async throws(JournalError)
}

/// Something that happened to a person's purchases. No receipt, token or card has a place in it.
public enum JournalEntry: Sendable, Hashable {
  /// A store said this about a transaction.
  case record(PurchaseRecord)
  /// The store was told that a transaction is done with.
  case finished(String)
  /// The store was asked about every purchase of an account, and had answered at this time.
  case confirmed(account: String?, Instant)
}

/// Why a journal could not be read or written.
public enum JournalError: Error, Sendable, Hashable {
  /// The file cannot be opened or read.
  case unreadable(path: String)
  /// The file cannot be written: the disk may be full.
  case unwritable(path: String)
}

extension JournalError: LocalizedError {
  /// What is wrong, in the language of the person if it is Chinese, else in English.
  public var errorDescription: String? {
    description(in: Locale.preferredLanguages.first ?? "en")
  }

  /// What is wrong, in a language: Simplified Chinese for `zh…`, else English.
  public func description(in locale: String) -> String {
    let isChinese = Language(locale) == .chinese
    switch self {
    case .unreadable(let path):
      return isChinese ? "无法读取购买记录 \(path)" : "the purchases in \(path) cannot be read"
    case .unwritable(let path):
      return isChinese
        ? "无法保存购买记录 \(path)；请检查存储空间"
        : "the purchases cannot be saved in \(path); check the free space"
    }
  }
}

extension Ledger {
  /// The ledger that a journal tells of.
  public init(replaying entries: [JournalEntry]) {
    self.init()
    for entry in entries { take(entry) }
  }

  /// Takes in an entry; a record that cannot be right never came into a journal.
  private mutating func take(_ entry: JournalEntry) {
    switch entry {
    case .record(let record):
      do throws(SnapshotError) {
        try insert(record)
      } catch {
        return
      }
    case .confirmed(let account, let instant): confirm(account: account, at: instant)
    case .finished: break
    }
  }
}

/// A journal that lasts as long as the process: for tests, and for servers that keep their own.
public actor MemoryJournal: PurchaseJournal {
  private var kept: [JournalEntry]

  /// A journal with entries.
  public init(_ entries: [JournalEntry] = []) {
    kept = entries
  }

  /// Every entry.
  public func entries() -> [JournalEntry] { kept }

  /// Adds entries.
  public func append(_ entries: [JournalEntry]) { kept += entries }
}
