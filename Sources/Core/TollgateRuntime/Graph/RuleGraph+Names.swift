extension RuleGraph {
  /// The meaning of each name.
  package struct Names: Sendable {
    package private(set) var targets: NameIndex
    package private(set) var groups: [String: Int32] = [:]
    package private(set) var facts: [String: Int32] = [:]
    package private(set) var entitlements: [String: Int32] = [:]
    /// Products by their names and by the ids they are sold as. A name goes before an id.
    package private(set) var products: [String: Int32] = [:]
    /// The target of each meter.
    package private(set) var meterTargets: [Int32]

    init(_ parts: Parts) {
      targets = parts.tables.nameIndex
      meterTargets = parts.tables.targets(ofMeters: parts.meters.count)
      for (index, group) in parts.groups.enumerated() { groups[group.name] = Int32(index) }
      for (index, fact) in parts.facts.enumerated() { facts[fact.name] = Int32(index) }
      for (index, entitlement) in parts.entitlements.enumerated() {
        entitlements[entitlement.name] = Int32(index)
      }
      for (index, product) in parts.products.enumerated() {
        for storeID in product.storeIDs { products[storeID.id] = Int32(index) }
      }
      for (index, product) in parts.products.enumerated() {
        products[product.name] = Int32(index)
      }
    }

    /// The meter called `name`.
    package func meter(_ name: String, in parts: Parts) -> Int32? {
      targets[name].flatMap { parts.targets[Int($0)].meter }
    }
  }

  /// The order in which products are listed as ways in: prices of the same currency and period, for
  /// each of the same meter or of none, form a group, groups by the first product declared in them,
  /// then prices on request, products without a price last, the cheaper first within a group, then
  /// the first declared.
  static func rankProducts(_ products: [Product]) -> [Int32] {
    var groups: [(currency: String, period: Price.Period, each: String?)] = []
    var keys: [(group: Int, amount: Decimal, index: Int)] = []
    for (index, product) in products.enumerated() {
      guard let price = product.price else {
        keys.append((product.isPriceOnRequest ? .max - 1 : .max, Decimal("0"), index))
        continue
      }
      let each = price.each?.meter
      let known = groups.firstIndex {
        $0.currency == price.currency && $0.period == price.period && $0.each == each
      }
      if known == nil { groups.append((price.currency, price.period, each)) }
      keys.append((known ?? groups.count - 1, Decimal(price.amount), index))
    }
    keys.sort { a, b in
      if a.group != b.group { return a.group < b.group }
      if a.amount != b.amount { return a.amount < b.amount }
      return a.index < b.index
    }
    var ranks = [Int32](repeating: 0, count: products.count)
    for (rank, key) in keys.enumerated() { ranks[key.index] = Int32(rank) }
    return ranks
  }
}

/// An amount of money, to be compared: its digits before and after the point.
struct Decimal: Comparable {
  private var whole: [UInt8] = []
  private var fraction: [UInt8] = []

  /// Reads `59.99`; anything but digits and the first point is passed over.
  init(_ text: String) {
    var sawPoint = false
    for byte in text.utf8 {
      if byte == UInt8(ascii: ".") {
        sawPoint = true
      } else if byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") {
        if sawPoint {
          fraction.append(byte)
        } else if !(whole.isEmpty && byte == UInt8(ascii: "0")) {
          whole.append(byte)
        }
      }
    }
    while fraction.last == UInt8(ascii: "0") { fraction.removeLast() }
  }

  static func < (a: Decimal, b: Decimal) -> Bool {
    if a.whole.count != b.whole.count { return a.whole.count < b.whole.count }
    if a.whole != b.whole { return a.whole.lexicographicallyPrecedes(b.whole) }
    return a.fraction.lexicographicallyPrecedes(b.fraction)
  }
}
