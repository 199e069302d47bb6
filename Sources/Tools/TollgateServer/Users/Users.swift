import TollgateKit
import TollgateRuntime
public import TollgateUsage

/// The data of users, from the store; that of those who were asked about lately is kept as it was
/// read, for as long as the store has the same version.
final class Users: Sendable {
  /// A user as the store has it.
  struct Known: Sendable {
    var record = UserRecord()
    /// Nil if the store does not have the user.
    var version: Int64?
  }

  /// The kind of the documents.
  static let kind = "user"
  /// How many users stay in memory.
  static let mostRecent = 50_000
  /// The most that is kept of a user, in bytes: a longer text could not be read again.
  static let mostBytes = 4 << 20
  /// How often a change is tried if others change the user at the same moment.
  static let mostAttempts = 100

  /// Which customers of services are which users.
  let links: SenderLinks
  private let store: any DocumentStore
  private let memory: MemoryUsageStore?
  private let recent = Locked<[String: Known]>([:])

  init(in store: any DocumentStore) {
    self.store = store
    links = SenderLinks(in: store)
    memory = store as? MemoryUsageStore
  }

  /// A user's data; nothing, of one who was never told.
  ///
  /// - Parameter key: The id in the store.
  func known(_ key: String) async throws -> Known {
    let stored: StoredDocument?
    if let memory {
      stored = memory.document(key, of: Users.kind)
    } else {
      stored = try await store.document(key, of: Users.kind)
    }
    guard let stored else { return Known() }
    if let known = recent.withLock({ $0[key] }), known.version == stored.version { return known }
    guard let record = try? UserRecord(json: stored.text) else {
      throw Problem(.failed, "what is stored of the user cannot be read")
    }
    let known = Known(record: record, version: stored.version)
    remember(known, of: key)
    return known
  }

  private func remember(_ known: Known, of key: String) {
    recent.withLock { recent in
      if recent.count >= Users.mostRecent { recent = [:] }
      recent[key] = known
    }
  }

  /// Changes what is known of a user; again if somebody else was faster.
  ///
  /// - Parameters:
  ///   - isWanted: Throws where the user is not as the caller thought.
  /// - Returns: The version in the store.
  @discardableResult
  func change(
    _ key: String, if isWanted: (Known) throws -> Void = { _ in },
    _ body: (inout UserRecord) throws -> Void
  ) async throws -> Known {
    for attempt in 0..<Users.mostAttempts {
      var known = try await known(key)
      let before = known
      // What is wrong without the condition goes before it (RFC 9110, 13.2.1).
      try body(&known.record)
      try isWanted(before)
      if known.version != nil, known.record == before.record { return known }
      let text = known.record.json
      guard text.utf8.count <= Users.mostBytes else {
        throw Problem(
          .tooLong, "the data of one user can have at most \(Users.mostBytes) bytes")
      }
      let version = try await store.write(text, as: key, of: Users.kind, at: known.version)
      if let version {
        known.version = version
        remember(known, of: key)
        return known
      }
      if attempt > 3 { try await Task.sleep(nanoseconds: .random(in: 0...500_000)) }
    }
    throw Problem(.unavailable, "others change the user at the same moment", retryAfter: 1)
  }

  /// Deletes all that is known of a user, and all that was counted.
  ///
  /// - Returns: Whether anything was known or counted.
  func delete(_ key: String) async throws -> Bool {
    // A policy's name has no slash. (In bytes: an id may begin with a mark that joins the slash.)
    let policy = String(decoding: key.utf8.prefix { $0 != UInt8(ascii: "/") }, as: UTF8.self)
    let id = String(decoding: key.utf8.dropFirst(policy.utf8.count + 1), as: UTF8.self)
    for sender in Sender.allCases {
      let own = UserRecord.Source(sender: sender, id: id)
      try await links.forget(own, of: policy)
    }
    var wasKnown = false
    for _ in 0..<Users.mostAttempts {
      guard let stored = try await store.document(key, of: Users.kind) else { break }
      wasKnown = true
      // A link that stayed would name the user.
      for link in (try? UserRecord(json: stored.text))?.links ?? [] {
        try await links.forget(link, of: policy)
      }
      guard try await store.write(nil, as: key, of: Users.kind, at: stored.version) == nil else {
        break
      }
    }
    recent.withLock { $0[key] = nil }
    let book = try await store.book(of: key)
    try await store.forget(key)
    return wasKnown || book.version != 0
  }

  /// Deletes the document of a user if nothing is kept in it.
  func drop(_ key: String) async throws {
    let known = try await known(key)
    guard let version = known.version, known.record.isEmpty else { return }
    _ = try await store.write(nil, as: key, of: Users.kind, at: version)
    recent.withLock { $0[key] = nil }
  }

  /// The ids of the users of a policy in the order of their bytes, from the one behind an id on.
  func ids(
    of policy: ServedPolicy, after id: String, most: Int
  ) async throws -> [(id: String, record: UserRecord?)] {
    let start = policy.key("").utf8
    let found = try await store.documents(of: Users.kind, after: policy.key(id), most: most)
    // One whose record is damaged has none: nothing is known of that user, which is not the same as a
    // user who has nothing.
    return found.prefix { $0.id.utf8.starts(with: start) }.map { document in
      let id = String(decoding: document.id.utf8.dropFirst(start.count), as: UTF8.self)
      return (id, try? UserRecord(json: document.text))
    }
  }
}

/// Lets the uses of one user wait for each other within this process. The store would count rightly
/// without it, but of many uses at once most would try in vain.
actor Turns {
  private var last: [String: (number: Int, turn: Task<Void, Never>)] = [:]
  private var count = 0

  /// Does something for a user, after all that came before.
  func take<Result: Sendable>(
    _ user: String, _ body: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    let before = last[user]?.turn
    let task = Task {
      await before?.value
      return try await body()
    }
    count += 1
    let number = count
    last[user] = (number, Task { _ = try? await task.value })
    defer { if last[user]?.number == number { last[user] = nil } }
    return try await task.value
  }
}

/// Several connections to one database as one store: each user has one of them, so what is counted for
/// one user waits for itself alone.
///
/// ```swift
/// var connections: [any DocumentStore] = []
/// for _ in 0..<4 { connections.append(try await PostgresUsageStore.open(address)) }
/// let server = try DecisionServer(policies: policies, in: ShardedStore(connections))
/// ```
public struct ShardedStore: DocumentStore {
  private let stores: [any DocumentStore]

  /// A store of connections to one database.
  ///
  /// - Parameter stores: At least one.
  public init(_ stores: [any DocumentStore]) {
    precondition(!stores.isEmpty, "a store needs a connection")
    self.stores = stores
  }

  private func store(of id: String) -> any DocumentStore {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in id.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return stores[Int(hash % UInt64(stores.count))]
  }

  /// The book of a person.
  public func book(of person: String) async throws(UsageError) -> StoredUsage {
    try await store(of: person).book(of: person)
  }

  /// Applies a change if the book still has this version.
  public func apply(
    _ change: UsageChange, to person: String, at version: Int64
  ) async throws(UsageError) -> Bool {
    try await store(of: person).apply(change, to: person, at: version)
  }

  /// The document with an id.
  public func document(_ id: String, of kind: String) async throws(UsageError) -> StoredDocument? {
    try await store(of: id).document(id, of: kind)
  }

  /// Writes a document, or deletes it.
  public func write(
    _ text: String?, as id: String, of kind: String, at version: Int64?
  ) async throws(UsageError) -> Int64? {
    try await store(of: id).write(text, as: id, of: kind, at: version)
  }

  /// The documents of a kind; each connection sees those of all.
  public func documents(
    of kind: String, after id: String, most: Int
  ) async throws(UsageError) -> [StoredDocument] {
    try await stores[0].documents(of: kind, after: id, most: most)
  }

  /// Forgets the book of a person.
  public func forget(_ person: String) async throws(UsageError) {
    try await store(of: person).forget(person)
  }

  /// Whether the database answers.
  public func check() async throws(UsageError) {
    for store in stores { try await store.check() }
  }

  /// The ids of what any process changed.
  public func changes() -> AsyncStream<String?> { stores[0].changes() }

  /// Closes all connections.
  public func close() async {
    for store in stores { await store.close() }
  }
}
