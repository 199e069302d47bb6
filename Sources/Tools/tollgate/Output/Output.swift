import TollgateSyntax

/// Standard output, written in large pieces.
///
/// A reader that has seen enough (`tollgate … | head`) closes the pipe: that is no error, and what
/// follows goes nowhere.
final class Output {
  /// Whether nobody reads any more.
  private(set) var isClosed = false
  private var buffer: [UInt8] = []
  private static let size = 1 << 16
  private let write: ([UInt8]) throws(Descriptor.SystemError) -> Void
  /// The columns of the terminal that shows the texts; nil if they go elsewhere.
  let columns: Int?

  /// Standard output.
  convenience init() {
    self.init(columns: Descriptor.columns(of: Descriptor.output)) {
      bytes throws(Descriptor.SystemError) in
      try Interruption.deferring { () throws(Descriptor.SystemError) in
        try Descriptor.write(bytes, to: Descriptor.output)
      }
    }
  }

  /// An output that hands on everything to `write`, in whole lines.
  init(
    columns: Int? = nil, _ write: @escaping ([UInt8]) throws(Descriptor.SystemError) -> Void
  ) {
    self.columns = columns
    self.write = write
  }

  /// The page of a text that is wrapped wherever it goes.
  var page: TextPage { TextPage(width: columns) }

  /// Shows a text to people: nothing in it is obeyed, and on a terminal no line is wider than it.
  ///
  /// - Parameter isPainted: Whether its answers are in colour, on a terminal.
  func show(_ text: String, isPainted: Bool = false) throws(Failure) {
    let shown = TextPage.fitted(Escape.lines(text), columns)
    try write(isPainted ? Style.output.painted(shown) : shown)
  }

  /// Shows findings about a source to people.
  func show(_ findings: [Diagnostic], of source: Source) throws(Failure) {
    let style = Style.output
    try write(style.shown(style.renderer(for: source, columns).render(findings), columns))
  }

  /// Writes a text for a program, and a line break.
  func line(_ text: String) throws(Failure) {
    try write(text)
    try write("\n")
  }

  /// Writes a text as it is, escaped already.
  func write(_ text: String) throws(Failure) {
    buffer.append(contentsOf: text.utf8)
    if buffer.count >= Output.size { try flushLines() }
  }

  /// Writes bytes as they are.
  func write(_ bytes: [UInt8]) throws(Failure) {
    buffer.append(contentsOf: bytes)
    if buffer.count >= Output.size { try flushLines() }
  }

  /// Hands on what was written so far.
  func flush() throws(Failure) {
    defer { buffer.removeAll(keepingCapacity: true) }
    try send(buffer)
  }

  /// Hands on the whole lines of what was written so far.
  private func flushLines() throws(Failure) {
    if isClosed { return buffer.removeAll(keepingCapacity: true) }
    // One line that is longer than that waits for its end.
    guard let end = buffer.lastIndex(of: 0x0A) else { return }
    let rest = Array(buffer[(end + 1)...])
    buffer.removeSubrange((end + 1)...)
    defer { buffer = rest }
    try send(buffer)
  }

  /// Hands on bytes, whole lines at a time.
  private func send(_ bytes: [UInt8]) throws(Failure) {
    guard !isClosed, !bytes.isEmpty else { return }
    Console.eraseStatus()
    do throws(Descriptor.SystemError) {
      var start = 0
      while start < bytes.count {
        let most = min(start + Output.size, bytes.count) - 1
        let end = bytes.firstLineFeed(from: most).map { $0 + 1 } ?? bytes.count
        try write(Array(bytes[start..<end]))
        start = end
      }
    } catch {
      isClosed = true
      guard error.meaning != .closedPipe else { return }
      throw .unreadable("standard output cannot be written: \(error.words)")
    }
  }
}
