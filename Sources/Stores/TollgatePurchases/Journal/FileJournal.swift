/// A journal in a file: one line for each append, always at the end.
///
/// ```swift
/// let journal = try FileJournal(path: path)
/// if !journal.repair.isClean { log("repaired: \(journal.repair)") }
/// try await gate.launch(device, verifier: verifier, journal: journal)
/// ```
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

  /// The repair that opening the file needed.
  public nonisolated let repair: Repair
  /// The path of the file.
  public nonisolated let path: String
  private var file: LineFile
  private var kept: [JournalEntry]

  /// Opens a file, or creates it.
  ///
  /// - Throws: ``JournalError``. The file is then unchanged.
  public init(path: String) throws(JournalError) {
    try self.init(try FileDisk(path: path, most: FileJournal.mostBytes), path: path)
  }

  package init(_ disk: any JournalDisk, path: String) throws(JournalError) {
    var reading = JournalText.Reading()
    file = try LineFile(disk, path: path, header: JournalText.header) {
      (bytes) throws(JournalError) in
      do throws(JournalText.ParseError) {
        reading = try JournalText.read(bytes)
      } catch {
        throw error == .newer ? .newer(path: path) : .notAJournal(path: path)
      }
      return reading.length
    }
    repair = reading.repair
    kept = reading.entries
    self.path = path
  }

  deinit {
    file.close()
  }

  /// Every entry.
  public func entries() -> [JournalEntry] { kept }

  /// Appends entries, and returns once the disk has stored them.
  ///
  /// - Throws: ``JournalError/unwritable(path:)``, ``JournalError/tooLarge(path:)``. Then no entry
  ///   is added.
  public func append(_ entries: [JournalEntry]) throws(JournalError) {
    guard !file.isClosed else { throw .unwritable(path: path) }
    guard !entries.isEmpty else { return }
    let line = JournalText.line(of: entries)
    guard line.count <= FileJournal.mostBytesAtOnce else { throw .tooLarge(path: path) }
    if file.isFull(for: line) { try compact() }
    try file.append(line)
    kept += entries
    // The new entries are safe even if there is no room for a second file.
    if file.isLong, (try? compact()) == nil { file.postponeCompacting() }
  }

  /// Replaces the file, in one step, by a shorter one with the same meaning. After a crash there is
  /// one or the other.
  public func compact() throws(JournalError) {
    let entries = JournalState(replaying: kept).entries
    try file.replace(by: JournalText.file(of: entries))
    kept = entries
  }

  /// Lets another journal open the file. This one accepts no more entries.
  public func close() { file.close() }
}
