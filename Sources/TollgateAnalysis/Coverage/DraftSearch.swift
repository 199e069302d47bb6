import TollgateRuntime

/// Looks for a user who shows one goal of a rule on one target.
struct DraftSearch {
  private let goal: CoverageGoal
  private let rule: Int32
  private let target: Int32
  private let coverage: Coverage
  private let knobs: Knobs
  /// How many users may still be tried.
  private var left: Int
  /// How many were tried.
  private(set) var tried = 0
  private var found: Draft?

  private var graph: RuleGraph { coverage.graph }
  private var limit: Limit? { graph[rule: rule].limit }

  init(
    goal: CoverageGoal, rule: Int32, target: Int32, coverage: Coverage, subjects: Subjects,
    tries: Int
  ) {
    self.goal = goal
    self.rule = rule
    self.target = target
    self.coverage = coverage
    knobs = Knobs(of: target, coverage.graph, subjects)
    left = tries
  }

  /// The user, if one is found.
  mutating func run() -> Draft? {
    var best = start
    guard var distance = look(at: best) else { return simplified }
    while let (next, nearer) = step(from: best, distance) {
      (best, distance) = (next, nearer)
    }
    if found == nil { stepTwice(from: best) }
    return simplified
  }

  /// The best of all steps, if it leads nearer; nothing once the goal is found.
  private mutating func step(from draft: Draft, _ distance: Int) -> (Draft, Int)? {
    var best: (Draft, Int)?
    for knob in knobs.all where isFree(knob) {
      guard let next = turned(draft, knob), next != draft else { continue }
      guard let reached = look(at: next) else { return nil }
      if reached < best?.1 ?? distance { best = (next, reached) }
    }
    return best
  }

  /// Where no step alone leads nearer, two at once may.
  private mutating func stepTwice(from draft: Draft) {
    for first in knobs.all where isFree(first) {
      guard let middle = turned(draft, first), middle != draft else { continue }
      for second in knobs.all where isFree(second) {
        guard let next = turned(middle, second), next != middle else { continue }
        guard look(at: next) != nil else { return }
      }
    }
  }

  /// How far a user is from the goal; nothing if the search is over.
  private mutating func look(at draft: Draft) -> Int? {
    guard left > 0, found == nil else { return nil }
    left -= 1
    tried += 1
    let decision = draft.decision(about: target, graph)
    if shows(decision) {
      found = draft
      return nil
    }
    return decision.inquiry.map { Distance($0).to(goal, of: rule) }
  }

  private func shows(_ decision: Decision) -> Bool {
    coverage.news(in: decision).contains { $0.rule == rule && $0.marks.contains(goal) }
  }

  /// What was found, without whatever the goal and the outcome do not need.
  private var simplified: Draft? {
    guard var draft = found else { return nil }
    let outcome = draft.decision(about: target, graph).outcome
    let news = marks(of: draft)
    var isSimplest = false
    while !isSimplest {
      isSimplest = true
      for simpler in draft.simpler
      where marks(of: simpler) == news
        && simpler.decision(about: target, graph).outcome == outcome
      {
        draft = simpler
        isSimplest = false
        break
      }
    }
    return draft
  }

  /// Everything new that a user shows of the rule.
  private func marks(of draft: Draft) -> CoverageMarks {
    coverage.news(in: draft.decision(about: target, graph)).first { $0.rule == rule }?.marks
      ?? CoverageMarks()
  }

  // MARK: Where to begin

  /// A plain user at the edge of the limit, with the alternative that is to meet it.
  private var start: Draft {
    var draft = Draft()
    for counter in knobs.counters { draft.usage[counter] = 0 }
    if let limit { approach(limit, &draft) }
    // What can only fail holds for a use that is running.
    draft.isContinuing = goal == .held && graph.cores[Int(rule)].runningUseMayFinish
    guard case .met(let place) = goal else { return draft }
    for name in graph.parts.rules[Int(rule)].needs[place] {
      switch name {
      case .entitlement(let index): draft.entitlements.append(index)
      case .fact(let index): draft.facts[index] = .yesOrNo(true)
      }
    }
    draft.entitlements.sort()
    return draft
  }

  private func approach(_ limit: Limit, _ draft: inout Draft) {
    let counter = EvaluationInput.counterIndex(limit.meter, limit.window)
    let last = last(of: limit)
    if case .allowance(let otherwise) = limit.kind, otherwise < 0 {
      draft.allowances[limit.meter] = last
    }
    switch goal {
    case .held: break
    case .inside:
      draft.usage[counter] = max(0, last - 1)
      draft.adding = last == 0 ? 0 : 1
    case .failed, .decided, .outside, .met: draft.usage[counter] = last
    }
  }

  /// Whether a step may be taken: one that would move the edge of the limit may not.
  private func isFree(_ knob: Knobs.Knob) -> Bool {
    guard let limit, isAtEdge, case .allowance(let meter, _) = knob else { return true }
    return meter != limit.meter
  }

  /// Whether the goal is one side of the limit.
  private var isAtEdge: Bool { goal == .inside || goal == .outside }

  /// The draft after a step, asking for so much that it comes to the edge of the limit; nothing
  /// where it is beyond the edge and has to be at it.
  private func turned(_ draft: Draft, _ knob: Knobs.Knob) -> Draft? {
    guard var next = draft.turning(knob) else { return nil }
    guard let limit, case .usage = knob, goal != .held else { return next }
    let used = next.usage[EvaluationInput.counterIndex(limit.meter, limit.window)] ?? 0
    let last = last(of: limit)
    let edge = goal == .inside ? last : last.saturatingAdd(1)
    next.adding = edge.saturatingAdd(-used)
    if next.adding > 0 || edge == 0 && used == 0 { return next }
    next.adding = 1
    return isAtEdge ? nil : next
  }

  /// The last value inside a limit, as the search sets it up.
  private func last(of limit: Limit) -> Int64 {
    switch limit.kind {
    case .bare, .undecided: 0
    case .atMost(let quantity): quantity
    case .allowance(let otherwise): otherwise < 0 ? Knobs.allowance : otherwise
    }
  }
}
