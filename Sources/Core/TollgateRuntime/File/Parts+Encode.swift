extension RuleGraph.Parts {
  /// The canonical bytes of what the policy means: no comments, no layout, no places.
  package func meaning() -> [UInt8] {
    var writer = ByteWriter()
    writer.text(name)
    writer.indexOrNone(label)
    writer.numberOrNone(trust)
    writer.numberOrNone(promptSnooze)
    writer.list(labels) { $0.label($1) }
    writer.number(Int64(tierCount))
    writeThings(to: &writer)
    writer.list(nodes) {
      let node = $1.flat
      $0.byte(node.kind.rawValue)
      $0.index(node.a)
      $0.index(node.b)
      $0.number(node.value)
    }
    writer.indices(edges)
    writer.list(statementGrants) {
      $0.index($1.entitlement)
      $0.index($1.node)
    }
    writer.meaning(of: tables)
    writer.list(groups) { $0.group($1) }
    // A policy of edition 1 has none, and keeps its fingerprint.
    if !ladders.isEmpty { writeLadders(to: &writer, places: false) }
    for (index, product) in products.enumerated() where product.hasTerms {
      // Sentences of edition 2 are written where they are said, so that a policy without them keeps
      // its fingerprint.
      writer.text("terms")
      writer.number(Int64(index))
      writer.terms(of: product)
    }
    writeLater(to: &writer)
    return writer.bytes
  }

  /// The short lists of the compiled file: everything but conditions, rules, targets and
  /// labels.
  func declarations() -> [UInt8] {
    var writer = ByteWriter()
    // A file may be called anything; a text has no control characters.
    writer.text(PlainText.plain(file))
    writer.list(rows.names) { $0.text(PlainText.plain($1)) }
    writer.list(rows.pieces) {
      $0.index($1.row.number)
      $0.index($1.file)
      $0.index($1.line)
    }
    writer.text(name)
    writer.indexOrNone(label)
    writer.numberOrNone(trust)
    writer.numberOrNone(promptSnooze)
    writer.number(Int64(tierCount))
    writeThings(to: &writer)
    for product in products {
      writer.terms(of: product)
      if let sale = product.sale { writer.text(sale.text) }
    }
    writer.list(statementGrants) {
      $0.index($1.entitlement)
      $0.index($1.node)
      $0.index($1.row.number)
    }
    writer.list(groups) { $0.group($1) }
    writeLadders(to: &writer, places: true)
    for meter in meters { writer.clauses(meter) }
    writer.list(insteads) { $0.instead($1) }
    return writer.bytes
  }

  private func writeThings(to writer: inout ByteWriter) {
    writer.list(entitlements) { $0.entitlement($1) }
    writer.list(products) { $0.product($1) }
    writer.list(meters) {
      $0.text($1.name)
      $0.indexOrNone($1.label)
      $0.byte($1.unit.rawValue)
    }
    writer.list(facts) { $0.fact($1) }
    writer.list(rollouts) {
      $0.text($1.name)
      $0.indexOrNone($1.label)
      $0.index($1.share)
    }
  }
}

extension ByteWriter {
  fileprivate mutating func label(_ label: Label) {
    list(label.texts) {
      $0.text($1.locale)
      $0.text($1.text)
    }
  }

  fileprivate mutating func entitlement(_ entitlement: Entitlement) {
    text(entitlement.name)
    indexOrNone(entitlement.label)
    indexOrNone(entitlement.rank)
    indices(entitlement.gives)
    indices(entitlement.benefits)
  }

  fileprivate mutating func product(_ product: Product) {
    text(product.name)
    indexOrNone(product.label)
    list(product.storeIDs) {
      $0.text($1.id)
      $0.text($1.store)
    }
    indices(product.grants)
    list(product.adds) {
      $0.index($1.meter)
      $0.number($1.amount)
    }
    flag(product.price != nil)
    if let price = product.price { self.price(price) }
    numberOrNone(product.trial)
    number(product.grace)
    flag(product.isSharedWithFamily)
    flag(product.isRecommended)
    flag(product.isForSale)
    indices(product.onlyWith)
    indices(product.notWith)
    indices(product.benefits)
  }

  /// How a product is sold, beside what edition 1 can say.
  fileprivate mutating func terms(of product: Product) {
    list(product.packs) {
      $0.index($1.meter)
      $0.number($1.amount)
    }
    list(product.otherPrices) { $0.price($1) }
    list(product.prices) { $0.each($1.each) }
    flag(product.isPriceOnRequest)
    number(product.trialMonths)
    number(product.mostSharing)
    flag(product.sale != nil)
    guard let sale = product.sale else { return }
    index(sale.requirement)
    index(sale.inForce)
    index(sale.condition)
  }

  private mutating func each(_ each: Price.Each?) {
    flag(each != nil)
    guard let each else { return }
    text(each.meter)
    number(each.atLeast ?? -1)
  }

  private mutating func price(_ price: Price) {
    text(price.amount)
    text(price.currency)
    switch price.period {
    case .once: byte(0)
    case .weeks(let count): kind(1, count)
    case .months(let count): kind(2, count)
    case .use: byte(3)
    }
  }

  fileprivate mutating func fact(_ fact: Fact) {
    text(fact.name)
    indexOrNone(fact.label)
    byte(fact.type.rawValue)
    list(fact.choices) { $0.text($1) }
    flag(fact.isOpen)
    list(fact.versions) {
      $0.number($1.major)
      $0.number($1.minor)
      $0.number($1.patch)
    }
    number(fact.otherwise)
  }

  mutating func limit(_ limit: Limit) {
    indexOrNone(limit.meter)
    window(limit.window)
    switch limit.kind {
    case .atMost(let quantity): kind(0, quantity)
    case .allowance(let otherwise): kind(1, otherwise ?? -1)
    case .undecided: byte(2)
    case .bare: byte(3)
    case .ladder(let ladder): kind(4, ladder)
    case .setting(let setting): kind(5, setting)
    }
  }

  /// A window: one byte where it is one of the five that edition 1 knows.
  private mutating func window(_ window: Window) {
    if window.isCommon { byte(UInt8(window.code)) } else { kind(.max, window.code) }
  }

  mutating func need(_ need: Rule.Need) {
    switch need {
    case .entitlement(let index): kind(0, index)
    case .fact(let index): kind(1, index)
    }
  }

  mutating func reminder(_ reminder: Reminder) {
    switch reminder.at {
    case .quantity(let quantity): kind(0, quantity)
    case .share(let share): kind(1, share)
    }
    flag(reminder.isProminent)
    numberOrNone(reminder.snooze)
    indexOrNone(reminder.label)
  }

  fileprivate mutating func group(_ group: TargetGroup) {
    text(group.name)
    indexOrNone(group.label)
    indices(group.members)
  }
}
