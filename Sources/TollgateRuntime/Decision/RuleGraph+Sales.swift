extension RuleGraph {
  /// The products that are for sale to a user as things are now: `for sale` has nothing against it
  /// that is true or unknown. What is bought along does not count.
  func productsOffered(to input: EvaluationInput, at now: Int64) -> BitSet {
    var offered = BitSet()
    var evaluation = Evaluation(
      graph: self, input: input, now: now, ask: Ask(), observer: NoObserver())
    for index in parts.products.indices where parts.products[index].isForSale {
      if let sale = parts.products[index].sale, !evaluation.isOpen(sale) { continue }
      offered.insert(Int32(index))
    }
    return offered
  }
}

extension Evaluation {
  /// Whether a sale is surely open to the user.
  fileprivate mutating func isOpen(_ sale: Product.Sale) -> Bool {
    value(sale.requirement) == .yes && value(sale.inForce) == .yes && value(sale.condition) == .yes
  }
}
