import Dispatch
import TollgateKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// How far a command is, for a person who waits: one line on standard error, after a second, on a
/// terminal only. It goes away before anything else is written.
///
/// ```swift
/// var progress = Progress("files", of: files.count)
/// for file in files {
///   …
///   progress.advance()
/// }
/// progress.finish()
/// ```
struct Progress {
  /// Whether it is shown at all.
  private let isShown: Bool
  private let noun: String
  private let total: Int?
  private let seconds: () -> Double
  private let show: (String) -> Void
  private var done = 0
  private let start: Double
  private var share: Double?
  private var next: Double

  /// The time before the first line, and between two lines.
  private static let patience = 1.0
  private static let pause = 0.1

  /// - Parameters:
  ///   - noun: The things that are counted: `files`, `lines`.
  ///   - total: How many there are, if that is known.
  ///   - isStreaming: Whether results are written meanwhile. On a terminal they show by themselves
  ///     how far it is.
  init(_ noun: String, of total: Int? = nil, isStreaming: Bool = false) {
    let isSeen =
      Descriptor.isTerminal(Descriptor.error)
      && ProcessInfo.processInfo.environment["TERM"] != "dumb"
    self.init(
      noun, of: total,
      isShown: isSeen && !(isStreaming && Descriptor.isTerminal(Descriptor.output)),
      seconds: { ProcessInfo.processInfo.systemUptime }, show: Console.showStatus)
  }

  /// A progress that is shown elsewhere, by another clock.
  init(
    _ noun: String, of total: Int?, isShown: Bool, seconds: @escaping () -> Double,
    show: @escaping (String) -> Void
  ) {
    self.noun = noun
    self.total = total
    self.isShown = isShown
    self.seconds = seconds
    self.show = show
    start = seconds()
    next = start + Progress.patience
  }

  /// One more is done, or several.
  ///
  /// - Parameter share: How much of the whole is done, from 0 to 1, where that is known in another
  ///   way than by counting. The line then tells how many a second, and how long it still takes.
  mutating func advance(by count: Int = 1, share: Double? = nil) {
    done += count
    self.share = share
    guard isShown else { return }
    let now = seconds()
    guard now >= next else { return }
    next = now + Progress.pause
    show(share == nil ? line : pace(after: now - start))
  }

  /// All is done: the line goes away.
  func finish() {
    if isShown { Console.eraseStatus() }
  }

  private func pace(after seconds: Double) -> String {
    let rate = Int(Double(done) / max(seconds, 0.001))
    guard let share, share > 0, share <= 1 else { return "\(done) \(noun), \(rate) a second …" }
    let left = Int((seconds / share - seconds).rounded(.up))
    let filled = Int(share * 20)
    let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: 20 - filled)
    return "[\(bar)] \(done) \(noun), \(rate) a second, \(left) s left …"
  }

  private var line: String {
    guard let total, total > 0 else { return "\(done) \(noun) …" }
    return "\(done) of \(total) \(noun), \(Int(Double(done) / Double(total) * 100)) % …"
  }
}

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

/// Runs asynchronous work inside a command, which is synchronous.
enum Waiting {
  /// Waits for the result of `body`. The waiting thread is not one that tasks run on.
  static func result<Value: Sendable>(_ body: @escaping @Sendable () async -> Value) -> Value {
    let value = Locked<Value?>(nil)
    let isDone = DispatchSemaphore(value: 0)
    Task {
      let found = await body()
      value.withLock { $0 = found }
      isDone.signal()
    }
    while true {
      isDone.wait()
      if let found = value.withLock({ $0 }) { return found }
    }
  }
}
