import TollgateKit
public import TollgateRuntime

/// The counters of one person: what was used, on which device, and which ids were seen.
///
/// ```swift
/// // Two devices of one person, each with its own counts.
/// let both = phone.merged(with: tablet)
/// try both.json().write(to: url, atomically: true, encoding: .utf8)
/// let again = try UsageBook(json: String(contentsOf: url, encoding: .utf8))
/// ```
///
/// A book is a value. Each device writes on a page of its own, and the sum over the pages is what
/// counts, so the books of two devices merge in any order and as often as you like.
public struct UsageBook: Sendable, Hashable {
  /// The latest instant that the book has seen; it does not believe an earlier clock. Nil if it is
  /// empty.
  public internal(set) var latestSeen: Instant?
  var pages: SortedMap<String, Page> = [:]

  /// An empty book.
  public init() {}

  /// The names of the devices that have a page, in ascending order.
  public var devices: [String] { pages.map { $0.key } }

  /// The entries of one device.
  struct Page: Sendable, Hashable {
    /// How many changes it has seen. Of two states of a page the higher one is the later one.
    var revision: Int64 = 0
    /// The revision at which it was begun anew, after an account had taken its counts over; 0 for a
    /// page that never was.
    var begun: Int64 = 0
    var tallies: SortedMap<TallyKey, Tally> = [:]
    /// The uses with an id.
    var receipts: [String: UsageReceipt] = [:]
    /// The reservations that were not yet ended, by id.
    var reservations: [String: UsageReceipt] = [:]
  }

  /// The book of two devices: of each page the later state, and the later of the latest instants.
  ///
  /// It makes no difference which book is merged into which, how often, and in which order.
  public func merged(with other: UsageBook) -> UsageBook {
    var merged = self
    merged.latestSeen = [latestSeen, other.latestSeen].compactMap { $0 }.max()
    for page in other.pages where pages[page.key]?.isEarlier(than: page.value) ?? true {
      merged.pages[page.key] = page.value
    }
    return merged
  }

  /// The pages as another person takes them over, in a book of their own: under names that nothing
  /// else has, so that they add to what that person used. Taken over again, they are the same pages.
  var adopted: UsageBook {
    var book = UsageBook()
    book.latestSeen = latestSeen
    for page in pages where !page.value.isBlank {
      book.pages["\(page.key), before signing in (\(page.value.begun))"] = page.value
    }
    return book
  }

  /// The change after which nothing is counted here, when another person has taken the pages over.
  var emptying: UsageChange {
    var change = UsageChange(latest: latestSeen?.milliseconds ?? 0)
    for page in pages where !page.value.isBlank {
      let revision = page.value.revision.saturatingAdd(1)
      change.pages[page.key] = UsageChange.PageChange(
        revision: revision, isWhole: true, begun: revision)
    }
    return change
  }

  /// The use with an id, and the device that it was made on. Of several the earliest counts.
  func receipt(_ id: String) -> (device: String, receipt: UsageReceipt)? {
    var found: (device: String, receipt: UsageReceipt)?
    for page in pages {
      let known = page.value.reservations[id] ?? page.value.receipts[id]
      guard let receipt = known else { continue }
      if let found, (found.receipt.at, found.device) < (receipt.at, page.key) { continue }
      found = (page.key, receipt)
    }
    return found
  }

  /// Whether a device counted a meter, for whatever thing.
  func hasCounted(_ meter: String) -> Bool {
    pages.contains { page in page.value.tallies.contains { $0.key.meter == meter } }
  }

  /// The time that counts: now, or the latest instant seen if the clock was set back.
  func effective(_ now: Instant) -> Int64 {
    WindowClock.believable(max(now, latestSeen ?? now).milliseconds)
  }
}

extension UsageBook.Page {
  /// Whether nothing is counted on it.
  fileprivate var isBlank: Bool { tallies.isEmpty && receipts.isEmpty && reservations.isEmpty }

  /// Whether another state of the page goes before this one. Two devices with one name may write
  /// different pages with the same revision; then the text decides, so that every device chooses
  /// the same.
  fileprivate func isEarlier(than other: UsageBook.Page) -> Bool {
    if revision != other.revision { return revision < other.revision }
    if self == other { return false }
    return json(of: "").json() < other.json(of: "").json()
  }
}
