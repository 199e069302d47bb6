// Additions of edition 2. The meaning leaves them out where a policy says nothing of them, so that
// what policies of edition 1 mean has the same bytes as before.
extension RuleGraph.Parts {
  /// Appends what edition 2 added about meters and rules to the meaning.
  func writeLater(to writer: inout ByteWriter) {
    if meters.contains(where: { $0.hasClauses }) {
      writer.text("meters")
      writer.list(meters) { $0.clauses($1) }
    }
    if !insteads.isEmpty {
      writer.text("instead")
      writer.list(insteads) { $0.instead($1) }
    }
    if !uses.isEmpty {
      writer.text("uses")
      writer.list(uses) { $0.use($1, place: false) }
    }
    if !overages.isEmpty {
      writer.text("then")
      writer.list(overages) { $0.overage($1) }
    }
    if !raisedWindows.isEmpty {
      writer.text("adds")
      writeAddedWindows(to: &writer)
    }
    if ladders.contains(where: { $0.source != nil }) {
      writer.text("each")
      writeCounted(to: &writer)
    }
    if !rollovers.isEmpty {
      writer.text("unused")
      writer.list(rollovers) { $0.rollover($1) }
    }
    for (index, product) in products.enumerated() where product.hasOffer {
      writer.text("offer")
      writer.number(Int64(index))
      writer.offer(of: product)
    }
  }
}

// The windows that products add to by themselves.
extension RuleGraph.Parts {
  /// In the order of the source, each once.
  var raisedWindows: [CounterIndex] {
    var windows: [CounterIndex] = []
    for product in products {
      for case let (meter, window?) in product.adds.map({ ($0.meter, $0.window) }) {
        let counter = CounterIndex(meter, window)
        if !windows.contains(counter) { windows.append(counter) }
      }
    }
    return windows
  }

  /// The codes of the windows of all additions, product by product; 0 for all windows of a meter.
  func writeAddedWindows(to writer: inout ByteWriter) {
    writer.list(products.flatMap { $0.adds }) { writer, addition in
      writer.index(addition.window.map { Int32($0.code) + 1 } ?? 0)
    }
  }

  mutating func readAddedWindows(from reader: inout ByteReader) throws(GraphError) {
    var codes = try reader.list { r throws(GraphError) in try r.index() }[...]
    for product in products.indices {
      for place in products[product].adds.indices {
        guard let code = codes.popFirst() else { throw .impossible("a product") }
        if code == 0 { continue }
        guard let window = Window(code: code - 1), window != .total else {
          throw .impossible("a window")
        }
        products[product].adds[place].window = window
      }
    }
    guard codes.isEmpty else { throw .impossible("a product") }
  }
}

// What edition 3 says about prices.
extension RuleGraph.Parts {
  /// Reads them of the products that have any, which ascend.
  mutating func readOffers(from reader: inout ByteReader) throws(GraphError) {
    var next = 0
    let count = try reader.number()
    guard count >= 0, count <= Int64(products.count) else { throw .impossible("a product") }
    for _ in 0..<count {
      let index = Int(try reader.index())
      guard index >= next, index < products.count else { throw .impossible("a product") }
      try reader.offer(of: &products[index])
      guard products[index].hasOffer else { throw .impossible("a product") }
      next = index + 1
    }
  }
}

extension ByteWriter {
  mutating func offer(of product: Product) {
    list(product.prices) {
      $0.text($1.perMonth ?? "")
      $0.number($1.each?.of ?? 1)
    }
    flag(product.introduction != nil)
    guard let introduction = product.introduction else { return }
    list(introduction.prices) { $0.price($1) }
    number(introduction.length)
    number(introduction.months)
  }
}

extension ByteReader {
  mutating func offer(of product: inout Product) throws(GraphError) {
    var prices = product.prices
    let offers = try list { r throws(GraphError) in (try r.text(), try r.number()) }
    guard offers.count == prices.count else { throw .impossible("a price") }
    for (index, (perMonth, of)) in offers.enumerated() {
      if !perMonth.isEmpty { prices[index].perMonth = perMonth }
      if of != 1, prices[index].each == nil { throw .impossible("a price") }
      prices[index].each?.of = of
    }
    if product.price != nil {
      product.price = prices.removeFirst()
      product.otherPrices = prices
    }
    guard try flag() else { return }
    var introduction = Product.Introduction(
      prices: try list { r throws(GraphError) in try r.price() }, length: try number(),
      months: try number())
    for index in introduction.prices.indices {
      introduction.prices[index].each = product.price?.each
    }
    product.introduction = introduction
  }
}

// What rolls over, and what goes beyond limits for money.
extension ByteWriter {
  mutating func rollover(_ rollover: Rollover) {
    index(rollover.rule)
    index(rollover.requirement)
    switch rollover.most {
    case .all: byte(0)
    case .quantity(let most): kind(1, most)
    case .share(let share): kind(2, share)
    }
  }

  mutating func overage(_ overage: Overage) {
    index(overage.rule)
    index(overage.requirement)
    list(overage.prices) {
      $0.price($1)
      $0.text($1.each?.meter ?? "")
      $0.number($1.each?.of ?? 1)
    }
    number(overage.most ?? 0)
    text(overage.mostMoney ?? "")
    flag(overage.isPrompted)
  }
}

extension ByteReader {
  mutating func rollover() throws(GraphError) -> Rollover {
    let (rule, requirement) = (try index(), try index())
    switch try byte() {
    case 0: return Rollover(rule: rule, requirement: requirement, most: .all)
    case 1: return Rollover(rule: rule, requirement: requirement, most: .quantity(try number()))
    case 2: return Rollover(rule: rule, requirement: requirement, most: .share(try number()))
    default: throw .impossible("what rolls over")
    }
  }

  mutating func overage() throws(GraphError) -> Overage {
    let (rule, requirement) = (try index(), try index())
    let prices = try list { r throws(GraphError) in
      var price = try r.price()
      price.each = Price.Each(meter: try r.text(), of: try r.number())
      return price
    }
    let (most, money) = (try number(), try text())
    return Overage(
      rule: rule, requirement: requirement, prices: prices, most: most == 0 ? nil : most,
      mostMoney: money.isEmpty ? nil : money, isPrompted: try flag())
  }
}

extension Meter {
  /// Stands beside how the windows run, so that other meters have the bytes that they had.
  fileprivate static let countedForEverBit: UInt8 = 1 << 7

  /// The same for when its windows begin, which follows the other clauses then.
  fileprivate static let beginBit: UInt8 = 1 << 6

  fileprivate var hasClauses: Bool {
    windows != .calendar || begin != nil || !countedPer.isEmpty || refill != nil || isCountedForEver
  }
}

extension ByteWriter {
  /// The clauses of a meter.
  mutating func clauses(_ meter: Meter) {
    let bits =
      (meter.isCountedForEver ? Meter.countedForEverBit : 0)
      | (meter.begin == nil ? 0 : Meter.beginBit)
    byte(meter.windows.rawValue | bits)
    text(meter.countedPer)
    flag(meter.refill != nil)
    if let refill = meter.refill {
      number(refill.amount)
      number(refill.interval)
    }
    if let begin = meter.begin {
      index(begin.minute)
      text(begin.zone)
    }
  }

  /// - Parameter place: Whether to write where it stands, too.
  mutating func use(_ use: Use, place: Bool) {
    index(use.meter)
    number(use.each ?? 0)
    index(use.inForce)
    index(use.condition)
    index(use.ladder)
    list(use.targets) {
      $0.index($1.lowerBound)
      $0.index($1.upperBound)
    }
    guard place else { return }
    index(use.place.row.number)
    text(use.place.text)
  }

  mutating func instead(_ instead: InsteadUse) {
    index(instead.rule)
    indices(instead.targets)
  }
}

extension ByteReader {
  /// The clauses of a meter.
  mutating func clauses(of meter: inout Meter) throws(GraphError) {
    let byte = try byte()
    let bits = Meter.countedForEverBit | Meter.beginBit
    guard let windows = Meter.Windows(rawValue: byte & ~bits) else {
      throw .impossible("a meter")
    }
    meter.windows = windows
    meter.isCountedForEver = byte & Meter.countedForEverBit != 0
    meter.countedPer = try text()
    if try flag() { meter.refill = Meter.Refill(amount: try number(), interval: try number()) }
    guard byte & Meter.beginBit != 0 else { return }
    meter.begin = Meter.Begin(minute: try index(), zone: try text())
  }

  mutating func use() throws(GraphError) -> Use {
    let (meter, each) = (try index(), try number())
    var use = Use(
      meter: meter, each: each == 0 ? nil : each, inForce: try index(), condition: try index(),
      ladder: try index())
    use.targets = try list { r throws(GraphError) in
      let (first, end) = (try r.index(), try r.index())
      guard first < end else { throw .impossible("what a use takes") }
      return first..<end
    }
    use.place = Rule.Place(row: PolicyRow(try index()), text: try text())
    return use
  }

  mutating func instead() throws(GraphError) -> InsteadUse {
    InsteadUse(rule: try index(), targets: try indices())
  }
}
