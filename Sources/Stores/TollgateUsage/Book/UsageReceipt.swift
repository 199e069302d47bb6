import TollgateRuntime

/// A use with an id, or a reservation: what it was, how it was answered, and in which windows it
/// counts.
struct UsageReceipt: Sendable, Hashable {
  var key: TallyKey
  /// How much was asked for, in the meter's unit.
  var asked: Int64
  /// How much is counted, in the meter's unit; from 0.
  var amount: Int64
  /// How much of that was taken from packs, and is counted nowhere else.
  var drawn: Int64 = 0
  /// When it was decided.
  var at: Int64
  var outcome: Decision.Outcome
  var reason: Reason
  var state: State
  /// The windows that it was counted in.
  var marks: [Window: WindowMark]
  /// When nothing that it counts in matters any more; nil for never.
  var matters: Int64?

  /// Its state.
  enum State: Sendable, Hashable {
    /// It was used at once.
    case used
    /// It is reserved until an instant, and counts until then.
    case reserved(until: Int64)
    /// So much of a reservation was used in the end.
    case committed
    /// A reservation that was cancelled or forgotten.
    case ended
    /// A use that turned out not to be one.
    case refunded

    /// Until when a reservation counts; nil for anything else.
    var until: Int64? {
      if case .reserved(let until) = self { return until }
      return nil
    }

    /// Whether it is a reservation that still counts.
    func isReserved(at now: Int64) -> Bool { until.map { $0 > now } ?? false }
  }

  /// Whether it is a reservation that still counts.
  func isReserved(at now: Int64) -> Bool { state.isReserved(at: now) }
}
