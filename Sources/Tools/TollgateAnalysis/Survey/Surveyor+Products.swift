import TollgateCompiler
import TollgateRuntime

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

  /// The products on which these targets depend: what each of them changes is looked for at the
  /// end, first where few do.
  private mutating func lookForChanges(
    _ group: Group, _ buying: Asker, _ subject: LintTopic
  ) {
    guard !productsToChange.isEmpty || hasRivals else { return }
    // A target that does not depend on a product says nothing about it.
    let involved: [Int32]
    switch buying.ask(ProductsInvolved(rules: group.rules)) {
    case .answered(let answer): involved = answer
    case .undecided(let exhausted):
      leaveOpen("TG0403", subject, exhausted)
      openPricing = openPricing ?? exhausted
      return
    }
    guard !involved.isEmpty else { return }
    let relevant = Set(involved).union(involved.flatMap { graph.parts.products[Int($0)].notWith })
    pricing.add(
      Pricing.Group(
        rules: group.rules, products: relevant.sorted(),
        isMonotone: !negations.entitlement(in: group.rules, of: graph)
          && !negations.usage(in: group.rules, of: graph), subject: subject))
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
        leaveOpen("TG0403", group.subject, error)
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
      if ask(question, buying, "TG0401", .rule(Int(rule))) == false {
        survey.unmetRules.append(rule)
      }
    }
  }

  private mutating func lookForUnmetSteps(of rule: Int32, _ buying: Asker) {
    isPriced[Int(rule)] = true
    for (place, step) in graph.parts.steps(of: record(rule)).enumerated() {
      var question = CanBeMet(requirement: step.requirement)
      guard ask(question, buying, "TG0401", .rule(Int(rule))) == false else { continue }
      unsoldSteps.insert(rule)
      // A step for those who bought what is no longer sold keeps what they have.
      question.countsUnsold = true
      if ask(question, buying, "TG0401", .rule(Int(rule))) == false {
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
          Survey.Undecided(code: "TG0409", subject: .product(index), exhausted: exhausted))
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
