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
