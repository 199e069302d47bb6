/// A journal in a file: a line for each time something is added, only ever added at the end.
///
/// What `append` has returned from outlasts a crash and a loss of power, as far as the drive does
/// what it is told. A line that a crash has torn, or that has decayed, is passed over and told by
/// ``repair``; every other line is read. Where many lines say what fewer could, the file is
/// replaced by one that does, in one step.
///
/// One journal has a file open at a time, in whatever process; the next is refused with
/// ``JournalError/inUse(path:)`` until ``close()``, or until that process ends. The file is made so
/// that its user alone may read it. Keep it in the app's own folder: iOS ends an app that is
/// suspended while it holds a lock in a folder that it shares with others.
public actor FileJournal: PurchaseJournal {
  /// The longest file, in bytes: 64 MiB, some 200,000 transactions.
  public static let mostBytes = 64 << 20
  /// The most that is added at once, in bytes: 1 MiB, some 3,000 entries.
  public static let mostBytesAtOnce = 1 << 20
  /// A file that is not longer is never compacted by itself, in bytes: 256 KiB.
  static let leastToCompact = 256 << 10

  /// What was wrong with the file when it was opened, and was repaired.
  public nonisolated let repair: Repair
  /// Where the file is.
  public nonisolated let path: String
  private var disk: any JournalDisk
  /// How much of the file is whole.
  private var length: Int
  private var kept: [JournalEntry]
  /// The file is compacted when it is longer: when it has doubled, so that the work is never more
  /// than that of writing it.
  private var compactsBeyond: Int
  /// Whether what is at the end of the file is not known, or the file is closed.
  private var isClosed = false
  /// Whether a crash might still bring back the file that was there before this one.
  private var owesFolder = false

  /// Opens a file, or makes it.
  ///
  /// - Throws: ``JournalError``. The file is as it was then.
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

  /// Reads what there is, cuts off what is torn, and sees to it that the file has its name and its
  /// first line also after a crash.
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
      // Nothing was ever said in a file that has not even its first line.
      reading.repair = Repair()
    }
    try disk.synchronize()
    try disk.synchronizeFolder()
    return reading
  }

  /// Every entry.
  public func entries() -> [JournalEntry] { kept }

  /// Adds entries, and returns once the disk has them.
  ///
  /// - Throws: ``JournalError/unwritable(path:)``, ``JournalError/tooLarge(path:)``. None of them is
  ///   added then.
  public func append(_ entries: [JournalEntry]) throws(JournalError) {
    guard !isClosed else { throw .unwritable(path: path) }
    guard !entries.isEmpty else { return }
    let line = JournalText.line(of: entries)
    guard line.count <= FileJournal.mostBytesAtOnce else { throw .tooLarge(path: path) }
    if length + line.count > FileJournal.mostBytes { try compact() }
    guard length + line.count <= FileJournal.mostBytes else { throw .tooLarge(path: path) }
    try settleFolder()
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
      takeBack()
      throw error
    }
  }

  /// What is half written must not stand before the next entry.
  private func takeBack() {
    do throws(JournalError) {
      try disk.truncate(to: length)
      try disk.synchronize()
    } catch {
      isClosed = true
    }
  }

  /// Writes a file that says the same in fewer lines, and puts it in the place of this one in one
  /// step: a crash leaves one or the other.
  public func compact() throws(JournalError) {
    guard !isClosed else { throw .unwritable(path: path) }
    let entries = JournalState(replaying: kept).entries
    let bytes = JournalText.file(of: entries)
    try disk.writeBeside(bytes)
    try disk.synchronizeBeside()
    try disk.takePlace()
    length = bytes.count
    kept = entries
    compactsBeyond = max(FileJournal.leastToCompact, 2 * length)
    owesFolder = true
    try settleFolder()
  }

  /// What was added is safe whether or not there is room for a second file.
  private func compactIfPossible() {
    do throws(JournalError) {
      try compact()
    } catch {
      compactsBeyond = 2 * length
    }
  }

  /// Nothing may be added to a file that a crash could put another in the place of.
  private func settleFolder() throws(JournalError) {
    guard owesFolder else { return }
    try disk.synchronizeFolder()
    owesFolder = false
  }

  /// Lets another journal open the file; nothing can be added to this one any more.
  public func close() {
    isClosed = true
    disk.close()
  }
}
