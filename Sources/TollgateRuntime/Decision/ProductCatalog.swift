/// The products of a policy as one user finds them: which are held, which are offered, and what
/// is so once they are bought.
package struct ProductCatalog: Sendable {
  package let graph: RuleGraph
  package let prepared: PreparedSnapshot
  /// Effective now.
  let now: Int64

  package init(graph: RuleGraph, prepared: PreparedSnapshot, at now: Instant) {
    self.graph = graph
    self.prepared = prepared
    self.now = max(now.milliseconds, prepared.floor)
  }

  init(of inquiry: Inquiry) {
    graph = inquiry.graph
    prepared = inquiry.prepared
    now = inquiry.now
  }

  /// How a user stands to a product.
  package enum Standing: Sendable, Hashable {
    case held, onHold, pending, notHeld
  }

  /// How the user stands to a product: a purchase that counts goes before one that does not. One
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

  /// Whether a product is for sale to this user: one that is held is not, unless it adds to a
  /// meter.
  package func isOffered(_ index: Int32) -> Bool {
    guard graph.parts.products[Int(index)].isForSale else { return false }
    return !graph.parts.products[Int(index)].adds.isEmpty || standing(of: index) == .notHeld
  }

  /// Whether a product may be bought as one of a set: it is `only with` nothing, or with something
  /// that is in the set, or is held, counts and stays.
  package func isSold(_ product: Int32, with set: BitSet) -> Bool {
    let wanted = graph.parts.products[Int(product)].onlyWith
    guard !wanted.isEmpty, !wanted.contains(where: { set.contains($0) }) else { return true }
    return prepared.grants.contains { grant in
      wanted.contains(grant.product) && !isReplaced(grant, by: set)
        && now < prepared.input.staleAt && grant.counts.contains { $0.contains(now) }
    }
  }

  /// The products held now that would be gone once another is bought, in order of declaration.
  package func replaced(by product: Int32) -> [Int32] {
    graph.parts.products[Int(product)].notWith.filter { standing(of: $0) == .held }.sorted()
  }

  /// The snapshot once these products have been bought, and held ones that may not stand beside
  /// them are gone.
  package func after(buying products: BitSet) -> PreparedSnapshot {
    var spans = spans(beside: products)
    for product in products { spans.addBought(product) }
    return prepared.with(
      input: prepared.input.with(held: spans.heldTable, added: spans.addedTable))
  }

  /// The input in which held products that may not stand beside these are gone.
  func input(beside products: BitSet) -> EvaluationInput {
    guard prepared.grants.contains(where: { isReplaced($0, by: products) }) else {
      return prepared.input
    }
    let spans = spans(beside: products)
    return prepared.input.with(held: spans.heldTable, added: spans.addedTable)
  }

  /// What is changed where held products that may not stand beside these are gone.
  func losses(beside products: BitSet) -> Dependencies {
    var losses = Dependencies()
    for place in prepared.grants.indices where isReplaced(prepared.grants[place], by: products) {
      losses.formUnion(graph.dependencies(of: prepared.grants[place]))
    }
    return losses
  }

  /// Whether a product bears on something: by what it gives, or by replacing a held one that does.
  ///
  /// - Parameter things: By number.
  func bears(_ product: Int32, on things: BitSet) -> Bool {
    var bears = false
    func look(_ thing: Dependency) { if things.contains(thing.index) { bears = true } }
    graph.parts.products[Int(product)].forEachDependency(graph.parts.entitlements, look)
    for grant in prepared.grants where !bears && isReplaced(grant, by: [product]) {
      graph.parts.products[Int(grant.product)].forEachDependency(graph.parts.entitlements, look)
      if grant.entitlement >= 0 { graph.forEachDependency(givenBy: grant.entitlement, look) }
    }
    return bears
  }

  private func spans(beside products: BitSet) -> Spans {
    var spans = Spans(graph: graph)
    for grant in prepared.grants where !isReplaced(grant, by: products) { spans.add(grant) }
    return spans
  }

  private func isReplaced(_ grant: PreparedGrant, by products: BitSet) -> Bool {
    guard grant.product >= 0 else { return false }
    return products.contains { product in
      graph.parts.products[Int(product)].notWith.contains(grant.product)
    }
  }
}
