extension RuleGraph.Parts {
  /// Reads the bytes that `meaning()` wrote.
  init(meaning bytes: ArraySlice<UInt8>) throws(GraphError) {
    self.init()
    var reader = ByteReader(bytes)
    name = try reader.text()
    label = try reader.index()
    trust = try reader.number()
    promptSnooze = try reader.number()
    labels = try reader.list { r throws(GraphError) in try r.label() }
    tierCount = Int(try reader.index())
    entitlements = try reader.list { r throws(GraphError) in try r.entitlement() }
    products = try reader.list { r throws(GraphError) in try r.product() }
    meters = try reader.list { r throws(GraphError) in try r.meter() }
    facts = try reader.list { r throws(GraphError) in try r.fact() }
    rollouts = try reader.list { r throws(GraphError) in
      Rollout(name: try r.text(), label: try r.index(), share: try r.index())
    }
    nodes = try reader.list { r throws(GraphError) in try r.node() }
    edges = try reader.indices()
    statementGrants = try reader.list { r throws(GraphError) in
      StatementGrant(entitlement: try r.index(), node: try r.index(), line: 0)
    }
    rules = try reader.list { r throws(GraphError) in try r.rule() }
    targets = try reader.list { r throws(GraphError) in try r.target() }
    groups = try reader.list { r throws(GraphError) in
      TargetGroup(name: try r.text(), label: try r.index(), members: try r.indices())
    }
    guard reader.isAtEnd else { throw .size }
  }

  /// Reads the bytes that `places()` wrote.
  mutating func read(places bytes: ArraySlice<UInt8>) throws(GraphError) {
    var reader = ByteReader(bytes)
    file = try reader.text()
    guard try reader.count() == statementGrants.count else { throw .impossible("the places") }
    for index in statementGrants.indices { statementGrants[index].line = try reader.index() }
    guard try reader.count() == rules.count else { throw .impossible("the places") }
    for index in rules.indices {
      rules[index].place = Rule.Place(line: try reader.index(), text: try reader.text())
    }
    guard reader.isAtEnd else { throw .size }
  }
}

extension ByteReader {
  fileprivate mutating func label() throws(GraphError) -> Label {
    Label(
      try list { r throws(GraphError) in
        Label.Localized(locale: try r.text(), text: try r.text())
      })
  }

  fileprivate mutating func entitlement() throws(GraphError) -> Entitlement {
    Entitlement(
      name: try text(), label: try index(), rank: try index(), gives: try indices(),
      benefits: try indices())
  }

  fileprivate mutating func product() throws(GraphError) -> Product {
    var product = Product(name: try text(), label: try index())
    product.storeIDs = try list { r throws(GraphError) in
      Product.StoreID(id: try r.text(), store: try r.text())
    }
    product.grants = try indices()
    product.adds = try list { r throws(GraphError) in
      Product.Addition(meter: try r.index(), amount: try r.number())
    }
    if try flag() { product.price = try price() }
    product.trial = try number()
    product.grace = try number()
    product.isSharedWithFamily = try flag()
    product.isRecommended = try flag()
    product.isForSale = try flag()
    product.onlyWith = try indices()
    product.notWith = try indices()
    product.benefits = try indices()
    return product
  }

  private mutating func price() throws(GraphError) -> Price {
    let amount = try text()
    let currency = try text()
    switch try byte() {
    case 0: return Price(amount: amount, currency: currency, period: .once)
    case 1: return Price(amount: amount, currency: currency, period: .weeks(try number()))
    case 2: return Price(amount: amount, currency: currency, period: .months(try number()))
    default: throw .impossible("a price")
    }
  }

  fileprivate mutating func meter() throws(GraphError) -> Meter {
    let name = try text()
    let label = try index()
    guard let unit = Meter.Unit(rawValue: try byte()) else { throw .impossible("a meter") }
    return Meter(name: name, label: label, unit: unit)
  }

  fileprivate mutating func fact() throws(GraphError) -> Fact {
    let name = try text()
    let label = try index()
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

  fileprivate mutating func node() throws(GraphError) -> Node {
    guard let kind = Node.Kind(rawValue: try byte()) else { throw .impossible("a condition") }
    return Node(kind, a: try index(), b: try index(), value: try number())
  }

  fileprivate mutating func rule() throws(GraphError) -> Rule {
    let requirement = try index()
    let inForce = try index()
    let condition = try index()
    let soft = try index()
    guard let effect = Rule.Effect(rawValue: try byte()) else { throw .impossible("a rule") }
    var rule = Rule(
      requirement: requirement, inForce: inForce, condition: condition, soft: soft,
      effect: effect)
    if try flag() { rule.limit = try limit() }
    rule.runningUseMayFinish = try flag()
    rule.needs = try list { r throws(GraphError) in
      try r.list { r throws(GraphError) in try r.need() }
    }
    rule.prompt.presentation = try text()
    rule.prompt.snooze = try number()
    rule.prompt.isDismissible = try flag()
    rule.reminders = try list { r throws(GraphError) in try r.reminder() }
    rule.message = try index()
    rule.because = try text()
    return rule
  }

  private mutating func limit() throws(GraphError) -> Limit {
    let meter = try index()
    guard let window = Window(rawValue: try byte()) else { throw .impossible("a limit") }
    let kind: Limit.Kind
    switch try byte() {
    case 0: kind = .atMost(try number())
    case 1: kind = .allowance(otherwise: try number())
    case 2: kind = .undecided
    case 3: kind = .bare
    default: throw .impossible("a limit")
    }
    return Limit(meter: meter, window: window, kind: kind)
  }

  private mutating func need() throws(GraphError) -> Rule.Need {
    switch try byte() {
    case 0: return .entitlement(try index())
    case 1: return .fact(try index())
    default: throw .impossible("a requirement")
    }
  }

  private mutating func reminder() throws(GraphError) -> Reminder {
    let at: Reminder.Threshold
    switch try byte() {
    case 0: at = .quantity(try number())
    case 1: at = .share(try number())
    default: throw .impossible("a reminder")
    }
    return Reminder(at: at, isProminent: try flag(), snooze: try number(), label: try index())
  }

  fileprivate mutating func target() throws(GraphError) -> TargetRecord {
    TargetRecord(
      name: try text(), label: try index(), meter: try index(), rules: try indices(),
      benefits: try indices())
  }
}
