/// The circles of a graph whose nodes are numbers. The search does not recurse: a chain may be as
/// long as a file.
struct Cycles: Sendable {
  /// The circles that the search met, each from one node back to the one before it.
  private(set) var cycles: [[Int]] = []
  /// Every node after those it points to, circles aside.
  private(set) var order: [Int] = []
  /// One circle of each part of the graph that is all circles and points to nothing outside.
  private(set) var closed: [[Int]] = []
  private let edges: [[Int32]]
  private var states: [State]
  private var path: [(node: Int, next: Int)] = []
  /// When each node was met, and the earliest node that it leads back to.
  private var met: [Int]
  private var earliest: [Int]
  /// The nodes that were met and whose part of the graph is not complete.
  private var waiting: [Int] = []

  private enum State {
    case unseen, open, done, complete
  }

  /// Searches a graph: `edges[n]` are the nodes that `n` points to.
  init(_ edges: [[Int32]]) {
    self.edges = edges
    states = Array(repeating: .unseen, count: edges.count)
    met = Array(repeating: 0, count: edges.count)
    earliest = met
    order.reserveCapacity(edges.count)
    var count = 0
    for node in edges.indices where states[node] == .unseen { search(from: node, &count) }
  }

  private mutating func search(from start: Int, _ count: inout Int) {
    open(start, &count)
    while let (node, next) = path.last {
      guard next < edges[node].count else {
        close(node)
        continue
      }
      path[path.count - 1].next += 1
      let child = Int(edges[node][next])
      switch states[child] {
      case .unseen: open(child, &count)
      case .open:
        note(cycleTo: child)
        earliest[node] = min(earliest[node], met[child])
      case .done: earliest[node] = min(earliest[node], met[child])
      case .complete: break
      }
    }
  }

  private mutating func open(_ node: Int, _ count: inout Int) {
    states[node] = .open
    met[node] = count
    earliest[node] = count
    count += 1
    path.append((node, 0))
    waiting.append(node)
  }

  /// Leaves a node; where it leads back to nothing earlier, its part of the graph is complete.
  private mutating func close(_ node: Int) {
    states[node] = .done
    order.append(node)
    path.removeLast()
    if let parent = path.last?.node { earliest[parent] = min(earliest[parent], earliest[node]) }
    guard earliest[node] == met[node] else { return }
    var isClosed = true
    var part: [Int] = []
    repeat {
      part.append(waiting.removeLast())
      // Nodes of this part are not marked as complete before all of them are here.
      for next in edges[part[part.count - 1]] where states[Int(next)] == .complete {
        isClosed = false
      }
    } while part[part.count - 1] != node
    for member in part { states[member] = .complete }
    if isClosed, !edges[node].isEmpty { closed.append(circle(from: node)) }
  }

  /// The circle that one runs into by always following the first edge.
  private func circle(from start: Int) -> [Int] {
    var places: [Int: Int] = [:]
    var circle: [Int] = []
    var node = start
    while places[node] == nil {
      places[node] = circle.count
      circle.append(node)
      node = Int(edges[node][0])
    }
    return Array(circle[(places[node] ?? 0)...])
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
