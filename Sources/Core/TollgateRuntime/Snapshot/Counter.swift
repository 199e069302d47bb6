extension Usage {
  /// One counter of a meter, and how it falls later if nothing more is used.
  ///
  /// ```swift
  /// // 3 today, and 0 from midnight on.
  /// let today = Usage.Counter(3, resets: tomorrow)
  /// // 3 now, 1 in an hour: uses of a window that rolls fall one by one.
  /// let rolling = try Usage.Counter(
  ///   3, then: [Usage.Counter.Step(at: now.advanced(by: 3_600_000), used: 1)])
  /// ```
  public struct Counter: Sendable, Hashable {
    /// How much is used, in the meter's unit; from 0.
    public var used: Int64
    /// How much of earlier windows was carried into this one, in the meter's unit; from 0. It counts
    /// where the policy says `unused rolls over`, and is gone when the counter begins again.
    public var carried: Int64
    /// When it begins again at 0. If you set it, it takes the place of ``then``.
    public var resets: Instant? {
      didSet { then = [] }
    }
    /// How it falls step by step, the first step first; empty if it does not, or if it ``resets``.
    public private(set) var then: [Step]

    /// A counter that stays as it is, or begins again at 0.
    public init(_ used: Int64, carried: Int64 = 0, resets: Instant? = nil) {
      self.used = used
      self.carried = carried
      self.resets = resets
      then = []
    }

    /// A counter that falls step by step.
    ///
    /// - Parameters:
    ///   - used: How much is used now, in the meter's unit.
    ///   - carried: How much was carried into the window that runs now.
    ///   - steps: At most 1,000; each later than the one before, and none higher than it.
    /// - Throws: A ``CounterError`` that names the first step at fault.
    public init(
      _ used: Int64, carried: Int64 = 0, then steps: [Step]
    ) throws(CounterError) {
      guard steps.count <= Counter.mostSteps else { throw .tooMany(steps.count) }
      var last = Step(at: Instant(milliseconds: .min), used: max(0, used))
      for (index, step) in steps.enumerated() {
        guard index == 0 || step.at > last.at else { throw .notLater(index) }
        guard step.used >= 0, step.carried >= 0 else { throw .negative(index) }
        guard step.used <= last.used else { throw .rises(index, from: last.used, to: step.used) }
        last = step
      }
      self.used = used
      self.carried = carried
      resets = nil
      then = steps
    }

    /// How much is used at a time, if nothing more is used.
    func used(at now: Int64) -> Int64 {
      if let resets, resets.milliseconds <= now { return 0 }
      return max(0, then.last { $0.at.milliseconds <= now }?.used ?? used)
    }

    /// The most steps of a counter.
    public static let mostSteps = 1_000

    /// The value of a counter from an instant on, if nothing more is used.
    public struct Step: Sendable, Hashable {
      /// From when on.
      public let at: Instant
      /// How much is used then, in the meter's unit; from 0.
      public let used: Int64
      /// How much was carried into the window that runs then; from 0.
      public let carried: Int64

      /// A step.
      public init(at: Instant, used: Int64, carried: Int64 = 0) {
        self.at = at
        self.used = used
        self.carried = carried
      }
    }
  }
}

extension Usage.Counter {
  /// Steps that are not checked: they may rise.
  fileprivate mutating func follow(_ steps: [Step]) { if !steps.isEmpty { then = steps } }
}

/// The short name here. Apps have types of this name by themselves: a `Counter` of metrics.
package typealias Counter = Usage.Counter

/// Why the later steps of a counter cannot be right.
///
/// ```swift
/// do {
///   usage.day = try Usage.Counter(3, then: steps)
/// } catch {
///   log("the server's counter: \(error)")  // step 2 is not after the one before it
/// }
/// ```
public enum CounterError: Error, Sendable, Hashable, CustomStringConvertible {
  /// There are so many steps; the most are 1,000.
  case tooMany(Int)
  /// The step at this place, from 0, is not after the one before it.
  case notLater(Int)
  /// The step at this place is below 0.
  case negative(Int)
  /// The step at this place is above what was used before it.
  case rises(Int, from: Int64, to: Int64)

  /// The fault, in a sentence for developers.
  public var description: String {
    switch self {
    case .tooMany(let count):
      "a counter has at most 1,000 later steps, and this one has \(count)"
    case .notLater(let place): "step \(place + 1) is not after the one before it"
    case .negative(let place): "step \(place + 1) is below 0"
    case .rises(let place, let before, let used):
      "step \(place + 1) rises from \(before) to \(used); a counter only falls by itself"
    }
  }
}

extension EvaluationInput {
  /// A counter, in numbers only: its later steps are in a list that all counters share.
  package struct CounterState: Sendable, Hashable, BitwiseCopyable {
    private let counted: PackedAmount
    /// When it falls first; `Int64.max` for never.
    package var falls: Int64 = .max
    /// Its steps in the list; none if it falls once, to 0.
    var firstStep: Int32 = 0
    var stepCount: Int32 = 0

    package static let unknown = CounterState(used: nil)

    /// A counter that stays as it is.
    ///
    /// - Parameter used: Nil for unknown.
    init(used: Int64?) {
      counted = PackedAmount(used)
    }

    /// How much is used; nil for unknown.
    @inline(__always)
    package var used: Int64? { counted.value }
  }

  /// How much of a counter is used at a time; nil for unknown.
  @inline(__always)
  package func used(_ state: CounterState, at now: Int64) -> Int64? {
    guard let used = state.used else { return nil }
    return state.falls > now ? used : min(used, fallen(state, at: now))
  }

  /// How much was carried into the window that runs at a time.
  func carried(_ state: CounterState, at now: Int64) -> Int64 {
    (state.falls > now ? state.used : fallen(state, at: now)) ?? 0
  }

  /// The rest of a counter after its steps at a time; 0 where it has none.
  @inline(never)
  private func fallen(_ state: CounterState, at now: Int64) -> Int64 {
    var used: Int64 = 0
    for step in steps(of: state) {
      if step.at.milliseconds > now { break }
      used = step.used
    }
    return used
  }

  /// How much of a meter is used in a window; nil for unknown.
  package func used(_ meter: MeterIndex, _ window: Window, at now: Int64) -> Int64? {
    used(counter(CounterIndex(meter, window)), at: now)
  }

  /// The steps of a counter that falls more than once.
  func steps(of state: CounterState) -> ArraySlice<Counter.Step> {
    steps[Int(state.firstStep)..<Int(state.firstStep) + Int(state.stepCount)]
  }

  /// Says each instant at which a counter falls.
  package func eachFall(of state: CounterState, _ body: (Int64) -> Void) {
    if state.stepCount == 0, state.falls != .max { body(state.falls) }
    for step in steps(of: state) { body(step.at.milliseconds) }
  }

  /// The first instant after a time at which a counter falls; `nil` if there is none.
  func nextFall(of state: CounterState, after now: Int64) -> Instant? {
    var next = Int64.max
    eachFall(of: state) { if $0 > now { next = min(next, $0) } }
    return next == .max ? nil : Instant(milliseconds: next)
  }
}

/// The counters of a snapshot, as an evaluation reads them.
struct CounterTable: Sendable {
  var states: [EvaluationInput.CounterState]
  var steps: [Counter.Step]

  /// Sets a counter. One that no rule reads is passed over.
  mutating func set(_ counter: Counter, at place: Int?) {
    guard let place else { return }
    removeSteps(of: place)
    var state = EvaluationInput.CounterState(used: max(0, counter.used))
    if let resets = counter.resets { state.falls = resets.milliseconds }
    if let first = counter.then.first {
      state.falls = first.at.milliseconds
      state.firstStep = Int32(steps.count)
      state.stepCount = Int32(counter.then.count)
      steps += counter.then
    }
    states[place] = state
  }

  /// Sets the amount that was carried, which is kept as a counter of its own: its steps say how much
  /// was carried then.
  mutating func set(carriedBy counter: Counter, at place: Int) {
    var carried = Counter(max(0, counter.carried), resets: counter.resets)
    carried.follow(counter.then.map { Counter.Step(at: $0.at, used: max(0, $0.carried)) })
    set(carried, at: place)
  }

  /// Forgets the steps of a counter, so that a snapshot that is counted in again and again does not
  /// keep old ones.
  private mutating func removeSteps(of place: Int) {
    let (first, count) = (states[place].firstStep, states[place].stepCount)
    guard count > 0 else { return }
    steps.removeSubrange(Int(first)..<Int(first + count))
    for other in states.indices where states[other].firstStep > first {
      states[other].firstStep -= count
    }
  }
}

/// A number from 0, or none, in 8 bytes: how much of a counter is used, or what a snapshot allows.
///
/// Each user has one for every counter and allowance, so they are kept small. Only this file and
/// the packed columns know how none is kept.
package struct PackedAmount: Sendable, Hashable, BitwiseCopyable {
  /// The number as a packed column has it: below 0 for none.
  package let raw: Int64

  /// - Parameter value: Nil for none.
  @inline(__always)
  package init(_ value: Int64?) {
    raw = value ?? -1
  }

  @inline(__always)
  package init(raw: Int64) {
    self.raw = raw
  }

  /// The number; nil for none.
  @inline(__always)
  package var value: Int64? { raw < 0 ? nil : raw }
}

/// A bucket of a rollout, or none, in 4 bytes.
struct PackedBucket: Sendable, BitwiseCopyable {
  private let raw: Int32

  /// - Parameter value: Nil for none.
  @inline(__always)
  init(_ value: Int64?) {
    raw = Int32(truncatingIfNeeded: value ?? -1)
  }

  /// The bucket; nil for none.
  @inline(__always)
  var value: Int64? { raw < 0 ? nil : Int64(raw) }
}
