package import TollgateRuntime

extension Vocabulary {
  /// Two policies in one language, by name.
  package struct Pair: Sendable {
    package var terms: Terms
    package var old: Vocabulary
    package var new: Vocabulary
    /// The products that the two see differently; through the others an entitlement is held as if
    /// it were granted itself.
    package var products: Set<Int32>
  }

  /// The terms of two policies together.
  package static func pair(_ old: RuleGraph, _ new: RuleGraph) -> Pair {
    var pairing = Pairing(old: Vocabulary(graph: old), new: Vocabulary(graph: new))
    pairing.pairEntitlements()
    pairing.pairMeters()
    pairing.pairFacts()
    pairing.pairRollouts()
    pairing.pairProducts()
    pairing.terms.take([pairing.old, pairing.new])
    return Pair(
      terms: pairing.terms, old: pairing.old, new: pairing.new, products: pairing.differing)
  }
}

/// Finds the terms of two policies.
private struct Pairing {
  var terms = Terms()
  var old: Vocabulary
  var new: Vocabulary
  var differing: Set<Int32> = []

  /// Numbers names in the order in which they are first met.
  private struct Numbering {
    var names: [String] = []
    private var places: [String: Int32] = [:]

    mutating func place(of name: String) -> Int32 {
      if let place = places[name] { return place }
      let place = Int32(names.count)
      names.append(name)
      places[name] = place
      return place
    }
  }

  // MARK: Entitlements

  /// Where the ladders differ there is none: their tiers are entitlements like the others.
  mutating func pairEntitlements() {
    var numbering = Numbering()
    old.entitlements = old.graph.parts.entitlements.map { numbering.place(of: $0.name) }
    new.entitlements = new.graph.parts.entitlements.map { numbering.place(of: $0.name) }
    terms.entitlements = numbering.names
    let windows = old.graph.counterPlaces.windows + new.graph.counterPlaces.windows
    terms.windows = Set(windows).sorted()
    let (ladder, other) = (Pairing.ladder(of: old.graph), Pairing.ladder(of: new.graph))
    if ladder == other { terms.tiers = ladder }
    old.collectGivers(hasLadder: ladder == other)
    new.collectGivers(hasLadder: ladder == other)
  }

  private static func ladder(of graph: RuleGraph) -> [String] {
    graph.parts.entitlements.prefix(graph.parts.tierCount).map { $0.name }
  }

  // MARK: Meters, rollouts

  mutating func pairMeters() {
    var numbering = Numbering()
    for index in old.graph.parts.meters.indices {
      let term = old.graph.term(ofMeter: Int32(index))
      old.meters.append(numbering.place(of: term.name))
      terms.meters.append(term)
    }
    for index in new.graph.parts.meters.indices {
      let term = new.graph.term(ofMeter: Int32(index))
      let place = numbering.place(of: term.name)
      new.meters.append(place)
      guard Int(place) < terms.meters.count else {
        terms.meters.append(term)
        continue
      }
      let known = terms.meters[Int(place)]
      terms.meters[Int(place)].needsAllowance = known.needsAllowance || term.needsAllowance
      terms.meters[Int(place)].isReadByItsRules = known.isReadByItsRules || term.isReadByItsRules
    }
  }

  mutating func pairRollouts() {
    var numbering = Numbering()
    old.rollouts = old.graph.parts.rollouts.map { numbering.place(of: $0.name) }
    new.rollouts = new.graph.parts.rollouts.map { numbering.place(of: $0.name) }
    terms.rollouts = numbering.names
  }

  // MARK: Facts

  /// A fact is one where its type is the same; the choices and versions of both are put together.
  mutating func pairFacts() {
    for fact in old.graph.parts.facts { old.facts.append(addTerm(of: fact)) }
    for fact in new.graph.parts.facts { new.facts.append(addTerm(of: fact)) }
    for index in terms.facts.indices { terms.facts[index].versions.sort() }
    for fact in old.graph.parts.facts { number(fact, in: &old) }
    for fact in new.graph.parts.facts { number(fact, in: &new) }
  }

  private mutating func addTerm(of fact: Fact) -> Int32 {
    var place = terms.facts.count
    for (index, term) in terms.facts.enumerated()
    where term.name == fact.name && term.type == fact.type {
      place = index
    }
    if place == terms.facts.count {
      terms.facts.append(Terms.FactTerm(name: fact.name, type: fact.type))
    }
    for choice in fact.choices where !terms.facts[place].choices.contains(choice) {
      terms.facts[place].choices.append(choice)
    }
    for version in fact.versions where !terms.facts[place].versions.contains(version) {
      terms.facts[place].versions.append(version)
    }
    terms.facts[place].isOpen = terms.facts[place].isOpen || fact.isOpen
    return Int32(place)
  }

  private func number(_ fact: Fact, in vocabulary: inout Vocabulary) {
    let term = terms.facts[Int(vocabulary.facts[vocabulary.choices.count])]
    vocabulary.choices.append(fact.choices.map { Int64(term.choices.firstIndex(of: $0) ?? 0) })
    vocabulary.versions.append(
      fact.versions.map { Int64(term.versions.firstIndex(of: $0) ?? 0) + 1 })
  }

  // MARK: Products

  /// A snapshot names a product by its name or by a store's id. All names of the same
  /// product of each policy are one term.
  mutating func pairProducts() {
    var keys: [String] = []
    var seen: Set<String> = []
    for graph in [old.graph, new.graph] {
      for product in graph.parts.products where seen.insert(product.name).inserted {
        keys.append(product.name)
      }
    }
    for graph in [old.graph, new.graph] {
      for product in graph.parts.products {
        for storeID in product.storeIDs where seen.insert(storeID.id).inserted {
          keys.append(storeID.id)
        }
      }
    }
    // The terms of each product: the first is its own, the others are further ids.
    var oldTerms = [[Int32]](repeating: [], count: old.graph.parts.products.count)
    var newTerms = [[Int32]](repeating: [], count: new.graph.parts.products.count)
    var known: Set<[Int32?]> = []
    for key in keys {
      var (one, two) = (old.graph.names.products[key], new.graph.names.products[key])
      guard known.insert([one, two]).inserted else { continue }
      let place = Int32(terms.products.count)
      // Nobody has a new product yet: one that opens what an old one opened is like it.
      if one == nil, let new = two { one = old.graph.product(like: new, of: self.new.graph) }
      terms.products.append(term(key, one, two, at: place))
      if let one { oldTerms[Int(one)].append(place) }
      if let two { newTerms[Int(two)].append(place) }
    }
    old.nameProducts(oldTerms)
    new.nameProducts(newTerms)
  }

  private mutating func term(
    _ key: String, _ one: Int32?, _ two: Int32?, at place: Int32
  ) -> Terms.ProductTerm {
    var term = Terms.ProductTerm(name: key)
    guard let one, let two else {
      differing.insert(place)
      return term
    }
    let a = old.graph.parts.products[Int(one)]
    let b = new.graph.parts.products[Int(two)]
    if a.grace != b.grace { term.grace = max(a.grace, b.grace) }
    term.isSharedByOne = a.isSharedWithFamily != b.isSharedWithFamily
    term.raises = a.adds.map { old.meters[Int($0.meter)] }
    if !old.graph.opens(a, like: b, of: new.graph) { differing.insert(place) }
    return term
  }
}

extension Vocabulary {
  /// Takes over the terms of each product, of which each has one by its name.
  fileprivate mutating func nameProducts(_ terms: [[Int32]]) {
    products = terms.map { $0[0] }
    aliases = terms.map { Array($0.dropFirst()) }
  }
}

extension RuleGraph {
  /// The first product here that opens what a product of another policy opens, which has it anew.
  func product(like other: Int32, of graph: RuleGraph) -> Int32? {
    let wanted = graph.parts.products[Int(other)]
    guard names.products[wanted.name] == nil else { return nil }
    let isAnything = !wanted.grants.isEmpty || wanted.raisesLimits
    let found = parts.products.firstIndex {
      isAnything && opens($0, like: wanted, of: graph) && packs(of: $0) == graph.packs(of: wanted)
    }
    return found.map { Int32($0) }
  }

  /// Whether a product opens the same as one of another policy, and for as long.
  fileprivate func opens(_ a: Product, like b: Product, of other: RuleGraph) -> Bool {
    a.grace == b.grace && a.isSharedWithFamily == b.isSharedWithFamily
      && additions(of: a) == other.additions(of: b)
      && gives(a, like: b, of: other)
  }

  /// Whether two products give the same: by the same names, or in the end.
  private func gives(_ a: Product, like b: Product, of other: RuleGraph) -> Bool {
    if names(of: a.grants) == other.names(of: b.grants) { return true }
    return names(of: given(by: a.grants)) == other.names(of: other.given(by: b.grants))
  }

  private func packs(of product: Product) -> [String] {
    product.packs.map { "\($0.amount) \(parts.meters[Int($0.meter)].name)" }.sorted()
  }

  fileprivate func names(of entitlements: [Int32]) -> Set<String> {
    Set(entitlements.map { parts.entitlements[Int($0)].name })
  }

  /// Everything that who holds these holds.
  fileprivate func given(by entitlements: [Int32]) -> [Int32] {
    entitlements.flatMap { parts.entitlements[Int($0)].gives }
  }

  /// How much a product adds to each meter and each setting.
  fileprivate func additions(of product: Product) -> [String: Int64] {
    var additions: [String: Int64] = [:]
    for addition in product.adds {
      let window = addition.window.map { " per \($0.code)" } ?? ""
      let name = parts.meters[Int(addition.meter)].name + window
      additions[name] = (additions[name] ?? 0).saturatingAdd(addition.amount)
    }
    for addition in product.settingAdds {
      let name = "setting " + name(ofSetting: addition.setting)
      additions[name] = (additions[name] ?? 0).saturatingAdd(addition.amount)
    }
    return additions
  }
}
