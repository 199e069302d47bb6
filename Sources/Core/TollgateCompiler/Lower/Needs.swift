import TollgateRuntime
import TollgateSyntax

/// The minimal sets of names that would meet a requirement.
///
/// The requirement is read as a formula of the names that it has to be given (`not` asks for
/// nothing), each name replaced by any of the written names that includes it; its prime
/// implicants are the sets. There can be very many of them, so the work has a ceiling: beyond it
/// a requirement gets one set that meets it.
struct Needs {
  /// The written names, in the order in which they first occur.
  private var names: [Rule.Need] = []
  private var places: [Rule.Need: Int] = [:]
  /// The sets of the requirements that name one entitlement, as most do.
  private var plain: [Int32: [[Rule.Need]]] = [:]
  private let policy: CheckedPolicy
  /// How many comparisons of sets the rules of a policy may still take.
  private(set) var work = 20_000_000

  /// How many sets are reported.
  private static let most = 64
  /// How many are kept while they are worked out; beyond it the smallest ones.
  private static let mostInBetween = 512

  init(policy: CheckedPolicy) {
    self.policy = policy
  }

  /// The sets, the smallest first, then in the order in which they are written.
  mutating func minimal(_ requirement: CheckedExpression) -> [[Rule.Need]] {
    guard case .entitlement(let index, _) = requirement else { return worked(requirement) }
    if let known = plain[index] { return known }
    let sets = worked(requirement)
    plain[index] = sets
    return sets
  }

  private mutating func worked(_ requirement: CheckedExpression) -> [[Rule.Need]] {
    _ = names(of: requirement)
    guard names.count <= NameSet.capacity, work > 0 else { return anyOne(requirement) }
    let sets = sets(requirement).prefix(Needs.most)
    return sets.map { set in set.members.map { names[$0] } }
  }

  /// The names of a requirement that are not under `not`, each once, in the order in which they are
  /// first written.
  mutating func names(of requirement: CheckedExpression) -> [Rule.Need] {
    names = []
    places = [:]
    collect(requirement)
    return names
  }

  private mutating func collect(_ expression: CheckedExpression) {
    switch expression {
    case .entitlement, .paid, .factIs:
      guard let need = need(expression), places[need] == nil else { return }
      places[need] = names.count
      names.append(need)
    case .all(let list, _), .any(let list, _):
      for part in list { collect(part) }
    default: break
    }
  }

  private func need(_ expression: CheckedExpression) -> Rule.Need? {
    switch expression {
    // It is told by its name alone: a purchase is what brings it.
    case .entitlement(let index, _), .paid(let index, _): .entitlement(index)
    case .factIs(let fact, _, _): .fact(fact)
    default: nil
    }
  }

  /// The sets that meet an expression; `not` asks for nothing, whatever follows it.
  private mutating func sets(_ expression: CheckedExpression) -> [NameSet] {
    switch expression {
    case .not: return [NameSet()]
    case .all(let list, _): return all(list)
    case .any(let list, _):
      let joined = list.flatMap { sets($0) }
      return smallest(joined)
    default: return alternatives(expression)
    }
  }

  private mutating func all(_ list: [CheckedExpression]) -> [NameSet] {
    var joined = [NameSet()]
    for part in list {
      let sets = sets(part)
      var products: [NameSet] = []
      for set in joined {
        for other in sets { products.append(set.union(other)) }
      }
      joined = smallest(products)
    }
    return joined
  }

  /// The written names that bring a name: itself, and what includes it. Everybody has the first
  /// tier, and nobody has paid for it by that.
  private func alternatives(_ expression: CheckedExpression) -> [NameSet] {
    guard let need = need(expression), let place = places[need] else { return [NameSet()] }
    guard case .entitlement(let wanted) = need else { return [NameSet(place)] }
    if isEverybodys(expression) { return [NameSet()] }
    var alternatives = [NameSet(place)]
    for (other, name) in names.enumerated() where other != place {
      guard case .entitlement(let index) = name,
        policy.entitlements[Int(index)].gives(wanted)
      else { continue }
      alternatives.append(NameSet(other))
    }
    return alternatives
  }

  /// The sets that hold no other of them, the smallest first.
  private mutating func smallest(_ sets: [NameSet]) -> [NameSet] {
    let sorted = sets.sorted { $0.precedes($1) }
    var kept: [NameSet] = []
    for set in sorted {
      if kept.count == Needs.mostInBetween || work < 0 { break }
      work -= kept.count + 1
      if !kept.contains(where: { set.isSuperset(of: $0) }) { kept.append(set) }
    }
    return kept
  }

  // MARK: Large requirements

  /// One set that meets a requirement, or for a plain list of alternatives the first few.
  private func anyOne(_ requirement: CheckedExpression) -> [[Rule.Need]] {
    var sets: [[Rule.Need]] = []
    if case .any(let list, _) = requirement {
      for part in list.prefix(Needs.most) {
        if case .entitlement = part, let need = need(part) { sets.append([need]) }
      }
    }
    if !sets.isEmpty { return sets }
    var chosen: Set<Int> = []
    choose(requirement, &chosen)
    return [chosen.sorted().map { names[$0] }]
  }

  /// All parts of an `all`, the first part of an `any`.
  private func choose(_ expression: CheckedExpression, _ chosen: inout Set<Int>) {
    switch expression {
    case .not: break
    case .all(let list, _): for part in list { choose(part, &chosen) }
    case .any(let list, _): for part in list.prefix(1) { choose(part, &chosen) }
    default:
      guard let need = need(expression), let place = places[need] else { return }
      if !isEverybodys(expression) { chosen.insert(place) }
    }
  }

  /// Whether it is the first tier, which everybody has.
  private func isEverybodys(_ expression: CheckedExpression) -> Bool {
    guard case .entitlement(0, _) = expression else { return false }
    return policy.tierCount > 0
  }
}

extension CheckedEntitlement {
  /// Whether who holds it holds another one.
  func gives(_ wanted: Int32) -> Bool {
    if let rank { return wanted <= rank }
    let low = gives.partitioningIndex { $0 >= wanted }
    return low < gives.count && gives[low] == wanted
  }
}
