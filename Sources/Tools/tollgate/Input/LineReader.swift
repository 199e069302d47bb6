/// Reads a file line by line, in memory that does not grow with the file.
///
/// A line ends in LF or CRLF; the last one needs no end, and an end makes no further line.
struct LineReader {
  /// The longest line that is kept, in bytes.
  static let longest = 16 << 20

  enum Line: Sendable {
    /// Its bytes, without the end.
    case text([UInt8])
    /// Longer than ``LineReader/longest``; it was skipped.
    case tooLong
  }

  private let file: InputFile
  /// Whether a carriage return before a line feed belongs to the line.
  private let keepsReturns: Bool
  /// The bytes that were read last.
  private var chunk = [UInt8](repeating: 0, count: 1 << 18)
  /// The bytes that are read but not returned, from `start` on.
  private var pending: [UInt8] = []
  private var start = 0
  private var isAtEnd = false

  init(_ file: InputFile, keepsReturns: Bool = false) {
    self.file = file
    self.keepsReturns = keepsReturns
  }

  /// The next line; nil at the end. It calls `beforeWaiting` before it reads from the file, which
  /// may take long if a program is writing it.
  mutating func next(beforeWaiting: () throws(Failure) -> Void) throws(Failure) -> Line? {
    var line: [UInt8] = []
    switch try next(into: &line, beforeWaiting: beforeWaiting) {
    case nil: return nil
    case .text?: return .text(line)
    case .tooLong?: return .tooLong
    }
  }

  /// How a line ended that was read into other memory.
  enum End {
    case text, tooLong
  }

  /// Adds the next line to bytes that are there; nil at the end, and nothing where it is too long.
  mutating func next(
    into bytes: inout [UInt8], beforeWaiting: () throws(Failure) -> Void
  ) throws(Failure) -> End? {
    var searched = start
    var isTooLong = false
    while true {
      if let lineEnd = pending.firstLineFeed(from: searched) {
        if !isTooLong { isTooLong = !add(until: lineEnd, to: &bytes) }
        start = lineEnd + 1
        return isTooLong ? .tooLong : .text
      }
      if isAtEnd {
        guard start < pending.count || isTooLong else { return nil }
        if !isTooLong { isTooLong = !add(until: pending.count, to: &bytes) }
        start = pending.count
        return isTooLong ? .tooLong : .text
      }
      if pending.count - start > LineReader.longest {
        isTooLong = true
        start = pending.count
      }
      try beforeWaiting()
      pending.removeFirst(start)
      start = 0
      searched = pending.count
      let count = try file.read(into: &chunk)
      pending.append(contentsOf: chunk[..<count])
      isAtEnd = count == 0
    }
  }

  /// Adds the line that ends here; false for one that is too long.
  private func add(until lineEnd: Int, to bytes: inout [UInt8]) -> Bool {
    var last = lineEnd
    if !keepsReturns, last > start, pending[last - 1] == UInt8(ascii: "\r") { last -= 1 }
    guard last - start <= LineReader.longest else { return false }
    bytes += pending[start..<last]
    return true
  }
}
