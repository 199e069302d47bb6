import TestSupport
import TollgateRuntime

@testable import TollgateAnalysis

/// What the rules of a policy read: the leaves of the graph below its rules.
struct PolicyReadings {
  /// The nodes that a rule depends on.
  private(set) var nodes: Set<Int32> = []
  /// Where the answer to a comparison changes, by fact: at least so much, or not.
  private(set) var factBounds: [Int32: Set<Int64>] = [:]
  /// The choices that the rules name, by fact.
  private(set) var choices: [Int32: Set<Int64>] = [:]
  private(set) var dateBounds: [Int32: Set<Int64>] = [:]
  /// Milliseconds after a date fact.
  private(set) var distances: [Int32: Set<Lapse>] = [:]
  private(set) var instants: Set<Int64> = []
  private(set) var rollouts: Set<Int32> = []
  /// Where the answer changes, by counter: what is used, the allowance subtracted.
  private(set) var usedBounds: [CounterName: Set<Int64>] = [:]
  /// The same for what is used after the use.
  private(set) var afterBounds: [CounterName: Set<Int64>] = [:]
  /// The meters of which a rule reads what is used before the use, so that it matters how much is
  /// asked for.
  private(set) var metersWithAmounts: Set<Int32> = []
  /// The `otherwise` of the limits that are the allowance, by meter; nil for none.
  private(set) var allowanceLimits: [Int32: Set<Int64?>] = [:]

  struct CounterName: Hashable {
    var meter: Int32
    var window: Window
  }

  /// The counters that something reads.
  var counters: Set<CounterName> { Set(usedBounds.keys).union(afterBounds.keys) }

  init(_ graph: RuleGraph) {
    for rule in graph.parts.rules {
      for node in [rule.requirement, rule.inForce, rule.condition, rule.soft] {
        read(node, graph)
      }
      if let limit = rule.limit { read(limit, rule.reminders, graph) }
      for step in graph.parts.steps(of: rule) {
        for node in [step.requirement, step.inForce, step.condition] { read(node, graph) }
      }
    }
    for sale in graph.parts.products.compactMap({ $0.sale }) {
      for node in [sale.requirement, sale.inForce, sale.condition] { read(node, graph) }
    }
    for target in graph.parts.targets {
      guard let meter = target.meter else { continue }
      var own = PolicyReadings()
      for rule in target.rules.map({ graph.parts.rules[Int($0)] }) {
        for node in [rule.requirement, rule.inForce, rule.condition, rule.soft] {
          own.read(node, graph)
        }
        for step in graph.parts.steps(of: rule) {
          for node in [step.requirement, step.inForce, step.condition] { own.read(node, graph) }
        }
      }
      if own.usedBounds.keys.contains(where: { $0.meter == meter }) {
        metersWithAmounts.insert(meter)
      }
    }
  }

  private init() {}

  private mutating func read(_ index: Int32, _ graph: RuleGraph) {
    guard nodes.insert(index).inserted else { return }
    let node = graph.parts.nodes[Int(index)]
    switch node.kind {
    case .never, .always, .paid: break
    case .all, .any:
      for edge in Int(node.a)..<Int(node.a) + Int(node.b) { read(graph.parts.edges[edge], graph) }
    case .not, .statement: read(node.a, graph)
    case .entitlement: if node.b >= 0 { read(node.b, graph) }
    case .factIs where graph.parts.facts[Int(node.a)].type == .choice:
      choices[node.a, default: []].insert(node.value)
    case .factIs: factBounds[node.a, default: []].formUnion([node.value, node.value + 1])
    case .factAtLeast where graph.parts.facts[Int(node.a)].type == .date:
      dateBounds[node.a, default: []].insert(node.value)
    case .factAtLeast: factBounds[node.a, default: []].insert(node.value)
    case .usageAtLeast:
      let window = Window(code: node.b) ?? .total
      usedBounds[CounterName(meter: node.a, window: window), default: []].insert(node.value)
    case .inRollout: rollouts.insert(node.a)
    case .timeAtLeast: instants.insert(node.value)
    case .timeSince: distances[node.a, default: []].insert(.milliseconds(node.value))
    case .monthsSince: distances[node.a, default: []].insert(.months(node.value))
    }
  }

  private mutating func read(_ limit: Limit, _ reminders: [Reminder], _ graph: RuleGraph) {
    guard let meter = limit.meter else { return }
    let name = CounterName(meter: meter, window: limit.window)
    switch limit.kind {
    case .bare, .undecided, .setting: break
    case .ladder(let index):
      for quantity in graph.parts.ladders[Int(index)].written {
        afterBounds[name, default: []].insert(quantity + 1)
        for reminder in reminders {
          afterBounds[name, default: []].insert(reminder.value(of: quantity))
        }
      }
    case .atMost(let quantity):
      afterBounds[name, default: []].insert(quantity + 1)
      for reminder in reminders {
        afterBounds[name, default: []].insert(reminder.value(of: quantity))
      }
    case .allowance(let otherwise):
      afterBounds[name, default: []].insert(1)
      allowanceLimits[meter, default: []].insert(otherwise)
      guard let otherwise else { break }
      afterBounds[name, default: []].insert(otherwise + 1)
      for reminder in reminders {
        afterBounds[name, default: []].insert(reminder.value(of: otherwise))
      }
    }
  }
}

extension Reminder {
  /// The value from which it is due under a limit: a percentage is rounded up.
  func value(of limit: Int64) -> Int64 {
    switch at {
    case .quantity(let quantity): quantity
    case .share(let hundredths): (limit * hundredths + 9999) / 10_000
    // The oracle's policies have none.
    case .beforeEnd: 0
    }
  }
}

extension Ladder {
  /// The quantities that are written in it.
  var written: [Int64] {
    var quantities: [Int64] = []
    if case .quantity(let base) = base { quantities.append(base) }
    for case .quantity(let quantity) in steps.map({ $0.value }) { quantities.append(quantity) }
    return quantities
  }
}
