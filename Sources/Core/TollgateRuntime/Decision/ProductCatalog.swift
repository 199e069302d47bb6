/// The products of a policy as one user finds them: which the user has, which are for sale, and
/// what is so once they are bought.
package struct ProductCatalog: Sendable {
  package let graph: RuleGraph
  package let prepared: PreparedSnapshot
  /// Effective now.
  let now: Int64
  /// By product, whether it is offered to this user at all, as things are now.
  private let offered: BitSet

  package init(graph: RuleGraph, prepared: PreparedSnapshot, at now: Instant) {
    self.graph = graph
    self.prepared = prepared
    self.now = max(now.milliseconds, prepared.floor)
    offered = graph.productsOffered(to: prepared.input, at: self.now)
  }

  init(of inquiry: borrowing Inquiry) {
    graph = inquiry.graph
    prepared = inquiry.prepared
    now = inquiry.now
    let offered = graph.productsOffered(to: prepared.input, at: inquiry.now)
    self.offered = inquiry.isClockBehind ? inquiry.lasting(offered) : offered
  }

  /// Whether a user has a product.
  package enum Standing: Sendable, Hashable {
    case held, onHold, pending, notHeld
  }

  /// Whether the user has a product: a purchase that counts goes before one that does not. One
  /// that is only too old to be believed counts here.
  package func standing(of product: Int32) -> Standing {
    var standing = Standing.notHeld
    for place in prepared.grants.indices where prepared.grants[place].product == product {
      if prepared.grants[place].counts.contains(where: { $0.contains(now) }) { return .held }
      switch prepared.grants[place].state {
      case .hold, .paused: standing = .onHold
      case .pending: if standing == .notHeld { standing = .pending }
      default: break
      }
    }
    return standing
  }

  /// Whether a purchase of a product brings one more of what it sells: something counts it, and the
  /// user has the product, which surely counts now. A first purchase brings the least that is sold.
  func isOneMore(_ product: Int32) -> Bool {
    guard !graph.countedMeters.isEmpty, graph[product: product].soldPlace >= 0 else {
      return false
    }
    return prepared.grants.contains { grant in
      grant.product == product
        && grant.counts.contains {
          $0.contains(now) && ($0.isFresh || now < prepared.input.staleAt)
        }
    }
  }

  /// Whether a product is for sale to this user: to nobody, to some users only, or to everybody.
  package func isForSale(_ index: Int32) -> Bool { offered.contains(index) }

  /// Whether a product is offered to this user: it is for sale to the user, and one that the user
  /// has is offered again only if it raises limits.
  package func isOffered(_ index: Int32) -> Bool {
    guard isForSale(index) else { return false }
    return graph[product: index].addsSomething || standing(of: index) == .notHeld
      || !graph.countedMeters.isEmpty && graph[product: index].raisesLimits
  }

  /// Whether a product may be bought as one of a set: it is `only with` nothing, or with something
  /// that is in the set, or is held, counts and stays.
  package func isSold(_ product: Int32, with set: BitSet) -> Bool {
    let wanted = graph[product: product].onlyWith
    guard !wanted.isEmpty, !wanted.contains(where: { set.contains($0) }) else { return true }
    return prepared.grants.contains { grant in
      (grant.product.map { wanted.contains($0) } ?? false) && !isReplaced(grant, by: set)
        && now < prepared.input.staleAt && grant.counts.contains { $0.contains(now) }
    }
  }

  /// The user's products that a purchase of another one would replace, in order of declaration.
  package func replaced(by product: Int32) -> [Int32] {
    graph[product: product].notWith.filter { standing(of: $0) == .held }.sorted()
  }

  /// The snapshot once these products have been bought, without the products that they
  /// replace.
  ///
  /// - Parameter inTrial: Those of them that begin with their trial.
  package func after(buying products: BitSet, inTrial: BitSet = BitSet()) -> PreparedSnapshot {
    var spans = prepared.spans(without: prepared.places { isReplaced($0, by: products) })
    for product in products {
      spans.addBought(
        product, inTrial: inTrial.contains(product), isOneMore: isOneMore(product))
    }
    return prepared.with(
      input: prepared.input.with(held: spans.heldTable, added: spans.addedTable))
  }

  /// The input without the products that these replace.
  func input(beside products: BitSet) -> EvaluationInput {
    prepared.input(without: prepared.places { isReplaced($0, by: products) })
  }

  /// The data that changes when the products that these replace are gone.
  func losses(beside products: BitSet) -> Dependencies {
    var losses = Dependencies()
    for place in prepared.grants.indices where isReplaced(prepared.grants[place], by: products) {
      losses.formUnion(graph.dependencies(of: prepared.grants[place]))
    }
    return losses
  }

  /// Whether a product bears on something: by what it gives, or by replacing a product that does.
  ///
  /// - Parameter things: By number.
  func bears(_ product: Int32, on things: BitSet) -> Bool {
    var bears = false
    func look(_ thing: Dependency) { if things.contains(thing.index) { bears = true } }
    graph[product: product].forEachDependency(graph.parts, graph.asksForPaid, look)
    for grant in prepared.grants where !bears && isReplaced(grant, by: [product]) {
      if let lost = grant.product {
        graph[product: lost].forEachDependency(graph.parts, graph.asksForPaid, look)
      }
      if let lost = grant.entitlement { graph.forEachDependency(givenBy: lost, look) }
    }
    return bears
  }

  private func isReplaced(_ grant: PreparedGrant, by products: BitSet) -> Bool {
    guard let held = grant.product else { return false }
    return products.contains { product in
      graph[product: product].notWith.contains(held)
    }
  }
}

extension Inquiry {
  /// Of some products those that, bought by the clock, would not be over by the effective now.
  fileprivate func lasting(_ products: BitSet) -> BitSet {
    var lasting = BitSet()
    for product in products where graph[product: product].lasts(from: asked, beyond: now) {
      lasting.insert(product)
    }
    return lasting
  }
}

extension ProductCatalog {
  /// Whether the user surely has everything that a product grants: each entitlement itself, or,
  /// for a bundle that would open nothing more, all that it includes.
  ///
  /// - Parameters:
  ///   - opensMore: Whether buying it would open something for this user.
  ///   - forGood: Whether it must also stay so, whatever time passes.
  package func covers(_ product: Int32, opensMore: Bool, forGood: Bool) -> Bool {
    let product = graph[product: product]
    guard !product.grants.isEmpty, !product.raisesLimits else { return false }
    return product.grants.allSatisfy { entitlement in
      if holds(entitlement, forGood: forGood) { return true }
      guard !opensMore else { return false }
      return includesOnlyHeld(entitlement, forGood: forGood)
    }
  }

  /// Whether an entitlement is a bundle, and the user has all that it includes. A tier is no
  /// bundle: it is more than the tiers below it.
  private func includesOnlyHeld(_ index: Int32, forGood: Bool) -> Bool {
    let bundle = graph[entitlement: index]
    guard bundle.rank == nil, bundle.gives.count > 1 else { return false }
    return bundle.gives.allSatisfy { $0 == index || holds($0, forGood: forGood) }
  }

  private func holds(_ entitlement: Int32, forGood: Bool) -> Bool {
    var evaluation = prepared.evaluation(at: now)
    if !evaluation.holds(entitlement: entitlement) { return false }
    guard forGood else { return true }
    // At the end of time, only entitlements without an end are left. Stale data is not an end.
    evaluation.staleAt = .max
    evaluation.now = .max - 1
    return evaluation.holds(entitlement: entitlement)
  }
}

extension Product {
  /// Whether it would still be paid for at a later time, if it were bought now. One whose price the
  /// policy does not know is.
  func lasts(from now: Instant, beyond later: Int64) -> Bool {
    switch price?.period {
    case .once, .use, nil: true
    case .weeks(let count):
      later < now.milliseconds.saturatingAdd(count.saturatingMultiply(7 * 86_400_000))
    case .months(let count): later < Lapse.months(count).end(after: now.milliseconds)
    }
  }
}
