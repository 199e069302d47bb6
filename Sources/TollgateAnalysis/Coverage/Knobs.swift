import TollgateCompiler
import TollgateRuntime

/// Everything about a user that the rules of one target read, and the values that make a
/// difference: both sides of each comparison, with and without each entitlement.
struct Knobs {
  /// One step of a search.
  enum Knob {
    /// Gives an entitlement, or takes it away.
    case entitlement(Int32)
    case fact(Int32, FactValue)
    /// A date so many milliseconds before now, or after it.
    case since(Int32, Int64)
    case usage(Int, Int64)
    case allowance(Int32, Int64)
    case subject(String)
    case now(Instant)
  }

  private let graph: RuleGraph
  private(set) var all: [Knob] = []
  /// The counters that the target's rules read.
  private(set) var counters: [Int] = []
  private var seen: Set<Int32> = []
  private var rollouts: Set<Int32> = []
  private var instants: [Int64] = []
  /// A larger target is searched in part.
  private static let most = 256
  private static let day: Int64 = 86_400_000

  init(of target: Int32, _ graph: RuleGraph, _ subjects: Subjects) {
    self.graph = graph
    for index in graph.parts.targets[Int(target)].rules where all.count < Knobs.most {
      let rule = graph.parts.rules[Int(index)]
      if let limit = rule.limit { read(limit) }
      for node in [rule.inForce, rule.condition, rule.requirement, rule.soft] { read(node) }
    }
    add(subjects)
    addInstants()
  }

  private mutating func read(_ limit: Limit) {
    let counter = EvaluationInput.counterIndex(limit.meter, limit.window)
    if !counters.contains(counter) { counters.append(counter) }
    switch limit.kind {
    case .atMost(let quantity): add(usage: quantity, to: counter)
    case .allowance(let otherwise):
      all.append(.allowance(limit.meter, Knobs.allowance))
      add(usage: otherwise < 0 ? Knobs.allowance : otherwise, to: counter)
    case .bare, .undecided: all.append(.usage(counter, 0))
    }
  }

  /// The allowance that is given where a limit needs one.
  static let allowance: Int64 = 10

  private mutating func add(usage quantity: Int64, to counter: Int) {
    all.append(.usage(counter, 0))
    if quantity > 0 { all.append(.usage(counter, quantity - 1)) }
    all.append(.usage(counter, quantity))
  }

  private mutating func read(_ index: Int32) {
    guard all.count < Knobs.most, seen.insert(index).inserted else { return }
    let node = graph.parts.nodes[Int(index)]
    switch node.kind {
    case .never, .always: break
    case .all, .any:
      for edge in Int(node.a)..<Int(node.a) + Int(node.b) { read(graph.parts.edges[edge]) }
    case .not, .statement: read(node.a)
    case .entitlement:
      if node.a > 0 || graph.parts.tierCount == 0 { all.append(.entitlement(node.a)) }
      if node.b >= 0 { read(node.b) }
    case .factIs: readChoice(node)
    case .factAtLeast: readThreshold(node)
    case .usageAtLeast:
      let counter = Int(node.a) * 5 + Int(node.b)
      if !counters.contains(counter) { counters.append(counter) }
      add(usage: max(0, node.value), to: counter)
    case .inRollout: rollouts.insert(node.a)
    case .timeAtLeast: instants.append(node.value)
    case .timeSince:
      all.append(.since(node.a, node.value))
      all.append(.since(node.a, node.value.saturatingAdd(-Knobs.day)))
    }
  }

  private mutating func readChoice(_ node: Node) {
    let fact = graph.parts.facts[Int(node.a)]
    guard fact.type == .choice else {
      all.append(.fact(node.a, .yesOrNo(true)))
      all.append(.fact(node.a, .yesOrNo(false)))
      return
    }
    let place = Int(node.value)
    if place < fact.choices.count { all.append(.fact(node.a, .choice(fact.choices[place]))) }
    let others = fact.choices.indices.filter { $0 != place }
    if let other = others.first { all.append(.fact(node.a, .choice(fact.choices[other]))) }
    guard fact.isOpen else { return }
    var other = "other"
    while fact.choices.contains(other) { other += "-one" }
    all.append(.fact(node.a, .choice(other)))
  }

  private mutating func readThreshold(_ node: Node) {
    let fact = graph.parts.facts[Int(node.a)]
    switch fact.type {
    case .date:
      instants.append(node.value)
      for value in [node.value, node.value.saturatingAdd(-Knobs.day)] {
        all.append(.fact(node.a, .date(Instant(milliseconds: value))))
      }
    case .number:
      if node.value >= 0 { all.append(.fact(node.a, .number(node.value))) }
      if node.value > 0 { all.append(.fact(node.a, .number(node.value - 1))) }
    case .version:
      for rank in [Int(node.value) - 1, Int(node.value) - 2] where fact.versions.indices ~= rank {
        all.append(.fact(node.a, .version(fact.versions[rank])))
      }
      all.append(.fact(node.a, .version(Version(0))))
    case .choice, .yesOrNo: break
    }
  }

  /// Subjects that differ in the rollouts that the rules read.
  private mutating func add(_ subjects: Subjects) {
    guard !rollouts.isEmpty else { return }
    var known: Set<Set<Int32>> = []
    for subject in subjects.all {
      let isIn = subject.rollouts.intersection(rollouts)
      if known.insert(isIn).inserted { all.append(.subject(subject.name)) }
    }
  }

  /// Each instant that a rule names, and a time before and after all of them.
  private mutating func addInstants() {
    instants.sort()
    guard let first = instants.first, let last = instants.last else { return }
    let after = last.saturatingAdd(Knobs.day.saturatingMultiply(1000))
    for instant in [first.saturatingAdd(-Knobs.day)] + instants + [after] {
      all.append(.now(Instant(milliseconds: instant)))
    }
  }
}

extension Draft {
  /// The draft after one step; nothing where the step leads to a time that no policy can write.
  func turning(_ knob: Knobs.Knob) -> Draft? {
    var draft = self
    switch knob {
    case .entitlement(let index):
      if let place = entitlements.firstIndex(of: index) {
        draft.entitlements.remove(at: place)
      } else {
        draft.entitlements = (entitlements + [index]).sorted()
      }
    case .fact(let fact, .date(let instant)):
      guard instant.canBeWritten else { return nil }
      draft.facts[fact] = .date(instant)
    case .fact(let fact, let value): draft.facts[fact] = value
    case .since(let fact, let milliseconds):
      let instant = now.advanced(by: milliseconds == .min ? .max : -milliseconds)
      guard instant.canBeWritten else { return nil }
      draft.facts[fact] = .date(instant)
    case .usage(let counter, let value): draft.usage[counter] = value
    case .allowance(let meter, let value): draft.allowances[meter] = value
    case .subject(let subject): draft.subject = subject
    case .now(let instant):
      guard instant.canBeWritten else { return nil }
      draft.now = instant
    }
    return draft
  }
}

extension Instant {
  /// Whether a policy can name it.
  fileprivate var canBeWritten: Bool {
    if case .success = InstantText.parse(InstantText.print(self)) { true } else { false }
  }
}
