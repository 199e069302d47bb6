#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Handles Ctrl-C and the like: the program ends, but not inside a line of its output.
///
/// A signal that comes while a piece is written, which is always whole lines, ends the program
/// after it; a second one ends it at once, for a reader that does not read.
enum Interruption {
  private static let signals = [SIGINT, SIGTERM, SIGHUP]

  /// Whether a piece is being written, and the signal that waits for its end; 0 for none.
  ///
  /// Invariant: allocated before a handler is installed and never freed. A handler can do no more
  /// than read and write such numbers.
  private nonisolated(unsafe) static let state: UnsafeMutablePointer<sig_atomic_t> = {
    let state = UnsafeMutablePointer<sig_atomic_t>.allocate(capacity: 2)
    state.initialize(repeating: 0, count: 2)
    return state
  }()

  /// The paths of the files that a signal takes away, since they are not finished.
  ///
  /// Invariant: allocated before a handler is installed and never freed, nor is a path: a handler
  /// may hold one.
  private nonisolated(unsafe) static let unfinished:
    UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> = {
      let paths = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: most)
      paths.initialize(repeating: nil, count: most)
      return paths
    }()
  /// More files than a command writes at a time.
  private static let most = 32

  /// From now on a signal removes the file at a path.
  static func willRemove(_ path: String) {
    guard let place = (0..<most).first(where: { unfinished[$0] == nil }) else { return }
    unfinished[place] = strdup(path)
  }

  /// From now on no signal removes the file at a path.
  static func willKeep(_ path: String) {
    for place in 0..<most {
      if let other = unfinished[place], strcmp(other, path) == 0 { unfinished[place] = nil }
    }
  }

  /// Begins to listen to the signals. One that is ignored (`nohup`) stays ignored.
  static func prepare() {
    state[0] = 0
    unfinished[0] = nil
    for number in signals {
      let before = signal(number, SIG_IGN)
      // A C function pointer has no equality in Swift: its bits tell what it is. Invariant: both are
      // pointers, of one size.
      let isIgnored = unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
      if !isIgnored { signal(number) { Interruption.came($0) } }
    }
  }

  /// Does something that no signal ends in the middle, unless it comes twice.
  static func deferring<Result, Problem: Error>(
    _ body: () throws(Problem) -> Result
  ) throws(Problem) -> Result {
    state[0] = 1
    defer {
      state[0] = 0
      if state[1] != 0 { end(by: Int32(state[1])) }
    }
    return try body()
  }

  private static func came(_ number: Int32) {
    if state[0] != 0, state[1] == 0 {
      state[1] = sig_atomic_t(number)
    } else {
      end(by: number)
    }
  }

  /// Ends the program as if it had never listened: its parent learns the signal.
  private static func end(by number: Int32) {
    for place in 0..<most {
      if let path = unfinished[place] { unlink(path) }
    }
    signal(number, SIG_DFL)
    raise(number)
  }
}
