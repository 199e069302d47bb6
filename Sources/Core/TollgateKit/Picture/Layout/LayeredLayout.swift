/// Places boxes in layers so that arrows lead from one layer to a later one, after Sugiyama,
/// Tagawa and Toda: layers by the longest way, an order in each layer with few crossings, then
/// places near what a box is joined with.
///
/// It knows two directions: along the arrows, and across them. Which of them is down the page is
/// the caller's to say.
struct LayeredLayout {
  /// The size of a box, and the room it needs.
  struct Size {
    var along: Double
    var across: Double
    /// The room before it, in which all arrows run straight to its middle.
    var lead = 0.0
    /// How much room across it and its lead need at least, with what stands beside the arrows.
    var room = 0.0
  }

  /// A point of a route, or the corner of a box.
  struct Point: Hashable {
    var along: Double
    var across: Double
  }

  /// A box to place, or a bend of an arrow that passes through a layer.
  struct Item {
    var layer: Int
    var across: Double
    /// Where its middle is, across.
    var middle = 0.0
    var up: [Int] = []
    var down: [Int] = []
  }

  let sizes: [Size]
  let arrows: [(from: Int, to: Int)]
  /// The boxes first, in their own order, then the bends.
  var items: [Item] = []
  /// The items of each layer, in order across.
  var layers: [[Int]] = []
  /// The items that each arrow passes, from its first box to its last.
  private var routes: [[Int]] = []

  static let gapAlong = 56.0
  static let gapAcross = 18.0

  init(sizes: [Size], arrows: [(from: Int, to: Int)]) {
    self.sizes = sizes
    self.arrows = arrows
    assignLayers()
    addBends()
    order()
    place()
  }

  // MARK: Layers

  /// Puts each box one layer after the last box with an arrow to it. Arrows that close a circle, which
  /// a verified graph has none of, do not count.
  private mutating func assignLayers() {
    var waiting = sizes.map { _ in 0 }
    var children: [[Int]] = sizes.map { _ in [] }
    for arrow in arrows {
      waiting[arrow.to] += 1
      children[arrow.from].append(arrow.to)
    }
    items = sizes.map { Item(layer: 0, across: max($0.across, $0.room)) }
    var ready = sizes.indices.filter { waiting[$0] == 0 }
    while let box = ready.popLast() {
      for child in children[box] {
        items[child].layer = max(items[child].layer, items[box].layer + 1)
        waiting[child] -= 1
        if waiting[child] == 0 { ready.append(child) }
      }
    }
    let last = items.reduce(0) { max($0, $1.layer) }
    layers = Array(repeating: [], count: sizes.isEmpty ? 0 : last + 1)
    for (index, item) in items.enumerated() { layers[item.layer].append(index) }
  }

  /// An arrow over several layers gets a bend in each that it passes, so that no box is in its way.
  private mutating func addBends() {
    for arrow in arrows {
      var route = [arrow.from]
      let end = items[arrow.to].layer
      var layer = items[arrow.from].layer + 1
      while layer < end {
        items.append(Item(layer: layer, across: 0))
        layers[layer].append(items.count - 1)
        join(route[route.count - 1], items.count - 1)
        route.append(items.count - 1)
        layer += 1
      }
      join(route[route.count - 1], arrow.to)
      route.append(arrow.to)
      routes.append(route)
    }
  }

  private mutating func join(_ from: Int, _ to: Int) {
    guard items[from].layer < items[to].layer else { return }
    items[from].down.append(to)
    items[to].up.append(from)
  }

  // MARK: Results

  /// Where each layer begins, and how much room it takes along.
  private var bands: [(start: Double, length: Double)] {
    var bands: [(start: Double, length: Double)] = []
    var start = 0.0
    for layer in layers {
      let length = layer.reduce(0.0) { longest, index in
        sizes.indices.contains(index)
          ? max(longest, sizes[index].lead + sizes[index].along) : longest
      }
      bands.append((start, length))
      start += length + LayeredLayout.gapAlong
    }
    return bands
  }

  /// The room that all of it takes.
  var size: Size {
    let along = bands.last.map { $0.start + $0.length } ?? 0
    let across = items.reduce(0.0) { max($0, $1.middle + $1.across / 2) }
    return Size(along: along, across: across)
  }

  /// The first corner of each box; boxes begin where their layer does, behind their lead.
  var corners: [Point] {
    let bands = bands
    return sizes.indices.map { box in
      let item = items[box]
      let size = sizes[box]
      return Point(
        along: bands[item.layer].start + size.lead, across: item.middle - size.across / 2)
    }
  }

  /// The points of each arrow, in pairs: straight from the first to the second of a pair, which
  /// lie in one layer, and in a curve to the next pair. The last one has a second point only where
  /// the box has a lead.
  var paths: [[Point]] {
    let bands = bands
    return routes.map { route in
      var points: [Point] = []
      for (place, index) in route.enumerated() {
        let item = items[index]
        let band = bands[item.layer]
        let size = sizes.indices.contains(index) ? sizes[index] : Size(along: 0, across: 0)
        let start = place == 0 ? band.start + size.lead + size.along : band.start
        points.append(Point(along: start, across: item.middle))
        if place + 1 < route.count {
          points.append(Point(along: band.start + band.length, across: item.middle))
        } else if size.lead > 0 {
          points.append(Point(along: band.start + size.lead, across: item.middle))
        }
      }
      return points
    }
  }
}
