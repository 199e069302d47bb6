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
    "amount": .text("With a decimal point."),
    "currency": .text("An ISO 4217 code."),
    "period": .orNull(.text("An ISO 8601 duration."), "Null for once."),
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
    "price": .orNull(.price, "Null if the store has the price."),
    "priceText": .text(),
    "soldAs": .list(.object(["id": .text(), "store": .orNull(.text())])),
    "benefits": .list(.text()),
    "trialSeconds": .orNull(.integer(from: 0)),
    "recommended": .boolean(),
    "forSale": .boolean(),
    "familyShared": .boolean(),
    "onlyWith": .list(.text()),
    "notWith": .list(.text()),
    "terms": .list(.text()),
  ]
}
