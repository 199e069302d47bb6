import TollgateKit

/// The file of a journal: lines, each the CRC-32 of its JSON in eight hexadecimal digits, a space,
/// the JSON (which has no line break in it), a line break.
///
/// The first line says the edition, `{"journal":1}`. Every other is what was added at once: an
/// entry, or a list of entries, so that all of them are there or none. An edition with another kind
/// of entry has another number.
enum JournalText {
  /// What was read.
  struct Reading {
    var entries: [JournalEntry] = []
    var repair = FileJournal.Repair()
    /// How many bytes are whole lines, from the beginning.
    var length = 0
  }

  /// Why nothing was read.
  enum ParseError: Error {
    case notAJournal
    case newer
  }

  private static let edition: Int64 = 1

  static let header = line(.object([JSONValue.Member("journal", .integer(edition))]))

  /// A line of entries that are added at once.
  static func line(of entries: [JournalEntry]) -> [UInt8] {
    let values = entries.map { $0.value }
    return line(values.count == 1 ? values[0] : .list(values))
  }

  /// A whole file that tells of entries.
  static func file(of entries: [JournalEntry]) -> [UInt8] {
    entries.reduce(into: header) { $0 += line(of: [$1]) }
  }

  private static func line(_ value: JSONValue) -> [UInt8] {
    let content = Array(value.json().utf8)
    return Array(CRC32.text(of: content).utf8) + [0x20] + content + [0x0A]
  }

  /// Reads a file: every line that is whole. A file in which no line is, is no journal, unless it
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

  /// What a line without its line break says; nothing if it is not what was written.
  private static func content(of line: ArraySlice<UInt8>) -> Content? {
    guard line.count > 9, line[line.startIndex + 8] == 0x20 else { return nil }
    let content = line.dropFirst(9)
    guard line.prefix(8).elementsEqual(CRC32.text(of: content).utf8) else { return nil }
    do throws(SnapshotError) {
      let value = try SnapshotError.read(Array(content))
      if case .list(let values) = value {
        return .entries(try JSONValue.list(values).readList(JournalEntry.init(json:) as Reader))
      }
      if let edition = try JSONObject(value).read("journal", Read.integer) {
        return .edition(edition)
      }
      return .entries([try JournalEntry(json: value)])
    } catch {
      return nil
    }
  }

  private typealias Reader = (JSONValue) throws(SnapshotError) -> JournalEntry
}
