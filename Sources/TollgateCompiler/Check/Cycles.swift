/// A graph whose nodes are numbers, searched without recursion: a chain may be as long as a file.
struct Cycles: Sendable {
  /// The cycles that were found, each from one node back to the one before it.
  private(set) var cycles: [[Int]] = []
  /// Every node behind those it points to, cycles aside.
  private(set) var order: [Int] = []
  private var states: [State]
  private var path: [(node: Int, next: Int)] = []

  private enum State {
    case unseen, open, done
  }

  /// Searches a graph: `edges[n]` are the nodes that `n` points to.
  init(_ edges: [[Int32]]) {
    states = Array(repeating: .unseen, count: edges.count)
    order.reserveCapacity(edges.count)
    for node in edges.indices where states[node] == .unseen { search(from: node, edges) }
  }

  private mutating func search(from start: Int, _ edges: [[Int32]]) {
    path.append((start, 0))
    states[start] = .open
    while let (node, next) = path.last {
      guard next < edges[node].count else {
        states[node] = .done
        order.append(node)
        path.removeLast()
        continue
      }
      path[path.count - 1].next += 1
      let child = Int(edges[node][next])
      switch states[child] {
      case .unseen:
        states[child] = .open
        path.append((child, 0))
      case .open: note(cycleTo: child)
      case .done: break
      }
    }
  }

  private mutating func note(cycleTo node: Int) {
    var cycle: [Int] = []
    for (step, _) in path.reversed() {
      cycle.append(step)
      if step == node { break }
    }
    cycles.append(cycle.reversed())
  }
}
