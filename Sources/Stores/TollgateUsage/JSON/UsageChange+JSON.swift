import TollgateKit
import TollgatePurchases
import TollgateRuntime

// The texts are canonical: what is equal has the same text. Instants are in milliseconds since
// 1970-01-01T00:00:00Z.

extension UsageChange {
  /// `{"at": MILLISECONDS, "pages": [PAGE]}`
  var json: JSONValue {
    let pages = pages.map { $0.value.json(of: $0.key) }
    return .object([
      JSONValue.Member("at", .integer(latest)), JSONValue.Member("pages", .list(pages)),
    ])
  }

  init(json value: JSONValue) throws(SnapshotError) {
    let object = try JSONObject(value)
    self.init(latest: try object.time("at"))
    let read = try object.read("pages") { (value) throws(SnapshotError) in
      try value.readList(PageChange.read)
    }
    for (device, page) in read ?? [] { pages[device] = page }
  }
}

extension UsageBook.Page {
  func json(of device: String) -> JSONValue { whole.json(of: device) }
}

extension UsageChange.PageChange {
  /// `{"device": TEXT, "revision": NUMBER, "whole": BOOLEAN, "begun": NUMBER, "tallies": [TALLY],
  /// "receipts": [RECEIPT], "reservations": [RECEIPT], "forgotten": [TEXT], "ended": [TEXT]}`;
  /// what is empty is left out.
  func json(of device: String) -> JSONValue {
    let tallies = tallies.map { $0.value.json(of: $0.key) }
    return .object(
      JSONValue.members([
        ("device", .text(device)), ("revision", .integer(revision)),
        ("whole", isWhole ? .boolean(true) : nil),
        ("begun", begun == 0 ? nil : .integer(begun)), ("tallies", .some(tallies)),
        ("receipts", .some(receipts.inOrder)), ("reservations", .some(reservations.inOrder)),
        ("forgotten", .some(forgotten.map { .text($0) })),
        ("ended", .some(ended.map { .text($0) })),
      ]))
  }

  static func read(
    _ value: JSONValue
  ) throws(SnapshotError) -> (String, UsageChange.PageChange) {
    let object = try JSONObject(value)
    let device = try object.require("device", .text, Read.text)
    var page = UsageChange.PageChange(
      revision: try object.require("revision", .wholeNumber(from: 0), Read.amount))
    page.isWhole = try object.read("whole", Read.boolean) ?? false
    page.begun = try object.read("begun", Read.amount) ?? 0
    for (key, tally) in try object.list("tallies", Tally.read) { page.tallies[key] = tally }
    for (id, receipt) in try object.list("receipts", UsageReceipt.read) {
      page.receipts[id] = receipt
    }
    for (id, receipt) in try object.list("reservations", UsageReceipt.read) {
      page.reservations[id] = receipt
    }
    page.forgotten = try object.list("forgotten", Read.text)
    page.ended = try object.list("ended", Read.text)
    return (device, page)
  }
}

extension [String: UsageReceipt] {
  fileprivate var inOrder: [JSONValue] {
    sorted { $0.key < $1.key }.map { $0.value.json(of: $0.key) }
  }
}

extension JSONValue? {
  /// A list; nil if it is empty.
  static func some(_ list: [JSONValue]) -> JSONValue? { list.isEmpty ? nil : .list(list) }
}

extension JSONObject {
  /// The elements of a list; none if it is absent.
  func list<Element>(
    _ key: String, _ read: (JSONValue) throws(SnapshotError) -> Element
  ) throws(SnapshotError) -> [Element] {
    try self.read(key) { (value) throws(SnapshotError) in try value.readList(read) } ?? []
  }

  /// An instant in milliseconds.
  func time(_ key: String) throws(SnapshotError) -> Int64 {
    WindowClock.believable(try require(key, .instantNumber, Read.integer))
  }
}
