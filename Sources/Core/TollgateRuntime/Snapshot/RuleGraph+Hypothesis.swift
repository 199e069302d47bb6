extension RuleGraph {
  /// A user who has these entitlements and these products and of whom nothing else is known. They
  /// were bought just now. It never goes stale, and ends at no date; counters, the subject and
  /// facts are unknown, also a fact that says what it is `otherwise`. Only a date that is given so
  /// is known: it is the calendar of the policy.
  package func prepare(
    holding entitlements: [Int32], products: [Int32] = []
  ) -> PreparedSnapshot {
    let nobody = prepare(Snapshot())
    var spans = Spans(graph: self)
    for entitlement in entitlements { spans.addHeld(entitlement) }
    for product in products { spans.addBought(product) }
    var facts: [Int64] = []
    facts.reserveCapacity(parts.facts.count)
    for fact in parts.facts { facts.append(fact.type == .date ? fact.otherwise : Fact.unknown) }
    let input = nobody.input.with(facts: facts, staleAt: .max)
      .with(held: spans.heldTable, added: spans.addedTable)
    return nobody.with(input: input)
  }
}
