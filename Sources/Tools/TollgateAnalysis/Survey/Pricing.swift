import TollgateCompiler
import TollgateRuntime
import TollgateSyntax

/// The targets that one product opens beside others, target by target: the exact part of comparing prices.
///
/// Only the targets that depend on a product are asked about it, and each answer is kept. Whatever was
/// worked out for a target is kept for the last few only.
struct Pricing {
  /// Targets with the same rules that depend on products.
  struct Group {
    var rules: [Int32]
    /// The products on which they depend, with those that replace them, ascending.
    var products: [Int32]
    /// Whether holding more never closes them.
    var isMonotone: Bool
    /// Whom an open question about them concerns.
    var subject: LintTopic

    /// Whether they depend on a product.
    func contains(_ product: Int32) -> Bool {
      let place = products.partitioningIndex { $0 >= product }
      return place < products.count && products[place] == product
    }
  }

  private let graph: RuleGraph
  private let makeAsker: @Sendable () -> Asker
  private(set) var groups: [Group] = []
  /// The groups that depend on each product.
  private var places: [[Int32]]
  private var askers: [Int: Asker] = [:]
  private var known: [Key: Bool] = [:]
  private var reached: [Int32: Set<Int32>?] = [:]

  /// How many targets' diagrams are kept.
  private static let mostAskers = 16
  /// How many targets narrow down what may be compared with a product.
  private static let mostNarrowing = 8

  private struct Key: Hashable {
    /// A group, or -1 for who may buy.
    var place: Int
    var product: Int32
    var others: [Int32]
    var areReplacing = true
  }

  /// - Parameter graph: A policy with one product of each kind.
  init(_ graph: RuleGraph, asking makeAsker: @escaping @Sendable () -> Asker) {
    self.graph = graph
    self.makeAsker = makeAsker
    places = graph.parts.products.map { _ in [] }
  }

  private var products: [Product] { graph.parts.products }

  mutating func add(_ group: Group) {
    for product in group.products { places[Int(product)].append(Int32(groups.count)) }
    groups.append(group)
  }

  /// The groups that others may open where a product does, or close.
  func places(besides product: Int32) -> [Int] {
    groups.indices.filter { groups[$0].contains(product) || !groups[$0].isMonotone }
  }

  // MARK: Questions

  /// Whether others, bought together, open the targets of a group as a product does.
  mutating func opens(
    _ others: [Int32], as product: Int32, _ place: Int, areReplacing: Bool = true
  ) throws(Exhausted) -> Bool {
    let group = groups[place]
    let relevant = others.filter { group.contains($0) }
    if group.isMonotone, relevant.contains(where: { gives($0, asMuchAs: product) }),
      relevant.allSatisfy({ replacesNoMore($0, than: product) })
    {
      return true
    }
    let question = OpensNoMore(
      rules: group.rules, product: product, others: relevant, areReplacing: areReplacing)
    let key = Key(
      place: place, product: product, others: relevant.sorted(), areReplacing: areReplacing)
    return try answer(key, question)
  }

  /// Whether everybody who may buy a product may buy others together.
  mutating func isSold(_ others: [Int32], whereverIsSold product: Int32) throws(Exhausted) -> Bool {
    let areFree = others.allSatisfy { other in
      products[Int(other)].onlyWith.isEmpty && products[Int(other)].sale == nil
    }
    if areFree { return true }
    let key = Key(place: -1, product: product, others: others.sorted())
    return try answer(key, SoldToAsMany(product: product, others: others))
  }

  private mutating func answer<Q: Question>(
    _ key: Key, _ question: Q
  ) throws(Exhausted) -> Bool where Q.Answer == Bool {
    if let known = known[key] { return known }
    let answer = try ask(question, about: key.place)
    known[key] = answer
    return answer
  }

  /// The answer to a question about a group.
  mutating func ask<Q: Question>(
    _ question: Q, about place: Int
  ) throws(Exhausted) -> Q.Answer {
    if askers.count >= Pricing.mostAskers, askers[place] == nil { askers = [:] }
    let asker = askers[place] ?? makeAsker()
    askers[place] = asker
    switch asker.ask(question) {
    case .answered(let answer): return answer
    case .undecided(let exhausted): throw exhausted
    }
  }

  /// Whether a product grants all that another one grants, which adds nothing. Where both replace
  /// the same, it opens as much wherever holding more never closes anything.
  private func gives(_ product: Int32, asMuchAs other: Int32) -> Bool {
    let (one, two) = (products[Int(product)], products[Int(other)])
    return !two.raisesLimits
      && two.grants.allSatisfy { grant in one.grants.contains { gives(entitlement: $0, grant) } }
  }

  /// Whether a product replaces nothing that another one leaves.
  private func replacesNoMore(_ product: Int32, than other: Int32) -> Bool {
    products[Int(product)].notWith.allSatisfy {
      $0 == other || products[Int(other)].notWith.contains($0)
    }
  }

  private func gives(entitlement one: Int32, _ two: Int32) -> Bool {
    let entitlements = graph.parts.entitlements
    if let rank = entitlements[Int(one)].rank, let other = entitlements[Int(two)].rank {
      return rank >= other
    }
    return one == two || entitlements[Int(one)].gives.contains(two)
  }

  // MARK: What may be compared

  /// The first of the groups that depend on a product and on the fewest others.
  func narrow(_ product: Int32) -> [Int] {
    Array(narrowestFirst(places[Int(product)].map { Int($0) }).prefix(Pricing.mostNarrowing))
  }

  /// All groups, those first that depend on the fewest products.
  var narrowestFirst: [Int] { narrowestFirst(Array(groups.indices)) }

  private func narrowestFirst(_ places: [Int]) -> [Int] {
    places.sorted { (groups[$0].products.count, $0) < (groups[$1].products.count, $1) }
  }

  /// The products that may open what a product does, and no others; `nil` for all of them.
  mutating func reach(of product: Int32) throws(Exhausted) -> Set<Int32>? {
    if let known = reached[product] { return known }
    var left: Set<Int32>?
    for place in narrow(product) {
      let group = groups[place]
      if let left, left.count <= 1 || left.allSatisfy({ group.contains($0) }) { continue }
      // Without any other product these targets are not opened as this one opens them.
      if try opens([], as: product, place) { continue }
      left = left?.intersection(group.products) ?? Set(group.products)
    }
    reached[product] = .some(left)
    return left
  }

  /// Whether a product opens no more than another one, for anybody.
  mutating func isDominated(_ product: Int32, by other: Int32) throws(Exhausted) -> Bool {
    guard try isSold([other], whereverIsSold: product) else { return false }
    for place in Set(places[Int(product)] + places[Int(other)]).sorted() {
      guard try opens([other], as: product, Int(place)) else { return false }
    }
    return true
  }
}
