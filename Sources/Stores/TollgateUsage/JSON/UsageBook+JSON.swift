public import TollgateKit
import TollgatePurchases
import TollgateRuntime

extension UsageBook {
  /// Reads a book that ``json()`` wrote, for example on another device.
  ///
  /// - Throws: ``SnapshotError`` with the path of the mistake.
  public init(json text: String) throws(SnapshotError) {
    let value = try SnapshotError.read(Array(text.utf8))
    let edition = try JSONObject(value).require("usage", .wholeNumber(from: 1), Read.integer)
    guard edition == UsageBook.edition else {
      throw SnapshotError(
        .refused(
          "the counts were saved by a later version of this app; update the app",
          chinese: "计数由更高版本的应用保存；请更新应用")
      ).under(.key("usage"))
    }
    self.init()
    apply(try UsageChange(json: value))
  }

  /// The book as JSON, on one line: `{"usage": 1, "at": MILLISECONDS, "pages": [PAGE]}`. Equal books
  /// give equal texts. An empty book has the time 0.
  public func json() -> String {
    guard case .object(let members) = whole.json else { return "" }
    return JSONValue.object(
      [JSONValue.Member("usage", .integer(UsageBook.edition))] + members
    ).json()
  }

  /// The edition of the texts of books and changes.
  static let edition: Int64 = 1
}

extension Tally {
  /// `{"meter": TEXT, "thing": TEXT, "set": [AT, NUMBER, DEVICE, VALUE], "base": [AT, NUMBER,
  /// DEVICE], "change": NUMBER, "windows": {WINDOW: COUNT}, "drops": [[AT, AMOUNT]], "packs":
  /// PAST}`
  func json(of key: TallyKey) -> JSONValue {
    let counts = windows.sorted { $0.key < $1.key }.map { window, tally in
      JSONValue.Member(window.name ?? "", tally.json)
    }
    return .object(
      JSONValue.members([
        ("meter", .text(key.meter)), ("thing", key.thing.isEmpty ? nil : .text(key.thing)),
        ("set", set.map { .list($0.stamp.json + [.integer($0.value)]) }),
        ("base", base.map { .list($0.json) }),
        ("change", change == 0 ? nil : .integer(change)),
        ("windows", counts.isEmpty ? nil : .object(counts)),
        ("drops", .some(drops.map { $0.json })), ("packs", past?.json),
      ]))
  }

  static func read(_ value: JSONValue) throws(SnapshotError) -> (TallyKey, Tally) {
    let object = try JSONObject(value)
    let key = TallyKey(
      meter: try object.require("meter", .text, Read.text),
      thing: try object.read("thing", Read.text) ?? "")
    var tally = Tally()
    tally.set = try object.read("set") { (value) throws(SnapshotError) in
      let parts = try value.parts(4)
      return GaugeSet(stamp: try Stamp(parts), value: try Read.amount(parts[3]))
    }
    tally.base = try object.read("base") { (value) throws(SnapshotError) in
      try Stamp(try value.parts(3))
    }
    tally.change = try object.read("change", Read.integer) ?? 0
    tally.windows = try object.windows("windows", WindowTally.init(json:) as WindowReader)
    tally.drops = try object.list("drops") { (value) throws(SnapshotError) in
      try Fall(json: value)
    }
    tally.past = try object.read("packs", PastWindows.read)
    return (key, tally)
  }

  private typealias WindowReader = (JSONValue) throws(SnapshotError) -> WindowTally
}

extension Tally.Stamp {
  fileprivate var json: [JSONValue] { [.integer(at), .integer(number), .text(device)] }

  fileprivate convenience init(_ parts: [JSONValue]) throws(SnapshotError) {
    self.init(
      at: WindowClock.believable(try Read.integer(parts[0])), number: try Read.amount(parts[1]),
      device: try Read.text(parts[2]))
  }
}

extension Fall {
  fileprivate var json: JSONValue { .list([.integer(at), .integer(amount)]) }

  fileprivate init(json value: JSONValue) throws(SnapshotError) {
    let parts = try value.parts(2)
    at = WindowClock.believable(try Read.integer(parts[0]))
    amount = try Read.amount(parts[1])
  }
}

extension WindowTally {
  /// A mark with its count, or `{"falls": [[AT, AMOUNT]]}`.
  fileprivate var json: JSONValue {
    switch self {
    case .span(let place, let count):
      .object(WindowMark.span(place).members + [JSONValue.Member("count", .integer(count))])
    case .begun(let span, let count):
      .object(WindowMark.begun(span).members + [JSONValue.Member("count", .integer(count))])
    case .rolling(let falls):
      .object([JSONValue.Member("falls", .list(falls.map { $0.json }))])
    }
  }

  fileprivate init(json value: JSONValue) throws(SnapshotError) {
    let object = try JSONObject(value)
    try object.checkForm(["falls", "count"])
    if case .list? = object["falls"] {
      let falls = try object.list("falls", Fall.init(json:) as FallReader)
      self = .rolling(Fall.joined(falls, most: Counter.mostSteps))
      return
    }
    let count = try object.require("count", .wholeNumber(from: 0), Read.amount)
    switch try WindowMark(json: value) {
    case .span(let place): self = .span(place, count)
    case .begun(let span): self = .begun(span, count)
    case .falls: throw value.isNot(.list)
    }
  }

  private typealias FallReader = (JSONValue) throws(SnapshotError) -> Fall
}

extension WindowMark {
  /// `{"anchor": MILLISECONDS, "index": NUMBER, "start": MILLISECONDS}`, `{"from": MILLISECONDS,
  /// "until": MILLISECONDS}` or `{"falls": MILLISECONDS}`
  var json: JSONValue { .object(members) }

  fileprivate var members: [JSONValue.Member] {
    switch self {
    case .span(let place):
      JSONValue.members([
        ("anchor", place.anchor.map { .integer($0) }), ("index", .integer(place.index)),
        ("start", .integer(place.start)),
      ])
    case .begun(let span):
      JSONValue.members([("from", .integer(span.start)), ("until", .integer(span.end))])
    case .falls(let at): JSONValue.members([("falls", .integer(at))])
    }
  }

  init(json value: JSONValue) throws(SnapshotError) {
    let object = try JSONObject(value)
    try object.checkForm(["index", "from", "falls"])
    if let index = try object.read("index", Read.integer) {
      let anchor = try object.read("anchor", Read.integer)
      self = .span(
        WindowPlace(
          anchor: anchor.map { WindowClock.believable($0) },
          index: min(max(index, -WindowPlace.mostIndex), WindowPlace.mostIndex),
          start: try object.time("start")))
    } else if object["from"] != nil {
      self = .begun(
        FirstUseSpan(start: try object.time("from"), end: try object.time("until")))
    } else {
      self = .falls(at: try object.time("falls"))
    }
  }
}

extension WindowPlace {
  /// More than the minutes of 10,000 years.
  fileprivate static let mostIndex: Int64 = 10_000_000_000
}

extension JSONValue {
  /// A list of so many elements.
  func parts(_ count: Int) throws(SnapshotError) -> [JSONValue] {
    guard case .list(let values) = self, values.count == count else { throw isNot(.list) }
    return values
  }
}

extension JSONObject {
  /// A table whose keys are windows.
  func windows<Value>(
    _ key: String, _ read: (JSONValue) throws(SnapshotError) -> Value
  ) throws(SnapshotError) -> [Window: Value] {
    let table = try self.read(key) { (value) throws(SnapshotError) in
      try value.readTable(read)
    }
    var windows: [Window: Value] = [:]
    for (name, value) in table ?? [:] {
      guard let window = Window(name: name) else {
        throw SnapshotError(
          .refused(
            "`\(name)` is not a window, such as `day` or `3 hours`", chinese: "“\(name)”不是计数周期"))
      }
      windows[window] = value
    }
    return windows
  }
}

extension PastWindows {
  /// `{"ended": [ENDED], "limit": [AS OF, LIMIT], "drawn": NUMBER, "charged": NUMBER, "folded":
  /// [FOLDED]}`; what is empty is left out. Its key says `packs`, for once only those needed it.
  var json: JSONValue {
    .object(
      JSONValue.members([
        ("ended", .some(ended.map { $0.json })), ("limit", limit?.json),
        ("drawn", drawn == 0 ? nil : .integer(drawn)),
        ("charged", charged == 0 ? nil : .integer(charged)),
        ("folded", .some(folded.map { $0.json })),
      ]))
  }

  static func read(_ value: JSONValue) throws(SnapshotError) -> PastWindows {
    let object = try JSONObject(value)
    return PastWindows(
      Parts(
        ended: try object.list("ended", EndedUse.read),
        limit: try object.read("limit", KnownLimit.read),
        drawn: try object.read("drawn", Read.amount) ?? 0,
        charged: try object.read("charged", Read.amount) ?? 0,
        folded: try object.list("folded", FoldedWindows.read))
    ).bounded
  }
}

extension EndedUse {
  /// `{"window": TEXT, "mark": MARK, "end": MILLISECONDS, "used": NUMBER, "limit": [AS OF, LIMIT],
  /// "charged": NUMBER, "rollover": ROLLOVER, "idle": NUMBER}`
  fileprivate var json: JSONValue {
    .object(
      JSONValue.members([
        ("window", .text(window.name ?? "")), ("mark", mark.json), ("end", .integer(end)),
        ("used", .integer(used)), ("limit", limit?.json),
        ("charged", charged == 0 ? nil : .integer(charged)), ("rollover", rollover?.json),
        ("idle", idle == 0 ? nil : .integer(idle)),
      ]))
  }

  fileprivate static func read(_ value: JSONValue) throws(SnapshotError) -> EndedUse {
    let object = try JSONObject(value)
    var use = EndedUse(
      window: try object.requireWindow(),
      mark: try object.require("mark", .object, WindowMark.read),
      end: try object.time("end"), used: try object.require("used", .usage, Read.amount),
      limit: try object.read("limit", KnownLimit.read),
      charged: try object.read("charged", Read.amount) ?? 0)
    use.rollover = try object.read("rollover", KnownRollover.read)
    use.idle = min(try object.read("idle", Read.amount) ?? 0, WindowPlace.mostIndex)
    return use
  }
}

extension FoldedWindows {
  /// `{"window": TEXT, "mark": MARK, "carried": NUMBER}`, with the mark of a window of the calendar
  /// or of a subscription.
  fileprivate var json: JSONValue {
    .object(
      JSONValue.members([
        ("window", .text(window.name ?? "")), ("mark", WindowMark.span(place).json),
        ("carried", .integer(carried)),
      ]))
  }

  fileprivate static func read(_ value: JSONValue) throws(SnapshotError) -> FoldedWindows {
    let object = try JSONObject(value)
    let place = try object.require("mark", .object) { (value) throws(SnapshotError) in
      guard case .span(let place) = try WindowMark(json: value) else {
        throw SnapshotError(.missing(.wholeNumber(from: 0))).under(.key("index"))
      }
      return place
    }
    return FoldedWindows(
      window: try object.requireWindow(), place: place,
      carried: try object.require("carried", .wholeNumber(from: 0), Read.amount))
  }
}

extension JSONObject {
  /// The name of a window.
  fileprivate func requireWindow() throws(SnapshotError) -> Window {
    try require("window", .text) { (value) throws(SnapshotError) in
      guard let window = Window(name: try Read.text(value)) else { throw value.isNot(.text) }
      return window
    }
  }
}

extension WindowMark {
  fileprivate static func read(_ value: JSONValue) throws(SnapshotError) -> WindowMark {
    try WindowMark(json: value)
  }
}

extension KnownLimit {
  fileprivate var json: JSONValue { .list([.integer(asOf), .integer(limit)]) }

  fileprivate static func read(_ value: JSONValue) throws(SnapshotError) -> KnownLimit {
    let parts = try value.parts(2)
    return KnownLimit(
      asOf: WindowClock.believable(try Read.integer(parts[0])), limit: try Read.amount(parts[1]))
  }
}

extension KnownRollover {
  /// `[AS OF, LIMIT, MOST]`; without `MOST` where all of it is carried, without both where nothing
  /// is.
  fileprivate var json: JSONValue {
    var numbers = [asOf]
    if let limit {
      numbers.append(limit)
      if let most { numbers.append(most) }
    }
    return .list(numbers.map { .integer($0) })
  }

  fileprivate static func read(_ value: JSONValue) throws(SnapshotError) -> KnownRollover {
    guard case .list(let parts) = value, (1...3).contains(parts.count) else {
      throw value.isNot(.list)
    }
    return KnownRollover(
      asOf: WindowClock.believable(try Read.integer(parts[0])),
      limit: parts.count > 1 ? try Read.amount(parts[1]) : nil,
      most: parts.count > 2 ? try Read.amount(parts[2]) : nil)
  }
}

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
  /// "receipts": [RECEIPT], "reservations": [RECEIPT], "forgotten": [TEXT], "ended": [TEXT],
  /// "charges": [{"use": TEXT, "charges": [CHARGE]}]}`;
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
        ("ended", .some(ended.map { .text($0) })), ("charges", .some(charges.inOrder)),
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
    page.charges = try [String: [ChargedUse]].read(object)
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

extension UsageReceipt {
  /// `{"id": TEXT, "meter": TEXT, "thing": TEXT, "asked": NUMBER, "amount": NUMBER, "at":
  /// MILLISECONDS, "drawn": NUMBER, "outcome": TEXT, "reason": TEXT, "state": TEXT, "until": MILLISECONDS, "marks":
  /// {WINDOW: MARK}, "matters": MILLISECONDS, "taken": [TAKEN]}`
  func json(of id: String) -> JSONValue {
    let marks = marks.members
    return .object(
      JSONValue.members([
        ("id", .text(id)), ("meter", .text(key.meter)),
        ("thing", key.thing.isEmpty ? nil : .text(key.thing)), ("asked", .integer(asked)),
        ("amount", amount == asked ? nil : .integer(amount)), ("at", .integer(at)),
        ("drawn", drawn == 0 ? nil : .integer(drawn)),
        ("outcome", outcome == .allowed ? nil : .text(outcome.rawValue)),
        ("reason", .text(reason.rawValue)),
        ("state", state == .used ? nil : .text(state.name.rawValue)),
        ("until", state.until.map { .integer($0) }),
        ("marks", marks.isEmpty ? nil : .object(marks)),
        ("matters", matters.map { .integer($0) }),
        ("taken", .some(taken.map { $0.json })), ("charges", .some(charges.map { $0.json })),
      ]))
  }

  static func read(_ value: JSONValue) throws(SnapshotError) -> (String, UsageReceipt) {
    let object = try JSONObject(value)
    let id = try object.require("id", .text, Read.text)
    let asked = try object.require("asked", .wholeNumber(from: 1), Read.quantity)
    let reason: Reason = try object.requireChoice("reason")
    var receipt = UsageReceipt(
      key: TallyKey(
        meter: try object.require("meter", .text, Read.text),
        thing: try object.read("thing", Read.text) ?? ""),
      asked: asked, amount: min(asked, try object.read("amount", Read.amount) ?? asked),
      at: try object.time("at"), outcome: try object.choice("outcome") ?? .allowed,
      reason: reason, state: try State(object),
      marks: try object.windows("marks", WindowMark.init(json:) as MarkReader),
      matters: object["matters"] == nil ? nil : try object.time("matters"))
    receipt.drawn = min(receipt.amount, try object.read("drawn", Read.amount) ?? 0)
    receipt.taken = try object.list("taken", Taken.read)
    receipt.charges = try object.list("charges", ChargedUse.read)
    return (id, receipt)
  }

  fileprivate typealias MarkReader = (JSONValue) throws(SnapshotError) -> WindowMark
}

extension UsageReceipt.Taken {
  /// `{"meter": TEXT, "thing": TEXT, "amount": NUMBER, "drawn": NUMBER, "marks": {WINDOW: MARK}}`
  fileprivate var json: JSONValue {
    .object(
      JSONValue.members([
        ("meter", .text(key.meter)), ("thing", key.thing.isEmpty ? nil : .text(key.thing)),
        ("amount", .integer(amount)), ("drawn", drawn == 0 ? nil : .integer(drawn)),
        ("charged", charged == 0 ? nil : .integer(charged)),
        ("marks", marks.isEmpty ? nil : .object(marks.members)),
      ]))
  }

  fileprivate static func read(
    _ value: JSONValue
  ) throws(SnapshotError) -> UsageReceipt.Taken {
    let object = try JSONObject(value)
    let amount = try object.require("amount", .wholeNumber(from: 1), Read.quantity)
    return UsageReceipt.Taken(
      key: TallyKey(
        meter: try object.require("meter", .text, Read.text),
        thing: try object.read("thing", Read.text) ?? ""),
      amount: amount, drawn: min(amount, try object.read("drawn", Read.amount) ?? 0),
      charged: min(amount, try object.read("charged", Read.amount) ?? 0),
      marks: try object.windows("marks", WindowMark.init(json:) as UsageReceipt.MarkReader))
  }
}

extension [Window: WindowMark] {
  fileprivate var members: [JSONValue.Member] {
    sorted { $0.key < $1.key }.map { window, mark in
      JSONValue.Member(window.name ?? "", mark.json)
    }
  }
}

extension UsageReceipt.State {
  fileprivate enum Name: String, CaseIterable {
    case used, reserved, committed, ended, refunded
  }

  fileprivate var name: Name {
    switch self {
    case .used: .used
    case .reserved: .reserved
    case .committed: .committed
    case .ended: .ended
    case .refunded: .refunded
    }
  }

  fileprivate init(_ object: JSONObject) throws(SnapshotError) {
    let name: Name = try object.choice("state") ?? .used
    switch name {
    case .used: self = .used
    case .reserved: self = .reserved(until: try object.time("until"))
    case .committed: self = .committed
    case .ended: self = .ended
    case .refunded: self = .refunded
    }
  }
}
