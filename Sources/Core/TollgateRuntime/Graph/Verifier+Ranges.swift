/// The numbers that a policy can say. Whatever is worked out with them later fits into 64 bits.
extension Verifier {
  /// The longest duration, in milliseconds: so many whole seconds as fit.
  static let mostDuration: Int64 = 9_223_372_036_854_775_000

  /// The years 1 to 9999, and the end of the last.
  static let instants: ClosedRange<Int64> = -62_135_596_800_000...253_402_300_800_000

  func isDuration(_ milliseconds: Int64) -> Bool {
    milliseconds >= 0 && milliseconds <= Verifier.mostDuration
  }

  func isDurationOrNone(_ milliseconds: Int64?) -> Bool {
    milliseconds.map { isDuration($0) } ?? true
  }

  func verifyRanges() throws(GraphError) {
    let isHeader = isDurationOrNone(parts.trust) && isDurationOrNone(parts.promptSnooze)
    try require(isHeader, "the header")
    for (index, entitlement) in parts.entitlements.enumerated() {
      // The tiers come first, and whoever has one has itself.
      let rank = index < parts.tierCount ? Int32(index) : nil
      let isSound = entitlement.rank == rank && entitlement.gives.contains(Int32(index))
      try require(isSound, "an entitlement")
    }
    for product in parts.products {
      try require(isDuration(product.grace) && isDurationOrNone(product.trial), "a product")
      for price in product.prices { try require(isMoney(price), "a price") }
    }
    for meter in parts.meters {
      guard let refill = meter.refill else { continue }
      try require(isDuration(refill.interval), "a meter")
    }
    for fact in parts.facts { try require(isSound(fact), "a fact") }
    for grant in parts.statementGrants { try require(grant.row.number >= 0, "a grant") }
  }

  /// An amount is digits with at most one point; a currency is three capital letters.
  private func isMoney(_ price: Price) -> Bool {
    let amount = Array(price.amount.utf8)
    let digits = amount.filter { $0 >= 0x30 && $0 <= 0x39 }
    let isPointed = digits.count + 1 == amount.count && amount.contains(0x2E)
    guard !digits.isEmpty, digits.count <= PlainText.nameBytes,
      digits.count == amount.count || isPointed
    else { return false }
    let currency = Array(price.currency.utf8)
    return currency.count == 3 && currency.allSatisfy { $0 >= 0x41 && $0 <= 0x5A }
  }

  private func isSound(_ fact: Fact) -> Bool {
    let areVersions = fact.versions.allSatisfy { version in
      version.major >= 0 && version.minor >= 0 && version.patch >= 0
    }
    return areVersions
      && (fact.otherwise == Fact.unknown || isValue(fact.otherwise, of: fact))
  }

  /// Whether a fact can have a value, or can be compared with it.
  func isValue(_ value: Int64, of fact: Fact) -> Bool {
    switch fact.type {
    case .choice:
      // Where others are possible they are one more.
      return value >= -1 && value <= Int64(fact.choices.count)
    case .yesOrNo: return value == 0 || value == 1
    case .date: return Verifier.instants.contains(value)
    case .version: return value >= 0 && value <= Int64(fact.versions.count)
    case .number: return value >= 0
    }
  }

  /// Whether a condition compares with something that can be.
  func isInRange(_ node: Node) -> Bool {
    switch node {
    case .timeAtLeast(let instant): Verifier.instants.contains(instant)
    case .timeSince(_, let after): isDuration(after)
    case .factIs(let fact, let value), .factAtLeast(let fact, let value):
      isValue(value, of: parts.facts[Int(fact)])
    case .never, .always, .all, .any, .not, .statement, .entitlement, .usageAtLeast, .inRollout:
      true
    }
  }
}
