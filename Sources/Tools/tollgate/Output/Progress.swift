#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
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
