import TollgateKit
import TollgateSyntax

/// Standard error: everything that is not a result.
enum Console {
  /// Writes a line, or several, that nothing obeys.
  static func say(_ text: String) {
    eraseStatus()
    send(TextPage.fitted(Escape.lines(text), columns) + "\n")
  }

  /// Writes a text without a line break behind it; one in colour is escaped already. When nobody
  /// listens there is nobody to tell.
  static func write(_ text: String) {
    eraseStatus()
    send(Style.error.shown(text, columns))
  }

  /// A renderer of findings about `source` for standard error.
  static func renderer(for source: Source) -> TextRenderer {
    Style.error.renderer(for: source, columns)
  }

  private static var columns: Int? { Descriptor.columns(of: Descriptor.error) }

  /// Tells why something failed: a sentence, or a whole text as it is.
  static func complain(_ failure: Failure) {
    if failure.isRendered { return write(failure.message) }
    say("Error: \(failure.message)")
  }

  // MARK: The status line

  /// Whether the terminal shows a line that will be erased.
  private static let hasStatus = Locked(false)

  /// Shows a short line in place of the one before; the next thing that is written erases it.
  static func showStatus(_ line: String) {
    eraseStatus()
    // In one row, and away from its end: no more could be erased.
    send(columns.map { String(line.prefix($0 - 1)) } ?? line)
    hasStatus.withLock { $0 = true }
  }

  /// Takes away the status line, if there is one.
  static func eraseStatus() {
    let wasShown = hasStatus.withLock { shown in
      defer { shown = false }
      return shown
    }
    if wasShown { send("\r\u{1B}[K") }
  }

  private static func send(_ text: String) {
    do throws(Descriptor.SystemError) {
      try Descriptor.write(Array(text.utf8), to: Descriptor.error)
    } catch {}
  }
}
