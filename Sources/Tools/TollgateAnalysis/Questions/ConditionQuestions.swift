/// Whether a condition is true for everybody, or for nobody; `nil` if it depends.
package struct Constant: Question {
  let node: Int32

  package func answer<E: Engine>(in model: PolicyModel<E>) throws(Exhausted) -> Bool? {
    let isTrue = try model.region(of: node, is: true)
    if try model.universe.isEmpty(isTrue) { return false }
    return try model.universe.isPart(.everything, of: isTrue) ? true : nil
  }
}

/// Which of some alternatives add nothing to the others, from the last to the first; each that
/// adds nothing counts as gone.
package struct IdleAlternatives: Question {
  let nodes: [Int32]

  package func answer<E: Engine>(in model: PolicyModel<E>) throws(Exhausted) -> [Int] {
    let universe = model.universe
    var own: [Region] = []
    var before: [Region] = [.nothing]
    for node in nodes {
      let region = try model.region(of: node, is: true)
      own.append(region)
      before.append(try universe.engine.or(before[before.count - 1], region))
    }
    var idle: [Int] = []
    var after = Region.nothing
    for place in nodes.indices.reversed() {
      let others = try universe.engine.or(before[place], after)
      if try universe.isPart(own[place], of: others) {
        idle.append(place)
      } else {
        after = try universe.engine.or(after, own[place])
      }
    }
    return idle.sorted()
  }
}
