import TollgateRuntime

/// Windows of a counter that follow each other up to one of them, and how much was carried into
/// each. A subscription has a row of its own, for nothing is carried from one into the next.
struct CarriedRow {
  /// When the subscription began that the windows follow; nil for the calendar.
  let anchor: Int64?
  /// The number of the first window, into which nothing is carried unless it was folded.
  let first: Int64
  /// Whether anything was granted or counted until now; if not, nothing is carried out of the last
  /// window, either.
  let isBegun: Bool
  /// How each window rolled over, but for the last.
  private(set) var rollovers: [KnownRollover] = []
  /// How much was carried into each window.
  private(set) var carried: [Int64]
  /// The windows of which no device noted how they rolled over.
  private(set) var unnoted: [RolledWindow] = []

  init(from first: Int64, in anchor: Int64?, carried: Int64, isBegun: Bool) {
    self.first = first
    self.anchor = anchor
    self.isBegun = isBegun
    self.carried = [carried]
  }

  /// The number of the last window.
  var last: Int64 { first + Int64(rollovers.count) }

  /// How much was carried into the last window.
  var intoLast: Int64 { carried.last ?? 0 }

  /// How much was carried into a window; 0 outside the row.
  func carried(into index: Int64) -> Int64 {
    (first...last).contains(index) ? carried[Int(index - first)] : 0
  }

  /// Whether one of the windows from a place on is in the row.
  func has(_ place: WindowPlace, through end: Int64) -> Bool {
    place.anchor == anchor && place.index <= last && end >= first
  }

  /// Adds the window after the last one.
  fileprivate mutating func append(_ rollover: KnownRollover, used: Int64) {
    rollovers.append(rollover)
    carried.append(rollover.rest(of: used, carried: intoLast))
  }

  fileprivate mutating func note(_ window: RolledWindow) { unnoted.append(window) }

  /// The use in a window that neither its limit nor what was carried into it covered. Where the
  /// requirement was not met at its end, what was carried is gone and covered nothing.
  func excess(of use: EndedUse, at index: Int64) -> Int64 {
    guard first <= index, index < last else { return use.excess }
    let rollover = rollovers[Int(index - first)]
    guard let own = rollover.limit else { return use.excess }
    let known = KnownLimit(asOf: rollover.asOf, limit: own).joined(with: use.limit)
    let covered = known.limit.saturatingAdd(rollover.counted(of: carried(into: index)))
    var use = use
    use.limit = KnownLimit(asOf: known.asOf, limit: covered)
    return use.excess
  }

  /// The most windows of a row. Those before them carry nothing.
  static let mostWindows: Int64 = 1_000
  /// How many windows that are over a device keeps for what is carried: two months of days, five
  /// years of months. How much was carried into the first of them is kept as well, as that device
  /// knew it: a use in an earlier window that another device tells of later changes nothing.
  static let keptWindows: Int64 = 60
  /// The same where packs depend on the windows, too.
  static let keptWindowsWithPacks: Int64 = 900
}

/// How much is carried into the window of a counter that runs, and into the next one if nothing
/// more is used.
struct Carried {
  var now: Int64
  var next: Int64
  /// When the window ends.
  var end: Int64
}

extension Reading {
  /// The amounts that are carried; nil for a counter of which nothing rolls over.
  func carried(in window: Window) -> Carried? {
    guard let rolling, meter.rollovers.contains(window) else { return nil }
    let place = place(of: window)
    let end = end(of: place, window)
    let row = row(of: window)
    guard row.isBegun else { return Carried(now: 0, next: 0, end: end) }
    let rollover = rolling.rollover(of: meter.index, window, endingAt: end)
    let used = used(in: place, of: window, after: end)
    return Carried(
      now: row.intoLast, next: rollover.rest(of: used, carried: row.intoLast), end: end)
  }

  /// How much is used in the window that runs when it ends, if nothing more is used.
  private func used(in place: WindowPlace, of window: Window, after end: Int64) -> Int64 {
    var used: Int64 = 0
    forEachTally { tally in
      if case .span(let other, let count)? = tally.windows[window], place.isSame(as: other) {
        used = used.saturatingAdd(count)
      }
    }
    for held in reserved where held.end > end {
      if case .span(let other)? = held.part.marks[window], place.isSame(as: other) {
        used = used.saturatingAdd(held.part.amount)
      }
    }
    return used
  }

  /// The windows up to the one that runs.
  func row(of window: Window) -> CarriedRow {
    if let known = rolling?.rows[window] { return known }
    let place = place(of: window)
    var isCounted = false
    forEachTally { tally in
      if case .span(let other, _)? = tally.windows[window], place.isSame(as: other) {
        isCounted = true
      }
    }
    let row = row(
      of: window, until: place, among: ended(window), known: isCounted ? place.index : nil)
    rolling?.rows[window] = row
    return row
  }

  /// The windows up to one of them.
  ///
  /// - Parameters:
  ///   - uses: The windows that are over, with what all devices used.
  ///   - known: The number of a window in which something was counted, besides those; nil for none.
  private func row(
    of window: Window, until last: WindowPlace, among uses: [EndedUse], known: Int64?
  ) -> CarriedRow {
    let anchor = last.anchor
    // Where the windows of another subscription, or of the calendar, were last known to run.
    var edge: Int64?
    for case .span(let place) in uses.lazy.map({ $0.mark })
    where place.anchor != anchor && place.start < last.start {
      edge = max(edge ?? place.start, place.start)
    }
    func isInRow(_ place: WindowPlace) -> Bool {
      place.anchor == anchor && place.index <= last.index && place.start > edge ?? .min
    }
    var begin = known
    for case .span(let place) in uses.lazy.map({ $0.mark }) where isInRow(place) {
      begin = min(begin ?? place.index, place.index)
    }
    let fold = fold(of: window, among: isInRow)
    let start = fold?.place.index ?? self.begin(window, anchor, begin, after: edge)
    let first = max(min(start ?? last.index, last.index), last.index - CarriedRow.mostWindows)
    var row = CarriedRow(
      from: first, in: anchor,
      carried: fold.map { $0.place.index == first ? $0.carried : 0 } ?? 0,
      isBegun: start.map { $0 <= last.index } ?? false)
    fill(&row, until: last.index, of: window, among: uses)
    return row
  }

  /// The number of the first window of a row that is not folded; nil if none is known before the
  /// last.
  ///
  /// Of who was counted before it is the first window that is known, or the first one that could
  /// follow those of another row. (What was used before the policy let anything roll over is
  /// forgotten: from an earlier grant on, it would be carried as if nothing had been used.) Of who
  /// was not, it is the window of the first grant, or the first one of the subscription.
  ///
  /// - Parameters:
  ///   - known: The number of the first window that is known.
  ///   - edge: When the last window of another row began.
  private func begin(
    _ window: Window, _ anchor: Int64?, _ known: Int64?, after edge: Int64?
  ) -> Int64? {
    func number(at time: Int64) -> Int64 {
      clock.open(window, following: .calendar, meter.begin, at: time).place.index
    }
    if let edge {
      let next = anchor == nil ? number(at: edge) + 1 : 0
      return min(next, known ?? next)
    }
    if let known { return known }
    return anchor == nil ? rolling?.firstGrant.map { number(at: $0) } : 0
  }

  /// Where the windows of a row begin that are kept: the latest place that a device tells of; of
  /// several that tell of one place the one that carried least.
  private func fold(
    of window: Window, among isInRow: (WindowPlace) -> Bool
  ) -> FoldedWindows? {
    var latest: FoldedWindows?
    forEachTally { tally in
      for fold in tally.past?.folded ?? [] where fold.window == window && isInRow(fold.place) {
        guard let known = latest else {
          latest = fold
          continue
        }
        // Whichever device is asked first, the answer is the same.
        if (known.place.index, fold.carried) < (fold.place.index, known.carried) { latest = fold }
      }
    }
    return latest
  }

  /// Adds the windows to a row that follow its first one: each with what all devices used and
  /// noted, or, if none noted how it rolled over, by the snapshot at hand.
  private func fill(
    _ row: inout CarriedRow, until last: Int64, of window: Window, among uses: [EndedUse]
  ) {
    guard let rolling, row.first < last else { return }
    let (first, anchor) = (row.first, row.anchor)
    var windows = Array(repeating: RowWindow(), count: Int(last - first))
    for use in uses {
      guard case .span(let place) = use.mark, place.anchor == anchor, place.index >= first,
        place.index < last
      else { continue }
      windows[Int(place.index - first)].used = use.used
      windows[Int(place.index - first)].end = use.end
    }
    // A reservation counts until it ends, also in a window that is over.
    for held in reserved {
      guard case .span(let place)? = held.part.marks[window], place.anchor == anchor,
        place.index >= first, place.index < last
      else { continue }
      let index = Int(place.index - first)
      windows[index].used = windows[index].used.saturatingAdd(held.part.amount)
    }
    forEachTally { tally in
      for use in tally.past?.ended ?? [] where use.window == window {
        guard let rollover = use.rollover, case .span(let place) = use.mark,
          place.anchor == anchor
        else { continue }
        let (from, through) = (max(place.index, first), min(use.last, last - 1))
        guard from <= through else { continue }
        for place in Int(from - first)...Int(through - first) {
          windows[place].rollover = rollover.joined(with: windows[place].rollover)
        }
      }
    }
    var start: Int64?
    for (index, known) in zip(first..., windows) {
      if let rollover = known.rollover {
        row.append(rollover, used: known.used)
        start = known.end
        continue
      }
      func beginning(of index: Int64) -> Int64 {
        clock.start(of: index, window, meter.begin, anchor: anchor)
      }
      let end = known.end ?? beginning(of: index + 1)
      let rollover = rolling.rollover(of: meter.index, window, endingAt: end)
      let place = WindowPlace(anchor: anchor, index: index, start: start ?? beginning(of: index))
      row.append(rollover, used: known.used)
      row.note(RolledWindow(place: place, end: end, rollover: rollover))
      start = end
    }
  }

  // MARK: On the page of a device

  /// Where the windows of a row begin that a device keeps; nil for all of them.
  func fold(of row: CarriedRow, keeping kept: Int64, of window: Window) -> FoldedWindows? {
    let index = row.last - kept
    guard row.first < index else { return nil }
    let start = clock.start(of: index, window, meter.begin, anchor: row.anchor)
    return FoldedWindows(
      window: window, place: WindowPlace(anchor: row.anchor, index: index, start: start),
      carried: row.carried(into: index))
  }

  /// How a window of a row before this one rolled over; nil for one of this row. It ended where the
  /// new subscription began: nothing is carried out of it, but packs ask what was carried into it.
  func rolledOver(_ use: EndedUse, before row: CarriedRow) -> RolledWindow? {
    guard let rolling, case .span(let place) = use.mark, place.anchor != row.anchor else {
      return nil
    }
    var end = use.end
    if let anchor = row.anchor, anchor > place.start { end = min(end, anchor) }
    let rollover = rolling.rollover(of: meter.index, use.window, endingAt: end)
    return RolledWindow(place: place, end: use.end, rollover: rollover)
  }

  // MARK: Packs

  /// The use in each window that is over that neither its limit nor what was carried into it
  /// covered, in the order of the windows.
  func excesses(of uses: [EndedUse], in window: Window) -> [Int64] {
    guard rolling != nil, meter.rollovers.contains(window) else { return uses.map { $0.excess } }
    var row = row(of: window)
    var excesses: [Int64] = []
    for use in uses.reversed() {
      guard case .span(let place) = use.mark else {
        excesses.append(use.excess)
        continue
      }
      if !row.has(place, through: place.index) {
        // A window of another row, such as that of an earlier subscription.
        let next = WindowPlace(anchor: place.anchor, index: place.index + 1, start: place.start)
        row = self.row(of: window, until: next, among: uses, known: nil)
      }
      excesses.append(row.excess(of: use, at: place.index))
    }
    return excesses.reversed()
  }
}

/// A window of a row while the row is made.
private struct RowWindow {
  var used: Int64 = 0
  /// The first instant after it, if a device tells of it.
  var end: Int64?
  /// How it rolled over, if a device noted that.
  var rollover: KnownRollover?
}
