package import TollgateRuntime

/// Makes nodes, each condition once: equal conditions are one node.
///
/// It folds what is certain, flattens `all` in `all`, drops repeated children, and puts children
/// in the order of their nodes where order means nothing. It never turns "unknown" into an
/// answer: `a and not a` stays, because an unknown `a` makes it unknown.
package struct GraphBuilder: Sendable {
  package private(set) var nodes: [Node] = []
  package private(set) var edges: [Int32] = []
  private var known: [Key: Int32] = [:]
  // Most rules need these two, so they are found without the table.
  private var alwaysNode: Int32?
  private var neverNode: Int32?

  private struct Key: Hashable {
    var node: Node
    var children: [Int32]

    /// Two small numbers at a time: that takes less time than one after the other.
    func hash(into hasher: inout Hasher) {
      hasher.combine(pair(Int32(node.kind.rawValue), node.a))
      hasher.combine(node.value)
      hasher.combine(pair(node.b, Int32(truncatingIfNeeded: children.count)))
      for place in stride(from: 0, to: children.count, by: 2) {
        let next = place + 1 < children.count ? children[place + 1] : 0
        hasher.combine(pair(children[place], next))
      }
    }

    private func pair(_ first: Int32, _ second: Int32) -> Int64 {
      Int64(first) &<< 32 | Int64(UInt32(bitPattern: second))
    }
  }

  package init() {}

  /// Goes on from the nodes of a graph: a node that is there already is found.
  package init(nodes: [Node], edges: [Int32]) {
    self.nodes = nodes
    self.edges = edges
    for (index, node) in nodes.enumerated() {
      var key = Key(node: node, children: [])
      if node.kind == .all || node.kind == .any {
        key.children = Array(edges[Int(node.a)..<Int(node.a) + Int(node.b)])
        key.node = Node(node.kind)
      }
      if known[key] == nil { known[key] = Int32(index) }
    }
  }

  package mutating func always() -> Int32 {
    let node = alwaysNode ?? leaf(Node(.always))
    alwaysNode = node
    return node
  }

  package mutating func never() -> Int32 {
    let node = neverNode ?? leaf(Node(.never))
    neverNode = node
    return node
  }

  /// A node without children, or one whose children are its `a` or `b`.
  package mutating func leaf(_ node: Node) -> Int32 {
    intern(Key(node: node, children: []))
  }

  package mutating func not(_ child: Int32) -> Int32 {
    let node = nodes[Int(child)]
    switch node.kind {
    case .always: return never()
    case .never: return always()
    case .not: return node.a
    default: return leaf(Node(.not, a: child))
    }
  }

  package mutating func all(_ children: [Int32]) -> Int32 {
    if children.isEmpty { return always() }
    return joined(children, .all, neutral: .always, decisive: .never)
  }

  package mutating func any(_ children: [Int32]) -> Int32 {
    if children.isEmpty { return never() }
    return joined(children, .any, neutral: .never, decisive: .always)
  }

  private mutating func joined(
    _ children: [Int32], _ kind: Node.Kind, neutral: Node.Kind, decisive: Node.Kind
  ) -> Int32 {
    if children.count == 1 { return children[0] }
    var flat: [Int32] = []
    for child in children {
      let node = nodes[Int(child)]
      if node.kind == decisive { return child }
      if node.kind == kind {
        flat += edges[Int(node.a)..<Int(node.a) + Int(node.b)]
      } else if node.kind != neutral {
        flat.append(child)
      }
    }
    flat.sort()
    var distinct: [Int32] = []
    for child in flat where child != distinct.last { distinct.append(child) }
    if distinct.isEmpty { return leaf(Node(neutral)) }
    if distinct.count == 1 { return distinct[0] }
    return intern(Key(node: Node(kind), children: distinct))
  }

  private mutating func intern(_ key: Key) -> Int32 {
    if let node = known[key] { return node }
    var node = key.node
    if !key.children.isEmpty {
      let children = Node.Children(
        start: Int32(edges.count), count: Int32(key.children.count))
      node = node.kind == .all ? .all(children) : .any(children)
      edges += key.children
    }
    let index = Int32(nodes.count)
    nodes.append(node)
    known[key] = index
    return index
  }
}
