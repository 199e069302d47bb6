import TollgateRuntime
import TollgateSyntax

/// Reads a table of comma-separated values row by row, RFC 4180. An empty cell is `NULL`, and `""`
/// an empty text, as databases write them.
struct CSVReader {
  /// The bytes of a row, without the end of its line.
  struct Row: Sendable {
    /// Its first line in the file, from 1.
    var line: Int
    var bytes: [UInt8]
  }

  /// The name of the file in messages.
  let name: String
  private var lines: LineReader
  private var line = 0

  init(_ path: String) throws(Failure) {
    let file = try InputFile(path)
    name = file.name
    lines = LineReader(file, keepsReturns: true)
  }

  /// A fault that leaves unclear where the next row begins.
  func failure(_ line: Int, _ words: String) -> Failure {
    .unreadable("\(name):\(line): \(words)")
  }

  /// The next row; nil at the end. Empty lines are passed over.
  mutating func next() throws(Failure) -> Row? {
    var bytes: [UInt8] = []
    return try next(into: &bytes).map { Row(line: $0, bytes: bytes) }
  }

  /// Reads the next row into memory that is there, and returns its first line; nil at the end.
  mutating func next(into row: inout [UInt8]) throws(Failure) -> Int? {
    row.removeAll(keepingCapacity: true)
    while try readLine(into: &row) {
      let number = line
      if number == 1, row.starts(with: [0xEF, 0xBB, 0xBF]) { row.removeFirst(3) }
      // A line feed between quotes belongs to the cell.
      var state = try state(behind: row[...], from: .before, number)
      while state == .quoted {
        row.append(UInt8(ascii: "\n"))
        let start = row.count
        guard try readLine(into: &row), row.count <= LineReader.longest else {
          throw failure(number, "a quote is not closed")
        }
        state = try self.state(behind: row[start...], from: .quoted, number)
      }
      if row.last == UInt8(ascii: "\r") { row.removeLast() }
      if !row.isEmpty { return number }
    }
    return nil
  }

  /// Adds the next line to a row; false at the end.
  private mutating func readLine(into row: inout [UInt8]) throws(Failure) -> Bool {
    switch try lines.next(into: &row, beforeWaiting: { () throws(Failure) in }) {
    case nil: return false
    case .text?:
      line += 1
      return true
    case .tooLong?: throw failure(line + 1, "it is longer than \(LineReader.longest >> 20) MiB")
    }
  }

  /// Where a line ends that begins in a state: between quotes, the row goes on.
  private func state(
    behind bytes: ArraySlice<UInt8>, from start: State, _ number: Int
  ) throws(Failure) -> State {
    guard bytes.contains(UInt8(ascii: "\"")) else { return start }
    var state = start
    for (place, byte) in bytes.enumerated() {
      switch (state, byte) {
      case (.before, UInt8(ascii: "\"")): state = .quoted
      case (.quoted, UInt8(ascii: "\"")): state = .closed
      case (.closed, UInt8(ascii: "\"")): state = .quoted
      case (.quoted, _): break
      case (_, UInt8(ascii: ",")): state = .before
      case (.closed, UInt8(ascii: "\r")) where place == bytes.count - 1: break
      case (.closed, _): throw failure(number, "text goes on after a quote that closes a cell")
      case (.plain, UInt8(ascii: "\"")):
        throw failure(number, "a quote inside a cell without quotes; write the cell in quotes")
      default: state = .plain
      }
    }
    return state
  }

  private enum State {
    case before, plain, quoted, closed
  }
}

extension CSVReader.Row {
  /// The cells; nil for what is not UTF-8.
  var cells: [String?]? {
    guard UTF8Check.isValid(bytes[...]) else { return nil }
    var cells: [String?] = []
    var rest = bytes[...]
    while true {
      let (cell, end) = CSVReader.Row.cell(rest)
      cells.append(cell.map { String(decoding: $0, as: UTF8.self) })
      guard end < rest.endIndex else { return cells }
      rest = rest[(end + 1)...]
    }
  }

  /// Copies a cell of a row; false for a row that has fewer, or `NULL` in it.
  static func copy(cell index: Int, of row: [UInt8], into bytes: inout [UInt8]) -> Bool {
    bytes.removeAll(keepingCapacity: true)
    var rest = row[...]
    for _ in 0..<index {
      let end = CSVReader.Row.cell(rest).end
      guard end < rest.endIndex else { return false }
      rest = rest[(end + 1)...]
    }
    guard let cell = CSVReader.Row.cell(rest).text else { return false }
    bytes.append(contentsOf: cell)
    return true
  }

  /// The first cell, and the place of the comma that ends it.
  private static func cell(
    _ bytes: ArraySlice<UInt8>
  ) -> (text: ArraySlice<UInt8>?, end: Int) {
    guard bytes.first == UInt8(ascii: "\"") else {
      let end = bytes.firstIndex(of: UInt8(ascii: ",")) ?? bytes.endIndex
      return (end == bytes.startIndex ? nil : bytes[..<end], end)
    }
    // Invariant: `state` has seen a quote that closes the cell, and a comma or the end after it.
    var text: [UInt8] = []
    var place = bytes.startIndex + 1
    while place < bytes.endIndex {
      if bytes[place] == UInt8(ascii: "\"") {
        place += 1
        guard place < bytes.endIndex, bytes[place] == UInt8(ascii: "\"") else { break }
      }
      text.append(bytes[place])
      place += 1
    }
    return (text[...], place)
  }
}
