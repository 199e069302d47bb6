import Foundation

/// A journal in a file: one line for each entry, only ever added at the end.
///
/// A line that a crash has torn, or that has decayed, is passed over and counted in ``repair``;
/// every other line is read. One process writes to a file at a time.
public actor FileJournal: PurchaseJournal {
  /// What was wrong with a file when it was opened.
  public struct Repair: Sendable, Hashable {
    /// How many lines were not what was written.
    public var damagedLines = 0
    /// How many bytes at the end belonged to an entry that was never written whole; they are gone.
    public var tornBytes = 0

    /// Whether nothing was wrong.
    public var isClean: Bool { damagedLines == 0 && tornBytes == 0 }
  }

  /// What was wrong with the file when it was opened.
  public nonisolated let repair: Repair
  /// Where the file is.
  public nonisolated let path: String
  private var handle: FileHandle
  /// How much of the file is whole.
  private var length: UInt64
  private var kept: [JournalEntry]

  /// Opens a file, or makes it.
  ///
  /// - Throws: ``JournalError/unreadable(path:)``, ``JournalError/unwritable(path:)``.
  public init(path: String) throws(JournalError) {
    let isNew = !FileManager.default.fileExists(atPath: path)
    if isNew, !FileManager.default.createFile(atPath: path, contents: nil) {
      throw .unwritable(path: path)
    }
    guard let handle = FileHandle(forUpdatingAtPath: path) else { throw .unreadable(path: path) }
    let bytes: [UInt8]
    do {
      bytes = [UInt8](try handle.readToEnd() ?? Data())
    } catch {
      throw .unreadable(path: path)
    }
    let (entries, repair, length) = FileJournal.read(bytes)
    do {
      if repair.tornBytes > 0 { try handle.truncate(atOffset: length) }
      if isNew { try FileJournal.synchronizeFolder(of: path) }
    } catch {
      throw .unwritable(path: path)
    }
    self.path = path
    self.handle = handle
    self.length = length
    self.repair = repair
    kept = entries
  }

  /// The entries of a file, and how much of it is whole lines.
  private static func read(_ bytes: [UInt8]) -> ([JournalEntry], Repair, UInt64) {
    var entries: [JournalEntry] = []
    var repair = Repair()
    var start = 0
    while let end = bytes[start...].firstIndex(of: 0x0A) {
      if let entry = JournalEntry(line: bytes[start..<end]) {
        entries.append(entry)
      } else {
        repair.damagedLines += 1
      }
      start = end + 1
    }
    repair.tornBytes = bytes.count - start
    return (entries, repair, UInt64(start))
  }

  /// Every entry.
  public func entries() -> [JournalEntry] { kept }

  /// Adds entries, and returns once the disk has them.
  public func append(_ entries: [JournalEntry]) throws(JournalError) {
    let bytes = entries.flatMap { $0.line }
    do {
      try handle.seek(toOffset: length)
      try handle.write(contentsOf: Data(bytes))
      try handle.synchronize()
    } catch {
      // What is half written must not stand before the next entry.
      try? handle.truncate(atOffset: length)
      throw .unwritable(path: path)
    }
    length += UInt64(bytes.count)
    kept += entries
  }

  /// Writes a file that says the same in fewer lines, and puts it in the place of this one in one
  /// step: a crash leaves one or the other.
  public func compact() throws(JournalError) {
    let entries = FileJournal.compacted(kept)
    let bytes = Data(entries.flatMap { $0.line })
    let beside = path + ".compacting"
    do {
      try bytes.write(to: URL(fileURLWithPath: beside))
      guard let new = FileHandle(forUpdatingAtPath: beside) else {
        throw JournalError.unwritable(path: beside)
      }
      try new.synchronize()
      guard rename(beside, path) == 0 else { throw JournalError.unwritable(path: path) }
      try? handle.close()
      handle = new
      length = UInt64(bytes.count)
      kept = entries
      try FileJournal.synchronizeFolder(of: path)
    } catch {
      throw .unwritable(path: path)
    }
  }

  /// What a new journal needs of an old one: the readings that count, and what is finished.
  private static func compacted(_ entries: [JournalEntry]) -> [JournalEntry] {
    let ledger = Ledger(replaying: entries)
    var finished: Set<String> = []
    for case .finished(let id) in entries { finished.insert(id) }
    let syncs = ledger.syncs.sorted { $0.key < $1.key }.map {
      JournalEntry.confirmed(account: $0.key.isEmpty ? nil : $0.key, $0.value)
    }
    return ledger.records.map { .record($0) } + syncs + finished.sorted().map { .finished($0) }
  }

  /// Makes the name of a new file outlast a crash, as `fsync` of its folder does.
  private static func synchronizeFolder(of path: String) throws {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    let descriptor = open(folder, O_RDONLY)
    guard descriptor >= 0 else { throw JournalError.unwritable(path: path) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw JournalError.unwritable(path: path) }
  }
}
