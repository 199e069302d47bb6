/// Regions as formulas, and a search that splits intervals: for long lists of rules whose diagram
/// would be too large.
///
/// A formula is a graph of `all` and `any` over "variable ≥ threshold" and "variable < threshold";
/// equal formulas are one node, and a node's children come before it. Nothing is negated but
/// these comparisons.
package struct Search: Engine {
  struct Node: Hashable {
    var kind: Kind
    /// The variable, or where the children begin.
    var a: Int32 = 0
    /// How many children.
    var b: Int32 = 0
    var threshold: Int64 = 0
  }

  enum Kind: UInt8, Hashable {
    case nothing, everything, atLeast, below, all, any
  }

  private(set) var nodes: [Node] = [Node(kind: .nothing), Node(kind: .everything)]
  private(set) var edges: [Int32] = []
  private var known: [Key: Int32] = [:]
  private var complements: [Int32: Int32] = [0: 1, 1: 0]
  let budget: Budget
  /// How many steps are left for all questions of this group together, so that a thousand of them
  /// do not take a thousand times as long as one.
  var steps: Int
  /// How many formulas were joined: now and then one looks at the time.
  private var work = 0

  private struct Key: Hashable {
    var node: Node
    var children: [Int32]
  }

  package init(budget: Budget) {
    self.budget = budget
    steps = budget.steps * 8
  }

  package mutating func atLeast(
    _ variable: Int32, _ threshold: Int64
  ) throws(Exhausted) -> Region {
    try intern(Node(kind: .atLeast, a: variable, threshold: threshold), [])
  }

  package mutating func below(
    _ variable: Int32, _ threshold: Int64
  ) throws(Exhausted) -> Region {
    try intern(Node(kind: .below, a: variable, threshold: threshold), [])
  }

  package mutating func and(_ a: Region, _ b: Region) throws(Exhausted) -> Region {
    try join(.all, [a.index, b.index])
  }

  package mutating func or(_ a: Region, _ b: Region) throws(Exhausted) -> Region {
    try join(.any, [a.index, b.index])
  }

  package mutating func join(_ regions: [Region], isAll: Bool) throws(Exhausted) -> Region {
    var parts: [Int32] = []
    for region in regions { parts.append(region.index) }
    return try join(isAll ? .all : .any, parts)
  }

  package mutating func without(_ a: Region, _ b: Region) throws(Exhausted) -> Region {
    let complement = try complement(of: b.index)
    return try join(.all, [a.index, complement])
  }

  func children(of index: Int32) -> ArraySlice<Int32> {
    let node = nodes[Int(index)]
    guard node.kind == .all || node.kind == .any else { return [] }
    return edges[Int(node.a)..<Int(node.a) + Int(node.b)]
  }

  /// Lists in a list of the same kind become one list, so a formula is no deeper than the policy.
  private mutating func join(_ kind: Kind, _ parts: [Int32]) throws(Exhausted) -> Region {
    work &+= 1
    if work & 0x3F == 0 { try budget.run.check() }
    let neutral: Int32 = kind == .all ? 1 : 0
    var flat: [Int32] = []
    for part in parts {
      if part == 1 - neutral { return Region(index: part) }
      if part == neutral { continue }
      if nodes[Int(part)].kind == kind {
        flat += children(of: part)
      } else {
        flat.append(part)
      }
    }
    flat = Set(flat).sorted()
    if flat.isEmpty { return Region(index: neutral) }
    if flat.count == 1 { return Region(index: flat[0]) }
    return try intern(Node(kind: kind), flat)
  }

  private mutating func intern(_ node: Node, _ children: [Int32]) throws(Exhausted) -> Region {
    let key = Key(node: node, children: children)
    if let index = known[key] { return Region(index: index) }
    // Long lists of edges are as heavy as nodes.
    guard nodes.count + edges.count / 8 < budget.nodes * 4 else {
      throw Exhausted(.nodes, limit: budget.nodes)
    }
    var node = node
    if !children.isEmpty {
      node.a = Int32(edges.count)
      node.b = Int32(children.count)
      edges += children
    }
    let index = Int32(nodes.count)
    nodes.append(node)
    known[key] = index
    return Region(index: index)
  }

  /// The complement of a formula. Children come before their parents, so one pass from the front
  /// over what the formula reaches is enough.
  private mutating func complement(of index: Int32) throws(Exhausted) -> Int32 {
    if let known = complements[index] { return known }
    for part in reached(from: index) where complements[part] == nil {
      let node = nodes[Int(part)]
      var result: Region
      switch node.kind {
      case .nothing: result = .everything
      case .everything: result = .nothing
      case .atLeast: result = try below(node.a, node.threshold)
      case .below: result = try atLeast(node.a, node.threshold)
      case .all, .any:
        let parts = children(of: part).compactMap { complements[$0] }
        result = try join(node.kind == .all ? .any : .all, parts)
      }
      complements[part] = result.index
      complements[result.index] = part
    }
    return complements[index] ?? 0
  }

  /// Everything a formula is made of, children before parents, itself last.
  func reached(from index: Int32) -> [Int32] {
    var seen: Set<Int32> = [index]
    var open = [index]
    while let next = open.popLast() {
      for child in children(of: next) where seen.insert(child).inserted { open.append(child) }
    }
    return seen.sorted()
  }

  /// The same formula with each comparison replaced.
  private mutating func replacing(
    in region: Region, _ replace: (Node) -> Region?
  ) throws(Exhausted) -> Region {
    var results: [Int32: Int32] = [:]
    for part in reached(from: region.index) {
      let node = nodes[Int(part)]
      switch node.kind {
      case .nothing, .everything: results[part] = part
      case .atLeast, .below: results[part] = replace(node)?.index ?? part
      case .all, .any:
        let parts = children(of: part).compactMap { results[$0] }
        results[part] = try join(node.kind, parts).index
      }
    }
    return Region(index: results[region.index] ?? 0)
  }

  package mutating func fixing(
    _ variable: Int32, at value: Int64, in region: Region
  ) throws(Exhausted) -> Region {
    try replacing(in: region) { node in
      guard node.a == variable else { return nil }
      return (value >= node.threshold) == (node.kind == .atLeast) ? .everything : .nothing
    }
  }

  /// One region for each interval, joined: it may double what is asked, so only a few are worth it.
  package mutating func forSome(
    _ variable: Int32, in region: Region
  ) throws(Exhausted) -> Region {
    let thresholds = thresholds(of: variable, in: region)
    guard let first = thresholds.first else { return region }
    var result = try fixing(variable, at: first - 1, in: region)
    for threshold in thresholds {
      let part = try fixing(variable, at: threshold, in: region)
      result = try or(result, part)
    }
    return result
  }

  package mutating func thresholds(of variable: Int32, in region: Region) -> [Int64] {
    var found: Set<Int64> = []
    for part in reached(from: region.index) {
      let node = nodes[Int(part)]
      if node.kind == .atLeast || node.kind == .below, node.a == variable {
        found.insert(node.threshold)
      }
    }
    return found.sorted()
  }

  package mutating func variables(of region: Region) -> [Int32] {
    var found: Set<Int32> = []
    for part in reached(from: region.index) {
      let node = nodes[Int(part)]
      if node.kind == .atLeast || node.kind == .below { found.insert(node.a) }
    }
    return found.sorted()
  }
}

extension Search {
  package mutating func isEmpty(
    _ region: Region, in space: Space
  ) throws(Exhausted) -> Bool {
    try find(in: region, within: Box(), space) == nil
  }

  package mutating func covers(
    _ region: Region, _ box: Box, in space: Space
  ) throws(Exhausted) -> Bool {
    let rest = try without(.everything, region)
    return try find(in: rest, within: box, space) == nil
  }

  /// A point of a region; then each variable goes back to its usual value where the others allow
  /// it, the dearest first.
  package mutating func point(
    in region: Region, of space: Space
  ) throws(Exhausted) -> Point? {
    guard var point = try find(in: region, within: Box(), space) else { return nil }
    let places = space.variables.indices.sorted { a, b in
      let (x, y) = (space.variables[a].weight, space.variables[b].weight)
      return x == y ? a < b : x > y
    }
    let parts = reached(from: region.index)
    for place in places {
      // The point is one already; it is only not the most usual one.
      if budget.run.end != nil { break }
      let variable = space.variables[place]
      var candidates = [variable.usual]
      let borders = thresholds(of: Int32(place), in: region)
      for border in borders { candidates += [border, border - 1] }
      candidates.sort {
        variable.nearest(in: $0...$0).cost < variable.nearest(in: $1...$1).cost
      }
      let old = point[Int32(place)]
      for candidate in candidates where variable.range.contains(candidate) {
        if budget.run.end != nil { break }
        if variable.nearest(in: candidate...candidate).cost
          >= variable.nearest(in: old...old).cost
        {
          break
        }
        point[Int32(place)] = candidate
        if holds(parts, at: point) { break }
        point[Int32(place)] = old
      }
    }
    return point
  }

  /// Whether a formula, given by all its parts, holds at a point.
  private func holds(_ parts: [Int32], at point: Point) -> Bool {
    var values: [Int32: Bool] = [:]
    for part in parts {
      let node = nodes[Int(part)]
      switch node.kind {
      case .nothing: values[part] = false
      case .everything: values[part] = true
      case .atLeast: values[part] = point[node.a] >= node.threshold
      case .below: values[part] = point[node.a] < node.threshold
      case .all: values[part] = children(of: part).allSatisfy { values[$0] == true }
      case .any: values[part] = children(of: part).contains { values[$0] == true }
      }
    }
    return parts.last.flatMap { values[$0] } ?? false
  }

  /// A point of a region that lies in a box.
  private mutating func find(
    in region: Region, within box: Box, _ space: Space
  ) throws(Exhausted) -> Point? {
    if region == .nothing { return nil }
    try budget.run.check()
    var splitter = Splitter(search: self, region: region, space: space, box: box)
    defer { steps = splitter.steps }
    return try splitter.find()
  }
}
