import Tollgate
import TollgateRuntime

extension JournalEntry {
  /// The entry as a line of a file: the CRC-32 of what follows in eight hexadecimal digits, a
  /// space, JSON (which has no line break in it), a line break.
  var line: [UInt8] {
    let content = Array(json.json().utf8)
    return Array(CRC32.text(of: content).utf8) + [0x20] + content + [0x0A]
  }

  private var json: JSONValue {
    switch self {
    case .record(let record): .object([JSONValue.Member("record", record.json)])
    case .finished(let id): .object([JSONValue.Member("finished", .text(id))])
    case .confirmed(let account, let instant):
      .object([
        JSONValue.Member("confirmed", .instant(instant)),
        JSONValue.Member("account", account.map { .text($0) } ?? .null),
      ])
    }
  }

  /// Reads a line without its line break; nothing if it is not what was written.
  init?(line: ArraySlice<UInt8>) {
    guard line.count > 9, line[line.startIndex + 8] == 0x20 else { return nil }
    let content = Array(line.dropFirst(9))
    guard line.prefix(8).elementsEqual(CRC32.text(of: content).utf8) else { return nil }
    do throws(SnapshotError) {
      try self.init(json: try SnapshotError.read(content))
    } catch {
      return nil
    }
  }

  private init(json value: JSONValue) throws(SnapshotError) {
    let object = try JSONObject(value)
    if let record = try object.read("record", PurchaseRecord.init(json:) as RecordReader) {
      self = .record(record)
    } else if let id = try object.read("finished", Read.text) {
      self = .finished(id)
    } else {
      let instant = try object.require("confirmed", .instant, Read.instant)
      self = .confirmed(account: try object.read("account", Read.text), instant)
    }
  }

  private typealias RecordReader = (JSONValue) throws(SnapshotError) -> PurchaseRecord
}

/// The checksum of ISO 3309, as in Ethernet and zip: it tells a torn or decayed line from a whole
/// one. It is no protection against somebody who writes the file on purpose.
enum CRC32 {
  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { rest, _ in
      rest & 1 == 1 ? rest >> 1 ^ 0xEDB8_8320 : rest >> 1
    }
  }

  static func of(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(~UInt32(0)) { $0 >> 8 ^ table[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] }
  }

  /// The checksum in eight hexadecimal digits.
  static func text(of bytes: [UInt8]) -> String {
    let text = String(of(bytes), radix: 16)
    return String(repeating: "0", count: 8 - text.utf8.count) + text
  }
}
