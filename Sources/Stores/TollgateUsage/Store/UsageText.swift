import TollgateKit
import TollgatePurchases

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
