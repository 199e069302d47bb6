import TestSupport
import TollgateCompiler
import TollgateRuntime

/// Every point of an extent, and where each condition and rule of a policy is true there.
///
/// A point is a holding and a point of the space; the bits of a set stand holding after holding.
struct Regions {
  let graph: RuleGraph
  let extent: Extent
  let readings: PolicyReadings
  let values: AxisValues
  private(set) var space = PointSpace()
  private(set) var holdings: [Holding] = []
  private(set) var nodes: [Int32: TruthBits] = [:]
  /// Whether each rule holds.
  private(set) var holds: [TruthBits] = []
  /// Whether each rule's limit is exceeded by the use; true without a limit.
  private(set) var exceeds: [TruthBits] = []
  private(set) var all = Bits(count: 0)

  /// Nothing if there are more points than `most`.
  init?(_ graph: RuleGraph, _ extent: Extent, most: Int) {
    self.graph = graph
    self.extent = extent
    readings = PolicyReadings(graph)
    values = AxisValues(readings, graph, extent)
    makeSpace()
    guard space.count <= most else { return nil }
    holdings = Regions.holdings(of: graph, extent, readings)
    guard space.count * holdings.count <= most else { return nil }
    all = Bits(words: holdings.flatMap { _ in space.all.words })
    for index in graph.parts.nodes.indices where readings.nodes.contains(Int32(index)) {
      nodes[Int32(index)] = evaluate(graph.parts.nodes[index])
    }
    for rule in graph.parts.rules {
      exceeds.append(rule.limit.map { exceeded($0) } ?? TruthBits(yes: all, no: all - all))
      let holds = !self[rule.inForce].and(self[rule.condition]).and(exceeds[exceeds.count - 1])
        .and(!self[rule.requirement])
      self.holds.append(
        rule.runningUseMayFinish ? holds.or(TruthBits(yes: all - new, no: new)) : holds)
    }
  }

  /// Where the use is a new one.
  var new: Bits { space.axis(.running).map { everywhere(space.points($0) { $0 == 0 }) } ?? all }

  /// Where one more is asked for.
  var oneMore: Bits {
    space.axes.indices.reduce(space.all) { bits, axis in
      guard case .amount = space.axes[axis].kind else { return bits }
      return bits & space.points(axis) { $0 == 0 }
    }
  }

  subscript(node: Int32) -> TruthBits { nodes[node] ?? TruthBits(yes: all, no: all) }

  var none: Bits { all - all }

  private mutating func makeSpace() {
    space.add(.time, size: values.moments.count)
    space.add(.subject, size: values.subjects.count)
    for (fact, list) in values.facts.sorted(by: { $0.key < $1.key }) {
      space.add(.fact(fact), size: list.count)
    }
    for (meter, limits) in readings.allowanceLimits.sorted(by: { $0.key < $1.key }) {
      // Without one of its own, a limit that is the allowance is unknown or has its `otherwise`.
      let canMiss = extent == .all || !limits.contains(nil)
      space.add(.own(meter), size: canMiss ? 2 : 1)
    }
    let counters = values.counters.sorted {
      ($0.key.meter, $0.key.window.code) < ($1.key.meter, $1.key.window.code)
    }
    for (counter, list) in counters { space.add(.counter(counter), size: list.count) }
    for (meter, list) in values.amounts.sorted(by: { $0.key < $1.key }) {
      space.add(.amount(meter), size: list.count)
    }
    if graph.parts.rules.contains(where: { $0.runningUseMayFinish }) {
      space.add(.running, size: 2)
    }
  }

  /// A set of points of the space, for every holding.
  func everywhere(_ points: Bits) -> Bits {
    Bits(words: holdings.flatMap { _ in points.words })
  }

  /// The bits of a set for one holding.
  func block(_ bits: Bits, _ holding: Int) -> Bits {
    bits.words(holding * space.words..<(holding + 1) * space.words)
  }

  // MARK: Conditions

  func all(_ list: [TruthBits]) -> TruthBits {
    list.reduce(TruthBits(yes: all, no: none)) { $0.and($1) }
  }

  func any(_ list: [TruthBits]) -> TruthBits {
    list.reduce(TruthBits(yes: none, no: all)) { $0.or($1) }
  }

  private func evaluate(_ node: Node) -> TruthBits {
    switch node.kind {
    case .never: return TruthBits(yes: none, no: all)
    case .always: return TruthBits(yes: all, no: none)
    case .all, .any:
      let edges = graph.parts.edges[Int(node.a)..<Int(node.a) + Int(node.b)]
      let children = edges.map { self[$0] }
      return node.kind == .all ? all(children) : any(children)
    case .not: return !self[node.a]
    case .statement: return self[node.a]
    case .entitlement:
      let held = held(node.a)
      return node.b < 0 ? held : held.or(self[node.b])
    // Nobody here is in a trial: no policy that the oracle is asked about says `paid`.
    case .paid: return held(node.a)
    case .factIs: return fact(node.a) { $0 == node.value }
    case .factAtLeast: return fact(node.a) { $0 >= node.value }
    case .usageAtLeast:
      let window = Window(code: node.b) ?? .total
      return usage(.init(meter: node.a, window: window)) { _ in node.value }
    case .inRollout:
      return axis(.subject) { index in
        values.subjects[index].isEmpty ? nil : values.subjects[index][node.a]
      }
    case .timeAtLeast: return axis(.time) { values.moments[$0].now >= node.value }
    case .timeSince:
      return axis(.time) { index in
        let moment = values.moments[index]
        return moment.dates[node.a].map { moment.now >= $0 + node.value }
      }
    case .monthsSince:
      return axis(.time) { index in
        let moment = values.moments[index]
        return moment.dates[node.a].map {
          moment.now >= Lapse.months(node.value).end(after: $0)
        }
      }
    }
  }

  /// What a comparison with a fact comes to.
  func fact(_ fact: Int32, _ test: (Int64) -> Bool) -> TruthBits {
    if graph.parts.facts[Int(fact)].type == .date {
      return axis(.time) { values.moments[$0].dates[fact].map(test) }
    }
    let list = values.facts[fact] ?? []
    return axis(.fact(fact)) { list[$0].map(test) }
  }

  private func axis(_ kind: PointSpace.Kind, _ test: (Int) -> Bool?) -> TruthBits {
    guard let axis = space.axis(kind) else { return TruthBits(yes: all, no: all) }
    return TruthBits(
      yes: everywhere(space.points(axis) { test($0) == true }),
      no: everywhere(space.points(axis) { test($0) == false }))
  }

  /// Whether an entitlement is held, not counting the policy's own grants.
  func held(_ entitlement: Int32) -> TruthBits {
    var bits = TruthBits(yes: none, no: none)
    let points = space.all
    for (index, holding) in holdings.enumerated() {
      let isHeld = holding.entitlements >> UInt64(entitlement) & 1 == 1
      let isFirstTier = entitlement == 0 && graph.parts.tierCount > 0
      for word in points.words.indices {
        let place = index * space.words + word
        if isFirstTier || (isHeld && !holding.isStale) {
          bits.yes.words[place] = points.words[word]
        } else if !isHeld {
          bits.no.words[place] = points.words[word]
        }
      }
    }
    return bits
  }

  // MARK: Counters

  /// Whether a counter, its allowance subtracted, is at least what `bound` says, before the use or
  /// after it; that may depend on whether the snapshot brings an allowance of its own, and be
  /// unknown.
  func usage(
    _ counter: PolicyReadings.CounterName, afterUse: Bool = false,
    atLeast bound: (_ hasOwn: Bool) -> Int64?
  ) -> TruthBits {
    guard let axis = space.axis(.counter(counter)), let list = values.counters[counter] else {
      return TruthBits(yes: all, no: all)
    }
    let own = space.axis(.own(counter.meter))
    let meter = Int(counter.meter)
    let asked = afterUse ? amounts(of: counter.meter) : [(points: space.all, amount: Int64(0))]
    var known: [[Int64]: (yes: Bits, no: Bits)] = [:]
    var bits = TruthBits(yes: Bits(words: []), no: Bits(words: []))
    for holding in holdings {
      // Stale news adds perhaps, so surely nothing.
      let most = holding.added[meter]
      let least = holding.isStale ? 0 : most
      if known[[least, most]] == nil {
        var pair = (yes: Bits(count: space.words), no: Bits(count: space.words))
        for hasOwn in own == nil ? [true] : [true, false] {
          guard let bound = bound(hasOwn) else { continue }
          let ofOwn = own.map { space.points($0) { ($0 == 0) == hasOwn } } ?? space.all
          for (points, amount) in asked {
            let mask = ofOwn & points
            func value(_ index: Int) -> Int64? {
              list[index].map { (hasOwn || isRaised(meter) ? $0 : max(0, $0)) + amount }
            }
            pair.yes =
              pair.yes | mask & space.points(axis) { value($0).map { $0 - most >= bound } ?? false }
            pair.no =
              pair.no | mask & space.points(axis) { value($0).map { $0 - least < bound } ?? false }
          }
        }
        known[[least, most]] = pair
      }
      bits.yes.words += known[[least, most]]?.yes.words ?? []
      bits.no.words += known[[least, most]]?.no.words ?? []
    }
    return bits
  }

  /// Each amount that is asked for, and where.
  private func amounts(of meter: Int32) -> [(points: Bits, amount: Int64)] {
    guard let axis = space.axis(.amount(meter)), let list = values.amounts[meter] else {
      return [(space.all, 1)]
    }
    return list.indices.map { index in (space.points(axis) { $0 == index }, list[index]) }
  }

  /// Whether add-ons that are no part of a holding may leave less than nothing of a counter.
  func isRaised(_ meter: Int) -> Bool {
    extent != .buying
      && graph.parts.products.contains { $0.adds.contains { Int($0.meter) == meter } }
  }

  /// Whether the value after the use is above a limit.
  private func exceeded(_ limit: Limit) -> TruthBits {
    // Nobody asks for a value.
    guard let meter = limit.meter else { return TruthBits(yes: none, no: all) }
    let counter = PolicyReadings.CounterName(meter: meter, window: limit.window)
    switch limit.kind {
    case .bare, .undecided: return TruthBits(yes: all, no: none)
    case .setting: return TruthBits(yes: none, no: all)
    case .ladder(let index):
      let ladder = graph.parts.ladders[Int(index)]
      var exceeded = exceeded(Limit(meter: meter, window: limit.window, kind: ladder.base.kind))
      for step in ladder.steps {
        exceeded = exceeded.and(!counts(step).and(!beyond(step.value, counter)))
      }
      return exceeded
    case .atMost(let quantity): return usage(counter, afterUse: true) { _ in quantity + 1 }
    case .allowance(let otherwise):
      return usage(counter, afterUse: true) { hasOwn in
        hasOwn ? 1 : otherwise.map { $0 + 1 }
      }
    }
  }
}
