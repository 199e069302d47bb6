import TollgateKit
import TollgatePurchases
import TollgateRuntime

extension UsageReceipt {
  /// `{"id": TEXT, "meter": TEXT, "thing": TEXT, "asked": NUMBER, "amount": NUMBER, "at":
  /// MILLISECONDS, "drawn": NUMBER, "outcome": TEXT, "reason": TEXT, "state": TEXT, "until": MILLISECONDS, "marks":
  /// {WINDOW: MARK}, "matters": MILLISECONDS}`
  func json(of id: String) -> JSONValue {
    let marks = marks.sorted { $0.key < $1.key }.map { window, mark in
      JSONValue.Member(window.name ?? "", mark.json)
    }
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
    return (id, receipt)
  }

  private typealias MarkReader = (JSONValue) throws(SnapshotError) -> WindowMark
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
