import TollgateRuntime
import TollgateSyntax

extension DeclarationChecker {
  /// Looks at all products together: for circles of `only with` that nobody can enter, and ids
  /// sold twice.
  func checkReferences() {
    checkStoreIDs()
    // The node after all products is a partner that is not known.
    let unknown = Int32(draft.policy.products.count)
    var edges = draft.policy.products.map { product in
      let isKnown = !draft.unknownPartners.contains(product.name.text)
      return product.onlyWith.map { $0.index } + (isKnown ? [] : [unknown])
    }
    edges.append([])
    for cycle in Cycles(edges).closed {
      reportCircle(.onlyWith, cycle) { index in
        (draft.policy.products[index].name, draft.policy.products[index].onlyWith)
      }
    }
  }

  /// Where an id is sold: in one store, or, if none is named, in any.
  private struct Sale: Hashable {
    var id: String
    var store: String?
  }

  private func checkStoreIDs() {
    var sales: [Sale: (product: Int, span: Span)] = [:]
    for (index, product) in draft.policy.products.enumerated() {
      for storeID in product.storeIDs {
        let exact = Sale(id: storeID.id, store: storeID.store)
        let nowhere = Sale(id: storeID.id, store: "")
        let anywhere = Sale(id: storeID.id, store: nil)
        let other = sales[exact] ?? sales[storeID.store.isEmpty ? anywhere : nowhere]
        if let other, other.product != index {
          draft.report(
            .name(
              .storeID(
                storeID.id, product: product.name.text,
                other: draft.policy.products[other.product].name.text, other.span)),
            at: storeID.span)
        }
        if sales[exact] == nil { sales[exact] = (index, storeID.span) }
        if sales[anywhere] == nil { sales[anywhere] = (index, storeID.span) }
        checkName(storeID, of: index)
      }
    }
  }

  /// A purchase is found by the name of its product or by its id: an id that is the name of
  /// another product would mean that product.
  private func checkName(_ storeID: CheckedProduct.StoreID, of product: Int) {
    guard let other = draft.entry(storeID.id, isProduct: true), Int(other.index) != product,
      !other.isDisputed
    else { return }
    draft.report(
      .name(
        .storeIDIsName(storeID.id, product: draft.policy.products[product].name.text, other.span)),
      at: storeID.span)
  }
}
