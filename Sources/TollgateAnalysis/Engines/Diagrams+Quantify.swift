extension Diagrams {
  package mutating func fixing(
    _ variable: Int32, at value: Int64, in region: Region
  ) throws(Exhausted) -> Region {
    var known: [Int32: Int32] = [:]
    return Region(index: try fix(variable, value, region.index, &known))
  }

  private mutating func fix(
    _ variable: Int32, _ value: Int64, _ index: Int32, _ known: inout [Int32: Int32]
  ) throws(Exhausted) -> Int32 {
    let node = nodes[Int(index)]
    if node.variable > variable { return index }
    if node.variable == variable {
      return try fix(variable, value, value >= node.threshold ? node.high : node.low, &known)
    }
    if let result = known[index] { return result }
    let low = try fix(variable, value, node.low, &known)
    let high = try fix(variable, value, node.high, &known)
    let result = try self.node(node.variable, node.threshold, low, high)
    known[index] = result
    return result
  }

  package mutating func forSome(
    _ variable: Int32, in region: Region
  ) throws(Exhausted) -> Region {
    var known: [Int32: Int32] = [:]
    return Region(index: try some(variable, region.index, &known))
  }

  private mutating func some(
    _ variable: Int32, _ index: Int32, _ known: inout [Int32: Int32]
  ) throws(Exhausted) -> Int32 {
    let node = nodes[Int(index)]
    if node.variable > variable { return index }
    if let result = known[index] { return result }
    let low = try some(variable, node.low, &known)
    let high = try some(variable, node.high, &known)
    var result: Int32
    if node.variable == variable {
      result = try or(Region(index: low), Region(index: high)).index
    } else {
      result = try self.node(node.variable, node.threshold, low, high)
    }
    known[index] = result
    return result
  }

  package mutating func thresholds(of variable: Int32, in region: Region) -> [Int64] {
    var found: Set<Int64> = []
    visit(region) { node in
      if node.variable == variable { found.insert(node.threshold) }
    }
    return found.sorted()
  }

  package mutating func variables(of region: Region) -> [Int32] {
    var found: Set<Int32> = []
    visit(region) { node in found.insert(node.variable) }
    return found.sorted()
  }

  /// Every node of a region, once.
  private func visit(_ region: Region, _ body: (Node) -> Void) {
    var seen: Set<Int32> = [0, 1]
    var open = [region.index]
    while let index = open.popLast() {
      guard seen.insert(index).inserted else { continue }
      let node = nodes[Int(index)]
      body(node)
      open.append(node.low)
      open.append(node.high)
    }
  }
}
