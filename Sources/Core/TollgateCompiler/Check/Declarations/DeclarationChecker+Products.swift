import TollgateRuntime
import TollgateSyntax

extension DeclarationChecker {
  /// Reads the clauses of a product.
  func checkProduct(_ product: DeclarationSyntax, of statement: StatementSyntax) {
    let own = draft.own(product.name, .product)
    var checked: CheckedProduct
    if let own {
      checked = draft.policy.products[own]
    } else {
      // Declared twice: its clauses are still read for mistakes of their own.
      checked = CheckedProduct(name: declared(product.name), span: statement.span)
    }
    for clause in statement.clauses { read(clause, into: &checked) }
    if let own { draft.policy.products[own] = checked }
  }

  /// Reads one clause; those that belong elsewhere are reported elsewhere.
  func read(_ clause: ClauseSyntax, into product: inout CheckedProduct) {
    switch clause.kind {
    case .soldAs(let id, let store): read(id, store, into: &product)
    case .grants(let list):
      let known = Set(product.grants.map { $0.index })
      product.grants += draft.references(list, .entitlement).filter { !known.contains($0.index) }
    case .adds(let amount, let meter): read(amount, to: meter, into: &product)
    case .addsPack(let amount, let meter): read(amount, to: meter, isPack: true, into: &product)
    case .price(let price): read(price, clause, into: &product)
    case .trial(let length): read(trial: length, into: &product)
    case .sharedWithFamily: product.isSharedWithFamily = true
    case .sharedWithPeople(let count):
      product.isSharedWithFamily = true
      product.mostSharing = draft.count(count, atLeast: 2, .people)
    case .recommended: product.isRecommended = true
    case .benefit(let label):
      if let label = draft.label(label) { product.benefits.append(label) }
    case .grace(let length):
      product.grace = draft.duration(length)
      product.graceSpan = clause.span
    case .onlyWith(let list):
      product.onlyWith = draft.references(list, .product)
      let isKnown = list.allSatisfy { draft.entry($0.text, isProduct: true) != nil }
      if !isKnown { draft.unknownPartners.insert(product.name.text) }
    case .notWith(let list): read(notWith: list, into: &product)
    case .notForSale: product.isForSale = false
    case .forSale(let sale): read(sale, clause, into: &product)
    default: break
    }
  }

  private func read(
    _ id: TextSyntax, _ store: NameSyntax?, into product: inout CheckedProduct
  ) {
    let name = store?.text ?? ""
    if let store { draft.checkScripts(of: store) }
    if let earlier = product.stores[name] {
      draft.report(.clause(.storeTwice(name, earlier)), at: store?.span ?? id.span)
      return
    }
    product.stores[name] = id.span
    // Without an id nothing is sold; a text that is not closed has been reported.
    guard id.value.contains(where: { $0 != " " }) else {
      if id.span.end - id.span.start > 1 { draft.report(.clause(.storeIDEmpty), at: id.span) }
      return
    }
    product.storeIDs.append(CheckedProduct.StoreID(id: id.value, store: name, span: id.span))
  }

  private func read(
    _ amount: LiteralSyntax, to meter: NameSyntax, isPack: Bool = false,
    into product: inout CheckedProduct
  ) {
    // A pack is for a meter: what is left of it is counted.
    if !isPack, let setting = draft.entry(meter.text), setting.kind == .setting {
      return read(amount, toSetting: meter, into: &product)
    }
    guard let entry = draft.resolve(meter, .meter),
      let quantity = draft.quantity(amount, of: entry.index)
    else { return }
    for earlier in product.adds + product.packs where earlier.meter == entry.index {
      draft.report(.clause(.meterTwice(meter.text, earlier.span)), at: meter.span)
      return
    }
    let addition = CheckedProduct.Addition(
      meter: entry.index, amount: quantity, span: amount.span.joined(meter.span))
    guard isPack else { return product.adds.append(addition) }
    product.packs.append(addition)
    draft.packs[entry.index] = draft.packs[entry.index] ?? addition.span
  }

  private func read(notWith list: [NameSyntax], into product: inout CheckedProduct) {
    var known = Set(product.notWith.map { $0.index })
    for reference in draft.references(list, .product) {
      if draft.policy.products[Int(reference.index)].name == product.name {
        draft.report(.name(.heldApartFromItself(product.name.text)), at: reference.span)
      } else if known.insert(reference.index).inserted {
        product.notWith.append(reference)
      }
    }
  }
}
