import TollgateRuntime

extension PurchaseRecord {
  /// Whether it is a trial or has an introductory price, or the store tells of an earlier one.
  var hasOffer: Bool { isTrial || state == .trial || isOfferUsed }
}

/// The readings of one subscription with one verification, in the order of their starts. A
/// subscription is renewed thousands of times, and a look at one time needs the last periods only.
struct RenewalRun: Sendable {
  struct Key: Sendable, Hashable {
    var firstTransactionID: String
    var verification: Verification
  }

  struct Entry: Sendable {
    var start: Instant
    var end: Instant
    var transactionID: String
    /// The latest end of this and all before it.
    var latestEnd: Instant
  }

  /// All readings, by start and then by transaction id.
  private(set) var entries: [Entry] = []
  /// When the newest reading was confirmed.
  private(set) var confirmed: Instant
  /// Whether all are periods of one product, for one account, with no other reading that counts.
  private(set) var isPlain: Bool
  /// How many readings are a trial, or say that there was an offer.
  private var offers = 0
  /// Whether its buyer had a trial or an introductory price.
  var isOfferUsed: Bool { offers > 0 }
  private let first: PurchaseRecord

  init(_ first: PurchaseRecord) {
    self.first = first
    confirmed = first.confirmed
    isPlain = first.kind == .subscription
  }

  /// From now on nothing is left out: some reading of it counts in another place as well.
  mutating func mix() { isPlain = false }

  mutating func insert(_ record: PurchaseRecord) {
    confirmed = max(confirmed, record.confirmed)
    isPlain =
      isPlain && record.kind == first.kind && record.end != nil && record.product == first.product
      && record.account == first.account && record.environment == first.environment
    if record.hasOffer { offers += 1 }
    let end = record.end ?? Instant(milliseconds: .max)
    let place = place(record.start, record.transactionID)
    entries.insert(
      Entry(start: record.start, end: end, transactionID: record.transactionID, latestEnd: end),
      at: place)
    sum(from: place)
  }

  /// Takes out a reading that a newer one replaces.
  mutating func remove(_ record: PurchaseRecord) {
    let place = place(record.start, record.transactionID)
    guard place < entries.count, entries[place].transactionID == record.transactionID else {
      return
    }
    if record.hasOffer { offers -= 1 }
    entries.remove(at: place)
    sum(from: place)
  }

  /// Whether a plain one counts for an account.
  func belongs(to account: String?) -> Bool { first.belongs(to: account) }

  /// The entries that may matter at a time; all others are over, and others began since.
  func entries(at now: Instant) -> ArraySlice<Entry> {
    guard isPlain else { return entries[...] }
    let begun = firstIndex { $0.start > now }
    guard begun > 0 else { return entries[...] }
    let latest = entries[begun - 1].start
    let last = firstIndex { $0.start >= latest }
    // A period before the last one that is not over is rare.
    guard last > 0, entries[last - 1].latestEnd <= now else { return entries[...] }
    return entries[last...]
  }

  private func place(_ start: Instant, _ id: String) -> Int {
    firstIndex { ($0.start, $0.transactionID) >= (start, id) }
  }

  /// The first entry for which something is so, which is then so for all after it.
  private func firstIndex(_ isSo: (Entry) -> Bool) -> Int {
    if let last = entries.last, !isSo(last) { return entries.count }
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if isSo(entries[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  private mutating func sum(from place: Int) {
    for index in place..<entries.count {
      let before = index > 0 ? entries[index - 1].latestEnd : entries[index].end
      entries[index].latestEnd = max(before, entries[index].end)
    }
  }
}
