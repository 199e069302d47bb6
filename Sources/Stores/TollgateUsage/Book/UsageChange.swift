import TollgateRuntime

/// A change of one person's book: what one step wrote. It replaces whole counters and receipts, so
/// that it may be applied again.
///
/// ```swift
/// // A store keeps the changes of a book, and makes the book of them when it opens.
/// var book = UsageBook()
/// for change in changes { book.apply(change) }
/// ```
public struct UsageChange: Sendable {
  /// The latest instant seen.
  var latest: Int64
  /// The changes of each page; empty if it is one counter.
  private var manyPages: SortedMap<String, PageChange>
  /// The counter, if nothing else changes: so it is with nearly every use.
  private var oneCounter: CounterChange?

  init(latest: Int64, pages: SortedMap<String, PageChange> = [:]) {
    self.latest = latest
    manyPages = pages
    oneCounter = nil
  }

  init(latest: Int64, _ counter: CounterChange) {
    self.latest = latest
    manyPages = [:]
    oneCounter = counter
  }

  /// The changes, by device.
  var pages: SortedMap<String, PageChange> {
    get { oneCounter.map { SortedMap($0.device, $0.page) } ?? manyPages }
    set {
      oneCounter = nil
      manyPages = newValue
    }
  }

  /// The change of one device's page if it is one counter.
  final class CounterChange: Sendable {
    let device: String
    let revision: Int64
    let key: TallyKey
    let tally: Tally

    init(device: String, revision: Int64, key: TallyKey, tally: Tally) {
      self.device = device
      self.revision = revision
      self.key = key
      self.tally = tally
    }

    fileprivate var page: PageChange {
      PageChange(revision: revision, tallies: SortedMap(key, tally))
    }
  }

  /// The changes of one device's page.
  struct PageChange: Sendable, Hashable {
    var revision: Int64
    /// Whether nothing of the page stays.
    var isWhole = false
    /// The revision at which a whole page was begun anew.
    var begun: Int64 = 0
    var tallies: SortedMap<TallyKey, Tally> = [:]
    var receipts: [String: UsageReceipt] = [:]
    var reservations: [String: UsageReceipt] = [:]
    /// The ids whose receipts go.
    var forgotten: [String] = []
    /// The ids whose reservations go.
    var ended: [String] = []
    /// The charges of uses, by their keys; those of an empty list go.
    var charges: [String: [ChargedUse]] = [:]
  }
}

extension UsageChange: Hashable {
  /// Whether two changes write the same.
  public static func == (a: UsageChange, b: UsageChange) -> Bool {
    a.latest == b.latest && a.pages == b.pages
  }

  /// Equal changes have equal hashes.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(latest)
    hasher.combine(pages)
  }
}

extension UsageChange {
  fileprivate func apply(to pages: inout SortedMap<String, UsageBook.Page>) {
    if let counter = oneCounter {
      pages[counter.device, default: UsageBook.Page()].apply(counter)
    } else {
      for page in manyPages { pages[page.key, default: UsageBook.Page()].apply(page.value) }
    }
  }
}

extension UsageBook {
  /// Applies a change.
  public mutating func apply(_ change: UsageChange) {
    let latest = max(change.latest, latestSeen?.milliseconds ?? change.latest)
    latestSeen = Instant(milliseconds: latest)
    change.apply(to: &pages)
  }

  /// The change that makes an empty book this one.
  var whole: UsageChange {
    var change = UsageChange(latest: latestSeen?.milliseconds ?? 0)
    for page in pages { change.pages[page.key] = page.value.whole }
    return change
  }
}

extension UsageBook.Page {
  mutating func apply(_ change: UsageChange.PageChange) {
    if change.isWhole { self = UsageBook.Page(begun: change.begun) }
    revision = change.revision
    for tally in change.tallies { tallies[tally.key] = tally.value }
    receipts.merge(change.receipts) { $1 }
    reservations.merge(change.reservations) { $1 }
    for id in change.forgotten { receipts[id] = nil }
    for id in change.ended { reservations[id] = nil }
    if change.charges.isEmpty { return }
    for (key, uses) in change.charges { charges[key] = uses.isEmpty ? nil : uses }
  }

  fileprivate mutating func apply(_ change: UsageChange.CounterChange) {
    revision = change.revision
    tallies[change.key, default: Tally()] = change.tally
  }

  var whole: UsageChange.PageChange {
    UsageChange.PageChange(
      revision: revision, isWhole: true, begun: begun, tallies: tallies, receipts: receipts,
      reservations: reservations, charges: charges)
  }
}

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
  /// The amounts that the use took from other meters.
  var taken: [Taken] = []
  /// Its cost beyond limits; of a reservation, what all of it would.
  var charges: [ChargedUse] = []

  /// An amount that was counted in a meter.
  struct Taken: Sendable, Hashable {
    var key: TallyKey
    /// In the meter's unit; from 1.
    var amount: Int64
    /// How much of that was taken from packs, and is counted nowhere else.
    var drawn: Int64
    /// How much of it was paid for beyond the limit.
    var charged: Int64 = 0
    /// The windows that it was counted in.
    var marks: [Window: WindowMark]
  }

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
