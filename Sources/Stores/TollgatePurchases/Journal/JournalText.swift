import TollgateKit

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
