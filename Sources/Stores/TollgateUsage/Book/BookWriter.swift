import TollgatePurchases
import TollgateRuntime

/// Writes on the page of one device, and gathers what it wrote.
struct BookWriter {
  let reading: Reading
  /// The changes of the page besides the counters of the meter; nil for none.
  private var others: UsageChange.PageChange?
  /// The counters of the meter on this page.
  private var tally: Tally { didSet { isCounted = true } }
  private var isCounted = false

  init(_ reading: Reading) {
    self.reading = reading
    tally = reading.tally
    endReservations()
  }

  /// The change that was written.
  var change: UsageChange {
    if isCounted, others == nil {
      return UsageChange(
        latest: now,
        UsageChange.CounterChange(
          device: reading.device, revision: revision, key: reading.key, tally: tally))
    }
    var changes = changes
    if isCounted { changes.tallies = SortedMap(reading.key, tally) }
    return UsageChange(latest: now, pages: SortedMap(reading.device, changes))
  }

  private var changes: UsageChange.PageChange {
    get { others ?? UsageChange.PageChange(revision: revision) }
    set { others = newValue }
  }

  private var revision: Int64 { reading.revision + 1 }
  private var now: Int64 { reading.now }
  private var page: UsageBook.Page { reading.page }

  // MARK: Counting

  /// Counts an amount in the total and in the windows of its marks. An amount of 0 begins the
  /// windows.
  ///
  /// - Parameter note: The part of the use about packs.
  mutating func count(
    _ amount: Int64, at time: Int64, in marks: [Window: WindowMark],
    _ note: UsageCounter.PackNote = UsageCounter.PackNote()
  ) {
    let amount = amount - note.drawn
    rebase()
    tally.change = tally.change.saturatingAdd(amount)
    if let refill = reading.meter.refill, amount > 0 { drop(amount, at: time, refill) }
    let isPlain = reading.meter.packs == nil && !reading.meter.rollsOver
    guard !isPlain || tally.past != nil else {
      for (window, mark) in marks {
        tally.windows[window] = counted(amount, mark, tally.windows[window], in: window)
      }
      return
    }
    setAside()
    count(amount, in: marks)
    if let limit = note.limit { tally.past = (tally.past ?? PastWindows()).knowing(limit) }
    if note.drawn > 0 { tally.past = (tally.past ?? PastWindows()).drawing(note.drawn) }
    if note.charged > 0 { tally.past = (tally.past ?? PastWindows()).charging(note.charged) }
  }

  private mutating func count(_ amount: Int64, in marks: [Window: WindowMark]) {
    for (window, mark) in marks {
      if let past = tally.past?.adding(amount, to: mark, of: window) {
        tally.past = past
      } else {
        tally.windows[window] = counted(amount, mark, tally.windows[window], in: window)
      }
    }
  }

  /// Keeps what was used in windows that are over, if packs or what is carried depend on it.
  private mutating func setAside() {
    let rollovers = reading.meter.rollovers
    for window in rollovers { setAside(rolling: window) }
    guard case .atEnd(let window)? = reading.meter.packs, !rollovers.contains(window),
      let use = reading.ended(window, in: tally)
    else { return }
    tally.windows[window] = nil
    tally.past = (tally.past ?? PastWindows()).setting(aside: use).bounded
  }

  /// The same of a window whose unused amounts roll over: notes how they did, of every window of
  /// which no device has noted it yet, and lets go of the windows that no longer matter.
  private mutating func setAside(rolling window: Window) {
    let row = reading.row(of: window)
    let use = reading.ended(window, in: tally)
    guard use != nil || !row.unnoted.isEmpty else { return }
    var past = tally.past ?? PastWindows()
    var hasPacks = false
    if case .atEnd? = reading.meter.packs { hasPacks = true }
    if let use {
      tally.windows[window] = nil
      past = past.setting(aside: use)
      if hasPacks, let rolled = reading.rolledOver(use, before: row) {
        past = past.noting([rolled], of: window)
      }
    }
    past = past.noting(row.unnoted, of: window)
    let kept = hasPacks ? CarriedRow.keptWindowsWithPacks : CarriedRow.keptWindows
    let fold = reading.fold(of: row, keeping: kept, of: window)
    tally.past = past.folding(row, of: window, to: fold, hasPacks: hasPacks).bounded
  }

  /// Begins the changes anew if another device set the total meanwhile.
  private mutating func rebase() {
    guard tally.base != reading.stamp else { return }
    tally.base = reading.stamp
    tally.change = 0
  }

  /// The counter of a window with an amount more. A window that is over stays over.
  private func counted(
    _ amount: Int64, _ mark: WindowMark, _ counter: WindowTally?, in window: Window
  ) -> WindowTally? {
    switch (mark, counter) {
    case (.span(let place), let counter):
      let open = reading.place(of: window)
      guard open.isSame(as: place) else { return counter }
      guard case .span(let own, let count)? = counter, own.isSame(as: open) else {
        return .span(open, max(0, amount))
      }
      return .span(own, max(0, count.saturatingAdd(amount)))
    case (.begun(let span), .begun(let own, let count)?) where own == span:
      return .begun(own, max(0, count.saturatingAdd(amount)))
    case (.begun(let span), let counter):
      return span.end > now && amount >= 0 ? .begun(span, amount) : counter
    case (.falls(let at), let counter):
      var uses: [Fall] = []
      if case .rolling(let own)? = counter { uses = own.filter { $0.at > now } }
      if amount < 0 { return .rolling(at > now ? taken(0 - amount, at, from: uses) : uses) }
      if amount > 0, at > now { uses.append(Fall(at: at, amount: amount)) }
      return .rolling(Fall.joined(uses, most: Counter.mostSteps))
    }
  }

  /// Takes an amount from the first use that falls out at an instant or later.
  private func taken(_ amount: Int64, _ at: Int64, from uses: [Fall]) -> [Fall] {
    guard let place = uses.firstIndex(where: { $0.at >= at }) else { return uses }
    var uses = uses
    uses[place].amount = max(0, uses[place].amount - amount)
    if uses[place].amount == 0 { uses.remove(at: place) }
    return uses
  }

  /// Adds a use of a meter that refills. Uses before it was last full are gone; of more than 1,000
  /// the first ones become one, with the same level.
  private mutating func drop(_ amount: Int64, at time: Int64, _ refill: Meter.Refill) {
    let level = Refilling(reading.drops, refill, at: now)
    if level.level == 0, time == now { tally.drops = [] }
    tally.drops.append(Tally.Drop(at: time, amount: amount))
    tally.drops.sort { $0.at < $1.at }
    guard tally.drops.count > Counter.mostSteps else { return }
    let (first, rest) = (tally.drops.prefix(Counter.mostSteps / 2), tally.drops.dropFirst(500))
    let old = Refilling(Array(first), refill, at: first.last?.at ?? now)
    tally.drops = [Tally.Drop(at: old.since, amount: old.level)] + rest
  }

  /// Takes back what a use counted in this meter.
  ///
  /// - Parameter time: When it was used.
  mutating func uncount(_ part: UsageReceipt.Taken, at time: Int64) {
    setAside()
    let counted = part.amount - part.drawn
    if part.drawn > 0 { tally.past = tally.past?.drawing(0 - part.drawn) }
    if part.charged > 0 { tally.past = tally.past?.uncharging(part.charged, in: part.marks) }
    let isOlder = reading.stamp.map { time < $0.at } ?? false
    if !isOlder {
      rebase()
      tally.change = tally.change.saturatingAdd(0 - counted)
    }
    let place =
      tally.drops.firstIndex { $0.at >= time } ?? tally.drops.indices.last
    if let place {
      tally.drops[place].amount = max(0, tally.drops[place].amount - counted)
    }
    count(0 - counted, in: part.marks)
  }

  // MARK: The total as a gauge

  /// Sets the total.
  mutating func set(_ value: Int64) {
    let last = reading.stamp
    // The book's time never runs backwards, so this stamp is later than the last one.
    let number = last.map { $0.at >= now ? $0.number.saturatingAdd(1) : 0 } ?? 0
    let stamp = Tally.Stamp(at: max(now, last?.at ?? now), number: number, device: reading.device)
    tally.set = Tally.GaugeSet(stamp: stamp, value: value)
    tally.base = stamp
    tally.change = 0
  }

  /// Raises or lowers the total, and counts in no window.
  mutating func shift(by amount: Int64) {
    rebase()
    tally.change = tally.change.saturatingAdd(amount)
  }

  // MARK: Ids

  /// Writes down a use or the end of a reservation.
  mutating func write(_ receipt: UsageReceipt, _ id: String) {
    if receipt.isReserved(at: now) {
      changes.reservations[id] = receipt
      return
    }
    if page.reservations[id] != nil, !changes.ended.contains(id) { changes.ended.append(id) }
    changes.receipts[id] = receipt
    forgetOld()
  }

  /// Writes down what a use is charged.
  mutating func charge(_ charges: [ChargedUse], _ id: String?) {
    guard !charges.isEmpty else { return }
    changes.charges[ChargedUse.key(ofID: id, revision: revision)] = charges
  }

  /// Takes back what a use was charged.
  mutating func uncharge(_ id: String) {
    let key = ChargedUse.key(ofID: id, revision: revision)
    if page.charges[key] != nil { changes.charges[key] = [] }
  }

  /// Ends the reservations that were forgotten.
  private mutating func endReservations() {
    guard reading.hasReservations else { return }
    for (id, receipt) in page.reservations where !receipt.isReserved(at: now) {
      var receipt = receipt
      receipt.state = .ended
      changes.ended.append(id)
      changes.receipts[id] = receipt
    }
    changes.ended.sort()
  }

  /// From time to time, the ids that no longer matter go, and the oldest of too many.
  private mutating func forgetOld() {
    let count = page.receipts.count
    guard count % 64 == 63 || count >= UsageBook.mostIDs else { return }
    let old = page.receipts.filter { ($0.value.matters ?? .max) <= now }.keys
    var forgotten = Set(old)
    if count - forgotten.count >= UsageBook.mostIDs {
      let kept = page.receipts.filter { !forgotten.contains($0.key) }
      let oldest = kept.sorted { ($0.value.at, $0.key) < ($1.value.at, $1.key) }
      for (id, _) in oldest.prefix(64) { forgotten.insert(id) }
    }
    changes.forgotten = forgotten.filter { changes.receipts[$0] == nil }.sorted()
  }
}

extension UsageBook {
  /// The most ids that a device keeps; beyond, the oldest is forgotten.
  public static let mostIDs = 10_000
}
