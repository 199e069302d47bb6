import TollgateRuntime

/// A point that answers a question, and what matters about it.
package struct Witness: Sendable {
  package let space: Space
  package let terms: Terms
  package let scope: Scope
  /// One value for each variable; those that depend on each other fit together.
  package let point: Point
  /// The part that matters: every possible point of this box answers the question the same way, and no
  /// side of it can be left out.
  package let box: Box
  /// The values that nothing that was asked can tell from those of the point.
  package let cell: Box
}

extension Universe {
  /// The most usual point of a region, and what matters about it; `nil` if it is empty.
  package func witness(in region: Region) throws(Exhausted) -> Witness? {
    guard let point = try point(in: region) else { return nil }
    return try witness(at: point, in: region)
  }

  /// A point of a region, and what matters about it.
  func witness(at point: Point, in region: Region) throws(Exhausted) -> Witness {
    let box = try widest(around: point, in: region)
    return Witness(
      space: space, terms: terms, scope: scope, point: settled(point), box: box,
      cell: cell(around: point))
  }

  /// A box around a point that lies in a region, as far as it is possible, and in which no side
  /// can be left out.
  package func widest(around point: Point, in region: Region) throws(Exhausted) -> Box {
    let domain = try domain()
    let impossible = try engine.complement(domain)
    let whole = try engine.or(region, impossible)
    var box = cell(around: point)
    for side in box.sides.sorted(by: { isDropped($0, before: $1) }) {
      try widen(&box, side, in: whole)
    }
    return box
  }

  /// The interval of each variable that was asked about.
  func cell(around point: Point) -> Box {
    var box = Box()
    for place in space.variables.indices where !thresholds[place].isEmpty {
      let value = point[Int32(place)]
      box[Int32(place)] = cell(of: Int32(place), around: value)
    }
    return box
  }

  /// The least important side is left out first: the time, amounts, then entitlements.
  private func isDropped(_ a: Box.Side, before b: Box.Side) -> Bool {
    let (x, y) = (space[a.variable].weight, space[b.variable].weight)
    return x == y ? a.variable > b.variable : x > y
  }

  private func widen(_ box: inout Box, _ side: Box.Side, in whole: Region) throws(Exhausted) {
    let range = space[side.variable].range
    let variable = space[side.variable]
    // A value that is known is known: the part of the range without "missing" comes first.
    let known =
      variable.canBeMissing && side.interval.lowerBound > range.lowerBound
      ? (range.lowerBound + 1)...range.upperBound : range
    for wide in [
      range, known, known.lowerBound...side.interval.upperBound,
      side.interval.lowerBound...known.upperBound,
    ] where wide.lowerBound <= side.interval.lowerBound {
      var wider = box
      wider[side.variable] = wide == range ? nil : wide
      if try engine.covers(whole, wider, in: space) {
        box = wider
        return
      }
    }
  }

  /// The interval between two places that were asked about.
  func cell(of place: Int32, around value: Int64) -> ClosedRange<Int64> {
    cells(of: place).first { $0.contains(value) } ?? value...value
  }

  /// A point whose dependent quantities fit together.
  func settled(_ point: Point) -> Point {
    var point = point
    for (place, variable) in space.variables.enumerated() {
      if variable.quantity.kind == .added {
        settle(added: Int32(place), &point)
      } else if let triangle = Triangle(of: variable.quantity) {
        settle(triangle, &point)
      }
    }
    return point
  }

  private func settle(_ triangle: Triangle, _ point: inout Point) {
    guard let x = space.place(of: triangle.x), let y = space.place(of: triangle.y),
      let shared = space.place(of: triangle.shared)
    else { return }
    let isMissing = space[x].canBeMissing && point[x] == space[x].range.lowerBound
    guard !isMissing else { return }
    let pair = triangle.settle(
      x: cell(of: x, around: point[x]), y: cell(of: y, around: point[y]), shared: point[shared],
      near: point[x])
    point[x] = pair.x
    point[y] = pair.y
  }
}
