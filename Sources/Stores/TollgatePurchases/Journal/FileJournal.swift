package import TollgateKit

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

extension FileJournal {
  /// The repair that opening a file needed.
  public struct Repair: Sendable, Hashable {
    /// The damaged lines, in order. Their content is lost, so ask the store again.
    public var damages: [Damage] = []
    /// The number of bytes removed at the end: an entry that was never written whole.
    public var tornBytes = 0

    package init() {}

    /// Whether the file needed no repair.
    public var isClean: Bool { damages.isEmpty && tornBytes == 0 }

    /// The number of damaged lines.
    public var damagedLines: Int { damages.count }

    /// A description for a log: Simplified Chinese for `zh…`, else English; nil if the file was
    /// clean. It names places and no content.
    public func description(in locale: String) -> String? {
      let isChinese = Language(locale) == .chinese
      var parts: [String] = []
      if let first = damages.first {
        let place = isChinese ? "第 \(first.line) 行" : "line \(first.line)"
        let byte = isChinese ? "字节 \(first.offset)" : "byte \(first.offset)"
        let more = damages.count - 1
        let others =
          more == 0 ? "" : isChinese ? "，另有 \(more) 处损坏" : ", and \(more) more"
        parts.append(
          isChinese
            ? "\(place)（\(byte)）已损坏并被跳过\(others)；请恢复购买"
            : "\(place) (\(byte)) is damaged and skipped\(others); restore the purchases")
      }
      if tornBytes > 0 {
        parts.append(
          isChinese
            ? "末尾有 \(tornBytes) 字节未写完整，已移除"
            : "\(tornBytes) bytes of an incomplete entry at the end were removed")
      }
      return parts.isEmpty ? nil : parts.joined(separator: isChinese ? "；" : "; ")
    }
  }

  /// A damaged line.
  public struct Damage: Sendable, Hashable {
    package init(line: Int, offset: Int, bytes: Int) {
      self.line = line
      self.offset = offset
      self.bytes = bytes
    }

    /// The line number, from 1.
    public var line: Int
    /// The offset of its first byte, from 0.
    public var offset: Int
    /// Its length, in bytes.
    public var bytes: Int
  }
}

/// The file of a journal, as system calls. The journal relies on two promises: bytes survive a
/// crash once they are synchronized, a name once its folder is.
package protocol JournalDisk: Sendable {
  /// Reads the whole file.
  mutating func read() throws(JournalError) -> [UInt8]
  mutating func write(_ bytes: [UInt8], at offset: Int) throws(JournalError)
  mutating func truncate(to length: Int) throws(JournalError)
  mutating func synchronize() throws(JournalError)
  /// Makes the file's name survive a crash.
  mutating func synchronizeFolder() throws(JournalError)

  /// Writes a replacement beside this file.
  mutating func writeReplacement(_ bytes: [UInt8]) throws(JournalError)
  mutating func synchronizeReplacement() throws(JournalError)
  /// Removes a replacement that is not to come, so that it takes no space.
  mutating func discardReplacement()
  /// Puts the replacement in this file's place, in one step.
  mutating func replaceFile() throws(JournalError)

  mutating func close()
}

/// A line of a file that is kept durably: the CRC-32 of its JSON in eight hexadecimal digits, a
/// space, the JSON (which contains no line break) and a line break.
package enum JournalLine {
  /// The bytes of a line, with the line break.
  package static func bytes(of value: JSONValue) -> [UInt8] {
    let content = Array(value.json().utf8)
    return Array(CRC32.text(of: content).utf8) + [0x20] + content + [0x0A]
  }

  /// The JSON of a line without its line break; nil if the line is damaged.
  package static func value(of line: ArraySlice<UInt8>) -> JSONValue? {
    guard line.count > 9, line[line.startIndex + 8] == 0x20 else { return nil }
    let content = line.dropFirst(9)
    guard line.prefix(8).elementsEqual(CRC32.text(of: content).utf8) else { return nil }
    return try? SnapshotError.read(Array(content))
  }
}

/// The text of a journal file: lines, each as ``JournalLine`` says.
///
/// The first line holds the edition, `{"journal":1}`. Every other line is one append: an entry, or
/// a list of entries, so that either all of them are there or none. A format with other kinds of
/// entries has another edition.
enum JournalText {
  /// The result of reading.
  struct Reading {
    var entries: [JournalEntry] = []
    var repair = FileJournal.Repair()
    /// How many bytes are whole lines, from the beginning.
    var length = 0
  }

  /// An error of reading.
  enum ParseError: Error {
    case notAJournal
    case newer
  }

  private static let edition: Int64 = 1

  static let header = JournalLine.bytes(
    of: .object([JSONValue.Member("journal", .integer(edition))]))

  /// The line of entries that are appended together.
  static func line(of entries: [JournalEntry]) -> [UInt8] {
    let values = entries.map { $0.value }
    return JournalLine.bytes(of: values.count == 1 ? values[0] : .list(values))
  }

  /// The text of a whole file with these entries.
  static func file(of entries: [JournalEntry]) -> [UInt8] {
    entries.reduce(into: header) { $0 += line(of: [$1]) }
  }

  /// Reads every intact line of a file. A file without an intact line is not a journal, unless it
  /// is the beginning of one.
  static func read(_ bytes: [UInt8]) throws(ParseError) -> Reading {
    var reading = Reading()
    var number = 0
    var isKnown = false
    while let end = bytes[reading.length...].firstIndex(of: 0x0A) {
      number += 1
      switch content(of: bytes[reading.length..<end]) {
      case .edition(let found):
        guard found == edition else { throw .newer }
        isKnown = true
      case .entries(let entries):
        isKnown = true
        reading.entries += entries
      case nil:
        reading.repair.damages.append(
          FileJournal.Damage(
            line: number, offset: reading.length, bytes: end + 1 - reading.length))
      }
      reading.length = end + 1
    }
    let torn = bytes[reading.length...]
    reading.repair.tornBytes = torn.count
    guard isKnown || number == 0 && header.starts(with: torn) else { throw .notAJournal }
    return reading
  }

  private enum Content {
    case edition(Int64)
    case entries([JournalEntry])
  }

  /// The content of a line without its line break; nil if the line is damaged.
  private static func content(of line: ArraySlice<UInt8>) -> Content? {
    guard let value = JournalLine.value(of: line) else { return nil }
    do throws(SnapshotError) {
      if case .list(let values) = value {
        return .entries(try JSONValue.list(values).readList(JournalEntry.init(json:) as Reader))
      }
      let object = try JSONObject(value)
      try object.checkForm(["journal"] + JournalEntry.kinds)
      if let edition = try object.read("journal", Read.integer) {
        return .edition(edition)
      }
      return .entries([try JournalEntry(json: value)])
    } catch {
      return nil
    }
  }

  private typealias Reader = (JSONValue) throws(SnapshotError) -> JournalEntry
}
