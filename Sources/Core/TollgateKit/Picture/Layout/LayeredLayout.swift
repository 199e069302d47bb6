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

extension LayeredLayout {
  /// How often the layers are gone through in search of fewer crossings.
  private static let sweeps = 12

  /// Orders each layer by the middle of the places that its boxes are joined with in the layer
  /// before, then in the layer after it, and so on, and swaps neighbours after each; the best order
  /// found stays.
  mutating func order() {
    var best = layers
    var fewest = crossings
    for sweep in 0..<LayeredLayout.sweeps where fewest > 0 {
      let isDown = sweep % 2 == 0
      for layer in isDown ? Array(layers.indices) : layers.indices.reversed() {
        sort(layer) { isDown ? $0.up : $0.down }
      }
      swapNeighbours()
      let found = crossings
      if found < fewest { (best, fewest) = (layers, found) }
    }
    layers = best
  }

  private mutating func sort(_ layer: Int, by neighbours: (Item) -> [Int]) {
    let places = places
    let middles = layers[layer].enumerated().map { place, index -> (Double, Int, Int) in
      let joined = neighbours(items[index])
      guard !joined.isEmpty else { return (Double(place), place, index) }
      let sum = joined.reduce(0.0) { $0 + Double(places[$1]) }
      return (sum / Double(joined.count), place, index)
    }
    layers[layer] = middles.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map { $0.2 }
  }

  /// Swaps neighbours of a layer whose arrows cross less the other way round.
  private mutating func swapNeighbours() {
    var places = places
    for layer in layers.indices where layers[layer].count <= 60 {
      for place in layers[layer].indices.dropLast() {
        let (first, second) = (layers[layer][place], layers[layer][place + 1])
        var gain = 0
        let sides = [(items[first].up, items[second].up), (items[first].down, items[second].down)]
        for (ends, others) in sides {
          for a in ends {
            for b in others { gain += (places[a] - places[b]).signum() }
          }
        }
        guard gain > 0 else { continue }
        layers[layer].swapAt(place, place + 1)
        (places[first], places[second]) = (place + 1, place)
      }
    }
  }

  /// The place of each item in its layer.
  private var places: [Int] {
    var places = items.map { _ in 0 }
    for layer in layers {
      for (place, index) in layer.enumerated() { places[index] = place }
    }
    return places
  }

  /// How many pairs of arrows cross.
  var crossings: Int {
    let places = places
    var count = 0
    for layer in layers.dropLast() {
      // The ends of the arrows in the order of their beginnings: each pair out of order crosses.
      var ends: [Int] = []
      for index in layer { ends += items[index].down.map { places[$0] }.sorted() }
      count += LayeredLayout.inversions(ends)
    }
    return count
  }

  /// How many pairs are out of order, counted with a tree of sums (Fenwick).
  private static func inversions(_ values: [Int]) -> Int {
    guard let largest = values.max() else { return 0 }
    var tree = Array(repeating: 0, count: largest + 2)
    var count = 0
    for (seen, value) in values.enumerated() {
      var notLarger = 0
      var place = value + 1
      while place > 0 {
        notLarger += tree[place]
        place -= place & -place
      }
      count += seen - notLarger
      place = value + 1
      while place < tree.count {
        tree[place] += 1
        place += place & -place
      }
    }
    return count
  }
}

extension LayeredLayout {
  private static let rounds = 10

  /// Gives each item a place across: as near as can be to the middle of what it is joined with,
  /// in the order of its layer, and without touching its neighbours.
  mutating func place() {
    for layer in layers.indices { settle(layer) { _ in [] } }
    for round in 0..<LayeredLayout.rounds {
      let isDown = round % 2 == 0
      for layer in isDown ? Array(layers.indices) : layers.indices.reversed() {
        settle(layer) { isDown ? $0.up : $0.down }
      }
    }
    for layer in layers.indices { settle(layer) { $0.up + $0.down } }
    closeGaps()
  }

  /// Moves parts that nothing joins nearer to each other, so that no broad stripe between them is
  /// empty; the first begins at 0.
  private mutating func closeGaps() {
    let extents = items.indices.map { extent(of: $0) }
    var shift = 0.0
    var end: Double?
    for index in items.indices.sorted(by: { extents[$0].start < extents[$1].start }) {
      let extent = extents[index]
      if let end {
        shift -= max(0, extent.start - end - LayeredLayout.gapAcross)
      } else {
        shift = -extent.start
      }
      end = max(end ?? extent.end, extent.end)
      items[index].middle += shift
    }
  }

  /// The room of an item across, with its arrows.
  private func extent(of index: Int) -> (start: Double, end: Double) {
    let item = items[index]
    var extent = (start: item.middle - item.across / 2, end: item.middle + item.across / 2)
    for neighbour in item.up + item.down {
      extent.start = min(extent.start, items[neighbour].middle)
      extent.end = max(extent.end, items[neighbour].middle)
    }
    return extent
  }

  /// Places the items of a layer by least squares: what is wanted is made to rise by joining
  /// neighbours that are out of order into blocks at their mean (pool adjacent violators).
  private mutating func settle(_ layer: Int, near neighbours: (Item) -> [Int]) {
    var blocks: [(sum: Double, count: Int)] = []
    var offsets: [Double] = []
    var offset = 0.0
    for (place, index) in layers[layer].enumerated() {
      if place > 0 {
        let before = items[layers[layer][place - 1]]
        offset += (before.across + items[index].across) / 2 + LayeredLayout.gapAcross
      }
      offsets.append(offset)
      let wanted = wanted(index, neighbours(items[index])) - offset
      blocks.append((wanted, 1))
      while blocks.count > 1, mean(blocks[blocks.count - 2]) > mean(blocks[blocks.count - 1]) {
        let last = blocks.removeLast()
        blocks[blocks.count - 1].sum += last.sum
        blocks[blocks.count - 1].count += last.count
      }
    }
    var place = 0
    for block in blocks {
      for _ in 0..<block.count {
        items[layers[layer][place]].middle = mean(block) + offsets[place]
        place += 1
      }
    }
  }

  private func mean(_ block: (sum: Double, count: Int)) -> Double {
    block.sum / Double(block.count)
  }

  private func wanted(_ index: Int, _ neighbours: [Int]) -> Double {
    guard !neighbours.isEmpty else { return items[index].middle }
    return neighbours.reduce(0.0) { $0 + items[$1].middle } / Double(neighbours.count)
  }
}
