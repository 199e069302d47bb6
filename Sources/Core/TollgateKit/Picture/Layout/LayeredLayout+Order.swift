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
