import TollgateKit
package import TollgatePurchases

/// Books in a file: one line for each change, always at the end, as ``FileJournal`` keeps purchases,
/// with the same guarantees.
///
/// ```swift
/// let counts = try FileUsageStore(path: folder.path + "/counts")
/// try await gate.count(in: counts, device: "phone")
/// if !counts.damagedLines.isEmpty { log("lines \(counts.damagedLines) could not be read") }
/// ```
///
/// A counted use survives a crash and a loss of power, if the drive does what it is told. A line
/// that is torn or decayed is skipped and reported by ``damagedLines``. A file with many superseded
/// lines is replaced by a shorter one, in one step. Only one store can have a file open, in any
/// process, and only the user who creates the file may read it.
public actor FileUsageStore: UsageStore {
  /// The path of the file.
  public nonisolated let path: String
  /// The numbers of the damaged lines that opening the file found, from 1. Their counts are
  /// lost.
  public nonisolated let damagedLines: [Int]
  private var file: LineFile
  private var books: [String: StoredUsage]

  /// Opens a file, or creates it.
  ///
  /// - Throws: ``UsageError/store(_:)``. The file is then unchanged.
  public init(path: String) throws(UsageError) {
    do throws(JournalError) {
      try self.init(try FileDisk(path: path, most: LineFile.mostBytes), path: path)
    } catch {
      throw .store(error)
    }
  }

  package init(_ disk: any JournalDisk, path: String) throws(JournalError) {
    var reading = UsageText.Reading()
    file = try LineFile(disk, path: path, header: UsageText.header) {
      (bytes) throws(JournalError) in
      reading = try UsageText.read(bytes, path: path)
      return reading.length
    }
    self.path = path
    books = reading.books
    damagedLines = reading.damagedLines
  }

  deinit {
    file.close()
  }

  /// The book of a person.
  public func book(of person: String) -> StoredUsage { books[person] ?? StoredUsage() }

  /// The people who have a book, in ascending order.
  public var people: [String] { books.keys.sorted() }

  /// Applies a change if the book still has this version, and returns once the disk has stored it.
  public func apply(
    _ change: UsageChange, to person: String, at version: Int64
  ) throws(UsageError) -> Bool {
    guard books[person, default: StoredUsage()].version == version else { return false }
    var stored = books[person, default: StoredUsage()]
    stored.apply(change)
    do throws(JournalError) {
      try write(change, of: person, stored)
    } catch {
      throw .store(error)
    }
    books[person] = stored
    if file.isLong, (try? compactFile()) == nil { file.postponeCompacting() }
    return true
  }

  /// Appends a change. One that is too long for a line, such as the pages of another device, is
  /// written with the whole file.
  private func write(
    _ change: UsageChange, of person: String, _ stored: StoredUsage
  ) throws(JournalError) {
    let line = UsageText.line(of: change, for: person)
    guard line.count > LineFile.mostBytesAtOnce else {
      if file.isFull(for: line) { try compactFile() }
      return try file.append(line)
    }
    var all = books
    all[person] = stored
    let bytes = UsageText.file(of: all)
    guard bytes.count <= LineFile.mostBytes else { throw .tooLarge(path: path) }
    try file.replace(by: bytes)
  }

  /// Forgets a person: the book goes from the file, too.
  public func forget(_ person: String) throws(UsageError) {
    let old = books.removeValue(forKey: person)
    guard old != nil else { return }
    do throws(JournalError) {
      try compactFile()
    } catch {
      books[person] = old
      throw .store(error)
    }
  }

  /// Replaces the file, in one step, by a shorter one with the same meaning.
  public func compact() throws(UsageError) {
    do throws(JournalError) {
      try compactFile()
    } catch {
      throw .store(error)
    }
  }

  private func compactFile() throws(JournalError) {
    try file.replace(by: UsageText.file(of: books))
  }

  /// Lets another store open the file. This one accepts no more changes.
  public func close() { file.close() }
}

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

/// The text of a file of counts: lines, each as ``JournalLine`` says. The first line holds the
/// edition, `{"usage":1}`; every other line is one change of one person's book.
enum UsageText {
  /// The result of reading.
  struct Reading {
    var books: [String: StoredUsage] = [:]
    /// The numbers of the damaged lines, from 1.
    var damagedLines: [Int] = []
    /// How many bytes are whole lines, from the beginning.
    var length = 0
  }

  static let header = JournalLine.bytes(
    of: .object([JSONValue.Member("usage", .integer(UsageBook.edition))]))

  /// The line of a change: `{"person": TEXT, "at": MILLISECONDS, "pages": [PAGE]}`
  static func line(of change: UsageChange, for person: String) -> [UInt8] {
    guard case .object(let members) = change.json else { return [] }
    return JournalLine.bytes(
      of: .object([JSONValue.Member("person", .text(person))] + members))
  }

  /// The text of a whole file: of each book a line for each part, so that no line is too long.
  static func file(of books: [String: StoredUsage]) -> [UInt8] {
    var bytes = header
    for (person, stored) in books.sorted(by: { $0.key < $1.key }) {
      for change in stored.book.parts { bytes += line(of: change, for: person) }
    }
    return bytes
  }

  /// Reads every intact line of a file. A file without an intact line is not one of counts, unless
  /// it is the beginning of one.
  static func read(_ bytes: [UInt8], path: String) throws(JournalError) -> Reading {
    var reading = Reading()
    var number = 0
    var isKnown = false
    while let end = bytes[reading.length...].firstIndex(of: 0x0A) {
      number += 1
      switch content(of: bytes[reading.length..<end]) {
      case .edition(let edition):
        guard edition == UsageBook.edition else { throw .newer(path: path) }
        isKnown = true
      case .change(let person, let change):
        isKnown = true
        reading.books[person, default: StoredUsage()].book.apply(change)
        reading.books[person, default: StoredUsage()].version += 1
      case nil: reading.damagedLines.append(number)
      }
      reading.length = end + 1
    }
    let torn = bytes[reading.length...]
    guard isKnown || number == 0 && header.starts(with: torn) else {
      throw .notAJournal(path: path)
    }
    return reading
  }

  private enum Content {
    case edition(Int64)
    case change(String, UsageChange)
  }

  /// The content of a line without its line break; nil if the line is damaged.
  private static func content(of line: ArraySlice<UInt8>) -> Content? {
    guard let value = JournalLine.value(of: line), let object = try? JSONObject(value),
      (try? object.checkForm(["usage", "person"])) != nil
    else { return nil }
    if let edition = try? object.read("usage", Read.integer) { return .edition(edition) }
    guard let person = try? object.read("person", Read.text),
      let change = try? UsageChange(json: value)
    else { return nil }
    return .change(person, change)
  }
}

extension UsageBook {
  /// Changes that together make an empty book this one; each has at most 1,000 receipts.
  var parts: [UsageChange] {
    let latest = latestSeen?.milliseconds ?? 0
    var parts: [UsageChange] = []
    for page in pages {
      func part(_ changes: UsageChange.PageChange) {
        parts.append(UsageChange(latest: latest, pages: SortedMap(page.key, changes)))
      }
      var first = page.value.whole
      first.receipts = [:]
      part(first)
      let receipts = page.value.receipts.sorted { $0.key < $1.key }
      for start in stride(from: 0, to: receipts.count, by: 1_000) {
        var changes = UsageChange.PageChange(revision: page.value.revision)
        for (id, receipt) in receipts[start..<min(start + 1_000, receipts.count)] {
          changes.receipts[id] = receipt
        }
        part(changes)
      }
    }
    return parts
  }
}
