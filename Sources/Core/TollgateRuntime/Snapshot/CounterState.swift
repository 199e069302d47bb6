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
