import TollgateCompiler
import TollgateRuntime
package import TollgateSyntax

/// The exact findings about a policy: worked out once, for all rules of the linter.
package struct Survey: Sendable {
  /// The state of each rule.
  package var rules: [RuleState] = []
  /// Alternatives that add nothing to the others of their list.
  package var idleAlternatives: [Part] = []
  /// Parts of conditions and requirements that are true, or false, for everybody.
  package var constantParts: [(part: Part, isTrue: Bool)] = []
  /// Targets that nobody can use, those with the same rules together.
  package var closed: [[Int32]] = []
  /// Meters, by target, of which nobody may use anything.
  package var unused: [Int32] = []
  /// Targets that only rules with conditions gate, with somebody for whom none of them applies.
  package var freeElsewhere: [(rules: [Int32], targets: [Int32], witness: Witness)] = []
  /// Meters and settings, by target, that somebody may use whom a rule about `everything` denies.
  package var leftOpen: [(rule: Int32, targets: [Int32])] = []
  /// Rules that require nothing, for somebody whom another rule refuses.
  package var gatedAnyway: [(rule: Int32, target: Int32, witness: Witness)] = []
  /// The losses by holding more.
  package var losses: [(targets: [Int32], loss: Loss)] = []
  /// The targets that open by using more.
  package var openings: [(targets: [Int32], opening: Opening)] = []
  /// Reminders that nobody gets, or that another one of the rule has the value of.
  package var idleReminders: [IdleReminder] = []
  /// Tiers, by their place, that add nothing to the one below.
  package var idleTiers: [Int32] = []
  /// Rules whose requirement nothing for sale can meet.
  package var unmetRules: [Int32] = []
  /// Steps of ladders and settings whose requirement nothing for sale can meet.
  package var unmetSteps: [(rule: Int32, step: Int)] = []
  /// People who are refused and whom no purchase helps.
  package var deadEnds: [(targets: [Int32], witness: Witness)] = []
  /// Products that change no outcome of anybody who may buy them.
  package var idleProducts: [Int32] = []
  /// Products that give nobody more than another one, which costs no more; the one to name first.
  package var dominated: [(product: Int32, by: Int32)] = []
  /// Products that cost more than others which open as much together.
  package var bundles: [(product: Int32, parts: [Int32])] = []
  /// Products that are offered to nobody.
  package var unoffered: [Int32] = []
  /// Rules of ladders and settings whose value is worse for who holds more.
  package var worse: [(rule: Int32, targets: [Int32], loss: Loss)] = []
  /// Targets after `instead use` that nobody may use who is denied, by rule.
  package var idleInsteads: [(rule: Int32, targets: [Int32], areDearer: Bool)] = []
  /// Products that cannot be bought with what they are sold with.
  package var unsold: [Int32] = []
  /// The questions that the budget did not answer.
  package var undecided: [Undecided] = []

  package enum RuleState: Sendable, Hashable {
    case fine
    case neverApplies
    case alwaysHolds
    /// It says what an earlier rule says.
    case twin
    /// Other rules refuse everybody whom it would refuse.
    case implied(by: [Int32])

    /// Whether taking it away changes nothing.
    var isIdle: Bool { self != .fine }
  }

  /// A part of a rule as it is written.
  package struct Part: Sendable, Hashable {
    package var rule: Int32
    package var span: Span
    /// Whether it is a part of what is required, rather than of when the rule applies.
    package var isRequired: Bool
  }

  package struct IdleReminder: Sendable, Hashable {
    package var rule: Int32
    package var reminder: Int
    /// The earlier reminder of the same value, if that is what is wrong with it.
    package var twin: Int?
  }

  /// A question that was left open.
  package struct Undecided: Sendable, Hashable {
    /// The code of the finding that it would be.
    package var code: String
    package var subject: LintTopic
    package var exhausted: Exhausted
  }
}

/// Which conditions can turn an answer the other way when somebody holds or uses more: without
/// such a condition nothing needs to be asked.
struct Negations {
  /// Whether holding more may make a condition false, by node.
  private(set) var fallsByHolding: [Bool] = []
  /// Whether a condition reads a counter, by node.
  private var readsUsage: [Bool] = []

  init(_ graph: RuleGraph) {
    var readsEntitlement: [Bool] = []
    for node in graph.parts.nodes {
      let children = graph.children(of: node).map { Int($0) }
      var reads = children.contains { readsEntitlement[$0] }
      var counts = children.contains { readsUsage[$0] }
      var falls = children.contains { fallsByHolding[$0] }
      switch node {
      case .entitlement: reads = true
      case .usageAtLeast: counts = true
      case .not: falls = reads
      default: break
      }
      readsEntitlement.append(reads)
      readsUsage.append(counts)
      fallsByHolding.append(falls)
    }
  }

  /// Whether holding more may shut somebody out.
  func entitlement(in rules: [Int32], of graph: RuleGraph) -> Bool {
    rules.contains { index in
      let rule = graph.parts.rules[Int(index)]
      return ([rule.requirement] + graph.parts.stepNodes(of: rule)).contains {
        fallsByHolding[Int($0)]
      }
    }
  }

  /// Whether using more may let somebody in: conditions are read, limits only ever shut.
  func usage(in rules: [Int32], of graph: RuleGraph) -> Bool {
    rules.contains { index in
      let rule = graph.parts.rules[Int(index)]
      return ([rule.condition, rule.requirement] + graph.parts.stepNodes(of: rule)).contains {
        readsUsage[Int($0)]
      }
    }
  }
}

/// Looks for products that cost less than a bundle together, and open as much for everybody who
/// may buy it.
///
/// It looks for a target that the products chosen so far do not open as the bundle does, and tries
/// every product on which that target depends. So it finds parts if there are any.
struct PartSearch {
  private let bundle: PricedProduct
  /// The products that may be parts, in the order of the policy.
  private let candidates: [PricedProduct]
  /// The price of each of them in the currencies of the bundle.
  private let costs: [Int32: Cost]
  private let kinds: ProductKinds
  /// The groups that the parts have to open.
  private let places: [Int]
  private let limit: Int
  private var steps: Int

  enum Outcome: Sendable, Hashable {
    /// Products by index, ascending.
    case parts([Int32])
    case none
    case undecided(Exhausted)
  }

  /// A search for the parts of a product, if several others may cost less together.
  ///
  /// - Parameter others: The products that may be parts, and those that have nothing to do with it.
  init?(
    of bundle: PricedProduct, among others: [PricedProduct], _ kinds: ProductKinds, _ places: [Int],
    limit: Int
  ) {
    var candidates: [PricedProduct] = []
    var costs: [Int32: Cost] = [:]
    for offer in others where offer.index != bundle.index && offer.promisesAsMuch(as: bundle) {
      guard let cost = offer.cost(inCurrenciesOf: bundle), cost.isLess(than: bundle.cost)
      else { continue }
      candidates.append(offer)
      costs[offer.index] = cost
    }
    guard let least = Cost.leastOfTwo(candidates.compactMap { costs[$0.index] }),
      least.isLess(than: bundle.cost)
    else { return nil }
    self.candidates = candidates
    self.costs = costs
    self.bundle = bundle
    self.kinds = kinds
    // Parts may also close what the bundle has nothing to do with.
    self.places = places
    self.limit = limit
    steps = limit
  }

  mutating func run(_ pricing: inout Pricing) -> Outcome {
    do throws(Exhausted) {
      var excluded: Set<Int32> = []
      let nothing = Cost(amounts: bundle.cost.amounts.map { _ in MoneyAmount("0") })
      guard var parts = try search([], nothing, &excluded, &pricing) else { return .none }
      for part in parts {
        let fewer = parts.filter { $0.index != part.index }
        if try missing(from: fewer, [], &pricing) == nil { parts = fewer }
      }
      return parts.count > 1 ? .parts(parts.map { $0.index }.sorted()) : .none
    } catch {
      return .undecided(error)
    }
  }

  /// Parts that complete the chosen ones. `excluded` were tried before.
  private mutating func search(
    _ chosen: [PricedProduct], _ cost: Cost, _ excluded: inout Set<Int32>, _ pricing: inout Pricing
  ) throws(Exhausted) -> [PricedProduct]? {
    steps -= 1
    guard steps >= 0 else { throw Exhausted(.steps, limit: limit) }
    var left: [PricedProduct] = []
    for offer in candidates
    where !excluded.contains(offer.index) && total(cost, offer).isLess(than: bundle.cost)
      && chosen.allSatisfy({ $0.index != offer.index && !excludes($0, offer) })
    {
      left.append(offer)
    }
    guard let missing = try missing(from: chosen, left, &pricing) else { return chosen }
    var tried: [Int32] = []
    defer { for product in tried { excluded.remove(product) } }
    for offer in left where missing.contains(kinds.firsts[Int(offer.index)]) {
      let total = total(cost, offer)
      if let found = try search(chosen + [offer], total, &excluded, &pricing) { return found }
      excluded.insert(offer.index)
      tried.append(offer.index)
    }
    return nil
  }

  private func total(_ cost: Cost, _ offer: PricedProduct) -> Cost {
    costs[offer.index].map { cost.adding($0) } ?? cost
  }

  /// The kinds of which one more has to be among the parts; `nil` if they are complete, and none
  /// if nothing that is left completes them.
  private func missing(
    from chosen: [PricedProduct], _ left: [PricedProduct], _ pricing: inout Pricing
  ) throws(Exhausted) -> Set<Int32>? {
    let product = kinds.firsts[Int(bundle.index)]
    let own = kinds.kinds(of: chosen.map { $0.index })
    for place in places {
      if try pricing.opens(own, as: product, place) { continue }
      let group = pricing.groups[place]
      let all = kinds.kinds(of: (chosen + left).map { $0.index })
      if group.isMonotone, try !pricing.opens(all, as: product, place, areReplacing: false) {
        return []
      }
      return Set(group.products)
    }
    if places.isEmpty { return [] }
    guard try pricing.isSold(own, whereverIsSold: product) else {
      return Set(kinds.kinds(of: chosen.flatMap { $0.product.onlyWith }))
    }
    if chosen.mayBeHeldWithAsMuch(as: bundle) { return nil }
    return Set(kinds.kinds(of: chosen.companionless(beside: bundle).flatMap { $0.onlyWith }))
  }

  private func excludes(_ a: PricedProduct, _ b: PricedProduct) -> Bool {
    a.product.notWith.contains(b.index) || b.product.notWith.contains(a.index)
  }
}

/// The parts of each rule's requirement and condition as they are written, with a node for each.
struct RuleParts {
  /// The policy's graph, with nodes for parts that have none of their own in it.
  private(set) var graph: RuleGraph
  /// The lists of alternatives of each rule.
  private(set) var alternatives: [Int32: [[Item]]] = [:]
  /// The parts of each rule that may be true or false for everybody, larger ones first.
  private(set) var candidates: [Int32: [Item]] = [:]

  struct Item {
    var part: Survey.Part
    var node: Int32
  }

  init(_ policy: CheckedPolicy, _ graph: RuleGraph) {
    self.graph = graph
    guard policy.rules.contains(where: { RuleParts.hasParts($0) }) else { return }
    var lowering = Lowering(policy, extending: graph.parts)
    for (index, rule) in policy.rules.enumerated() where RuleParts.hasParts(rule) {
      if case .requires(let expression) = rule.effect {
        collect(expression, Int32(index), isRequired: true, isWhole: true, &lowering)
      }
      for condition in [rule.applies.when, rule.applies.unless] {
        guard let condition else { continue }
        collect(condition, Int32(index), isRequired: false, isWhole: true, &lowering)
      }
    }
    self.graph = RuleGraph(verified: lowering.extended, digest: graph.digest)
  }

  private static func hasParts(_ rule: CheckedRule) -> Bool {
    if rule.applies.when != nil || rule.applies.unless != nil { return true }
    guard case .requires(let expression) = rule.effect else { return false }
    switch expression {
    case .not, .all, .any: return true
    default: return false
    }
  }

  private mutating func collect(
    _ expression: CheckedExpression, _ rule: Int32, isRequired: Bool, isWhole: Bool,
    _ lowering: inout Lowering
  ) {
    if !(isRequired && isWhole) {
      let item = item(expression, rule, isRequired, &lowering)
      candidates[rule, default: []].append(item)
    }
    // A comparison is one thing to a reader, whatever it is made of.
    guard !expression.isComparison else { return }
    switch expression {
    case .not(let inner, _):
      collect(inner, rule, isRequired: isRequired, isWhole: false, &lowering)
    case .all(let list, _), .any(let list, _):
      if case .any = expression {
        let items = list.map { item($0, rule, isRequired, &lowering) }
        alternatives[rule, default: []].append(items)
      }
      for part in list {
        collect(part, rule, isRequired: isRequired, isWhole: false, &lowering)
      }
    default: break
    }
  }

  private func item(
    _ expression: CheckedExpression, _ rule: Int32, _ isRequired: Bool,
    _ lowering: inout Lowering
  ) -> Item {
    Item(
      part: Survey.Part(rule: rule, span: expression.span, isRequired: isRequired),
      node: lowering.extend(expression))
  }
}

extension CheckedExpression {
  /// Whether it is written as one comparison, such as `build is 3`: its parts have no place of
  /// their own.
  fileprivate var isComparison: Bool {
    switch self {
    case .not(let inner, let span): inner.span == span
    case .all(let list, let span), .any(let list, let span):
      list.contains { $0.span == span }
    default: true
    }
  }
}
