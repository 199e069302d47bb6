package import TollgateKit

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
