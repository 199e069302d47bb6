/// The books that a store has read or written last, with the version that they had then, so that a
/// book that nobody else has changed is not read again.
package struct RecentBooks: Sendable {
  private var books: [String: StoredUsage] = [:]

  /// How many stay in memory.
  private static let most = 1_000

  package init() {}

  /// The book of a person; set nil to forget it.
  package subscript(person: String) -> StoredUsage? {
    get { books[person] }
    set {
      if newValue != nil, books[person] == nil, books.count >= RecentBooks.most { books = [:] }
      books[person] = newValue
    }
  }

  /// Follows a change that the store has applied to a book of this version, or refused.
  package mutating func follow(
    _ change: UsageChange, to person: String, at version: Int64, isApplied: Bool
  ) {
    guard isApplied, var stored = books[person], stored.version == version else {
      books[person] = nil
      return
    }
    stored.apply(change)
    books[person] = stored
  }
}
