import TollgateKit
import TollgatePurchases
import TollgateRuntime

extension Tally {
  /// `{"meter": TEXT, "thing": TEXT, "set": [AT, NUMBER, DEVICE, VALUE], "base": [AT, NUMBER,
  /// DEVICE], "change": NUMBER, "windows": {WINDOW: COUNT}, "drops": [[AT, AMOUNT]], "packs": PACKS}`
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
        ("drops", .some(drops.map { $0.json })), ("packs", packs?.json),
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
    tally.packs = try object.read("packs", PackTally.read)
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
