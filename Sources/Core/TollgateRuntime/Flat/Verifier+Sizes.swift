/// How much the texts of a policy are when each is counted as often as it is used. A file in which
/// few bytes are used very often is refused: a page that shows them all would not fit into memory.
extension Verifier {
  /// In bytes: 64 MiB.
  static let mostShown: Int64 = 1 << 26

  /// - Parameter labels: How long all texts of each label are.
  func verifySizes(_ tables: FlatTables, labels: [Int64]) throws(GraphError) {
    // In the tables none is -1, beside them it is nil.
    func length(_ label: Int32?) -> Int64 {
      label.flatMap { $0.orNone }.map { labels[Int($0)] } ?? 0
    }
    func length(_ list: [LabelIndex]) -> Int64 { list.reduce(0) { $0 + length($1) } }
    var reminders: [Int64] = [0]
    tables.reminders.forEach { index, reminder in
      reminders.append(reminders[index] + length(reminder.label))
    }
    let details = tables.details.map { details in
      Int64(details.because.count) + Int64(details.presentation.count) + length(details.message)
        + reminders[details.reminders.range.upperBound]
        - reminders[details.reminders.range.lowerBound]
    }
    var benefits: [Int64] = [0]
    for label in tables.benefits { benefits.append(benefits[benefits.count - 1] + length(label)) }
    // A sum ends as soon as it is too great, so it never overflows.
    var total: Int64 = 0
    let areRules = tables.rules.allSatisfy { _, rule in
      total += details[Int(rule.details)]
      return total <= Verifier.mostShown
    }
    try require(areRules, "the size of its texts")
    let areTargets = tables.targets.allSatisfy { _, target in
      let range = target.benefits.range
      total += length(target.label) + benefits[range.upperBound] - benefits[range.lowerBound]
      return total <= Verifier.mostShown
    }
    try require(areTargets, "the size of its texts")
    for entitlement in parts.entitlements {
      total += length(entitlement.label) + length(entitlement.benefits)
      try require(total <= Verifier.mostShown, "the size of its texts")
    }
    for product in parts.products {
      total += length(product.label) + length(product.benefits)
      try require(total <= Verifier.mostShown, "the size of its texts")
    }
  }
}
