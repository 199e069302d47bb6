package import TollgateKit
import TollgateRuntime

/// A part of a book, for stores that keep each part in a row of its own: one counter, one use with
/// an id, one reservation, what one use was charged, or the revision of a page.
package struct UsageCell: Sendable, Hashable {
  /// The device whose page it is on.
  package var device: String
  package var kind: Kind
  /// Which one of its kind.
  package var key: String
  /// The part as JSON; nil if it goes.
  package var json: String?

  /// In the order in which the parts of a page are applied.
  package enum Kind: Int64, Sendable, Hashable {
    case charge = -1
    case tally, receipt, reservation, revision
  }

  fileprivate init(
    _ device: String, _ kind: Kind, _ key: String, _ page: UsageChange.PageChange?
  ) {
    self.device = device
    self.kind = kind
    self.key = key
    json = page?.json(of: device).json()
  }
}

extension UsageChange {
  /// The devices of whose pages nothing stays.
  package var replacedDevices: [String] {
    pages.filter { $0.value.isWhole }.map { $0.key }
  }

  /// The parts that change.
  package var cells: [UsageCell] {
    var cells: [UsageCell] = []
    for page in pages { cells += page.value.cells(of: page.key) }
    return cells
  }
}

extension UsageChange.PageChange {
  fileprivate func cells(of device: String) -> [UsageCell] {
    let empty = UsageChange.PageChange(revision: revision)
    var cells = [UsageCell(device, .revision, "", empty)]
    for tally in tallies {
      var page = empty
      page.tallies = SortedMap(tally.key, tally.value)
      let name = JSONValue.list([.text(tally.key.meter), .text(tally.key.thing)]).json()
      cells.append(UsageCell(device, .tally, name, page))
    }
    for (id, receipt) in receipts {
      var page = empty
      page.receipts[id] = receipt
      cells.append(UsageCell(device, .receipt, id, page))
    }
    for (id, receipt) in reservations {
      var page = empty
      page.reservations[id] = receipt
      cells.append(UsageCell(device, .reservation, id, page))
    }
    for (use, charged) in charges {
      guard !charged.isEmpty else {
        cells.append(UsageCell(device, .charge, use, nil))
        continue
      }
      var page = empty
      page.charges[use] = charged
      cells.append(UsageCell(device, .charge, use, page))
    }
    cells += forgotten.map { UsageCell(device, .receipt, $0, nil) }
    cells += ended.map { UsageCell(device, .reservation, $0, nil) }
    return cells
  }
}

extension UsageBook {
  /// Applies the text of a cell. The revision of a page comes after its other parts.
  package mutating func apply(cell text: String) throws(SnapshotError) {
    let value = try SnapshotError.read(Array(text.utf8))
    let (device, page) = try UsageChange.PageChange.read(value)
    pages[device, default: Page()].apply(page)
  }

  /// The book has seen this instant, in milliseconds.
  package mutating func see(_ milliseconds: Int64) {
    let change = UsageChange(latest: WindowClock.believable(milliseconds))
    apply(change)
  }
}

extension UsageChange {
  /// The latest instant seen, in milliseconds.
  package var seen: Int64 { latest }
}

/// The people that a counter has decided about last, each in the terms of the policy and without
/// counters: those come from the book, at every use. While nothing else of a person changes,
/// nothing is looked up again.
final class KnownPeople: Sendable {
  private let people = Locked(People())

  /// How many stay in memory.
  private static let most = 1_000

  private struct People: Sendable {
    var known: [String: Known] = [:]
    /// The one who was asked about last, who is often the one on this device.
    var last: Known?

    func known(_ person: String) -> Known? {
      if let last, last.person == person { return last }
      return known[person]
    }
  }

  private final class Known: Sendable {
    let person: String
    let snapshot: Snapshot
    let prepared: PreparedSnapshot

    init(_ person: String, _ snapshot: Snapshot, _ prepared: PreparedSnapshot) {
      self.person = person
      self.snapshot = snapshot
      self.prepared = prepared
    }

    /// Whether another snapshot says the same at a time, what is used left aside.
    func isSame(as other: Snapshot, at now: Instant) -> Bool {
      (snapshot.latestSeen == other.latestSeen
        || max(snapshot.latestSeen ?? now, other.latestSeen ?? now) <= now)
        && snapshot.asOf == other.asOf && snapshot.subject == other.subject
        && snapshot.grants == other.grants && snapshot.allowances == other.allowances
        && snapshot.facts == other.facts && snapshot.dismissed == other.dismissed
    }
  }

  /// A person in the terms of a policy, without counters; nobody remembers that it was asked.
  func preparedOnce(
    _ person: UsageCounter.Person, by policy: Policy, at now: Instant
  ) -> PreparedSnapshot {
    let known = people.withLock { $0.known(person.id) }
    if let known, known.isSame(as: person.snapshot, at: now) { return known.prepared }
    var bare = person.snapshot
    bare.usage = [:]
    return policy.prepareOnce(bare)
  }

  /// A person in the terms of a policy, without counters. Whoever asks again is prepared for many
  /// asks, if that helps.
  ///
  /// - Parameter now: The time that counts. The times that the person's snapshot has seen until
  ///   then say nothing new, so another time seen is no reason to prepare again.
  func prepared(
    _ person: UsageCounter.Person, by policy: Policy, at now: Instant
  ) -> PreparedSnapshot {
    var known = people.withLock { $0.known(person.id) }
    if let found = known, !found.isSame(as: person.snapshot, at: now) { known = nil }
    if let known, known.prepared.isSettled || !policy.graph.isToldWithCountersBeside {
      return known.prepared
    }
    var bare = person.snapshot
    bare.usage = [:]
    let prepared = known?.prepared.settling() ?? policy.prepareOnce(bare)
    let new = Known(person.id, bare, prepared)
    people.withLock { people in
      if people.known[person.id] == nil, people.known.count >= KnownPeople.most {
        people.known = [:]
      }
      people.known[person.id] = new
      people.last = new
    }
    return prepared
  }
}
