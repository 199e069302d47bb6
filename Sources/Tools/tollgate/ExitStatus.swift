/// The exit status of a command. Programs rely on these numbers.
enum ExitStatus: Int32, Sendable {
  /// Allowed (a warned use is allowed), clean or passed.
  case success = 0
  /// Denied, or findings at the level that `--fail-on` names.
  case negative = 1
  /// A policy that does not compile, or a file, snapshot or line that cannot be read or written.
  case unreadable = 2
  /// Wrong usage, as `sysexits.h` has it.
  case usage = 64
}

/// The reason why a command failed, in a sentence for the person who ran it.
struct Failure: Error, Sendable {
  var status: ExitStatus
  /// The problem and the remedy; may have several lines.
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

  /// A text that is printed unchanged.
  static func rendered(_ text: String) -> Failure {
    Failure(status: .unreadable, message: text, isRendered: true)
  }
}
