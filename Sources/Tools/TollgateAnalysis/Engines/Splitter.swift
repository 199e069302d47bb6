/// Looks for a point of a formula by splitting intervals: what must hold is narrowed down first,
/// then the comparison that weighs most is decided one way and, if that leads nowhere, the other.
struct Splitter {
  private let parts: [Int32]
  private let nodes: [Search.Node]
  /// The children of each part, as places in `parts`.
  private let children: [[Int]]
  private let space: Space
  private let limit: Int
  private let run: RunBudget
  private(set) var steps: Int
  /// The interval of each variable.
  private var box: [ClosedRange<Int64>]
  /// Boxes that are still to be looked into, the last one first.
  private var open: [[ClosedRange<Int64>]] = []
  /// The value of each part inside the box.
  private var values: [Value]

  private enum Value: UInt8 {
    case no, open, yes
  }

  init(search: Search, region: Region, space: Space, box: Box) {
    let parts = search.reached(from: region.index)
    var places: [Int32: Int] = [:]
    for (place, part) in parts.enumerated() { places[part] = place }
    self.parts = parts
    nodes = parts.map { search.nodes[Int($0)] }
    children = parts.map { part in search.children(of: part).compactMap { places[$0] } }
    self.space = space
    limit = search.budget.steps
    run = search.budget.run
    steps = search.steps
    self.box = space.variables.map { $0.range }
    for side in box.sides { self.box[Int(side.variable)] = side.interval }
    values = [Value](repeating: .open, count: parts.count)
  }

  mutating func find() throws(Exhausted) -> Point? {
    var left = limit
    open = [box]
    while let next = open.popLast() {
      box = next
      left -= 1
      steps -= 1
      guard left >= 0, steps >= 0 else { throw Exhausted(.steps, limit: limit) }
      try run.check()
      narrow()
      switch values.last ?? .no {
      case .no: continue
      case .yes: return point
      case .open: split()
      }
    }
    return nil
  }

  /// A point of the box, as usual as it can be.
  private var point: Point {
    var values: [Int64] = []
    for (variable, interval) in zip(space.variables, box) {
      values.append(variable.nearest(in: interval).value)
    }
    return Point(values: values)
  }

  /// Works out the value of every part; while some comparison must hold for the whole to hold,
  /// the box is cut down to it.
  private mutating func narrow() {
    while true {
      evaluate()
      guard values.last == .open, cut() else { return }
    }
  }

  private mutating func evaluate() {
    for (place, node) in nodes.enumerated() { values[place] = value(of: node, at: place) }
  }

  private func value(of node: Search.Node, at place: Int) -> Value {
    switch node.kind {
    case .nothing: return .no
    case .everything: return .yes
    case .atLeast:
      let interval = box[Int(node.a)]
      if interval.lowerBound >= node.threshold { return .yes }
      return interval.upperBound < node.threshold ? .no : .open
    case .below:
      let interval = box[Int(node.a)]
      if interval.upperBound < node.threshold { return .yes }
      return interval.lowerBound >= node.threshold ? .no : .open
    case .all:
      var result = Value.yes
      for child in children[place] {
        if values[child] == .no { return .no }
        if values[child] == .open { result = .open }
      }
      return result
    case .any:
      var result = Value.no
      for child in children[place] {
        if values[child] == .yes { return .yes }
        if values[child] == .open { result = .open }
      }
      return result
    }
  }

  /// Cuts the box down to the comparisons that must hold. Returns whether there was one. A part
  /// must hold if it is the whole, a part of an `all` that must, or the only open one of an `any`
  /// that must.
  private mutating func cut() -> Bool {
    var must = [Bool](repeating: false, count: parts.count)
    must[parts.count - 1] = true
    var isCut = false
    for place in nodes.indices.reversed() where must[place] {
      let node = nodes[place]
      switch node.kind {
      case .nothing, .everything: break
      case .atLeast, .below: isCut = cut(to: node) || isCut
      case .all:
        for child in children[place] where values[child] == .open { must[child] = true }
      case .any:
        var only: Int?
        var count = 0
        for child in children[place] where values[child] == .open {
          only = child
          count += 1
        }
        if let only, count == 1 { must[only] = true }
      }
    }
    return isCut
  }

  /// The part of the box in which a comparison holds; an empty one is left as it is, and found out
  /// when the parts are evaluated.
  private mutating func cut(to node: Search.Node) -> Bool {
    let interval = box[Int(node.a)]
    guard interval.lowerBound < node.threshold, node.threshold <= interval.upperBound
    else { return false }
    box[Int(node.a)] =
      node.kind == .atLeast
      ? node.threshold...interval.upperBound : interval.lowerBound...(node.threshold - 1)
    return true
  }

  /// Splits the box at the comparison that weighs most: one of few alternatives counts more.
  private mutating func split() {
    var weights = [Double](repeating: 0, count: parts.count)
    weights[parts.count - 1] = 1
    var best: Int?
    for place in nodes.indices.reversed() where weights[place] > 0 && values[place] == .open {
      let kind = nodes[place].kind
      if kind == .atLeast || kind == .below {
        if best.map({ weights[place] > weights[$0] }) ?? true { best = place }
        continue
      }
      var share = weights[place]
      if kind == .any {
        var count = 0.0
        for child in children[place] where values[child] == .open { count += 1 }
        share /= count
      }
      for child in children[place] where values[child] == .open { weights[child] += share }
    }
    guard let best else { return }
    let node = nodes[best]
    let interval = box[Int(node.a)]
    var (low, high) = (box, box)
    low[Int(node.a)] = interval.lowerBound...(node.threshold - 1)
    high[Int(node.a)] = node.threshold...interval.upperBound
    // The side on which the comparison holds is looked into first.
    open += node.kind == .atLeast ? [low, high] : [high, low]
  }
}
