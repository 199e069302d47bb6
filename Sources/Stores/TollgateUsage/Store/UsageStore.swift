import TollgateKit

/// Where the books of people are kept. A store changes one person's book in one step, and only if
/// nobody else changed it since it was read.
///
/// ```swift
/// /// Books behind a server of one's own; it answers `false` if somebody was faster.
/// struct ServerStore: UsageStore {
///   func book(of person: String) async throws(UsageError) -> StoredUsage {
///     try await bookServer.book(person)
///   }
///   func apply(
///     _ change: UsageChange, to person: String, at version: Int64
///   ) async throws(UsageError) -> Bool {
///     try await bookServer.send(change, person, version)
///   }
///   func close() async {}
/// }
/// ```
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

  /// Lets go of the file or the connection: it accepts no more changes. A store that holds none does
  /// nothing.
  func close() async
}

/// A book as a store has it.
///
/// ```swift
/// let stored = await counts.book(of: "ada")
/// log("version \(stored.version) of \(stored.book.devices)")
/// ```
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
///
/// ```swift
/// // In a test or a preview: nothing is written.
/// try await gate.count(in: MemoryUsageStore(), device: "phone")
/// let answer = try await gate.use(.bills)
/// ```
public final class MemoryUsageStore: DocumentStore {
  private let books = Locked(Books())
  private let documents = Locked<[String: [String: StoredDocument]]>([:])

  /// A store without a book.
  public init() {}

  /// The book of a person.
  public func book(of person: String) -> StoredUsage {
    books.withLock { $0.books[person] ?? StoredUsage() }
  }

  /// Applies a change if the book still has this version.
  public func apply(_ change: UsageChange, to person: String, at version: Int64) -> Bool {
    books.withLock { books in
      guard (books.books[person]?.version ?? 0) == version else { return false }
      books.apply(change, to: person)
      return true
    }
  }

  /// Does nothing: there is no file to let go of.
  public func close() {}

  /// The document with an id.
  public func document(_ id: String, of kind: String) -> StoredDocument? {
    documents.withLock { $0[kind]?[id] }
  }

  /// Writes a document, or deletes it.
  public func write(
    _ text: String?, as id: String, of kind: String, at version: Int64?
  ) -> Int64? {
    documents.withLock { documents in
      guard documents[kind]?[id]?.version == version else { return nil }
      guard let text else {
        documents[kind]?[id] = nil
        return 0
      }
      let document = StoredDocument(id: id, text: text, version: StoredDocument.newVersion)
      documents[kind, default: [:]][id] = document
      return document.version
    }
  }

  /// The documents of a kind in the order of their ids' bytes.
  public func documents(of kind: String, after id: String, most: Int) -> [StoredDocument] {
    let found = documents.withLock { $0[kind] ?? [:] }
    let after = found.values.filter { id.utf8.lexicographicallyPrecedes($0.id.utf8) }
    return Array(after.sorted { $0.id.utf8.lexicographicallyPrecedes($1.id.utf8) }.prefix(most))
  }

  /// Forgets the book of a person.
  public func forget(_ person: String) {
    books.withLock { $0.forget(person) }
  }

  /// Does nothing: memory is always there.
  public func check() {}

  /// Nobody else can change it: there is nothing to tell.
  public func changes() -> AsyncStream<String?> { AsyncStream { $0.finish() } }

  /// Works out a change and applies it, as one step: nobody can be faster.
  func step<Result: Sendable>(
    _ person: String,
    _ work: (UsageBook) throws(UsageError) -> (change: UsageChange?, result: Result)
  ) throws(UsageError) -> Result {
    try books.withLock { (books) throws(UsageError) in
      guard let place = books.place(of: person) else {
        let (change, result) = try work(UsageBook())
        if let change { books.apply(change, to: person) }
        return result
      }
      let (change, result) = try work(books.books.values[place].book)
      if let change { books.books.values[place].apply(change) }
      return result
    }
  }

  private struct Books: Sendable {
    var books: [String: StoredUsage] = [:]
    /// Who was asked about last: in an app always the same person, who is not looked up again.
    private var last: (person: String, place: [String: StoredUsage].Index)?

    /// Where the book of a person is; nil if there is none.
    mutating func place(of person: String) -> [String: StoredUsage].Index? {
      if let last, last.person == person { return last.place }
      let place = books.index(forKey: person)
      last = place.map { (person, $0) }
      return place
    }

    mutating func forget(_ person: String) {
      books[person] = nil
      last = nil
    }

    /// Applies a change to a person's book, the first one too.
    mutating func apply(_ change: UsageChange, to person: String) {
      books[person, default: StoredUsage()].apply(change)
      // A book that comes in may move the others.
      last = nil
    }
  }
}

extension StoredUsage {
  /// Applies a change to the book of this version.
  mutating func apply(_ change: UsageChange) {
    book.apply(change)
    version += 1
  }
}
