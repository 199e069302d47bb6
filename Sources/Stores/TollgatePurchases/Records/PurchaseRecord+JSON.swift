import Foundation
package import TollgateKit
import TollgateRuntime

extension PurchaseRecord {
  /// Reads a record; ``Ledger/init(json:)`` lists its members.
  init(json value: JSONValue) throws(SnapshotError) {
    let object = try JSONObject(value)
    let state = try object.read("state", Read.text)
    let ownership = try object.read("ownership", Read.text)
    let environment = try object.read("environment", Read.text)
    let kind = try object.require("kind", .oneOf(Kind.names), Read.text)
    self.init(
      transactionID: try object.require("transaction", .text, Read.text),
      originalID: try object.read("original", Read.text),
      product: try object.require("product", .text, Read.text),
      kind: Kind(rawValue: kind) ?? .other,
      state: state.map { Grant.State(rawValue: $0) ?? .other } ?? .active,
      account: try object.read("account", Read.text),
      start: try object.require("start", .instant, Read.instant),
      end: try object.read("end", Read.instant),
      graceEnd: try object.read("graceEnd", Read.instant),
      renews: try object.read("renews", Read.boolean) ?? true,
      renewsAs: try object.read("renewsAs", Read.text),
      ownership: ownership.map { Grant.Ownership(rawValue: $0) ?? .other } ?? .purchased,
      revokedAt: try object.read("revoked", Read.instant),
      refundPercentage: try object.read("refundPercentage", PurchaseRecord.percentage),
      isTrial: try object.read("trial", Read.boolean) ?? false,
      isSuperseded: try object.read("superseded", Read.boolean) ?? false,
      quantity: try object.read("quantity", Read.quantity) ?? 1,
      paid: try object.money(),
      method: try object.choice("method"),
      verification: try object.requireChoice("verification"),
      environment: environment.map { StoreEnvironment(rawValue: $0) ?? .other } ?? .production,
      confirmed: try object.read("confirmed", Read.instant),
      isOfferUsed: try object.read("offerUsed", Read.boolean) ?? false
    )
    try check()
  }

  /// The record as JSON; absent and default values are left out.
  var json: JSONValue {
    var members: [JSONValue.Member] = []
    func add(_ key: String, _ value: JSONValue?) {
      if let value { members.append(JSONValue.Member(key, value)) }
    }
    add("transaction", .text(transactionID))
    add("original", originalID.map { .text($0) })
    add("product", .text(product))
    add("kind", .text(kind.rawValue))
    add("state", .text(state.rawValue))
    add("account", account.map { .text($0) })
    add("start", .instant(start))
    add("end", end.map { .instant($0) })
    add("graceEnd", graceEnd.map { .instant($0) })
    add("renews", renews ? nil : .boolean(false))
    add("renewsAs", renewsAs.map { .text($0) })
    add("ownership", ownership == .purchased ? nil : .text(ownership.rawValue))
    add("revoked", revokedAt.map { .instant($0) })
    add("refundPercentage", refundPercentage.map { .number($0.description) })
    add("trial", isTrial ? .boolean(true) : nil)
    add("offerUsed", isOfferUsed ? .boolean(true) : nil)
    add("superseded", isSuperseded ? .boolean(true) : nil)
    add("quantity", quantity == 1 ? nil : .integer(quantity))
    add("amount", paid.map { .text($0.amountText) })
    add("currency", paid.map { .text($0.currency) })
    add("method", method.map { .text($0.rawValue) })
    add("verification", .text(verification.rawValue))
    add("environment", environment == .production ? nil : .text(environment.rawValue))
    add("confirmed", .instant(confirmed))
    return .object(members)
  }
}

extension PurchaseRecord {
  /// A number from 0 to 100 with as many decimals as it is written with.
  fileprivate static func percentage(_ value: JSONValue) throws(SnapshotError) -> Decimal {
    var percentage: Decimal?
    switch value {
    case .integer(let whole): percentage = Decimal(whole)
    // No store writes more digits; a longer number would lose some.
    case .number(let text) where text.utf8.count <= 20: percentage = Decimal(string: text)
    default: break
    }
    guard let percentage, isPercentage(percentage) else { throw value.isNot(.percentage) }
    return percentage
  }
}

extension PurchaseRecord.Kind {
  /// The names of the kinds.
  fileprivate static let names = allCases.filter { $0 != .other }.map { $0.rawValue }
}

extension JSONObject {
  /// A member with one of a list of values; any other text is an error that lists them.
  package func choice<Choice>(_ key: String) throws(SnapshotError) -> Choice?
  where Choice: RawRepresentable<String>, Choice: CaseIterable {
    guard let text = try read(key, Read.text) else { return nil }
    if let choice = Choice(rawValue: text) { return choice }
    let choices = Choice.allCases.map { $0.rawValue }
    throw SnapshotError(.expected(.oneOf(choices), found: .text(text))).under(.key(key))
  }

  /// The same of a member that must be there.
  package func requireChoice<Choice>(_ key: String) throws(SnapshotError) -> Choice
  where Choice: RawRepresentable<String>, Choice: CaseIterable {
    if let choice: Choice = try self.choice(key) { return choice }
    throw SnapshotError(.missing(.oneOf(Choice.allCases.map { $0.rawValue }))).under(.key(key))
  }

  /// `amount` and `currency`, which need each other.
  func money() throws(SnapshotError) -> Money? {
    let currency = try read("currency", Read.text)
    guard let amount = try read("amount", Read.text) else {
      if currency == nil { return nil }
      throw SnapshotError(.missing(.money)).under(.key("amount"))
    }
    guard let currency else { throw SnapshotError(.missing(.currency)).under(.key("currency")) }
    guard let money = Money(amount, currency) else {
      throw SnapshotError(.expected(.money, found: .text(amount))).under(.key("amount"))
    }
    guard money.hasCode else {
      throw SnapshotError(.expected(.currency, found: .text(currency))).under(.key("currency"))
    }
    return money
  }
}
