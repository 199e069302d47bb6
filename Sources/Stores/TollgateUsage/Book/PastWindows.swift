import TollgateRuntime

/// The knowledge of one device of the windows of a meter that are over, where packs or what is
/// carried depend on them: how much was used in each, and by which limit. How much is left of packs
/// and how much is carried is worked out from the pages of all devices. (An object: most counters
/// have none, and are copied at each use.)
final class PastWindows: Sendable, Hashable {
  let parts: Parts

  struct Parts: Sendable, Hashable {
    /// The windows that are over: of packs in the order in which they were set aside, of what is
    /// carried in the order of time.
    var ended: [EndedUse] = []
    /// The limit of the window that runs.
    var limit: KnownLimit?
    /// The amount that was taken from the packs at the uses themselves.
    var drawn: Int64 = 0
    /// How much was paid for beyond the limit in the window that runs: no pack covers it.
    var charged: Int64 = 0
    /// Where the windows begin from which on something is carried, and how much was carried into
    /// the first of them. Those before it are gone.
    var folded: [FoldedWindows] = []
  }

  /// The most windows that are kept for packs; of more, the first ones become what was taken.
  static let mostWindows = 1_000

  init(_ parts: Parts = Parts()) { self.parts = parts }

  var ended: [EndedUse] { parts.ended }
  var limit: KnownLimit? { parts.limit }
  var drawn: Int64 { parts.drawn }
  var charged: Int64 { parts.charged }
  var folded: [FoldedWindows] { parts.folded }

  private func changed(_ change: (inout Parts) -> Void) -> PastWindows {
    var parts = parts
    change(&parts)
    return PastWindows(parts)
  }

  /// The same with a window that is over. The next one has a limit of its own.
  func setting(aside use: EndedUse) -> PastWindows {
    changed { parts in
      parts.ended.append(use)
      parts.limit = nil
      parts.charged = 0
    }
  }

  /// The same with at most ``mostWindows`` windows.
  var bounded: PastWindows {
    let many = ended.dropLast(PastWindows.mostWindows)
    if many.isEmpty { return self }
    return changed { parts in
      parts.drawn = many.reduce(parts.drawn) { $0.saturatingAdd($1.excess) }
      parts.ended.removeFirst(many.count)
    }
  }

  /// The same with a limit of the window that runs.
  func knowing(_ limit: KnownLimit) -> PastWindows {
    changed { $0.limit = limit.joined(with: $0.limit) }
  }

  /// The same with more taken at a use, or given back.
  func drawing(_ amount: Int64) -> PastWindows {
    changed { $0.drawn = max(0, $0.drawn.saturatingAdd(amount)) }
  }

  /// The same with more paid for in the window that runs.
  func charging(_ amount: Int64) -> PastWindows {
    changed { $0.charged = max(0, $0.charged.saturatingAdd(amount)) }
  }

  /// The same with less paid for in the window of a use, which may be over.
  func uncharging(_ amount: Int64, in marks: [Window: WindowMark]) -> PastWindows {
    let place = ended.firstIndex { use in marks[use.window].map(use.mark.isSame) ?? false }
    guard let place else { return charging(0 - amount) }
    let charged = max(0, ended[place].charged.saturatingAdd(0 - amount))
    return changed { $0.ended[place].charged = charged }
  }

  /// The same with more used in a window that is over; nil for one that is not.
  func adding(_ amount: Int64, to mark: WindowMark, of window: Window) -> PastWindows? {
    let place = ended.firstIndex { $0.window == window && $0.mark.isSame(as: mark) }
    guard let place else { return nil }
    let used = max(0, ended[place].used.saturatingAdd(amount))
    return changed { $0.ended[place].used = used }
  }

  // MARK: Windows that roll over

  /// The same with how windows rolled over. A window that follows one with the same note, and in
  /// which nothing was used, is counted with that one.
  func noting(_ windows: [RolledWindow], of window: Window) -> PastWindows {
    if windows.isEmpty { return self }
    return changed { parts in
      for rolled in windows {
        let mark = WindowMark.span(rolled.place)
        let own = parts.ended.firstIndex { $0.window == window && $0.mark.isSame(as: mark) }
        if let own {
          parts.ended[own].rollover = rolled.rollover
        } else if let last = parts.ended.lastIndex(where: { $0.isFollowed(by: rolled, window) }) {
          parts.ended[last].idle = parts.ended[last].idle.saturatingAdd(1)
        } else {
          parts.ended.append(
            EndedUse(
              window: window, mark: mark, end: rolled.end, used: 0, rollover: rolled.rollover))
        }
      }
      parts.ended.sort { ($0.end, $0.window) < ($1.end, $1.window) }
    }
  }

  /// The same without the windows that no longer matter to what is carried: the first ones of the
  /// row that runs, and those of other rows but for the latest of them, which says where this row
  /// begins.
  ///
  /// - Parameters:
  ///   - fold: Where the windows begin that are kept; nil for all of the row.
  ///   - hasPacks: Whether packs depend on the windows: then those of other rows stay, and what was
  ///     used beyond the limits of the first ones becomes what was taken.
  func folding(
    _ row: CarriedRow, of window: Window, to fold: FoldedWindows?, hasPacks: Bool
  ) -> PastWindows {
    var kept: [EndedUse] = []
    var drawn = drawn
    var other: (start: Int64, use: EndedUse)?
    for use in ended {
      guard use.window == window, case .span(let place) = use.mark else {
        kept.append(use)
        continue
      }
      if row.has(place, through: use.last) {
        if let fold, use.last < fold.place.index {
          if hasPacks { drawn = drawn.saturatingAdd(row.excess(of: use, at: place.index)) }
        } else {
          kept.append(use)
        }
      } else if hasPacks {
        kept.append(use)
      } else if place.anchor != row.anchor, place.start >= other?.start ?? .min {
        other = (place.start, use)
      }
    }
    if let other {
      kept.append(other.use)
      kept.sort { ($0.end, $0.window) < ($1.end, $1.window) }
    }
    var folded = folded.filter { known in
      known.window != window
        || fold == nil && row.has(known.place, through: known.place.index)
    }
    if let fold { folded.append(fold) }
    folded.sort { $0.window < $1.window }
    if kept == ended, folded == self.folded { return self }
    return changed { parts in
      (parts.ended, parts.drawn, parts.folded) = (kept, drawn, folded)
    }
  }

  static func == (a: PastWindows, b: PastWindows) -> Bool { a.parts == b.parts }

  func hash(into hasher: inout Hasher) { hasher.combine(parts) }
}

/// The use of a meter in a window that is over.
struct EndedUse: Sendable, Hashable {
  var window: Window
  /// Which window it was.
  var mark: WindowMark
  /// The first instant after it.
  var end: Int64
  var used: Int64
  /// The limit that packs go beyond; nil if nobody could tell it.
  var limit: KnownLimit?
  /// How much was paid for beyond the limit, which no pack covers.
  var charged: Int64 = 0
  /// How it rolled over; nil where this device did not look.
  var rollover: KnownRollover?
  /// How many windows after it rolled over in the same way, without any use.
  var idle: Int64 = 0

  /// The use that the limit did not cover.
  var excess: Int64 {
    guard let limit else { return 0 }
    return max(0, used.saturatingAdd(0 - limit.limit).saturatingAdd(0 - charged))
  }

  /// The number of the last window that it speaks of.
  var last: Int64 {
    guard case .span(let place) = mark else { return 0 }
    return place.index.saturatingAdd(idle)
  }

  /// Whether a window is the next after those that it speaks of, and rolled over in the same way.
  fileprivate func isFollowed(by rolled: RolledWindow, _ window: Window) -> Bool {
    guard self.window == window, rollover == rolled.rollover, case .span(let place) = mark else {
      return false
    }
    return place.anchor == rolled.place.anchor && last.saturatingAdd(1) == rolled.place.index
  }

  /// The same window on two devices.
  func joined(with other: EndedUse) -> EndedUse {
    var use = self
    use.end = max(end, other.end)
    use.used = used.saturatingAdd(other.used)
    use.charged = charged.saturatingAdd(other.charged)
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

/// How what was unused of a window rolled over, as it follows from purchases of a time.
struct KnownRollover: Sendable, Hashable {
  /// When the purchases were confirmed.
  var asOf: Int64
  /// The limit without packs and without what was carried; nil where nothing rolled over, for the
  /// requirement was not met or no limit could be told.
  var limit: Int64?
  /// The most that is carried; nil for all of it.
  var most: Int64?

  /// The one that follows from later purchases; of two of one time the one that carries less.
  func joined(with other: KnownRollover?) -> KnownRollover {
    guard let other else { return self }
    if asOf != other.asOf { return asOf < other.asOf ? other : self }
    return (other.limit ?? -1, other.most ?? .max) < (limit ?? -1, most ?? .max) ? other : self
  }

  /// How much is carried into the next window.
  ///
  /// - Parameters:
  ///   - used: How much was used in this one.
  ///   - carried: How much was carried into this one.
  func rest(of used: Int64, carried: Int64) -> Int64 {
    guard let limit else { return 0 }
    let rest = limit.saturatingAdd(counted(of: carried)).saturatingAdd(0 - used)
    return counted(of: max(0, rest))
  }

  /// How much of an amount that was carried counts.
  func counted(of carried: Int64) -> Int64 { min(carried, most ?? .max) }
}

/// A window that is over, and how it rolled over.
struct RolledWindow: Sendable, Hashable {
  var place: WindowPlace
  /// The first instant after it.
  var end: Int64
  var rollover: KnownRollover
}

/// Where the windows of a counter begin that a device keeps.
struct FoldedWindows: Sendable, Hashable {
  var window: Window
  /// The first of them.
  var place: WindowPlace
  /// How much was carried into it.
  var carried: Int64
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
