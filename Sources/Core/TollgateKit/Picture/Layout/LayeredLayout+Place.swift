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
