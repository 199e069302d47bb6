/// Interval decision diagrams: every region has exactly one, so equal regions are the same node.
///
/// A node asks "is variable ≥ threshold?"; 0 and 1 are the empty and the full region. Variables
/// are in the order of their numbers, and the thresholds of one variable ascend along the `high`
/// side; the `low` side never asks about the same variable again. So the chain of nodes of one
/// variable is the list of its intervals, each border a place where something changes, and no two
/// diagrams mean the same.
package struct Diagrams: Engine {
  struct Node {
    var variable: Int32
    var threshold: Int64
    var low: Int32
    var high: Int32
  }

  private(set) var nodes: [Node]
  private var unique: [Int32]
  private var cache: [Cached]
  private let budget: Budget
  /// How many operations were worked out: now and then one looks at the time.
  private var work = 0

  /// How many variables one group of questions may have: recursion is no deeper than the number
  /// of borders, and neither is without end.
  static let mostVariables: Int32 = 1_000
  /// The variable of the two ends.
  static let last = Int32.max

  private struct Cached {
    var operation: UInt8 = 0
    var a: Int32 = 0
    var b: Int32 = 0
    var result: Int32 = 0
  }

  enum Operation: UInt8 {
    case and = 1
    case or, without
  }

  package init(budget: Budget) {
    self.budget = budget
    let end = Node(variable: Diagrams.last, threshold: 0, low: -1, high: -1)
    nodes = [end, end]
    nodes.reserveCapacity(32)
    unique = [Int32](repeating: 0, count: 64)
    cache = [Cached](repeating: Cached(), count: 128)
  }

  package mutating func atLeast(
    _ variable: Int32, _ threshold: Int64
  ) throws(Exhausted) -> Region {
    Region(index: try node(variable, threshold, 0, 1))
  }

  package mutating func below(
    _ variable: Int32, _ threshold: Int64
  ) throws(Exhausted) -> Region {
    Region(index: try node(variable, threshold, 1, 0))
  }

  package mutating func and(_ a: Region, _ b: Region) throws(Exhausted) -> Region {
    Region(index: try apply(.and, a.index, b.index))
  }

  package mutating func or(_ a: Region, _ b: Region) throws(Exhausted) -> Region {
    Region(index: try apply(.or, a.index, b.index))
  }

  package mutating func without(_ a: Region, _ b: Region) throws(Exhausted) -> Region {
    Region(index: try apply(.without, a.index, b.index))
  }

  /// Ends the work if the run has no time left.
  func checkTime() throws(Exhausted) { try budget.run.check() }

  /// The one node that asks this. Where both answers lead to the same, there is nothing to ask;
  /// and where the next interval of the variable has what this one has, the border is none.
  mutating func node(
    _ variable: Int32, _ threshold: Int64, _ low: Int32, _ high: Int32
  ) throws(Exhausted) -> Int32 {
    if low == high { return low }
    let next = nodes[Int(high)]
    if next.variable == variable, next.low == low { return high }
    guard variable < Diagrams.mostVariables else {
      throw Exhausted(.variables, limit: Int(Diagrams.mostVariables))
    }
    let mask = unique.count - 1
    var slot = Diagrams.mix(variable, threshold, low, high) & mask
    while unique[slot] != 0 {
      let known = nodes[Int(unique[slot])]
      if known.variable == variable, known.threshold == threshold, known.low == low,
        known.high == high
      {
        return unique[slot]
      }
      slot = (slot + 1) & mask
    }
    guard nodes.count < budget.nodes else { throw Exhausted(.nodes, limit: budget.nodes) }
    let index = Int32(nodes.count)
    nodes.append(Node(variable: variable, threshold: threshold, low: low, high: high))
    unique[slot] = index
    if nodes.count * 2 > unique.count { grow() }
    return index
  }

  private mutating func grow() {
    let mask = unique.count * 4 - 1
    unique = [Int32](repeating: 0, count: mask + 1)
    for index in 2..<nodes.count {
      let node = nodes[index]
      var slot = Diagrams.mix(node.variable, node.threshold, node.low, node.high) & mask
      while unique[slot] != 0 { slot = (slot + 1) & mask }
      unique[slot] = Int32(index)
    }
    cache = [Cached](repeating: Cached(), count: mask + 1)
  }

  private static func mix(_ a: Int32, _ b: Int64, _ c: Int32, _ d: Int32) -> Int {
    var hash = UInt64(truncatingIfNeeded: b) &* 0x9E37_79B9_7F4A_7C15
    hash ^= UInt64(UInt32(bitPattern: a)) &* 0xC2B2_AE3D_27D4_EB4F
    hash ^= UInt64(UInt32(bitPattern: c)) << 32 | UInt64(UInt32(bitPattern: d))
    hash = (hash ^ (hash >> 29)) &* 0xBF58_476D_1CE4_E5B9
    return Int(truncatingIfNeeded: (hash ^ (hash >> 32)) & 0x7FFF_FFFF_FFFF_FFFF)
  }

  /// The result of an operation where it is clear at once.
  private static func certain(_ operation: Operation, _ a: Int32, _ b: Int32) -> Int32? {
    switch operation {
    case .and:
      if a == 0 || b == 0 { return 0 }
      if a == 1 || a == b { return b }
      if b == 1 { return a }
    case .or:
      if a == 1 || b == 1 { return 1 }
      if a == 0 || a == b { return b }
      if b == 0 { return a }
    case .without:
      if a == 0 || b == 1 || a == b { return 0 }
      if b == 0 { return a }
    }
    return nil
  }

  private mutating func apply(
    _ operation: Operation, _ a: Int32, _ b: Int32
  ) throws(Exhausted) -> Int32 {
    if let certain = Diagrams.certain(operation, a, b) { return certain }
    work &+= 1
    if work & 0xFFF == 0 { try budget.run.check() }
    let (a, b) = operation != .without && a > b ? (b, a) : (a, b)
    let slot = Diagrams.mix(Int32(operation.rawValue), 0, a, b) & (cache.count - 1)
    let known = cache[slot]
    if known.operation == operation.rawValue, known.a == a, known.b == b { return known.result }
    let (x, y) = (nodes[Int(a)], nodes[Int(b)])
    let isFirst =
      x.variable != y.variable ? x.variable < y.variable : x.threshold <= y.threshold
    let (variable, threshold) =
      isFirst ? (x.variable, x.threshold) : (y.variable, y.threshold)
    // Below the lower threshold every higher one of the same variable answers "below" as well.
    let (aLow, aHigh) = Diagrams.sides(of: a, x, variable, threshold)
    let (bLow, bHigh) = Diagrams.sides(of: b, y, variable, threshold)
    let low = try apply(operation, aLow, bLow)
    let high = try apply(operation, aHigh, bHigh)
    let result = try node(variable, threshold, low, high)
    // The cache may have grown meanwhile.
    let place = Diagrams.mix(Int32(operation.rawValue), 0, a, b) & (cache.count - 1)
    cache[place] = Cached(operation: operation.rawValue, a: a, b: b, result: result)
    return result
  }

  private static func sides(
    of index: Int32, _ node: Node, _ variable: Int32, _ threshold: Int64
  ) -> (low: Int32, high: Int32) {
    guard node.variable == variable else { return (index, index) }
    return (node.low, node.threshold == threshold ? node.high : index)
  }
}

extension Diagrams {
  package mutating func isEmpty(
    _ region: Region, in space: Space
  ) throws(Exhausted) -> Bool {
    region == .nothing
  }

  /// The cheapest point: each variable that a way through the diagram asks about keeps its usual
  /// value where the way allows that, and takes the nearest one where not. The cost of a variable
  /// does not depend on the others, so the cheapest way on from a node is the same from wherever
  /// it is reached.
  package mutating func point(
    in region: Region, of space: Space
  ) throws(Exhausted) -> Point? {
    guard region != .nothing else { return nil }
    try checkTime()
    var best: [Int32: Step] = [:]
    _ = cheapest(region.index, space, &best)
    var point = space.usual
    var index = region.index
    while index > 1, let step = best[index] {
      point[nodes[Int(index)].variable] = step.value
      index = step.next
    }
    return point
  }

  /// The cheapest way on from a node: the value of its variable, where that leads, and the cost.
  private struct Step {
    var value: Int64
    var next: Int32
    var cost: Int64
  }

  /// Costs are small and paths no longer than the variables are many, so a sum never overflows.
  private static let unreachable = Int64.max / 2

  private func cheapest(_ index: Int32, _ space: Space, _ best: inout [Int32: Step]) -> Int64 {
    if index == 1 { return 0 }
    if index == 0 { return Diagrams.unreachable }
    if let known = best[index] { return known.cost }
    let variable = space[nodes[Int(index)].variable]
    var step = Step(value: variable.usual, next: 0, cost: Diagrams.unreachable)
    forEachArm(of: index, in: space) { interval, child in
      let rest = cheapest(child, space, &best)
      guard rest < Diagrams.unreachable else { return }
      let near = variable.nearest(in: interval)
      if near.cost + rest < step.cost {
        step = Step(value: near.value, next: child, cost: near.cost + rest)
      }
    }
    best[index] = step
    return step.cost
  }

  /// The intervals of the variable that a node asks about, and where each leads.
  private func forEachArm(
    of index: Int32, in space: Space, _ body: (ClosedRange<Int64>, Int32) -> Void
  ) {
    let variable = nodes[Int(index)].variable
    let range = space[variable].range
    var from = range.lowerBound
    var next = index
    while nodes[Int(next)].variable == variable {
      let node = nodes[Int(next)]
      // A threshold is never the begin of the range, so the one before it exists.
      if node.threshold > from { body(from...(node.threshold - 1), node.low) }
      from = node.threshold
      next = node.high
    }
    if from <= range.upperBound { body(from...range.upperBound, next) }
  }

  package mutating func covers(
    _ region: Region, _ box: Box, in space: Space
  ) throws(Exhausted) -> Bool {
    try checkTime()
    var isSeen = [Bool](repeating: false, count: nodes.count)
    return covers(region.index, box, &isSeen)
  }

  /// Everything seen so far is covered: the first point that is not ends the search.
  private func covers(_ index: Int32, _ box: Box, _ isSeen: inout [Bool]) -> Bool {
    if index <= 1 { return index == 1 }
    if isSeen[Int(index)] { return true }
    isSeen[Int(index)] = true
    let node = nodes[Int(index)]
    let side = box[node.variable]
    if side.map({ $0.lowerBound < node.threshold }) ?? true, !covers(node.low, box, &isSeen) {
      return false
    }
    if let side, side.upperBound < node.threshold { return true }
    return covers(node.high, box, &isSeen)
  }
}

extension Diagrams {
  /// A place for the result of every node that there is, none of them known yet. Questions
  /// are about old nodes, however many new ones come of them.
  private var unknownResults: [Int32] { [Int32](repeating: -1, count: nodes.count) }

  package mutating func fixing(
    _ variable: Int32, at value: Int64, in region: Region
  ) throws(Exhausted) -> Region {
    try checkTime()
    var known = unknownResults
    return Region(index: try fix(variable, value, region.index, &known))
  }

  private mutating func fix(
    _ variable: Int32, _ value: Int64, _ index: Int32, _ known: inout [Int32]
  ) throws(Exhausted) -> Int32 {
    let node = nodes[Int(index)]
    if node.variable > variable { return index }
    if node.variable == variable {
      return try fix(variable, value, value >= node.threshold ? node.high : node.low, &known)
    }
    if known[Int(index)] >= 0 { return known[Int(index)] }
    let low = try fix(variable, value, node.low, &known)
    let high = try fix(variable, value, node.high, &known)
    let result = try self.node(node.variable, node.threshold, low, high)
    known[Int(index)] = result
    return result
  }

  package mutating func forSome(
    _ variable: Int32, in region: Region
  ) throws(Exhausted) -> Region {
    try checkTime()
    var known = unknownResults
    return Region(index: try some(variable, region.index, &known))
  }

  private mutating func some(
    _ variable: Int32, _ index: Int32, _ known: inout [Int32]
  ) throws(Exhausted) -> Int32 {
    let node = nodes[Int(index)]
    if node.variable > variable { return index }
    if known[Int(index)] >= 0 { return known[Int(index)] }
    let low = try some(variable, node.low, &known)
    let high = try some(variable, node.high, &known)
    var result: Int32
    if node.variable == variable {
      result = try or(Region(index: low), Region(index: high)).index
    } else {
      result = try self.node(node.variable, node.threshold, low, high)
    }
    known[Int(index)] = result
    return result
  }

  package mutating func thresholds(of variable: Int32, in region: Region) -> [Int64] {
    var found: [Int64] = []
    visit(region) { node in
      if node.variable == variable { found.append(node.threshold) }
    }
    return found.sortedUnique
  }

  package mutating func variables(of region: Region) -> [Int32] {
    var found: [Int32] = []
    visit(region) { node in found.append(node.variable) }
    return found.sortedUnique
  }

  /// Every node of a region, once.
  private func visit(_ region: Region, _ body: (Node) -> Void) {
    var isSeen = [Bool](repeating: false, count: nodes.count)
    isSeen[0] = true
    isSeen[1] = true
    var open = [region.index]
    while let index = open.popLast() {
      guard !isSeen[Int(index)] else { continue }
      isSeen[Int(index)] = true
      let node = nodes[Int(index)]
      body(node)
      open.append(node.low)
      open.append(node.high)
    }
  }
}

extension Array where Element: Comparable {
  /// Each element once, ascending.
  fileprivate var sortedUnique: [Element] {
    var result: [Element] = []
    for element in sorted() where element != result.last { result.append(element) }
    return result
  }
}
