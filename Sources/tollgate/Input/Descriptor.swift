import Foundation

/// The calls to the operating system that are made directly, because their error numbers are
/// needed: to tell a folder from a missing file, and a closed pipe from a full disk. `errno` is
/// read only after a result below 0.
enum Descriptor {
  static let input: Int32 = 0
  static let output: Int32 = 1
  static let error: Int32 = 2

  /// The number of an error of the operating system.
  struct Fault: Error {
    var number: Int32

    static var last: Fault { Fault(number: errno) }

    /// What the operating system calls it.
    var words: String { String(cString: strerror(number)) }
  }

  /// Lets a write to a closed pipe return an error rather than end the program.
  static func ignoreClosedPipes() {
    signal(SIGPIPE, SIG_IGN)
  }

  /// Opens a file for reading.
  static func open(_ path: String) throws(Fault) -> Int32 {
    while true {
      let descriptor = Foundation.open(path, O_RDONLY | O_CLOEXEC)
      if descriptor >= 0 { return descriptor }
      if errno != EINTR { throw .last }
    }
  }

  static func close(_ descriptor: Int32) {
    _ = Foundation.close(descriptor)
  }

  /// Reads as much as there is and fits into `buffer`, and returns how much; 0 at the end.
  static func read(_ descriptor: Int32, into buffer: inout [UInt8]) throws(Fault) -> Int {
    while true {
      // Invariant: the pointer is used inside its closure only, with the buffer's own length.
      let count = buffer.withUnsafeMutableBytes { bytes in
        Foundation.read(descriptor, bytes.baseAddress, bytes.count)
      }
      if count >= 0 { return count }
      try waitOrThrow(descriptor, for: Int16(POLLIN))
    }
  }

  /// Writes all of `bytes`.
  static func write(_ bytes: [UInt8], to descriptor: Int32) throws(Fault) {
    var start = 0
    while start < bytes.count {
      // Invariant: the pointer is used inside its closure only, with what is left behind `start`.
      let count = bytes.withUnsafeBytes { bytes in
        Foundation.write(descriptor, bytes.baseAddress?.advanced(by: start), bytes.count - start)
      }
      if count >= 0 {
        start += count
      } else {
        try waitOrThrow(descriptor, for: Int16(POLLOUT))
      }
    }
  }

  /// After a call that failed: goes on if it was only interrupted, or if the descriptor is one
  /// that does not wait by itself.
  private static func waitOrThrow(_ descriptor: Int32, for event: Int16) throws(Fault) {
    switch errno {
    case EINTR: return
    case EAGAIN:
      var request = pollfd(fd: descriptor, events: event, revents: 0)
      _ = poll(&request, 1, -1)
    default: throw .last
    }
  }

  /// Whether a descriptor is a terminal.
  static func isTerminal(_ descriptor: Int32) -> Bool {
    isatty(descriptor) == 1
  }
}
