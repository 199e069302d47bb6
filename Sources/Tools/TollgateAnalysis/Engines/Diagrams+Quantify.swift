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
