import TollgateKit

/// A store of books that keeps documents beside them, such as what is known of each user: what a
/// server with several processes keeps in one database.
///
/// ```swift
/// let store: any DocumentStore = MemoryUsageStore()
/// let known = try await store.document("ada", of: "user")
/// let version = try await store.write("{}", as: "ada", of: "user", at: known?.version)
/// log(version == nil ? "somebody else was faster" : "it is written")
/// ```
///
/// A document is a text under an id. Its version is another number after each change, so two writers
/// who read the same version cannot both write.
public protocol DocumentStore: UsageStore {
  /// The document with an id, of a kind; nil if there is none.
  func document(_ id: String, of kind: String) async throws(UsageError) -> StoredDocument?

  /// Writes a document, or deletes it, durably.
  ///
  /// - Parameters:
  ///   - text: The new text; nil deletes the document.
  ///   - version: The version that was read; nil if there was none.
  /// - Returns: The new version, 0 for one that was deleted; nil if somebody else was faster. Read it
  ///   again then.
  func write(
    _ text: String?, as id: String, of kind: String, at version: Int64?
  ) async throws(UsageError) -> Int64?

  /// The documents of a kind in the order of their ids' bytes, from the one behind an id on.
  func documents(
    of kind: String, after id: String, most: Int
  ) async throws(UsageError) -> [StoredDocument]

  /// Forgets the book of a person.
  func forget(_ person: String) async throws(UsageError)

  /// Whether the store answers now; a question that costs it next to nothing.
  func check() async throws(UsageError)

  /// The ids of the documents and the people whose books were changed, by whatever process; nil in
  /// the place of an id where the store knows only that something was.
  func changes() -> AsyncStream<String?>
}

/// A document as a store has it.
///
/// ```swift
/// let users = MemoryUsageStore()
/// for document in users.documents(of: "user", after: "", most: 100) {
///   log("\(document.id): version \(document.version)")
/// }
/// ```
public struct StoredDocument: Sendable, Hashable {
  /// Its id.
  public let id: String
  /// The text.
  public let text: String
  /// Another number after each change, from 1.
  public let version: Int64

  /// A document.
  public init(id: String, text: String, version: Int64) {
    self.id = id
    self.text = text
    self.version = version
  }
}

extension StoredDocument {
  /// A version that no document had before.
  package static var newVersion: Int64 { .random(in: 1...Int64.max) }
}

extension UsageBook {
  /// Where databases draw the first version of a book from.
  package static let mostFirstVersion: Int64 = 1 << 48
}
