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
      hasher.combine(node)
      for place in stride(from: 0, to: children.count, by: 2) {
        let next = place + 1 < children.count ? children[place + 1] : 0
        hasher.combine(Int64(children[place]) &<< 32 | Int64(UInt32(bitPattern: next)))
      }
    }
  }

  package init() {}

  /// Goes on from the nodes of a graph: a node that is there already is found.
  package init(nodes: [Node], edges: [Int32]) {
    self.nodes = nodes
    self.edges = edges
    for (index, node) in nodes.enumerated() {
      let key =
        switch node {
        case .all(let children):
          Key(node: .all(Node.Children()), children: Array(edges[children.places]))
        case .any(let children):
          Key(node: .any(Node.Children()), children: Array(edges[children.places]))
        default: Key(node: node, children: [])
        }
      if known[key] == nil { known[key] = Int32(index) }
    }
  }

  package mutating func always() -> Int32 {
    let node = alwaysNode ?? leaf(.always)
    alwaysNode = node
    return node
  }

  package mutating func never() -> Int32 {
    let node = neverNode ?? leaf(.never)
    neverNode = node
    return node
  }

  /// A node that is neither `all` nor `any`.
  package mutating func leaf(_ node: Node) -> Int32 {
    intern(Key(node: node, children: []))
  }

  package mutating func not(_ child: Int32) -> Int32 {
    switch nodes[Int(child)] {
    case .always: never()
    case .never: always()
    case .not(let inner): inner
    default: leaf(.not(child))
    }
  }

  package mutating func all(_ children: [Int32]) -> Int32 {
    joined(children, isAll: true)
  }

  package mutating func any(_ children: [Int32]) -> Int32 {
    joined(children, isAll: false)
  }

  private mutating func joined(_ children: [Int32], isAll: Bool) -> Int32 {
    if children.count == 1 { return children[0] }
    var flat: [Int32] = []
    for child in children {
      switch nodes[Int(child)] {
      case .never where isAll, .always where !isAll: return child
      case .never, .always: break
      case .all(let inner) where isAll, .any(let inner) where !isAll: flat += edges[inner.places]
      default: flat.append(child)
      }
    }
    flat.sort()
    var distinct: [Int32] = []
    for child in flat where child != distinct.last { distinct.append(child) }
    if distinct.isEmpty { return isAll ? always() : never() }
    if distinct.count == 1 { return distinct[0] }
    let none = Node.Children()
    return intern(Key(node: isAll ? .all(none) : .any(none), children: distinct))
  }

  private mutating func intern(_ key: Key) -> Int32 {
    if let node = known[key] { return node }
    var node = key.node
    if !key.children.isEmpty {
      let children = Node.Children(
        start: Int32(edges.count), count: Int32(key.children.count))
      if case .all = node { node = .all(children) } else { node = .any(children) }
      edges += key.children
    }
    let index = Int32(nodes.count)
    nodes.append(node)
    known[key] = index
    return index
  }
}
