import TollgateCompiler
import TollgateRuntime

extension Surveyor {
  /// What buying does for targets with the same rules.
  mutating func lookForProducts(_ group: Group, _ subject: LintTopic) {
    guard !policy.products.isEmpty else { return }
    let buying = Asker(vocabulary, terms: terms.withPurchases, scope: .buying, budget: budget)
    lookForUnmet(group, buying)
    lookForDeadEnd(group, buying, subject)
    guard !productsToOpen.isEmpty || !rivals.isEmpty else { return }
    // A target that does not depend on a product says nothing about it.
    let involved = ask(ProductsInvolved(rules: group.rules), buying, "TG0403", subject) ?? []
    let candidates = productsToOpen.intersection(involved)
    if !candidates.isEmpty {
      let question = ProductsThatOpen(rules: group.rules, candidates: candidates)
      productsToOpen.subtract(ask(question, buying, "TG0403", subject) ?? [])
    }
    var left: [(product: Int32, by: Int32)] = []
    for pair in rivals {
      // What one of the two does to the target, or what they replace.
      let replaced =
        graph.parts.products[Int(pair.product)].notWith
        + graph.parts.products[Int(pair.by)].notWith
      guard !Set(involved).isDisjoint(with: replaced + [pair.product, pair.by]) else {
        left.append(pair)
        continue
      }
      let question = OpensNoMore(rules: group.rules, product: pair.product, other: pair.by)
      if ask(question, buying, "TG0404", .product(Int(pair.product))) == true {
        left.append(pair)
      }
    }
    rivals = left
  }

  private mutating func lookForUnmet(_ group: Group, _ buying: Asker) {
    for rule in group.rules where record(rule).effect == .requires && !isPriced[Int(rule)] {
      isPriced[Int(rule)] = true
      let question = CanBeMet(requirement: record(rule).requirement)
      if ask(question, buying, "TG0401", .rule(Int(rule))) == false {
        survey.unmetRules.append(rule)
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

  /// Pairs of products of which the second costs no more than the first for the same period, and
  /// is sold to the same people. At one price a pair comes both ways round.
  static func rivals(among products: [Product]) -> [(product: Int32, by: Int32)] {
    var rivals: [(product: Int32, by: Int32)] = []
    for (index, product) in products.enumerated() {
      for (other, rival) in products.enumerated() where other != index {
        guard let (amount, theirs) = amounts(product, rival),
          rival.onlyWith.isEmpty || rival.onlyWith == product.onlyWith
        else { continue }
        if !(amount < theirs) { rivals.append((Int32(index), Int32(other))) }
      }
    }
    return rivals
  }

  /// What two products cost, if both are for sale in one currency and for one period.
  private static func amounts(_ a: Product, _ b: Product) -> (ExactAmount, ExactAmount)? {
    guard a.isForSale, b.isForSale, let first = a.price, let second = b.price,
      first.currency == second.currency, first.period == second.period
    else { return nil }
    return (ExactAmount(first.amount), ExactAmount(second.amount))
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
