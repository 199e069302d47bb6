import TollgateCompiler
import TollgateRuntime

extension Surveyor {
  /// Asks what a purchase changes for targets with the same rules.
  mutating func lookForProducts(_ group: Group, _ subject: LintTopic) {
    guard !policy.products.isEmpty else { return }
    let buying = Asker(vocabulary, terms: terms.withPurchases, scope: .buying, budget: budget)
    lookForUnmet(group, buying)
    lookForDeadEnd(group, buying, subject)
    lookForChanges(group, buying, subject)
  }

  /// Which products change something, and which of them open no more than a rival.
  private mutating func lookForChanges(
    _ group: Group, _ buying: Asker, _ subject: LintTopic
  ) {
    guard !productsToChange.isEmpty || !rivals.isEmpty || mayHaveBundles else { return }
    // A target that does not depend on a product says nothing about it.
    guard let involved = ask(ProductsInvolved(rules: group.rules), buying, "TG0403", subject)
    else {
      isPricingOpen = true
      return
    }
    guard !involved.isEmpty else { return }
    let candidates = productsToChange.intersection(involved)
    if !candidates.isEmpty {
      let question = ProductsThatChange(rules: group.rules, candidates: candidates)
      productsToChange.subtract(ask(question, buying, "TG0403", subject) ?? [])
    }
    let relevant = Set(involved).union(involved.flatMap { graph.parts.products[Int($0)].notWith })
    var left: [(product: Int32, by: Int32)] = []
    for pair in rivals {
      let isTouched = relevant.contains(pair.product) || relevant.contains(pair.by)
      let question = OpensNoMore(
        rules: group.rules, product: pair.product, others: [pair.by])
      let topic = LintTopic.product(Int(pair.product))
      if !isTouched || ask(question, buying, "TG0404", topic) == true { left.append(pair) }
    }
    rivals = left
    guard mayHaveBundles else { return }
    pricedGroups.append(
      PartSearch.PricedGroup(
        rules: group.rules, products: relevant,
        isMonotone: !negations.entitlement(in: group.rules, of: graph)
          && !negations.usage(in: group.rules, of: graph),
        asker: buying))
  }

  private mutating func lookForUnmet(_ group: Group, _ buying: Asker) {
    for rule in group.rules where record(rule).effect == .requires && !isPriced[Int(rule)] {
      // A ladder is no requirement: it has a value for everybody.
      if case .ladder? = record(rule).limit?.kind { continue }
      isPriced[Int(rule)] = true
      let question = CanBeMet(requirement: record(rule).requirement)
      if ask(question, buying, "TG0401", .rule(Int(rule))) == false {
        survey.unmetRules.append(rule)
      }
    }
  }

  /// Whether a pack adds to a meter that the rules limit: a purchase always helps there.
  private func canBeRefilled(_ rules: [Int32]) -> Bool {
    rules.contains { rule in
      guard let limit = record(rule).limit else { return false }
      return graph.parts.products.contains { product in
        product.isForSale && product.packs.contains { $0.meter == limit.meter }
      }
    }
  }

  private mutating func lookForDeadEnd(
    _ group: Group, _ buying: Asker, _ subject: LintTopic
  ) {
    let rules = withoutOff(group.rules)
    let isExplained =
      survey.closed.last == group.targets
      || rules.contains { survey.unmetRules.contains($0) }
    guard !isExplained, !canBeRefilled(rules) else { return }
    let answer = ask(DeadEnd(rules: rules), buying, "TG0402", subject)
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
      if ask(question, buying, "TG0406", .product(index)) == false {
        survey.unsold.append(Int32(index))
      }
    }
  }

  /// Pairs of products of which the second costs no more than the first for the same period, and
  /// promises as much to as many people. At one price a pair may come both ways round.
  mutating func findRivals() {
    let buying = asker(.buying)
    for offer in offers {
      for rival in offers where rival.index != offer.index {
        guard rival.isComparable(to: offer), !(offer.amount < rival.amount),
          rival.promisesAsMuch(as: offer),
          [rival].mayBeHeldWithAsMuch(as: offer, among: graph.parts.products)
        else { continue }
        let question = SoldToAsMany(product: offer.index, others: [rival.index])
        if ask(question, buying, "TG0404", .product(Int(offer.index))) == true {
          rivals.append((offer.index, rival.index))
        }
      }
    }
  }

  /// Whether some product may cost more than two others together.
  static func mayHaveBundles(_ offers: [Offer]) -> Bool {
    offers.contains { bundle in
      let cheaper = offers.filter { $0.isComparable(to: bundle) && $0.amount < bundle.amount }
        .map { $0.amount }.sorted()
      return cheaper.count > 1 && cheaper[0].adding(cheaper[1]) < bundle.amount
    }
  }

  /// Looks for parts of every product that is worth something and has no better rival.
  mutating func findBundles() {
    guard !isPricingOpen else { return }
    let settled = Set(survey.idleProducts + survey.dominated.map { $0.product })
    for offer in offers where !settled.contains(offer.index) {
      guard
        var search = PartSearch(
          of: offer, among: offers, graph.parts.products, pricedGroups, budget: budget)
      else { continue }
      switch search.run() {
      case .parts(let parts): survey.bundles.append((offer.index, parts))
      case .none: break
      case .undecided(let exhausted):
        survey.undecided.append(
          Survey.Undecided(
            code: "TG0405", subject: .product(Int(offer.index)), exhausted: exhausted))
      }
    }
  }

  /// The packs that add to a meter that something limits or reads: a purchase changes it.
  static func refills(of graph: RuleGraph) -> Set<Int32> {
    var meters: Set<Int32> = []
    for rule in graph.cores { if let limit = rule.limit { meters.insert(limit.meter) } }
    for node in graph.parts.nodes {
      if case .usageAtLeast(let counter, _) = node { meters.insert(counter.meter) }
    }
    return Set(
      graph.parts.products.indices.map { Int32($0) }.filter { index in
        graph.parts.products[Int(index)].packs.contains { meters.contains($0.meter) }
      })
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
