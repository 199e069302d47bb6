import Foundation

extension Naive.Question {
  /// Every minimal set of products for sale whose purchase now is enough, in order (4.7).
  func setsToBuy(from outcome: Naive.Outcome) -> [[Int]] {
    let enough = setsOnSale().filter { opens(worldAfterBuying($0), from: outcome) }
    let minimal = enough.filter { chosen in
      !enough.contains { $0.count < chosen.count && Set($0).isSubset(of: chosen) }
    }
    return inOrder(minimal)
  }

  /// Every set of products that may be bought now.
  func setsOnSale() -> [[Int]] {
    let offered = evaluator.products.indices.filter(isOffered)
    return Naive.subsets(of: Array(offered)).dropFirst().filter(canBeBought)
  }

  func inOrder(_ sets: [[Int]]) -> [[Int]] {
    sets.sorted { one, other in
      if one.count != other.count { return one.count < other.count }
      let ranks = (one.map(rank), other.map(rank))
      return ranks.0.lexicographicallyPrecedes(ranks.1) { $0.lexicographicallyPrecedes($1) }
    }
  }

  func wayIn(buying chosen: [Int], from outcome: Naive.Outcome) -> Naive.WayIn {
    let products = chosen.map { evaluator.products[$0] }
    var way = Naive.WayIn(
      kind: "buy",
      products: products.map(\.name),
      prices: products.map { $0.price?.tag ?? ($0.isPriceOnRequest ? .onRequest : nil) }
    )
    let tried = Set(chosen.filter(isTrialOffered))
    way.isAfterTrial = !opens(worldAfterBuying(chosen, trying: tried), from: outcome)
    return way
  }

  /// It has a trial, the store was asked, and the user had no trial of it, nor of a product that
  /// grants one of the same entitlements, or a tier as it does.
  private func isTrialOffered(_ index: Int) -> Bool {
    let product = evaluator.products[index]
    guard product.trialSeconds != nil, snapshot.asOf != nil else { return false }
    let tiers = evaluator.policy.statements.compactMap(\.tiersDeclared).first ?? []
    return !snapshot.grants.contains { grant in
      guard grant.trial == true || grant.state == "trial",
        let used = evaluator.productIndex(grant.product)
      else { return false }
      let others = evaluator.products[used].grants
      return used == index || product.grants.contains { others.contains($0) }
        || product.grants.contains { tiers.contains($0) } && others.contains { tiers.contains($0) }
    }
  }

  /// For sale to this user, and not held already, unless it adds to a meter, or sells what a
  /// quantity is for each of.
  private func isOffered(_ index: Int) -> Bool {
    let product = evaluator.products[index]
    guard !product.notForSale, product.sale.map(isOpen) ?? true, lasts(product) else {
      return false
    }
    let isCounted = product.price?.each.map { evaluator.namesCounted.contains($0) } ?? false
    return isCounted || !product.adds.isEmpty || !product.packs.isEmpty || !isHeld(index)
  }

  /// Bought by a clock that is behind, it would not be over by the effective now.
  private func lasts(_ product: Naive.Product) -> Bool {
    guard isClockBehind, let period = product.price?.period.iso else { return true }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(secondsFromGMT: 0) ?? .current
    let bought = Date(timeIntervalSince1970: Double(ask.now) / 1000)
    let units: [Character: Calendar.Component] = ["M": .month, "Y": .year, "W": .weekOfYear]
    guard period.first == "P", let unit = period.last.flatMap({ units[$0] }),
      let count = Int(period.dropFirst().dropLast()),
      let end = calendar.date(byAdding: unit, value: count, to: bought)
    else { return true }
    return now < Int((end.timeIntervalSince1970 * 1000).rounded())
  }

  /// Whether all that `for sale` says is surely true as things are now.
  private func isOpen(_ sale: Naive.Sale) -> Bool {
    let input = world()
    var parts = [input.begun(sale.from), input.notOver(sale.until), input.met(sale.when)]
    parts.append(input.met(sale.unless, ifAbsent: .no).negated)
    if let requirement = sale.requirement {
      let value = input.value(of: requirement)
      parts.append(sale.isWithout ? value.negated : value)
    }
    return parts.allSatisfy { $0 == .yes }
  }

  /// It counts now (also through grace, also if stale), or is on hold, paused or pending.
  private func isHeld(_ index: Int) -> Bool {
    holdings.contains { holding in
      guard holding.product == index, holding.countsThroughProduct else { return false }
      return ["hold", "paused", "pending"].contains(holding.state)
        || holding.counts(at: now, asOf: snapshot.asOf)
    }
  }

  private func exclude(_ one: Int, _ other: Int) -> Bool {
    let products = evaluator.products
    return products[one].notWith.contains(products[other].name)
      || products[other].notWith.contains(products[one].name)
  }

  private func canBeBought(_ chosen: [Int]) -> Bool {
    let hasConflict = chosen.contains { one in chosen.contains { exclude(one, $0) } }
    if hasConflict { return false }
    return chosen.allSatisfy { index in
      let companions = evaluator.products[index].onlyWith
      return companions.isEmpty || companions.contains { isThere($0, withSet: chosen) }
    }
  }

  /// Bought along, or held, counting for certain and not replaced.
  private func isThere(_ name: String, withSet chosen: [Int]) -> Bool {
    guard let index = evaluator.products.firstIndex(where: { $0.name == name }) else {
      return false
    }
    if chosen.contains(index) { return true }
    let standings = worldAfterBuying(chosen).standings
    return holdings.indices.contains { holding in
      holdings[holding].product == index && holdings[holding].countsThroughProduct
        && standings[holding] == .yes
    }
  }

  /// Bought products count; the grants of those they replace are gone.
  func worldAfterBuying(_ chosen: [Int], trying tried: Set<Int> = []) -> Naive.EvaluationInput {
    let replaced = holdings.indices.filter { holding in
      guard let product = holdings[holding].product else { return false }
      return chosen.contains { exclude($0, product) }
    }
    return world(
      supposing: Naive.Hypothesis(gone: Set(replaced), bought: chosen, tried: tried))
  }

  /// The place of a product in the order of offers: price group, price, declaration.
  private func rank(_ index: Int) -> [Int] {
    guard let price = evaluator.products[index].price else {
      let isOnRequest = evaluator.products[index].isPriceOnRequest
      return [isOnRequest ? Int.max - 1 : Int.max, 0, index]
    }
    let group = evaluator.products.firstIndex { product in
      product.price?.currency == price.currency && product.price?.period.iso == price.period.iso
        && product.price?.each == price.each
    }
    // What all quantities of the meter, bought one after the other, would cost: whole numbers.
    let quantities = Set(evaluator.products.compactMap { $0.price?.eachQuantity })
    let common = quantities.subtracting([price.eachQuantity]).reduce(1, *)
    return [group ?? index, price.hundredths * common, index]
  }
}

extension Naive.Price {
  var tag: Naive.PriceTag {
    Naive.PriceTag(
      amount: billed != nil && hundredths % 100 != 0 ? exactText : amountText,
      currency: currency, period: period.iso, each: each, atLeast: atLeast, of: eachQuantity,
      perMonth: billed.map {
        Naive.Price(hundredths: $0.hundredths, currency: currency, period: .month).amountText
      })
  }

  /// The exact decimal, with both of its decimals.
  private var exactText: String { "\(hundredths / 100)." + "\(100 + hundredths % 100)".dropFirst() }

  /// The exact decimal, without zeros at its end.
  var amountText: String {
    let whole = hundredths / 100, cents = hundredths % 100
    if cents == 0 { return "\(whole)" }
    if cents % 10 == 0 { return "\(whole).\(cents / 10)" }
    return cents < 10 ? "\(whole).0\(cents)" : "\(whole).\(cents)"
  }
}
