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
    writer.list(uses) { $0.use($1, place: true) }
    writer.number(Int64(products.count { $0.hasOffer }))
    for (index, product) in products.enumerated() where product.hasOffer {
      writer.index(Int32(index))
      writer.offer(of: product)
    }
    // A policy without one has the bytes that it had.
    let counts = ladders.contains { $0.source != nil }
    let rollsOver = !rollovers.isEmpty || counts
    let addsToWindows = !raisedWindows.isEmpty || rollsOver
    if !overages.isEmpty || addsToWindows { writer.list(overages) { $0.overage($1) } }
    if addsToWindows { writeAddedWindows(to: &writer) }
    if rollsOver { writer.list(rollovers) { $0.rollover($1) } }
    if counts { writeCounted(to: &writer) }
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

  mutating func price(_ price: Price) {
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
    case .beforeEnd(let lead):
      kind(2, lead.milliseconds)
      index(lead.unit)
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

extension RuleGraph.Parts {
  /// Reads the bytes that `declarations()` wrote.
  init(declarations bytes: ArraySlice<UInt8>) throws(GraphError) {
    self.init()
    var reader = ByteReader(bytes)
    file = try reader.text()
    rows.names = try reader.list { r throws(GraphError) in try r.text() }
    rows.pieces = try reader.list { r throws(GraphError) in
      FileRows.Piece(row: PolicyRow(try r.index()), file: try r.index(), line: try r.index())
    }
    guard rows.isPossible else { throw .impossible("the lines of its files") }
    name = try reader.text()
    label = try reader.indexOrNone()
    trust = try reader.numberOrNone()
    promptSnooze = try reader.numberOrNone()
    tierCount = Int(try reader.index())
    entitlements = try reader.list { r throws(GraphError) in try r.entitlement() }
    products = try reader.list { r throws(GraphError) in try r.product() }
    meters = try reader.list { r throws(GraphError) in try r.meter() }
    facts = try reader.list { r throws(GraphError) in try r.fact() }
    rollouts = try reader.list { r throws(GraphError) in
      Rollout(name: try r.text(), label: try r.indexOrNone(), share: try r.index())
    }
    for index in products.indices { try reader.terms(of: &products[index]) }
    statementGrants = try reader.list { r throws(GraphError) in
      StatementGrant(entitlement: try r.index(), node: try r.index(), row: PolicyRow(try r.index()))
    }
    groups = try reader.list { r throws(GraphError) in
      TargetGroup(name: try r.text(), label: try r.indexOrNone(), members: try r.indices())
    }
    try readLadders(from: &reader)
    for index in meters.indices { try reader.clauses(of: &meters[index]) }
    insteads = try reader.list { r throws(GraphError) in try r.instead() }
    uses = try reader.list { r throws(GraphError) in try r.use() }
    try readOffers(from: &reader)
    if !reader.isAtEnd { overages = try reader.list { r throws(GraphError) in try r.overage() } }
    if !reader.isAtEnd { try readAddedWindows(from: &reader) }
    if !reader.isAtEnd { rollovers = try reader.list { r throws(GraphError) in try r.rollover() } }
    if !reader.isAtEnd { try readCounted(from: &reader) }
    guard reader.isAtEnd else { throw .size }
  }
}

extension ByteReader {
  fileprivate mutating func entitlement() throws(GraphError) -> Entitlement {
    Entitlement(
      name: try text(), label: try indexOrNone(), rank: try indexOrNone(),
      gives: try indices(), benefits: try indices())
  }

  fileprivate mutating func product() throws(GraphError) -> Product {
    var product = Product(name: try text(), label: try indexOrNone())
    product.storeIDs = try list { r throws(GraphError) in
      Product.StoreID(id: try r.text(), store: try r.text())
    }
    product.grants = try indices()
    product.adds = try list { r throws(GraphError) in
      Product.Addition(meter: try r.index(), amount: try r.number())
    }
    if try flag() { product.price = try price() }
    product.trial = try numberOrNone()
    product.grace = try number()
    product.isSharedWithFamily = try flag()
    product.isRecommended = try flag()
    product.isForSale = try flag()
    product.onlyWith = try indices()
    product.notWith = try indices()
    product.benefits = try indices()
    return product
  }

  fileprivate mutating func terms(of product: inout Product) throws(GraphError) {
    product.packs = try list { r throws(GraphError) in
      Product.Addition(meter: try r.index(), amount: try r.number())
    }
    product.otherPrices = try list { r throws(GraphError) in try r.price() }
    let each = try list { r throws(GraphError) in
      try r.flag() ? Price.Each(meter: try r.text(), atLeast: try r.number()) : nil
    }
    guard each.count == product.prices.count else { throw .impossible("a price") }
    for (index, var each) in each.enumerated() {
      if let least = each?.atLeast, least < 0 { each?.atLeast = nil }
      if index == 0, product.price != nil {
        product.price?.each = each
      } else {
        product.otherPrices[product.price == nil ? index : index - 1].each = each
      }
    }
    product.isPriceOnRequest = try flag()
    product.trialMonths = try number()
    product.mostSharing = try number()
    guard try flag() else { return }
    product.sale = Product.Sale(
      requirement: try index(), inForce: try index(), condition: try index(), text: try text())
  }

  mutating func price() throws(GraphError) -> Price {
    let amount = try text()
    let currency = try text()
    switch try byte() {
    case 0: return Price(amount: amount, currency: currency, period: .once)
    case 1: return Price(amount: amount, currency: currency, period: .weeks(try number()))
    case 2: return Price(amount: amount, currency: currency, period: .months(try number()))
    case 3: return Price(amount: amount, currency: currency, period: .use)
    default: throw .impossible("a price")
    }
  }

  fileprivate mutating func meter() throws(GraphError) -> Meter {
    let name = try text()
    let label = try indexOrNone()
    guard let unit = Meter.Unit(rawValue: try byte()) else { throw .impossible("a meter") }
    return Meter(name: name, label: label, unit: unit)
  }

  fileprivate mutating func fact() throws(GraphError) -> Fact {
    let name = try text()
    let label = try indexOrNone()
    guard let type = Fact.FactType(rawValue: try byte()) else { throw .impossible("a fact") }
    var fact = Fact(name: name, label: label, type: type)
    fact.choices = try list { r throws(GraphError) in try r.text() }
    fact.isOpen = try flag()
    fact.versions = try list { r throws(GraphError) in
      Version(try r.number(), try r.number(), try r.number())
    }
    fact.otherwise = try number()
    return fact
  }
}

// Ladders, settings and what products add to settings, in the compiled file and in the fingerprint.
extension RuleGraph.Parts {
  /// - Parameter places: Whether to write where the steps are, too, which is not part of what a
  ///   policy means.
  func writeLadders(to writer: inout ByteWriter, places: Bool) {
    writer.list(ladders) { $0.ladder($1, places: places) }
    writer.list(settings) { $0.setting($1) }
    let added = products.enumerated().flatMap { index, product in
      product.settingAdds.map { (Int32(index), $0) }
    }
    writer.list(added) {
      $0.index($1.0)
      $0.index($1.1.setting)
      $0.number($1.1.amount)
    }
  }

  mutating func readLadders(from reader: inout ByteReader) throws(GraphError) {
    ladders = try reader.list { r throws(GraphError) in try r.ladder() }
    settings = try reader.list { r throws(GraphError) in try r.setting() }
    let added = try reader.list { r throws(GraphError) in
      (try r.index(), Product.SettingAddition(setting: try r.index(), amount: try r.number()))
    }
    for (product, addition) in added {
      guard product >= 0, Int(product) < products.count else { throw .impossible("a product") }
      products[Int(product)].settingAdds.append(addition)
    }
  }
}

extension ByteWriter {
  fileprivate mutating func ladder(_ ladder: Ladder, places: Bool) {
    switch ladder.base {
    case .quantity(let quantity): kind(0, quantity)
    case .allowance(let otherwise): kind(1, otherwise ?? -1)
    case .undecided: byte(2)
    }
    flag(ladder.isSmallerBetter)
    list(ladder.steps) {
      $0.step($1)
      if places {
        $0.index($1.place.row.number)
        $0.text($1.place.text)
      }
    }
  }

  private mutating func step(_ step: LadderStep) {
    switch step.value {
    case .quantity(let quantity): kind(0, quantity)
    case .unlimited: byte(1)
    }
    index(step.requirement)
    index(step.inForce)
    index(step.condition)
    flag(step.asksForNothing)
    list(step.needs) { writer, set in writer.list(set) { $0.need($1) } }
    list(step.names) { $0.need($1) }
  }

  fileprivate mutating func setting(_ setting: Setting) {
    byte(setting.kind.rawValue)
    list(setting.choices) {
      $0.text($1.name)
      $0.indexOrNone($1.label)
    }
    index(setting.ladder)
    index(setting.rule)
  }
}

extension ByteReader {
  fileprivate mutating func ladder() throws(GraphError) -> Ladder {
    let base: Ladder.Base
    switch try byte() {
    case 0: base = .quantity(try number())
    case 1:
      let otherwise = try number()
      base = .allowance(otherwise: otherwise == -1 ? nil : otherwise)
    case 2: base = .undecided
    default: throw .impossible("a ladder")
    }
    var ladder = Ladder(base: base, isSmallerBetter: try flag())
    ladder.steps = try list { r throws(GraphError) in try r.step() }
    return ladder
  }

  private mutating func step() throws(GraphError) -> LadderStep {
    let value: Ladder.Value
    switch try byte() {
    case 0: value = .quantity(try number())
    case 1: value = .unlimited
    default: throw .impossible("a ladder")
    }
    var step = LadderStep(
      value: value, requirement: try index(), inForce: try index(), condition: try index())
    step.asksForNothing = try flag()
    step.needs = try list { r throws(GraphError) in
      try r.list { r throws(GraphError) in try r.need() }
    }
    step.names = try list { r throws(GraphError) in try r.need() }
    step.place = Rule.Place(row: PolicyRow(try index()), text: try text())
    return step
  }

  private mutating func need() throws(GraphError) -> Rule.Need {
    switch try byte() {
    case 0: return .entitlement(try index())
    case 1: return .fact(try index())
    default: throw .impossible("a requirement")
    }
  }

  fileprivate mutating func setting() throws(GraphError) -> Setting {
    guard let kind = Setting.Kind(rawValue: try byte()) else { throw .impossible("a setting") }
    let choices = try list { r throws(GraphError) in
      Setting.Choice(name: try r.text(), label: try r.indexOrNone())
    }
    return Setting(kind: kind, choices: choices, ladder: try index(), rule: try index())
  }
}
