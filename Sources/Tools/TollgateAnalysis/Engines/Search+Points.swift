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
