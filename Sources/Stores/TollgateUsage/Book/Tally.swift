import TollgateRuntime

/// The counters of one meter on one device; of several things (`counted per team`) each has its
/// own.
struct Tally: Sendable, Hashable {
  /// The total that this device set, if it did.
  var set: GaugeSet?
  /// The stamp of the setting that ``change`` comes on top of; nil before any.
  var base: Stamp?
  /// How much this device added to the total since then, less what it took away.
  var change: Int64 = 0
  /// The counters of the windows.
  var windows: [Window: WindowTally] = [:]
  /// The uses of a meter that refills, in the order of time; those before it was last full are
  /// gone.
  var drops: [Drop] = []

  /// The knowledge of its packs; nil for most.
  var packs: PackTally?

  /// A use of a meter that refills, with its time.
  typealias Drop = Fall

  /// A total that the app set.
  struct GaugeSet: Sendable, Hashable {
    var stamp: Stamp
    var value: Int64
  }

  /// When a total was set. A later one takes the place of an earlier one, on every device. (An
  /// object: most counters have none, and are copied at each use.)
  final class Stamp: Sendable, Hashable, Comparable {
    let at: Int64
    /// Which of several at one instant.
    let number: Int64
    let device: String

    init(at: Int64, number: Int64, device: String) {
      self.at = at
      self.number = number
      self.device = device
    }

    static func == (a: Stamp, b: Stamp) -> Bool {
      (a.at, a.number, a.device) == (b.at, b.number, b.device)
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(at)
      hasher.combine(number)
      hasher.combine(device)
    }

    static func < (a: Stamp, b: Stamp) -> Bool {
      (a.at, a.number, a.device) < (b.at, b.number, b.device)
    }
  }
}

/// Which counter: a meter, and the thing that it is counted for.
struct TallyKey: Sendable, Hashable, Comparable {
  var meter: String
  /// The thing, as in `counted per team`; empty for the person.
  var thing: String

  static func < (a: TallyKey, b: TallyKey) -> Bool {
    (a.meter, a.thing) < (b.meter, b.thing)
  }
}

/// The counter of a window on one device.
enum WindowTally: Sendable, Hashable {
  /// How much was used in a window of the calendar or of the subscription.
  case span(WindowPlace, Int64)
  /// How much was used in a window that began with the first use.
  case begun(FirstUseSpan, Int64)
  /// The uses of a window that rolls, the first to fall out first.
  case rolling([Fall])
}

/// A window that began with the first use, from `start` to before `end`.
struct FirstUseSpan: Sendable, Hashable {
  var start: Int64
  var end: Int64
}

/// By how much a counter falls at an instant.
struct Fall: Sendable, Hashable {
  var at: Int64
  var amount: Int64
}

/// The window that a use was counted in.
enum WindowMark: Sendable, Hashable {
  case span(WindowPlace)
  case begun(FirstUseSpan)
  /// When it falls out of a window that rolls.
  case falls(at: Int64)
}
