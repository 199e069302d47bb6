extension RuleGraph {
  /// The products that are for sale to a user as things are now: `for sale` has nothing against it
  /// that is true or unknown. Products that are bought along do not count.
  func productsOffered(to input: EvaluationInput, at now: Int64) -> BitSet {
    var offered = BitSet()
    for index in parts.products.indices where parts.products[index].isForSale {
      if let sale = parts.products[index].sale, !isOpen(sale, to: input, at: now) { continue }
      offered.insert(Int32(index))
    }
    return offered
  }

  /// Whether a sale is surely open to a user.
  private func isOpen(_ sale: Product.Sale, to input: EvaluationInput, at now: Int64) -> Bool {
    var evaluation = Evaluation(
      graph: self, input: input, now: now, ask: Ask(), observer: NoObserver())
    return evaluation.value(sale.requirement) == .yes && evaluation.value(sale.inForce) == .yes
      && evaluation.value(sale.condition) == .yes
  }
}
