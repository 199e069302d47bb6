/// Checks what the declarations call things. The texts of the tables are in one pool, which is
/// checked as a whole.
extension Verifier {
  func verifyNames() throws(GraphError) {
    try require(parts.name.isEmpty || isName(parts.name), "the header")
    try verifyDistinct(parts.entitlements.map { $0.name }, "an entitlement")
    try verifyDistinct(parts.products.map { $0.name }, "a product")
    try verifyDistinct(parts.facts.map { $0.name }, "a fact")
    for fact in parts.facts { try verifyDistinct(fact.choices, "a fact") }
    for meter in parts.meters {
      let isThing = meter.countedPer.isEmpty || isName(meter.countedPer)
      try require(isName(meter.name) && isThing, "a meter")
    }
    for setting in parts.settings {
      try verifyDistinct(setting.choices.map { $0.name }, "a setting")
    }
    for rollout in parts.rollouts { try require(isName(rollout.name), "a rollout") }
    for group in parts.groups { try require(isName(group), "a group") }
    for product in parts.products {
      let areTexts = product.storeIDs.allSatisfy { id in
        isPlain(id.id) && (id.store.isEmpty || isName(id.store))
      }
      try require(areTexts, "a product")
    }
  }

  private func verifyDistinct(_ names: [String], _ part: String) throws(GraphError) {
    try require(names.allSatisfy { isName($0) }, part)
    try require(Set(names).count == names.count, part)
  }

  func isName(_ text: String) -> Bool { PlainText.isName(Array(text.utf8)[...]) }

  func isPlain(_ text: String) -> Bool { PlainText.isPlain(Array(text.utf8)[...]) }

  /// A series is called by its first and its last member, `L1..L18`.
  private func isName(_ group: TargetGroup) -> Bool {
    let utf8 = Array(group.name.utf8)
    guard group.isSeries,
      let dots = utf8.indices.dropLast().first(where: { utf8[$0] == 0x2E && utf8[$0 + 1] == 0x2E })
    else { return isName(group.name) }
    return PlainText.isName(utf8[..<dots]) && PlainText.isName(utf8[(dots + 2)...])
  }
}
