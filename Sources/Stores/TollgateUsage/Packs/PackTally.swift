import TollgateRuntime

/// The knowledge of one device of the packs of a meter: how much of the meter was used in each window that
/// is over. The use of all devices, beyond the limit, is taken from the packs. (An object: most
/// counters have none, and are copied at each use.)
final class PackTally: Sendable, Hashable {
  /// The windows that are over, in the order in which they were set aside.
  let ended: [EndedUse]
  /// The limit of the window that runs.
  let limit: KnownLimit?
  /// The amount that was taken from the packs at the uses themselves.
  let drawn: Int64

  /// The most windows that are kept; of more, the first ones become what was taken.
  static let mostWindows = 1_000

  init(ended: [EndedUse] = [], limit: KnownLimit? = nil, drawn: Int64 = 0) {
    let many = ended.dropLast(PackTally.mostWindows)
    self.ended = Array(ended.dropFirst(many.count))
    self.limit = limit
    self.drawn = many.reduce(drawn) { $0.saturatingAdd($1.excess) }
  }

  /// The same with a window that is over. The next one has a limit of its own.
  func setting(aside use: EndedUse) -> PackTally { PackTally(ended: ended + [use], drawn: drawn) }

  /// The same with a limit of the window that runs.
  func knowing(_ limit: KnownLimit) -> PackTally {
    PackTally(ended: ended, limit: limit.joined(with: self.limit), drawn: drawn)
  }

  /// The same with more taken at a use, or given back.
  func drawing(_ amount: Int64) -> PackTally {
    PackTally(ended: ended, limit: limit, drawn: max(0, drawn.saturatingAdd(amount)))
  }

  /// The same with more used in a window that is over; nil for one that is not.
  func adding(_ amount: Int64, to mark: WindowMark, of window: Window) -> PackTally? {
    let place = ended.firstIndex { $0.window == window && $0.mark.isSame(as: mark) }
    guard let place else { return nil }
    var uses = ended
    uses[place].used = max(0, uses[place].used.saturatingAdd(amount))
    return PackTally(ended: uses, limit: limit, drawn: drawn)
  }

  static func == (a: PackTally, b: PackTally) -> Bool {
    a.ended == b.ended && a.limit == b.limit && a.drawn == b.drawn
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(ended)
    hasher.combine(limit)
    hasher.combine(drawn)
  }
}

/// The use of a meter in a window that is over.
struct EndedUse: Sendable, Hashable {
  var window: Window
  /// Which window it was.
  var mark: WindowMark
  /// The first instant after it.
  var end: Int64
  var used: Int64
  /// Nil if nobody could tell it.
  var limit: KnownLimit?

  /// The use that the limit did not cover.
  var excess: Int64 {
    guard let limit else { return 0 }
    return max(0, used.saturatingAdd(0 - limit.limit))
  }

  /// The same window on two devices.
  func joined(with other: EndedUse) -> EndedUse {
    var use = self
    use.end = max(end, other.end)
    use.used = used.saturatingAdd(other.used)
    use.limit = limit?.joined(with: other.limit) ?? other.limit
    return use
  }
}

/// The limit of a window without packs, as it follows from purchases of a time.
struct KnownLimit: Sendable, Hashable {
  /// When the purchases were confirmed.
  var asOf: Int64
  /// The largest number if there is no limit.
  var limit: Int64

  /// The one that follows from later purchases; of two of one time the smaller one.
  func joined(with other: KnownLimit?) -> KnownLimit {
    guard let other else { return self }
    return (asOf, 0 - limit) < (other.asOf, 0 - other.limit) ? other : self
  }
}

extension WindowMark {
  /// Whether it is the same window, perhaps seen from another time zone.
  func isSame(as other: WindowMark) -> Bool {
    if case .span(let place) = self, case .span(let others) = other {
      return place.isSame(as: others)
    }
    return self == other
  }
}
