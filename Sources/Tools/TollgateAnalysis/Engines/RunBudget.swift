/// The time that a whole run may take: all questions about all policies of one command together.
///
/// The engines know no clock. Whoever begins the run says how to tell the time that has passed, so
/// a test needs no real time.
package struct RunBudget: Sendable {
  /// Milliseconds; `nil` for as long as it takes.
  package let limit: Int?
  /// The milliseconds since the run began. They never fall.
  private let elapsed: @Sendable () -> Int

  /// The default time, in milliseconds.
  package static let usual = 10_000

  /// A run without a limit.
  package static let endless = RunBudget()

  private init() {
    limit = nil
    elapsed = { 0 }
  }

  package init(limit: Int, elapsed: @escaping @Sendable () -> Int) {
    self.limit = limit
    self.elapsed = elapsed
  }

  /// The first half of the run, for work that must leave time for the rest.
  package var firstHalf: RunBudget {
    limit.map { RunBudget(limit: $0 / 2, elapsed: elapsed) } ?? self
  }

  /// Why the run has to end now; `nil` while there is time.
  package var end: Exhausted? {
    guard let limit, elapsed() >= limit else { return nil }
    return Exhausted(.time, limit: limit)
  }

  /// Ends the work if there is no time left.
  func check() throws(Exhausted) {
    if let end { throw end }
  }
}
