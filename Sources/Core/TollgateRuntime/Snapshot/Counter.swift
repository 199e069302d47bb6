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
    /// When it begins again at 0. If you set it, it takes the place of ``then``.
    public var resets: Instant? {
      didSet { then = [] }
    }
    /// How it falls step by step, the first step first; empty if it does not, or if it ``resets``.
    public private(set) var then: [Step]

    /// A counter that stays as it is, or begins again at 0.
    public init(_ used: Int64, resets: Instant? = nil) {
      self.used = used
      self.resets = resets
      then = []
    }

    /// A counter that falls step by step.
    ///
    /// - Parameters:
    ///   - used: How much is used now, in the meter's unit.
    ///   - steps: At most 1,000; each later than the one before, and none higher than it.
    /// - Throws: A ``CounterError`` that names the first step at fault.
    public init(_ used: Int64, then steps: [Step]) throws(CounterError) {
      guard steps.count <= Counter.mostSteps else { throw .tooMany(steps.count) }
      var last = Step(at: Instant(milliseconds: .min), used: max(0, used))
      for (index, step) in steps.enumerated() {
        guard index == 0 || step.at > last.at else { throw .notLater(index) }
        guard step.used >= 0 else { throw .negative(index) }
        guard step.used <= last.used else { throw .rises(index, from: last.used, to: step.used) }
        last = step
      }
      self.used = used
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

      /// A step.
      public init(at: Instant, used: Int64) {
        self.at = at
        self.used = used
      }
    }
  }
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
