import TollgateRuntime

/// The minimal sets of names that would meet a requirement.
///
/// The requirement is read as a formula of the names that it has to be given (`not` asks for
/// nothing), each name replaced by any of the written names that includes it; its prime
/// implicants are the sets.
struct Needs {
  /// The written names, in the order in which they first occur.
  private var names: [Rule.Need] = []
  private var places: [Rule.Need: Int32] = [:]
  private let policy: CheckedPolicy

  /// How many sets are reported.
  private static let most = 64
  /// How many are kept while they are worked out: beyond it the smallest ones.
  private static let mostInBetween = 512

  private init(policy: CheckedPolicy) {
    self.policy = policy
  }

  /// The sets, the smallest first, then in the order in which they are written.
  static func minimal(_ requirement: CheckedExpression, in policy: CheckedPolicy) -> [[Rule.Need]] {
    var needs = Needs(policy: policy)
    needs.collect(requirement)
    let sets = needs.sets(requirement, isNegated: false)
    var minimal: [[Rule.Need]] = []
    for set in Needs.smallest(sets, Needs.most) {
      var named: [Rule.Need] = []
      for place in set { named.append(needs.names[Int(place)]) }
      minimal.append(named)
    }
    return minimal
  }

  private mutating func collect(_ expression: CheckedExpression) {
    switch expression {
    case .entitlement, .factIs:
      guard let need = need(expression), places[need] == nil else { return }
      places[need] = Int32(names.count)
      names.append(need)
    case .not(let inner, _): collect(inner)
    case .all(let list, _), .any(let list, _):
      for part in list { collect(part) }
    default: break
    }
  }

  private func need(_ expression: CheckedExpression) -> Rule.Need? {
    switch expression {
    case .entitlement(let index, _): .entitlement(index)
    case .factIs(let fact, _, _): .fact(fact)
    default: nil
    }
  }

  /// The sets that meet an expression, or its negation.
  private func sets(_ expression: CheckedExpression, isNegated: Bool) -> [[Int32]] {
    switch expression {
    case .not(let inner, _): return sets(inner, isNegated: !isNegated)
    case .all(let list, _):
      let parts = list.map { sets($0, isNegated: isNegated) }
      return isNegated ? Needs.either(parts) : Needs.both(parts)
    case .any(let list, _):
      let parts = list.map { sets($0, isNegated: isNegated) }
      return isNegated ? Needs.both(parts) : Needs.either(parts)
    default: return isNegated ? [[]] : alternatives(expression)
    }
  }

  /// The written names that bring a name: itself, and what includes it. Everybody has the first
  /// tier.
  private func alternatives(_ expression: CheckedExpression) -> [[Int32]] {
    guard let need = need(expression), let place = places[need] else { return [[]] }
    guard case .entitlement(let wanted) = need else { return [[place]] }
    if wanted == 0, policy.tierCount > 0 { return [[]] }
    var alternatives = [[place]]
    for (other, name) in names.enumerated() where Int32(other) != place {
      guard case .entitlement(let index) = name,
        gives(policy.entitlements[Int(index)], wanted)
      else { continue }
      alternatives.append([Int32(other)])
    }
    return alternatives
  }

  private func gives(_ entitlement: CheckedEntitlement, _ wanted: Int32) -> Bool {
    if entitlement.rank >= 0 { return wanted <= entitlement.rank }
    var low = 0
    var high = entitlement.gives.count
    while low < high {
      let middle = (low + high) / 2
      if entitlement.gives[middle] < wanted { low = middle + 1 } else { high = middle }
    }
    return low < entitlement.gives.count && entitlement.gives[low] == wanted
  }

  // MARK: Sets of sets

  private static func either(_ parts: [[[Int32]]]) -> [[Int32]] {
    smallest(parts.flatMap { $0 }, mostInBetween)
  }

  /// Everything that takes one set of each part. Parts with a single set are joined at once.
  private static func both(_ parts: [[[Int32]]]) -> [[Int32]] {
    var common: Set<Int32> = []
    for part in parts where part.count == 1 { common.formUnion(part[0]) }
    var sets = [common.sorted()]
    for part in parts where part.count != 1 {
      var products: [[Int32]] = []
      for set in sets {
        for other in part { products.append(Set(set).union(other).sorted()) }
      }
      sets = smallest(products, mostInBetween)
    }
    return sets
  }

  /// The sets that hold no other of them, the smallest first, at most so many.
  private static func smallest(_ sets: [[Int32]], _ most: Int) -> [[Int32]] {
    let sorted = sets.sorted { a, b in
      a.count == b.count ? a.lexicographicallyPrecedes(b) : a.count < b.count
    }
    var kept: [[Int32]] = []
    for set in sorted {
      if kept.count == most { break }
      if !kept.contains(where: { holds(set, $0) }) { kept.append(set) }
    }
    return kept
  }

  /// Whether one ascending list holds all of another.
  private static func holds(_ set: [Int32], _ part: [Int32]) -> Bool {
    var place = 0
    for item in set where place < part.count && item == part[place] { place += 1 }
    return place == part.count
  }
}
