extension RuleGraph {
  /// Whether a rule that holds goes on holding whatever is bought besides: nothing that a purchase
  /// gives is read under a `not`, and no condition reads a counter, whose allowance may grow.
  func growsWithPurchases(_ rule: Int32) -> Bool {
    let core = cores[Int(rule)]
    // The steps of a ladder are not looked at.
    switch core.limit?.kind {
    case .ladder, .setting: return false
    case .bare, .atMost, .allowance, .undecided, nil: break
    }
    return [core.requirement, core.condition, core.inForce, core.soft].allSatisfy {
      growsWithPurchases(below: $0, isNegated: false)
    }
  }

  private func growsWithPurchases(below index: Int32, isNegated: Bool) -> Bool {
    switch self[node: index] {
    case .entitlement(_, let giver):
      guard !isNegated else { return false }
      return giver.map { growsWithPurchases(below: $0, isNegated: false) } ?? true
    case .not(let child): return growsWithPurchases(below: child, isNegated: true)
    case .statement(_, let child): return growsWithPurchases(below: child, isNegated: isNegated)
    case .all(let children), .any(let children):
      return children.places.allSatisfy {
        growsWithPurchases(below: self[edge: $0], isNegated: isNegated)
      }
    case .usageAtLeast: return false
    case .never, .always, .factIs, .factAtLeast, .inRollout, .timeAtLeast, .timeSince: return true
    }
  }
}
