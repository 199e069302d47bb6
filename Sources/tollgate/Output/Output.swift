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

  /// Shows a text to people: nothing in it is obeyed.
  ///
  /// - Parameter isPainted: Whether its answers are in colour, on a terminal.
  func show(_ text: String, isPainted: Bool = false) throws(Failure) {
    let shown = Escape.lines(text)
    try write(isPainted ? Style.output.painted(shown) : shown)
  }

  /// Shows findings to people; those in colour are escaped already.
  func show(rendered text: String) throws(Failure) {
    try write(Style.output.color ? text : Escape.lines(text))
  }

  /// Writes a text for a program, and a line break.
  func line(_ text: String) throws(Failure) {
    try write(text)
    try write("\n")
  }

  /// Writes a text as it is, escaped already.
  func write(_ text: String) throws(Failure) {
    buffer.append(contentsOf: text.utf8)
    if buffer.count >= Output.size { try flush() }
  }

  /// Writes bytes as they are.
  func write(_ bytes: [UInt8]) throws(Failure) {
    buffer.append(contentsOf: bytes)
    if buffer.count >= Output.size { try flush() }
  }

  /// Hands on what was written so far.
  func flush() throws(Failure) {
    defer { buffer.removeAll(keepingCapacity: true) }
    guard !isClosed, !buffer.isEmpty else { return }
    Console.eraseStatus()
    do throws(Descriptor.SystemError) {
      try Descriptor.write(buffer, to: Descriptor.output)
    } catch {
      isClosed = true
      guard error.meaning != .closedPipe else { return }
      throw .unreadable("standard output cannot be written: \(error.words)")
    }
  }
}
