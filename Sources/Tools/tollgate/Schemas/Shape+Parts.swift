import TollgateRuntime

// Pieces that several documents have.
extension Shape {
  /// The fingerprint of a policy.
  static let fingerprint = Shape(
    kind: .text(pattern: "^sha256:[0-9a-f]{64}$"), about: "Identifies the meaning of the policy.")

  static let outcome = words(of: Decision.Outcome.self)
  static let reason = words(of: Reason.self)

  /// A price of a product.
  static let price = object([
    "amount": .orNull(.text("With a decimal point."), "Null for a price on request."),
    "currency": .orNull(.text("An ISO 4217 code."), "Null for a price on request."),
    "period": .orNull(
      .text("An ISO 8601 duration, or use for a price for use."), "Null for once."),
    "each?": .text("The meter of which each one costs the amount."),
    "atLeast?": .integer("The least number that is paid for.", from: 1),
  ])

  /// The unit of a value of a setting.
  static let settingUnit = orNull(
    .words(["count", "bytes", "seconds", "basis-points"]), "Null for a setting with choices.")

  /// A value of a setting, with its unit.
  static let settingValue = object([
    "value": .orNull(.either([.integer(from: 0), .text()]), "A number, a choice, or unlimited."),
    "unit": settingUnit,
    "unlimited": .boolean(),
  ])

  /// Neighbours of a series that are alike, or one target.
  static let targetRun = object([
    "name": .text(),
    "first": .text(),
    "last": .text(),
    "count": .integer(from: 1),
    "label": .text(),
  ])

  /// The members of a product in a table of plans and on a paywall.
  static let listing: Members = [
    "name": .text(),
    "label": .text(),
    "title": .text("The label as a heading."),
    "price": .orNull(.price, "Null if the store has the price, or it is on request."),
    "prices": .list(.price, "The prices in all currencies, the first one first."),
    "priceOnRequest": .boolean("Whether the price is negotiated."),
    "priceText": .text(),
    "soldAs": .list(.object(["id": .text(), "store": .orNull(.text())])),
    "benefits": .list(.text()),
    "adds": .list(.text(), "The amounts that it adds to limits and values, in words."),
    "trialSeconds": .orNull(.integer(from: 0)),
    "trialMonths": .orNull(.integer(from: 1)),
    "recommended": .boolean(),
    "forSale": .boolean(),
    "familyShared": .boolean(),
    "sharedWith": .orNull(.integer("How many people may share it.", from: 2)),
    "onlyWith": .list(.text()),
    "notWith": .list(.text()),
    "terms": .list(.text()),
  ]
}
