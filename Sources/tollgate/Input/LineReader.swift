/// Reads a file line by line, in memory that does not grow with the file.
///
/// A line ends in LF or CRLF; the last one needs no end, and an end makes no further line.
struct LineReader {
  /// The longest line that is kept, in bytes.
  static let longest = 16 << 20

  enum Line: Hashable {
    /// Its bytes, without the end.
    case text([UInt8])
    /// Longer than ``LineReader/longest``; it was passed over.
    case tooLong
  }

  private static let chunk = 1 << 18
  private let file: InputFile
  private var buffer = [UInt8](repeating: 0, count: LineReader.chunk)
  /// What is read and not yet given out: `buffer[start..<end]`.
  private var start = 0
  private var end = 0
  private var isAtEnd = false

  init(_ file: InputFile) {
    self.file = file
  }

  /// The next line; nothing at the end. `beforeWaiting` is called before the file is asked for
  /// more, which may take long if someone is writing it.
  mutating func next(beforeWaiting: () throws(Failure) -> Void) throws(Failure) -> Line? {
    var searched = start
    var isTooLong = false
    while true {
      if let lineEnd = lineEnd(from: searched) {
        let line = isTooLong ? .tooLong : line(until: lineEnd)
        start = lineEnd + 1
        return line
      }
      if isAtEnd {
        guard start < end || isTooLong else { return nil }
        let line = isTooLong ? .tooLong : line(until: end)
        start = end
        return line
      }
      if end - start > LineReader.longest {
        isTooLong = true
        start = end
      }
      searched = end - start
      try beforeWaiting()
      try fill()
      searched += start
    }
  }

  private func lineEnd(from searched: Int) -> Int? {
    buffer[searched..<end].firstIndex(of: UInt8(ascii: "\n"))
  }

  private func line(until lineEnd: Int) -> Line {
    var last = lineEnd
    if last > start, buffer[last - 1] == UInt8(ascii: "\r") { last -= 1 }
    if last - start > LineReader.longest { return .tooLong }
    return .text(Array(buffer[start..<last]))
  }

  /// Moves what is left to the front, and reads behind it.
  private mutating func fill() throws(Failure) {
    if start > 0 {
      buffer.replaceSubrange(0..<(end - start), with: buffer[start..<end])
      end -= start
      start = 0
    }
    if buffer.count - end < LineReader.chunk / 2 {
      buffer.append(contentsOf: repeatElement(0, count: buffer.count))
    }
    let count = try file.read(into: &buffer, from: end)
    end += count
    if count == 0 { isAtEnd = true }
  }
}
