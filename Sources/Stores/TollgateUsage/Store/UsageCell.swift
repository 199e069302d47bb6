package import TollgateKit

/// A part of a book, for stores that keep each part in a row of its own: one counter, one use with
/// an id, one reservation, or the revision of a page.
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
