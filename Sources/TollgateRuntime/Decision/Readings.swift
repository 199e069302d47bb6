/// What the rules of a target read: the instants at which time alone can change what they come to,
/// and the values of each meter's total below which they can change.
struct Readings {
  private let inquiry: Inquiry
  private var seen: Set<Int32> = []
  /// Instants, in no order.
  private(set) var instants: [Int64] = []
  /// By meter, the highest values of its total at which something is not reached.
  private(set) var levels: [[Int64]]

  private var graph: RuleGraph { inquiry.graph }
  private var world: World { inquiry.prepared.world }

  init(of inquiry: Inquiry) {
    self.inquiry = inquiry
    levels = Array(repeating: [], count: inquiry.graph.parts.meters.count)
    // Not only what was granted goes stale then: nothing else needs to be asked for it.
    instants.append(world.staleAt)
    for index in inquiry.subject.rules {
      let rule = graph.cores[Int(index)]
      for node in [rule.inForce, rule.condition, rule.requirement, rule.soft] { read(node) }
      if let limit = rule.limit { read(limit) }
    }
  }

  private mutating func read(_ index: Int32) {
    guard seen.insert(index).inserted else { return }
    let node = graph.parts.nodes[Int(index)]
    switch node.kind {
    case .never, .always, .factIs, .factAtLeast, .inRollout: break
    case .all, .any:
      for edge in Int(node.a)..<Int(node.a) + Int(node.b) { read(graph.parts.edges[edge]) }
    case .not, .statement: read(node.a)
    case .entitlement:
      let first = Int(world.spanStarts[Int(node.a)])
      let end = Int(world.spanStarts[Int(node.a) + 1])
      for span in first..<end { read(world.spans[span]) }
      if node.b >= 0 { read(node.b) }
    case .usageAtLeast:
      instants.append(world.counters[Int(node.a) * 5 + Int(node.b)].resets)
      readAdditions(to: node.a)
      if node.b == 0 {
        let allowance = world.allowance(of: node.a, at: inquiry.now).total
        levels[Int(node.a)].append((node.value - 1).saturatingAdd(allowance.known))
        levels[Int(node.a)].append((node.value - 1).saturatingAdd(allowance.perhaps))
      }
    case .timeAtLeast: instants.append(node.value)
    case .timeSince:
      let value = world.facts[Int(node.a)]
      if value != Fact.unknown { instants.append(value.saturatingAdd(node.value)) }
    }
  }

  private mutating func read(_ span: World.HeldSpan) {
    instants.append(span.start)
    instants.append(span.until)
  }

  private mutating func readAdditions(to meter: Int32) {
    let first = Int(world.additionStarts[Int(meter)])
    let end = Int(world.additionStarts[Int(meter) + 1])
    for index in first..<end { read(world.additions[index].span) }
  }

  private mutating func read(_ limit: Limit) {
    instants.append(world.counter(limit.meter, limit.window).resets)
    readAdditions(to: limit.meter)
    let meter = Int(limit.meter)
    guard limit.window == .total, case .adding(let amount) = inquiry.ask.growth else { return }
    let evaluation = inquiry.evaluation()
    guard limit.kind != .bare, let allowed = evaluation.allowed(by: limit) else { return }
    levels[meter].append(allowed.known.saturatingAdd(-max(0, amount)))
    levels[meter].append(allowed.perhaps.saturatingAdd(-max(0, amount)))
  }
}

extension Inquiry {
  /// The first later instant at which time alone brings an outcome that passes a test, the
  /// snapshot staying as it is.
  func firstTime(
    _ readings: Readings? = nil, where test: (Decision.Outcome) -> Bool
  ) -> Int64? {
    var last = now
    for instant in (readings ?? Readings(of: self)).instants.sorted() where instant > last {
      // The end of time stands for "never".
      guard instant != .max else { return nil }
      last = instant
      if test(outcome(at: instant)) { return instant }
    }
    return nil
  }

  /// The later instants at which time alone can change what the rules come to, ascending.
  package var turningPoints: [Instant] {
    var points: [Instant] = []
    for instant in Readings(of: self).instants.sorted() where instant > now && instant != .max {
      if points.last?.milliseconds != instant { points.append(Instant(milliseconds: instant)) }
    }
    return points
  }

  /// The first later instant at which the outcome would differ.
  func validUntil(_ outcome: Decision.Outcome, _ readings: Readings? = nil) -> Instant? {
    firstTime(readings) { $0 != outcome }.map(Instant.init(milliseconds:))
  }
}
