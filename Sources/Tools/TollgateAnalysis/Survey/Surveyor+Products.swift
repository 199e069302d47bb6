import TollgateCompiler
import TollgateRuntime
import TollgateSyntax

extension Surveyor {
  /// Asks what a purchase changes for targets with the same rules.
  mutating func lookForProducts(_ group: Group, _ subject: LintTopic) {
    guard !policy.products.isEmpty else { return }
    let buying = Asker(vocabulary, terms: purchaseTerms, scope: .buying, budget: budget)
    lookForUnmet(group, buying)
    lookForDeadEnd(group, buying, subject)
    lookForChanges(group, buying, subject)
  }

  /// Asks what a purchase changes for the value of a setting.
  mutating func lookForProducts(ofValue group: Group, _ subject: LintTopic) {
    guard !policy.products.isEmpty else { return }
    let buying = Asker(vocabulary, terms: purchaseTerms, scope: .buying, budget: budget)
    lookForUnmetSteps(of: group.rules[0], buying)
    lookForChanges(group, buying, subject)
  }

  /// Asks what a purchase changes for who uses something that takes from meters.
  mutating func lookForProducts(ofTaker group: Group, _ subject: LintTopic) {
    guard !policy.products.isEmpty else { return }
    let buying = Asker(vocabulary, terms: purchaseTerms, scope: .buying, budget: budget)
    lookForChanges(group, buying, subject, isMonotone: false)
  }

  /// The products on which these targets depend: what each of them changes is looked for at the
  /// end, first where few do.
  private mutating func lookForChanges(
    _ group: Group, _ buying: Asker, _ subject: LintTopic, isMonotone: Bool? = nil
  ) {
    guard !productsToChange.isEmpty || hasRivals else { return }
    // A target that does not depend on a product says nothing about it.
    let involved: [Int32]
    switch buying.ask(ProductsInvolved(rules: group.rules)) {
    case .answered(let answer): involved = answer
    case .undecided(let exhausted):
      leaveOpen(LintRule.idleProduct.code, subject, exhausted)
      openPricing = openPricing ?? exhausted
      return
    }
    guard !involved.isEmpty else { return }
    let relevant = Set(involved).union(involved.flatMap { graph.parts.products[Int($0)].notWith })
    let rises =
      isMonotone
      ?? (!negations.entitlement(in: group.rules, of: graph)
        && !negations.usage(in: group.rules, of: graph))
    pricing.add(
      Pricing.Group(
        rules: group.rules, products: relevant.sorted(), isMonotone: rises, subject: subject))
  }

  /// Finds the products that change no outcome.
  mutating func findIdleProducts() {
    for place in pricing.narrowestFirst where !productsToChange.isEmpty {
      let group = pricing.groups[place]
      let candidates = productsToChange.intersection(group.products)
      guard !candidates.isEmpty else { continue }
      let question = ProductsThatChange(rules: group.rules, candidates: candidates)
      do throws(Exhausted) {
        productsToChange.subtract(try pricing.ask(question, about: place))
      } catch {
        leaveOpen(LintRule.idleProduct.code, group.subject, error)
      }
    }
  }

  private mutating func lookForUnmet(_ group: Group, _ buying: Asker) {
    for rule in group.rules where record(rule).effect == .requires && !isPriced[Int(rule)] {
      // A ladder is no requirement: it has a value for everybody.
      guard !record(rule).hasSteps else {
        lookForUnmetSteps(of: rule, buying)
        continue
      }
      isPriced[Int(rule)] = true
      let question = CanBeMet(requirement: record(rule).requirement)
      if ask(question, buying, LintRule.unmet.code, .rule(Int(rule))) == false {
        survey.unmetRules.append(rule)
      }
    }
  }

  private mutating func lookForUnmetSteps(of rule: Int32, _ buying: Asker) {
    isPriced[Int(rule)] = true
    for (place, step) in graph.parts.steps(of: record(rule)).enumerated() {
      var question = CanBeMet(requirement: step.requirement)
      guard ask(question, buying, LintRule.unmet.code, .rule(Int(rule))) == false else { continue }
      unsoldSteps.insert(rule)
      // A step for those who bought what is no longer sold keeps what they have.
      question.countsUnsold = true
      if ask(question, buying, LintRule.unmet.code, .rule(Int(rule))) == false {
        survey.unmetSteps.append((rule, place))
      }
    }
  }

  private mutating func lookForDeadEnd(
    _ group: Group, _ buying: Asker, _ subject: LintTopic
  ) {
    let rules = withoutOff(group.rules)
    let isExplained =
      survey.closed.last == group.targets
      || rules.contains { rule in
        survey.unmetRules.contains(rule) || unsoldSteps.contains(rule)
      }
    guard !isExplained else { return }
    let answer = ask(DeadEnd(rules: rules), buying, LintRule.deadEnd.code, subject)
    if case .some(.some(let witness)) = answer {
      survey.deadEnds.append((group.targets, witness))
    }
  }

  mutating func lookAtProducts() {
    for (index, product) in graph.parts.products.enumerated()
    where product.isForSale && !product.onlyWith.isEmpty {
      // Each product by itself: what excludes it elsewhere has its own variables.
      let buying = asker(.buying)
      let question = CanBeBought(product: Int32(index))
      if ask(question, buying, LintRule.unsold.code, .product(index)) == false {
        survey.unsold.append(Int32(index))
      }
    }
  }

  /// The packs that add to a meter that something limits or reads: a purchase changes it.
  static func refills(of graph: RuleGraph) -> Set<Int32> {
    var read: Set<Int32> = []
    for node in graph.parts.nodes {
      if case .usageAtLeast(let counter, _) = node { read.insert(counter.meter) }
    }
    return Set(
      graph.parts.products.indices.map { Int32($0) }.filter { index in
        let meters = Set(graph.parts.products[Int(index)].packs.map { $0.meter })
        return !meters.isDisjoint(with: read)
          || graph.parts.rules.contains { $0.isRaised(with: meters) }
      })
  }

  // MARK: Offers

  /// The products that are offered to nobody: what their `for sale` says is never true.
  static func unoffered(
    _ graph: RuleGraph, budget: Budget
  ) -> (products: [Int32], undecided: [Survey.Undecided]) {
    var products: [Int32] = []
    var undecided: [Survey.Undecided] = []
    let (terms, vocabulary) = Vocabulary.alone(graph)
    for (index, product) in graph.parts.products.enumerated()
    where product.isForSale && product.sale != nil {
      let known = Asker(vocabulary, terms: terms, scope: .known, budget: budget)
      switch known.ask(CanBeOffered(product: Int32(index))) {
      case .answered(let isOffered): if !isOffered { products.append(Int32(index)) }
      case .undecided(let exhausted):
        undecided.append(
          Survey.Undecided(
            code: LintRule.unoffered.code, subject: .product(index), exhausted: exhausted))
      }
    }
    return (products, undecided)
  }
}

extension RuleGraph {
  /// The same policy with some products that are not for sale.
  func withoutOffers(of products: [Int32]) -> RuleGraph {
    guard !products.isEmpty else { return self }
    var parts = parts
    for product in products { parts.products[Int(product)].isForSale = false }
    return RuleGraph(verified: parts, digest: digest)
  }
}

extension Rule {
  /// Whether it requires what its steps ask for: those of a ladder, or of a setting.
  var hasSteps: Bool {
    switch limit?.kind {
    case .ladder, .setting: true
    case .bare, .atMost, .allowance, .undecided, nil: false
    }
  }
}

extension Decision {
  /// Whether some purchase is a way in.
  var offersPurchase: Bool {
    waysIn.contains { way in
      if case .buy = way { return true }
      return false
    }
  }
}

extension Terms {
  /// The same terms, and two more for each product: whether it is held after a purchase, and
  /// whether it is held twice then.
  var withPurchases: Terms {
    var terms = self
    terms.products += (products + products).map { ProductTerm(name: $0.name) }
    return terms
  }
}

/// Products that do the same for whoever holds or buys one: they differ at most in their price, and
/// in what else does not depend on the rules. The exact questions are asked about the first of each
/// kind, so a thousand ways to buy one thing are one question.
struct ProductKinds: Sendable {
  /// The first product of each product's kind.
  private(set) var firsts: [Int32] = []
  /// The products of each kind, by the first of them; none for the others.
  private(set) var members: [[Int32]]
  /// The products that are sold only with each product, or with another one in its place.
  private(set) var companions: [[Int32]]

  /// All that a product does.
  private struct Kind: Hashable {
    var isForSale: Bool
    var grants: [Int32]
    var packedMeters: [Int32]
    var onlyWith: [Int32]
    var notWith: [Int32]
    var companions: [Int32]
    var sale: Product.Sale?
    /// Itself, if it adds to a limit or a value: two of them add more than one does.
    var addOn: Int32?

    func with(_ index: Int32) -> Kind {
      var kind = self
      kind.notWith = (notWith + [index]).sorted()
      return kind
    }
  }

  init(_ products: [Product]) {
    companions = products.map { _ in [] }
    members = companions
    for (index, product) in products.enumerated() {
      for partner in Set(product.onlyWith) { companions[Int(partner)].append(Int32(index)) }
    }
    var open: [Kind] = []
    /// The same with each product among those that it is never held with: of a list in which each
    /// excludes all others, all are alike.
    var closed: [Kind: Int] = [:]
    for (index, product) in products.enumerated() {
      open.append(ProductKinds.kind(of: product, Int32(index), companions[index]))
      closed[open[index].with(Int32(index)), default: 0] += 1
    }
    var known: [Kind: Int32] = [:]
    for (index, kind) in open.enumerated() {
      let other = kind.with(Int32(index))
      let isListed = !kind.notWith.isEmpty && (closed[other] ?? 0) > 1
      let first = known[isListed ? other : kind, default: Int32(index)]
      known[isListed ? other : kind] = first
      firsts.append(first)
      members[Int(first)].append(Int32(index))
    }
  }

  private static func kind(of product: Product, _ index: Int32, _ companions: [Int32]) -> Kind {
    var sale = product.sale
    sale?.text = ""
    return Kind(
      isForSale: product.isForSale, grants: Set(product.grants).sorted(),
      packedMeters: Set(product.packs.map { $0.meter }).sorted(),
      onlyWith: Set(product.onlyWith).sorted(), notWith: Set(product.notWith).sorted(),
      companions: companions, sale: sale,
      addOn: product.adds.isEmpty && product.settingAdds.isEmpty ? nil : index)
  }

  /// The same policy with one product of each kind: the others are not for sale and do nothing.
  func merged(_ graph: RuleGraph) -> RuleGraph {
    guard firsts.indices.contains(where: { Int(firsts[$0]) != $0 }) else { return graph }
    var parts = graph.parts
    for index in parts.products.indices {
      let first = firsts[index]
      guard Int(first) == index else {
        parts.products[index] = Product(name: parts.products[index].name)
        parts.products[index].isForSale = false
        continue
      }
      let product = parts.products[index]
      parts.products[index].onlyWith = kinds(of: product.onlyWith, but: nil)
      parts.products[index].notWith = kinds(of: product.notWith, but: first)
    }
    return RuleGraph(verified: parts, digest: graph.digest)
  }

  /// The first products of the kinds of some, each once, in their order.
  func kinds(of products: [Int32], but own: Int32? = nil) -> [Int32] {
    var seen: Set<Int32> = []
    return products.map { firsts[Int($0)] }.filter { $0 != own && seen.insert($0).inserted }
  }

  /// All products of the kinds of some.
  func all(like products: some Sequence<Int32>) -> [Int32] {
    products.flatMap { members[Int($0)] }.sorted()
  }
}

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

  private mutating func answer<Q: PolicyQuestion>(
    _ key: Key, _ question: Q
  ) throws(Exhausted) -> Bool where Q.Answer == Bool {
    if let known = known[key] { return known }
    let answer = try ask(question, about: key.place)
    known[key] = answer
    return answer
  }

  /// The answer to a question about a group.
  mutating func ask<Q: PolicyQuestion>(
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
