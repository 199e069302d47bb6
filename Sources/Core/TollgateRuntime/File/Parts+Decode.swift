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

  private mutating func price() throws(GraphError) -> Price {
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
