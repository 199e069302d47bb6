/// What the rules of a target read: the later instants at which time alone can change what they
/// come to, and the values of each meter's total below which they can change.
struct Readings {
  private let graph: RuleGraph
  private let input: EvaluationInput
  private let now: Int64
  /// Ascending; one may stand there several times.
  private(set) var instants: [Int64] = []
  /// For each meter, in order of declaration, the highest values of its total at which something
  /// is not reached, below the present one, descending; one may stand there several times.
  private(set) var levels: [Level] = []

  struct Level: Equatable {
    var meter: Int32
    var value: Int64
  }

  init(of inquiry: Inquiry) {
    graph = inquiry.graph
    input = inquiry.prepared.input
    now = inquiry.now
    // Not only what was granted goes stale then: nothing else needs to be asked for it.
    read(input.staleAt)
    for index in inquiry.subject.rules {
      let rule = graph.cores[Int(index)]
      read(node: rule.inForce)
      read(node: rule.condition)
      read(node: rule.requirement)
      read(node: rule.soft)
      if let limit = rule.limit { read(limit, inquiry) }
    }
    if instants.count > 1 { instants.sort() }
    if levels.count > 1 {
      levels.sort { a, b in a.meter != b.meter ? a.meter < b.meter : a.value > b.value }
    }
  }

  @inline(__always)
  private mutating func read(node index: Int32) {
    if !graph.parts.nodes[Int(index)].kind.isConstant { read(partsOf: index) }
  }

  @inline(never)
  private mutating func read(partsOf index: Int32) {
    let node = graph.parts.nodes[Int(index)]
    switch node.kind {
    case .never, .always, .factIs, .factAtLeast, .inRollout: break
    case .all, .any:
      for edge in Int(node.a)..<Int(node.a) + Int(node.b) { read(node: graph.parts.edges[edge]) }
    case .not, .statement: read(node: node.a)
    case .entitlement:
      let first = Int(input.spanStarts[Int(node.a)])
      let end = Int(input.spanStarts[Int(node.a) + 1])
      for span in first..<end { read(input.spans[span]) }
      if node.b >= 0 { read(node: node.b) }
    case .usageAtLeast:
      read(input.counters[Int(node.a) * 5 + Int(node.b)].resets)
      readAdditions(to: node.a)
      if node.b == 0 {
        let allowance = input.allowance(of: node.a, at: now).total
        read(level: (node.value - 1).saturatingAdd(allowance.known), of: node.a)
        read(level: (node.value - 1).saturatingAdd(allowance.perhaps), of: node.a)
      }
    case .timeAtLeast: read(node.value)
    case .timeSince:
      let value = input.facts[Int(node.a)]
      if value != Fact.unknown { read(value.saturatingAdd(node.value)) }
    }
  }

  private mutating func read(_ instant: Int64) {
    // The end of time stands for "never".
    if instant > now, instant != .max { instants.append(instant) }
  }

  private mutating func read(_ span: EvaluationInput.HeldSpan) {
    read(span.start)
    read(span.until)
  }

  private mutating func read(level value: Int64, of meter: Int32) {
    guard value >= 0, value < input.counter(meter, .total).used(at: now) else { return }
    let level = Level(meter: meter, value: value)
    // What is surely allowed and what is perhaps are mostly the same.
    if levels.last != level { levels.append(level) }
  }

  private mutating func readAdditions(to meter: Int32) {
    let first = Int(input.additionStarts[Int(meter)])
    let end = Int(input.additionStarts[Int(meter) + 1])
    for index in first..<end { read(input.additions[index].span) }
  }

  private mutating func read(_ limit: Limit, _ inquiry: Inquiry) {
    read(input.counter(limit.meter, limit.window).resets)
    readAdditions(to: limit.meter)
    guard limit.window == .total, limit.kind != .bare,
      case .adding(let amount) = inquiry.ask.growth,
      let allowed = limit.kind.allowed(with: input.allowance(of: limit.meter, at: now))
    else { return }
    read(level: allowed.known.saturatingAdd(-max(0, amount)), of: limit.meter)
    read(level: allowed.perhaps.saturatingAdd(-max(0, amount)), of: limit.meter)
  }
}

extension Inquiry {
  /// The later instants at which time alone can change what the rules come to, ascending.
  package var turningPoints: [Instant] {
    var points: [Instant] = []
    for instant in Readings(of: self).instants where points.last?.milliseconds != instant {
      points.append(Instant(milliseconds: instant))
    }
    return points
  }

  /// The first of these instants, which ascend and are later than now, at which time alone brings
  /// an outcome that passes a test, the snapshot staying as it is.
  func firstTime(
    of instants: some Sequence<Int64>, _ evaluation: inout Evaluation<NoObserver>,
    where test: (Decision.Outcome) -> Bool
  ) -> Int64? {
    defer { evaluation.now = now }
    for instant in instants where instant > evaluation.now {
      evaluation.now = instant
      if test(evaluation.outcome(of: subject.rules[...])) { return instant }
    }
    return nil
  }

  /// The first of these instants at which the outcome would differ.
  func validUntil(
    _ outcome: Decision.Outcome, _ readings: Readings, _ evaluation: inout Evaluation<NoObserver>
  ) -> Int64? {
    firstTime(of: readings.instants, &evaluation) { $0 != outcome }
  }
}
