/// The data that the rules of a target read: the later instants at which time alone can change the
/// result of the rules, and the values of each meter's total below which it can change.
struct Readings {
  private let graph: RuleGraph
  private let input: EvaluationInput
  private let now: Int64
  /// Ascending; one may be there several times.
  private(set) var instants: [Int64] = []
  private var areInstantsAscending = true
  /// For each meter of whose total something can be taken away, in order of declaration, the highest
  /// values of its total at which something is not reached, below the present one, descending; one
  /// may be there several times.
  private(set) var levels: [Level] = []

  struct Level: Equatable {
    var meter: Int32
    var value: Int64
  }

  init(of inquiry: Inquiry) {
    graph = inquiry.graph
    input = inquiry.prepared.input
    now = inquiry.now
    instants.reserveCapacity(8)
    // Not only what was granted goes stale then: nothing else needs to be asked for it.
    read(input.staleAt)
    for index in inquiry.subject.rules {
      let rule = graph[rule: index]
      read(node: rule.inForce)
      read(node: rule.condition)
      read(node: rule.requirement)
      read(node: rule.soft)
      if let limit = rule.limit { read(limit, inquiry) }
      if graph.hasOverages, let limit = rule.limit { read(beyond: limit, of: index, inquiry) }
      if graph.hasOwnWindows, let rollover = graph.rollover(of: index) {
        read(node: rollover.requirement)
      }
    }
    if let setting = inquiry.subject.setting { read(Limit(setting: setting), inquiry) }
    if !inquiry.subject.takers.isEmpty { read(inquiry.subject.takers) }
    if !areInstantsAscending { instants.sort() }
    if levels.count > 1 {
      levels.sort { a, b in a.meter != b.meter ? a.meter < b.meter : a.value > b.value }
    }
  }

  @inline(never)
  private mutating func read(beyond limit: Limit, of rule: RuleIndex, _ inquiry: Inquiry) {
    guard let overage = graph.overage(of: rule) else { return }
    read(node: overage.requirement)
    if let most = overage.most { read(limit, inquiry, and: most) }
  }

  private mutating func read(_ takers: Takers) {
    for taker in takers.each {
      for use in taker.uses { read(use, of: taker) }
      // With less of a meter whose use takes something for each so many of it, the next one may
      // take more.
      if let meter = taker.meter, taker.uses.contains(where: { graph[use: $0].each != nil }) {
        levels.removeAll { $0.meter == meter }
      }
    }
  }

  private mutating func read(_ index: UseIndex, of taker: Taker) {
    let use = graph[use: index]
    read(node: use.inForce)
    read(node: use.condition)
    for place in graph[ladder: use.ladder].steps { read(stepAt: place) }
    if use.each != nil, let target = taker.meter { read(fallsOf: CounterIndex(target)) }
  }

  private mutating func read(stepAt place: Int) {
    let step = graph[step: place]
    read(node: step.inForce)
    read(node: step.condition)
    read(node: step.requirement)
  }

  @inline(__always)
  private mutating func read(node index: Int32) {
    if !graph[node: index].isConstant { read(partsOf: index) }
  }

  @inline(never)
  private mutating func read(partsOf index: Int32) {
    switch graph[node: index] {
    case .never, .always, .factIs, .factAtLeast, .inRollout: break
    case .all(let children), .any(let children):
      for child in children.places { read(node: graph[edge: child]) }
    case .not(let child), .statement(_, let child): read(node: child)
    case .entitlement(let entitlement, let giver):
      for span in input.spans(of: entitlement) { read(input.spans[span]) }
      if let giver { read(node: giver) }
    case .paid(let entitlement):
      for span in input.spans(of: graph.paidPlace(of: entitlement)) { read(input.spans[span]) }
    case .usageAtLeast(let counter, let value):
      read(fallsOf: counter)
      let place = graph.allowance(of: counter)
      readAdditions(to: place)
      if counter.window == .total {
        let allowance = input.allowance(of: place, at: now).total
        read(level: (value - 1).saturatingAdd(allowance.known), of: counter.meter)
        read(level: (value - 1).saturatingAdd(allowance.perhaps), of: counter.meter)
      }
    case .timeAtLeast(let time): read(time)
    case .timeSince(let fact, let after):
      let value = input.facts[Int(fact)]
      if value != Fact.unknown { read(after.end(after: value)) }
    }
  }

  private mutating func read(_ instant: Int64) {
    // The end of time means "never".
    guard instant > now, instant != .max else { return }
    if let last = instants.last, instant < last { areInstantsAscending = false }
    instants.append(instant)
  }

  private mutating func read(fallsOf counter: CounterIndex) {
    let state = input.counter(counter)
    if state.stepCount == 0 { read(state.falls) }
    for step in input.steps(of: state) { read(step.at.milliseconds) }
  }

  private mutating func read(_ span: EvaluationInput.HeldSpan) {
    read(span.start)
    read(span.until)
  }

  private mutating func read(level value: Int64, of meter: Int32) {
    guard value >= 0, let used = input.used(meter, .total, at: now), value < used,
      !graph[meter: meter].isCountedForEver
    else { return }
    let level = Level(meter: meter, value: value)
    // The sure and the possible limit are mostly the same.
    if levels.last != level { levels.append(level) }
  }

  private mutating func readAdditions(to meter: Int32) {
    for place in input.additions(to: meter) { read(input.additions[place].span) }
  }

  /// - Parameter more: How far beyond the limit the levels are.
  private mutating func read(_ limit: Limit, _ inquiry: Inquiry, and more: Int64 = 0) {
    if limit.meter != nil { read(fallsOf: limit.counter) }
    let place = graph.allowance(of: limit)
    readAdditions(to: place)
    let allowance = limit.meter == nil ? nil : input.allowance(of: place, at: now)
    if let ladder = graph.ladder(of: limit) {
      if case .bought(let meter)? = graph[ladder: ladder].source {
        readAdditions(to: graph.allowance(ofBought: meter))
      }
      if let allowance, let base = counted(graph[ladder: ladder].base.kind, baseOf: ladder) {
        read(base, allowance, limit, inquiry, and: more)
      }
      read(stepsOf: graph[ladder: ladder], allowance, limit, inquiry, and: more)
    } else if let allowance {
      read(limit.kind, allowance, limit, inquiry, and: more)
    }
  }

  /// - Parameter allowance: That of the meter; nil for a setting.
  private mutating func read(
    stepsOf ladder: LadderCore, _ allowance: Allowance?, _ limit: Limit, _ inquiry: Inquiry,
    and more: Int64
  ) {
    var allowance = allowance
    if ladder.base.isAllowance { allowance?.own = nil }
    for place in ladder.steps {
      read(stepAt: place)
      if case .quantity(let quantity) = graph[step: place].value, let allowance,
        let counted = counted(quantity, isEach: graph[step: place].isEach, of: ladder)
      {
        read(.atMost(counted), allowance, limit, inquiry, and: more)
      }
    }
  }

  /// The base of a ladder, so often as its number says; nil where that is not known.
  private func counted(_ base: Limit.Kind, baseOf ladder: LadderIndex) -> Limit.Kind? {
    guard graph[ladder: ladder].isBaseEach, case .atMost(let quantity) = base else { return base }
    return counted(quantity, isEach: true, of: graph[ladder: ladder]).map { .atMost($0) }
  }

  private func counted(_ quantity: Int64, isEach: Bool, of ladder: LadderCore) -> Int64? {
    guard isEach else { return quantity }
    var evaluation = Evaluation(
      graph: graph, input: input, now: now, ask: Ask(), observer: NoObserver())
    return evaluation.quantity(quantity, isEach: true, of: ladder)
  }

  /// The values of the total at which an ask is just within a limit of this kind.
  private mutating func read(
    _ kind: Limit.Kind, _ allowance: Allowance, _ limit: Limit, _ inquiry: Inquiry,
    and more: Int64
  ) {
    guard limit.window == .total, kind != .bare, let allowed = kind.allowed(with: allowance)
    else { return }
    inquiry.forEachAmount(of: limit.counter.meter) { amount in
      let within = more.saturatingAdd(-amount)
      read(level: allowed.known.saturatingAdd(within), of: limit.counter.meter)
      read(level: allowed.perhaps.saturatingAdd(within), of: limit.counter.meter)
    }
  }
}

extension Inquiry {
  /// By how much the ask may raise a meter; none where it is asked to reach a value. Sums of what
  /// several targets take are not among them.
  fileprivate func forEachAmount(of meter: MeterIndex, _ body: (Int64) -> Void) {
    if subject.takers.isEmpty || subject.takers.asks(for: meter) {
      guard case .adding(let amount) = ask.growth else { return }
      body(max(0, amount))
    }
    if !subject.takers.isEmpty { forEachAmount(takenFrom: meter, body) }
  }

  private func forEachAmount(takenFrom meter: MeterIndex, _ body: (Int64) -> Void) {
    var evaluation = evaluation()
    body(evaluation.taken(from: meter).possible)
    for taker in subject.takers.each {
      let used = taker.meter.flatMap { prepared.input.used($0, .total, at: now) }
      for index in taker.uses where graph[use: index].meter == meter {
        for amount in graph.uses.amounts(of: index) {
          let taken = Taken(amount: amount, each: graph[use: index].each, target: taker.meter)
          let all = taken.amounts(of: ask.growth, from: used)
          body(all.sure)
          body(all.possible)
        }
      }
    }
  }

  /// The later instants at which time alone can change the result of the rules, ascending.
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
      if test(evaluation.outcome(of: subject.rules)) { return instant }
    }
    return nil
  }

  /// The first of these instants at which the outcome would differ, or the value of the setting.
  func validUntil(
    _ outcome: Decision.Outcome, _ readings: Readings, _ evaluation: inout Evaluation<NoObserver>
  ) -> Int64? {
    let change = firstTime(of: readings.instants, &evaluation) { $0 != outcome }
    guard let setting = subject.setting else { return change }
    defer { evaluation.now = now }
    let present = evaluation.value(of: setting)
    for instant in readings.instants where instant > now && instant < change ?? .max {
      evaluation.now = instant
      if evaluation.value(of: setting) != present { return instant }
    }
    return change
  }
}
