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
