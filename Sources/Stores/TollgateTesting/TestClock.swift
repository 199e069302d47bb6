public import TollgateKit
public import TollgateRuntime

/// A clock that a test sets by hand. A sleeping task wakes when the clock reaches its time.
///
/// ```swift
/// let clock = TestClock(try #require(Instant("2026-01-31")))
/// clock.advance(by: .months(1))  // 2026-02-28
/// ```
public final class TestClock: StoreClock {
  private struct Sleeper: Sendable {
    var id: Int
    var until: Instant
    var continuation: CheckedContinuation<Void, any Error>
  }

  private struct State: Sendable {
    var now: Instant
    var sleepers: [Sleeper] = []
    /// The ids that were cancelled before they slept.
    var cancelled: Set<Int> = []
    var next = 0
  }

  private let state: Locked<State>

  /// Creates a clock at an instant.
  public init(_ now: Instant) {
    state = Locked(State(now: now))
  }

  /// The current time.
  public func now() -> Instant { state.withLock { $0.now } }

  /// The number of sleeping tasks.
  public var sleepers: Int { state.withLock { $0.sleepers.count } }

  /// Waits until a task sleeps on it, or until the task that waits is cancelled, as the time limit of
  /// a test does.
  public func untilAwaited() async {
    while sleepers == 0, !Task.isCancelled { await Task.yield() }
  }

  /// Sets the time, forwards or back.
  public func set(_ instant: Instant) {
    let woken = state.withLock { state in
      state.now = instant
      let woken = state.sleepers.filter { $0.until <= instant }
      state.sleepers.removeAll { $0.until <= instant }
      return woken
    }
    for sleeper in woken { sleeper.continuation.resume() }
  }

  /// Advances the time.
  public func advance(by period: StorePeriod) {
    set(period.instant(after: now()))
  }

  /// Waits until the clock reaches this instant. Throws when the task is cancelled.
  public func sleep(until instant: Instant) async throws {
    let id = state.withLock { state in
      state.next += 1
      return state.next
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        begin(Sleeper(id: id, until: instant, continuation: continuation))
      }
    } onCancel: {
      cancel(id)
    }
  }

  private func begin(_ sleeper: Sleeper) {
    enum Start { case cancelled, past, asleep }
    let start: Start = state.withLock { state in
      if state.cancelled.remove(sleeper.id) != nil { return .cancelled }
      if sleeper.until <= state.now { return .past }
      state.sleepers.append(sleeper)
      return .asleep
    }
    switch start {
    case .cancelled: sleeper.continuation.resume(throwing: CancellationError())
    case .past: sleeper.continuation.resume()
    case .asleep: break
    }
  }

  private func cancel(_ id: Int) {
    let sleeper: Sleeper? = state.withLock { state in
      guard let index = state.sleepers.firstIndex(where: { $0.id == id }) else {
        state.cancelled.insert(id)
        return nil
      }
      return state.sleepers.remove(at: index)
    }
    sleeper?.continuation.resume(throwing: CancellationError())
  }
}

extension Instant {
  /// The same day and time some months later; in a shorter month, its last day. The Gregorian
  /// calendar is taken to have always been in use, and goes on beyond the year 9999.
  func advanced(byMonths months: Int) -> Instant {
    let day = Instant.floored(milliseconds, by: Instant.dayLength)
    let date = Instant.date(of: day)
    let (sum, overflow) = (date.year * 12 + date.month - 1).addingReportingOverflow(Int64(months))
    // About 290 million years from now, milliseconds end.
    let isFar = overflow || sum.magnitude > 12 * 300_000_000
    if isFar { return Instant(milliseconds: months < 0 ? .min : .max) }
    let year = Instant.floored(sum, by: 12)
    let month = sum - year * 12 + 1
    let length = Instant.first(of: month == 12 ? 1 : month + 1, month == 12 ? year + 1 : year)
    let first = Instant.first(of: month, year)
    let there = first + min(date.day, length - first) - 1
    return advanced(by: (there - day).saturatingMultiply(Instant.dayLength))
  }

  private static let dayLength: Int64 = 86_400_000

  /// The quotient rounded down.
  private static func floored(_ value: Int64, by divisor: Int64) -> Int64 {
    let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }

  /// The first day of a month, in days after 1970-01-01. Years are counted from March, so that the
  /// leap day is the last of its year; 400 of them have 146,097 days.
  private static func first(of month: Int64, _ year: Int64) -> Int64 {
    let shifted = month <= 2 ? year - 1 : year
    let era = floored(shifted, by: 400)
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  private static func date(of day: Int64) -> (year: Int64, month: Int64, day: Int64) {
    // A year has 365.2425 days: the guess is right, or one too late.
    var year = floored(day.multipliedReportingOverflow(by: 400).partialValue, by: 146_097) + 1970
    if first(of: 1, year) > day { year -= 1 }
    if first(of: 1, year + 1) <= day { year += 1 }
    var month: Int64 = 12
    while first(of: month, year) > day { month -= 1 }
    return (year, month, day - first(of: month, year) + 1)
  }
}
