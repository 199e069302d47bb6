import TollgateKit
import TollgatePurchases
import TollgateRuntime

extension ChargedUse {
  /// `{"meter": TEXT, "thing": TEXT, "at": MILLISECONDS, "units": NUMBER, "of": NUMBER, "price":
  /// TEXT, "currency": TEXT, "period": TEXT, "room": NUMBER}`
  var json: JSONValue {
    .object(
      JSONValue.members([
        ("meter", .text(key.meter)), ("thing", key.thing.isEmpty ? nil : .text(key.thing)),
        ("at", .integer(at)), ("units", .integer(charge.units)),
        ("of", charge.of == 1 ? nil : .integer(charge.of)), ("price", .text(price)),
        ("currency", .text(charge.currency)),
        ("period", charge.period?.duration.map { .text($0) }),
        ("room", room == 0 ? nil : .integer(room)),
      ]))
  }

  static func read(_ value: JSONValue) throws(SnapshotError) -> ChargedUse {
    let object = try JSONObject(value)
    let units = try object.require("units", .wholeNumber(from: 0), Read.amount)
    let price = try object.require("price", .text, Read.text)
    let currency = try object.require("currency", .text, Read.text)
    let period = try object.read("period", Price.Period.read)
    return ChargedUse(
      key: TallyKey(
        meter: try object.require("meter", .text, Read.text),
        thing: try object.read("thing", Read.text) ?? ""),
      at: try object.time("at"),
      charge: Charge(
        units: units, of: max(1, try object.read("of", Read.amount) ?? 1),
        at: Price(amount: price, currency: currency, period: period ?? .use)),
      price: price, room: try object.read("room", Read.integer) ?? 0)
  }
}

extension Price.Period {
  /// `P1W`, `P1M` or `P1Y`.
  fileprivate static func read(_ value: JSONValue) throws(SnapshotError) -> Price.Period {
    switch try Read.text(value) {
    case "P1W": return .weeks(1)
    case "P1M": return .months(1)
    case "P1Y": return .months(12)
    default: throw value.isNot(.text)
    }
  }
}

extension [String: [ChargedUse]] {
  /// `[{"use": KEY, "charges": [CHARGE]}]`, in the order of the keys.
  var inOrder: [JSONValue] {
    sorted { $0.key < $1.key }.map { key, charges in
      .object([
        JSONValue.Member("use", .text(key)),
        JSONValue.Member("charges", .list(charges.map { $0.json })),
      ])
    }
  }

  static func read(_ object: JSONObject) throws(SnapshotError) -> [String: [ChargedUse]] {
    var charges: [String: [ChargedUse]] = [:]
    let pairs = try object.list("charges") { (value) throws(SnapshotError) in
      let object = try JSONObject(value)
      return (
        try object.require("use", .text, Read.text),
        try object.list(
          "charges", ChargedUse.read as (JSONValue) throws(SnapshotError) -> ChargedUse)
      )
    }
    for (key, uses) in pairs { charges[key] = uses }
    return charges
  }
}
