import TollgateRuntime

/// A change of one person's book: what one step wrote. It replaces whole counters and receipts, so
/// that it may be applied again.
public struct UsageChange: Sendable, Hashable {
  /// The latest instant seen.
  var latest: Int64
  var pages: SortedMap<String, PageChange> = [:]

  /// What changes on the page of one device.
  struct PageChange: Sendable, Hashable {
    var revision: Int64
    /// Whether nothing of the page stays.
    var isWhole = false
    var tallies: SortedMap<TallyKey, Tally> = [:]
    var receipts: [String: UsageReceipt] = [:]
    var reservations: [String: UsageReceipt] = [:]
    /// The ids whose receipts go.
    var forgotten: [String] = []
    /// The ids whose reservations go.
    var ended: [String] = []
  }
}

extension UsageBook {
  /// Applies a change.
  public mutating func apply(_ change: UsageChange) {
    let latest = max(change.latest, latestSeen?.milliseconds ?? change.latest)
    latestSeen = Instant(milliseconds: latest)
    for (device, changes) in change.pages { pages[device, default: Page()].apply(changes) }
  }

  /// The change that makes an empty book this one.
  var whole: UsageChange {
    var change = UsageChange(latest: latestSeen?.milliseconds ?? 0)
    for (device, page) in pages { change.pages[device] = page.whole }
    return change
  }
}

extension UsageBook.Page {
  mutating func apply(_ change: UsageChange.PageChange) {
    if change.isWhole { self = UsageBook.Page() }
    revision = change.revision
    for (key, tally) in change.tallies { tallies[key] = tally }
    for (id, receipt) in change.receipts { receipts[id] = receipt }
    for (id, receipt) in change.reservations { reservations[id] = receipt }
    for id in change.forgotten { receipts[id] = nil }
    for id in change.ended { reservations[id] = nil }
  }

  var whole: UsageChange.PageChange {
    UsageChange.PageChange(
      revision: revision, isWhole: true, tallies: tallies, receipts: receipts,
      reservations: reservations)
  }
}
