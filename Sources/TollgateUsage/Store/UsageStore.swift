import TollgateKit

/// Where the books of people are kept. A store changes one person's book in one step, and only if
/// nobody else changed it since it was read.
///
/// ``MemoryUsageStore`` and ``FileUsageStore`` are here; `SQLiteUsageStore` is in `TollgateSQLite`.
public protocol UsageStore: Sendable {
  /// The book of a person, with its version; an empty book with version 0 if there is none.
  ///
  /// - Throws: ``UsageError/store(_:)``
  func book(of person: String) async throws(UsageError) -> StoredUsage

  /// Applies a change, durably and whole, if the book still has this version. The version then rises
  /// by 1.
  ///
  /// - Returns: Whether it was applied. If not, read the book and decide again.
  /// - Throws: ``UsageError/store(_:)``. The book is then unchanged.
  func apply(
    _ change: UsageChange, to person: String, at version: Int64
  ) async throws(UsageError) -> Bool
}

/// A book as a store has it.
public struct StoredUsage: Sendable, Hashable {
  /// The book.
  public var book: UsageBook
  /// How many changes it has seen in this store.
  public var version: Int64

  /// A book with its version.
  public init(book: UsageBook = UsageBook(), version: Int64 = 0) {
    self.book = book
    self.version = version
  }
}

/// Books in memory, for tests and for counts that need not survive the process.
public final class MemoryUsageStore: UsageStore {
  private let books = Locked<[String: StoredUsage]>([:])

  /// A store without a book.
  public init() {}

  /// The book of a person.
  public func book(of person: String) -> StoredUsage {
    books.withLock { $0[person] ?? StoredUsage() }
  }

  /// Applies a change if the book still has this version.
  public func apply(_ change: UsageChange, to person: String, at version: Int64) -> Bool {
    books.withLock { books in
      books[person, default: StoredUsage()].apply(change, at: version)
    }
  }
}

extension StoredUsage {
  fileprivate mutating func apply(_ change: UsageChange, at version: Int64) -> Bool {
    guard self.version == version else { return false }
    book.apply(change)
    self.version += 1
    return true
  }
}
