import TollgateKit
import TollgatePurchases
import TollgateRuntime

extension PackTally {
  /// `{"ended": [ENDED], "limit": [AS OF, LIMIT], "drawn": NUMBER}`; what is empty is left out.
  var json: JSONValue {
    .object(
      JSONValue.members([
        ("ended", .some(ended.map { $0.json })), ("limit", limit?.json),
        ("drawn", drawn == 0 ? nil : .integer(drawn)),
      ]))
  }

  static func read(_ value: JSONValue) throws(SnapshotError) -> PackTally {
    let object = try JSONObject(value)
    return PackTally(
      ended: try object.list("ended", EndedUse.read),
      limit: try object.read("limit", KnownLimit.read),
      drawn: try object.read("drawn", Read.amount) ?? 0)
  }
}

extension EndedUse {
  /// `{"window": TEXT, "mark": MARK, "end": MILLISECONDS, "used": NUMBER, "limit": [AS OF, LIMIT]}`
  fileprivate var json: JSONValue {
    .object(
      JSONValue.members([
        ("window", .text(window.name ?? "")), ("mark", mark.json), ("end", .integer(end)),
        ("used", .integer(used)), ("limit", limit?.json),
      ]))
  }

  fileprivate static func read(_ value: JSONValue) throws(SnapshotError) -> EndedUse {
    let object = try JSONObject(value)
    let window = try object.require("window", .text) { (value) throws(SnapshotError) in
      guard let window = Window(name: try Read.text(value)) else { throw value.isNot(.text) }
      return window
    }
    return EndedUse(
      window: window, mark: try object.require("mark", .object, WindowMark.read),
      end: try object.time("end"), used: try object.require("used", .usage, Read.amount),
      limit: try object.read("limit", KnownLimit.read))
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
