/// How a command ends; programs rely on these numbers.
enum ExitStatus: Int32, Sendable {
  /// Allowed (a warned use is allowed), clean or passed.
  case success = 0
  /// Denied, or findings at the level that `--fail-on` names.
  case negative = 1
  /// A policy that does not compile; a snapshot, a line or a file that cannot be read or written.
  case unreadable = 2
  /// Wrong usage, as `sysexits.h` has it.
  case usage = 64
}

/// Why a command has no answer, in a sentence for the person who asked.
struct Failure: Error, Sendable {
  var status: ExitStatus
  /// What is wrong and what to do; may have several lines.
  var message: String
  /// Whether the message is a whole text, such as rendered diagnostics, rather than a sentence.
  var isRendered = false

  /// The command was written wrongly.
  static func usage(_ message: String) -> Failure {
    Failure(status: .usage, message: message)
  }

  /// Something could not be read or written.
  static func unreadable(_ message: String) -> Failure {
    Failure(status: .unreadable, message: message)
  }

  /// A text is shown as it is.
  static func rendered(_ text: String) -> Failure {
    Failure(status: .unreadable, message: text, isRendered: true)
  }
}
