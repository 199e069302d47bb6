import TollgateRuntime

/// Reads the conditions of a graph as clauses.
struct ClauseReader {
  let graph: RuleGraph

  /// The clause of a node, or of its opposite.
  func clause(_ index: Int32, isTrue: Bool = true) -> Clause {
    switch graph[node: index] {
    case .never: .constant(!isTrue)
    case .always: .constant(isTrue)
    case .all(let children):
      join(graph[children].map { clause($0, isTrue: isTrue) }, isAll: isTrue)
    case .any(let children):
      join(graph[children].map { clause($0, isTrue: isTrue) }, isAll: !isTrue)
    case .not(let child): clause(child, isTrue: !isTrue)
    case .statement(_, let condition): clause(condition, isTrue: isTrue)
    case .entitlement(let entitlement, _): .leaf(.holds(entitlement: entitlement), isTrue)
    case .factIs(let fact, let value): .leaf(.factIs(fact, [value]), isTrue)
    case .factAtLeast(let fact, let value): .leaf(.factAtLeast(fact, value), isTrue)
    case .usageAtLeast(let counter, let value): .leaf(.usageAtLeast(counter, value), isTrue)
    case .inRollout(let rollout): .leaf(.inRollout(rollout), isTrue)
    case .timeAtLeast(let time): .leaf(.timeAtLeast(time), isTrue)
    case .timeSince(let fact, let after): .leaf(.timeSince(fact, after), isTrue)
    }
  }

  /// The clause of an open condition.
  func clause(_ condition: OpenCondition) -> Clause {
    switch condition {
    case .yes: .constant(true)
    case .no: .constant(false)
    case .leaf(let node, let isNegated): clause(node, isTrue: !isNegated)
    case .all(let parts): join(parts.map { clause($0) }, isAll: true)
    case .any(let parts): join(parts.map { clause($0) }, isAll: false)
    }
  }

  private func join(_ clauses: [Clause], isAll: Bool) -> Clause {
    var flat: [Clause] = []
    for clause in clauses {
      switch clause {
      case .all(let parts) where isAll: flat += parts
      case .any(let parts) where !isAll: flat += parts
      case .constant(isAll): break
      default: flat.append(clause)
      }
    }
    if flat.contains(.constant(!isAll)) { return .constant(!isAll) }
    flat = mergingChoices(mergingNumbers(mergingBounds(flat, isAll), isAll), isAll)
    var keyed: [String: Clause] = [:]
    for clause in flat { keyed[key(of: clause)] = clause }
    let sorted = keyed.sorted { $0.key < $1.key }.map { $0.value }
    if sorted.isEmpty { return .constant(isAll) }
    if sorted.count == 1 { return sorted[0] }
    return isAll ? .all(sorted) : .any(sorted)
  }

  // MARK: Joining neighbours

  /// Of several bounds of one thing only the narrowest says something: “at most 30, and at most
  /// 300” is “at most 30”; under `or` only the widest.
  private func mergingBounds(_ clauses: [Clause], _ isAll: Bool) -> [Clause] {
    var bounds: [Clause: Int64] = [:]
    for clause in clauses {
      guard let (kind, value, isTrue) = bound(of: clause) else { continue }
      let known = bounds[kind] ?? value
      bounds[kind] = isTrue == isAll ? max(known, value) : min(known, value)
    }
    return clauses.filter { clause in
      guard let (kind, value, _) = bound(of: clause) else { return true }
      return bounds[kind] == value
    }
  }

  /// The least value that a clause asks for or rules out, and all clauses with the same but for the
  /// value.
  private func bound(of clause: Clause) -> (kind: Clause, value: Int64, isTrue: Bool)? {
    guard case .leaf(let leaf, let isTrue) = clause else { return nil }
    switch leaf {
    case .usageAtLeast(let counter, let value):
      return (.leaf(.usageAtLeast(counter, 0), isTrue), value, isTrue)
    case .factAtLeast(let fact, let value):
      return (.leaf(.factAtLeast(fact, 0), isTrue), value, isTrue)
    case .timeAtLeast(let value): return (.leaf(.timeAtLeast(0), isTrue), value, isTrue)
    case .timeSince(let fact, let value):
      return (.leaf(.timeSince(fact, 0), isTrue), value, isTrue)
    case .holds, .factIs, .factExactly, .usageExactly, .inRollout: return nil
    }
  }

  /// “At least 3, and not at least 4” is “exactly 3”; under `or` the opposites are “not 3”.
  private func mergingNumbers(_ clauses: [Clause], _ isAll: Bool) -> [Clause] {
    let all = Set(clauses)
    var merged: Set<Clause> = []
    var exactly: [Clause] = []
    for clause in all {
      guard case .leaf(let low, isAll) = clause, let (exact, high) = exact(low),
        all.contains(.leaf(high, !isAll))
      else { continue }
      merged.formUnion([clause, .leaf(high, !isAll)])
      exactly.append(.leaf(exact, isAll))
    }
    return clauses.filter { !merged.contains($0) } + exactly
  }

  /// Under `and`, for “at least 3”: “exactly 3” and “at least 4”.
  private func exact(_ leaf: Clause.Leaf) -> (exact: Clause.Leaf, above: Clause.Leaf)? {
    switch leaf {
    case .usageAtLeast(let counter, let value) where value < .max:
      return (.usageExactly(counter, value), .usageAtLeast(counter, value + 1))
    case .factAtLeast(let fact, let value)
    where value < .max && graph.parts.facts[Int(fact)].type == .number:
      return (.factExactly(fact, value), .factAtLeast(fact, value + 1))
    default: return nil
    }
  }

  /// “ios, or android” of one choice is one leaf, and so is “not ios, and not android”.
  private func mergingChoices(_ clauses: [Clause], _ isAll: Bool) -> [Clause] {
    var values: [Int32: [Int64]] = [:]
    var kept: [Clause] = []
    for clause in clauses {
      if case .leaf(.factIs(let fact, let some), !isAll) = clause,
        graph.parts.facts[Int(fact)].type == .choice
      {
        values[fact, default: []] += some
      } else {
        kept.append(clause)
      }
    }
    for (fact, some) in values { kept.append(.leaf(.factIs(fact, Set(some).sorted()), !isAll)) }
    return kept
  }
}
