/// A journal in a file: one line for each append, always at the end.
///
/// Appended entries survive a crash and a loss of power, if the drive does what it is told. A line
/// that is torn or decayed is skipped and reported by ``repair``; every other line is read. A file
/// with many superseded lines is replaced by a shorter one, in one step.
///
/// Only one journal can have a file open, in any process. The next is refused with
/// ``JournalError/inUse(path:)`` until ``close()``, or until that process ends. Only the user who
/// creates the file may read it. Keep it in the app's own folder: iOS ends a suspended app that
/// holds a lock in a shared folder.
public actor FileJournal: PurchaseJournal {
  /// The longest file, in bytes: 64 MiB, about 200,000 transactions.
  public static let mostBytes = 64 << 20
  /// The most bytes per append: 1 MiB, about 3,000 entries.
  public static let mostBytesAtOnce = 1 << 20
  /// A file up to this size is never compacted automatically, in bytes: 256 KiB.
  static let leastToCompact = 256 << 10

  /// The repair that opening the file needed.
  public nonisolated let repair: Repair
  /// The path of the file.
  public nonisolated let path: String
  private var disk: any JournalDisk
  /// The length of the intact part, in bytes.
  private var length: Int
  private var kept: [JournalEntry]
  /// A longer file is compacted. The limit is twice the last size, so that compacting never costs
  /// more than writing.
  private var compactsBeyond: Int
  /// Whether the file is closed, or its end is unknown.
  private var isClosed = false
  /// Whether a crash could still bring back the replaced file.
  private var isFolderOutdated = false

  /// Opens a file, or creates it.
  ///
  /// - Throws: ``JournalError``. The file is then unchanged.
  public init(path: String) throws(JournalError) {
    try self.init(try FileDisk(path: path, most: FileJournal.mostBytes), path: path)
  }

  package init(_ disk: any JournalDisk, path: String) throws(JournalError) {
    var disk = disk
    do throws(JournalError) {
      let reading = try FileJournal.open(&disk, path)
      repair = reading.repair
      length = reading.length
      kept = reading.entries
    } catch {
      disk.close()
      throw error
    }
    self.path = path
    self.disk = disk
    compactsBeyond = max(FileJournal.leastToCompact, length)
  }

  deinit {
    disk.close()
  }

  /// Reads the file, cuts off a torn end, and makes the file's name and first line durable.
  private static func open(
    _ disk: inout any JournalDisk, _ path: String
  ) throws(JournalError) -> JournalText.Reading {
    let bytes = try disk.read()
    var reading: JournalText.Reading
    do throws(JournalText.ParseError) {
      reading = try JournalText.read(bytes)
    } catch {
      throw error == .newer ? .newer(path: path) : .notAJournal(path: path)
    }
    if reading.repair.tornBytes > 0 { try disk.truncate(to: reading.length) }
    if reading.length == 0 {
      try disk.write(JournalText.header, at: 0)
      reading.length = JournalText.header.count
      // A file without its first line never held an entry.
      reading.repair = Repair()
    }
    try disk.synchronize()
    try disk.synchronizeFolder()
    return reading
  }

  /// Every entry.
  public func entries() -> [JournalEntry] { kept }

  /// Appends entries, and returns once the disk has stored them.
  ///
  /// - Throws: ``JournalError/unwritable(path:)``, ``JournalError/tooLarge(path:)``. Then no entry
  ///   is added.
  public func append(_ entries: [JournalEntry]) throws(JournalError) {
    guard !isClosed else { throw .unwritable(path: path) }
    guard !entries.isEmpty else { return }
    let line = JournalText.line(of: entries)
    guard line.count <= FileJournal.mostBytesAtOnce else { throw .tooLarge(path: path) }
    if length + line.count > FileJournal.mostBytes { try compact() }
    guard length + line.count <= FileJournal.mostBytes else { throw .tooLarge(path: path) }
    try synchronizeFolder()
    try write(line)
    length += line.count
    kept += entries
    if length > compactsBeyond { compactIfPossible() }
  }

  private func write(_ line: [UInt8]) throws(JournalError) {
    do throws(JournalError) {
      try disk.write(line, at: length)
      try disk.synchronize()
    } catch {
      rollBack()
      throw error
    }
  }

  /// Removes a half-written line, which must not precede the next entry.
  private func rollBack() {
    do throws(JournalError) {
      try disk.truncate(to: length)
      try disk.synchronize()
    } catch {
      isClosed = true
    }
  }

  /// Replaces the file, in one step, by a shorter one with the same meaning. After a crash there is
  /// one or the other.
  public func compact() throws(JournalError) {
    guard !isClosed else { throw .unwritable(path: path) }
    let entries = JournalState(replaying: kept).entries
    let bytes = JournalText.file(of: entries)
    try disk.writeReplacement(bytes)
    try disk.synchronizeReplacement()
    try disk.replaceFile()
    length = bytes.count
    kept = entries
    compactsBeyond = max(FileJournal.leastToCompact, 2 * length)
    isFolderOutdated = true
    try synchronizeFolder()
  }

  /// The new entries are safe even if there is no room for a second file.
  private func compactIfPossible() {
    do throws(JournalError) {
      try compact()
    } catch {
      compactsBeyond = 2 * length
    }
  }

  /// Appends only once a crash can no longer bring back the old file.
  private func synchronizeFolder() throws(JournalError) {
    guard isFolderOutdated else { return }
    try disk.synchronizeFolder()
    isFolderOutdated = false
  }

  /// Lets another journal open the file. This one accepts no more entries.
  public func close() {
    isClosed = true
    disk.close()
  }
}
