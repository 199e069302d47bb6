import TollgateCompiler
import TollgateRuntime
import TollgateSyntax

/// Works out a survey. Targets with the same rules are one group; what is asked about a group
/// shares one set of diagrams, which is thrown away with it.
struct Surveyor {
  let policy: CheckedPolicy
  /// The policy's graph, with nodes for the parts of its conditions too.
  let graph: RuleGraph
  let vocabulary: Vocabulary
  let terms: Terms
  let budget: Budget
  let groups: [Group]
  /// Each setting with the rule that tells whether a value of it is within reach.
  let values: [Group]
  /// The parts of each rule that are worth a question.
  let parts: RuleParts
  let negations: Negations
  var survey = Survey()
  /// Rules that were looked at by themselves.
  var isSeen: [Bool]
  /// Rules without which some outcome would be another one.
  var isNeeded: [Bool]
  /// Rules whose need was not decided.
  var isOpen: [Bool]
  /// Rules whose requirement was held against what is for sale.
  var isPriced: [Bool]
  /// Rules with a step that nothing for sale meets.
  var unsoldSteps: Set<Int32> = []
  var tiersToMatter: Set<Int64>
  /// The products that change no outcome, as far as was looked.
  var productsToChange: Set<Int32>
  /// Products that do the same are one in the graph.
  let kinds: ProductKinds
  let offers: [PricedProduct]
  /// The place of each product's offer.
  let offerPlaces: [Int32: Int]
  /// The places of the offers that may open what those of a kind open, by its first product.
  var mayRivals: [Int32: [Int]] = [:]
  let leastPrices: PricedProduct.LeastPrices
  let hasRivals: Bool
  /// Why the budget left open on which products some target depends: then none is said to be worse
  /// than others.
  var openPricing: Exhausted?
  /// The targets that products open beside each other.
  var pricing: Pricing
  /// The terms of what a purchase changes.
  let purchaseTerms: Terms
  /// The meters whose limits some product raises.
  let raisedMeters: Set<Int32>
  /// The questions that are noted down as open.
  private var openQuestions: Set<OpenQuestion> = []

  private struct OpenQuestion: Hashable {
    var code: String
    var subject: LintTopic
  }

  /// Targets with the same rules, in the order of the source.
  struct Group {
    var targets: [Int32]
    var rules: [Int32]
  }

  init(_ policy: CheckedPolicy, _ graph: RuleGraph, budget: Budget) {
    self.policy = policy
    self.budget = budget
    let unoffered = Surveyor.unoffered(graph, budget: budget)
    let offered = graph.withoutOffers(of: unoffered.products)
    kinds = ProductKinds(offered.parts.products)
    let graph = kinds.merged(offered)
    parts = RuleParts(policy, graph)
    self.graph = parts.graph
    survey.unoffered = unoffered.products
    survey.undecided = unoffered.undecided
    let (terms, own) = Vocabulary.alone(parts.graph)
    // A use that begins no other one of so many takes nothing, so all depends on those that do.
    let vocabulary = own.withBeginnings
    (self.terms, self.vocabulary) = (terms, vocabulary)
    let purchaseTerms = terms.withPurchases
    self.purchaseTerms = purchaseTerms
    groups = Surveyor.groups(of: graph)
    values = Surveyor.values(of: graph)
    negations = Negations(graph)
    let count = graph.parts.rules.count
    survey.rules = [Survey.RuleState](repeating: .fine, count: count)
    isSeen = [Bool](repeating: false, count: count)
    isNeeded = isSeen
    isOpen = isSeen
    isPriced = isSeen
    tiersToMatter = Set((1..<max(1, policy.tierCount)).map { Int64($0) })
    productsToChange = Set(kinds.firsts).subtracting(Surveyor.refills(of: graph))
    offers = PricedProduct.all(offered.parts.products, kinds)
    var offerPlaces: [ProductIndex: Int] = [:]
    for place in offers.indices.reversed() { offerPlaces[offers[place].index] = place }
    self.offerPlaces = offerPlaces
    let leastPrices = PricedProduct.LeastPrices(of: offers)
    self.leastPrices = leastPrices
    hasRivals = offers.contains { leastPrices.hasRival(of: $0) || leastPrices.hasParts(of: $0) }
    pricing = Pricing(parts.graph) {
      Asker(vocabulary, terms: purchaseTerms, scope: .buying, budget: budget)
    }
    raisedMeters = Set(
      graph.parts.products.flatMap { ($0.adds + $0.packs).map { $0.meter } })
  }

  static func survey(
    _ policy: CheckedPolicy, _ graph: RuleGraph, budget: Budget
  ) -> Survey {
    var surveyor = Surveyor(policy, graph, budget: budget)
    surveyor.markTwins()
    for group in surveyor.groups { surveyor.look(at: group) }
    for value in surveyor.values { surveyor.look(atValue: value) }
    for taker in surveyor.takers { surveyor.look(atTaker: taker) }
    surveyor.lookForInsteads()
    surveyor.lookForLeftOpen()
    surveyor.findImplied()
    surveyor.lookAtProducts()
    surveyor.finish()
    return surveyor.survey
  }

  private static func groups(of graph: RuleGraph) -> [Group] {
    var places: [[Int32]: Int] = [:]
    var groups: [Group] = []
    for (target, record) in graph.parts.targets.enumerated() where !record.rules.isEmpty {
      if let place = places[record.rules] {
        groups[place].targets.append(Int32(target))
      } else {
        places[record.rules] = groups.count
        groups.append(Group(targets: [Int32(target)], rules: record.rules))
      }
    }
    return groups
  }

  /// The targets whose use takes from meters, with the rules of those meters.
  private var takers: [Group] {
    var places: [[Int32]: Int] = [:]
    var takers: [Group] = []
    for target in graph.parts.targets.indices where !graph.uses[Int32(target)].isEmpty {
      let rules = vocabulary.rules(of: Int32(target))
      if let place = places[rules] {
        takers[place].targets.append(Int32(target))
      } else {
        places[rules] = takers.count
        takers.append(Group(targets: [Int32(target)], rules: rules))
      }
    }
    return takers
  }

  private static func values(of graph: RuleGraph) -> [Group] {
    graph.parts.settings.indices.map { index in
      let target = graph.target(ofSetting: SettingIndex(index)).index
      return Group(targets: [target], rules: [graph.parts.settings[index].rule])
    }
  }

  func asker(_ scope: Scope) -> Asker {
    Asker(vocabulary, terms: terms, scope: scope, budget: budget)
  }

  func record(_ rule: Int32) -> Rule { graph.parts.rules[Int(rule)] }

  /// The answer to a question; an open one is noted down, for both codes that depend on it.
  mutating func ask<Q: PolicyQuestion>(
    _ question: Q, _ asker: Asker, _ code: String, and other: String? = nil, _ subject: LintTopic
  ) -> Q.Answer? {
    switch asker.ask(question) {
    case .answered(let answer): return answer
    case .undecided(let exhausted):
      leaveOpen(code, subject, exhausted)
      if let other { leaveOpen(other, subject, exhausted) }
      return nil
    }
  }

  /// Notes down that a question is open, once.
  mutating func leaveOpen(_ code: String, _ subject: LintTopic, _ exhausted: Exhausted) {
    guard openQuestions.insert(OpenQuestion(code: code, subject: subject)).inserted else { return }
    survey.undecided.append(Survey.Undecided(code: code, subject: subject, exhausted: exhausted))
  }

  private mutating func finish() {
    findIdleProducts()
    survey.idleTiers = tiersToMatter.sorted().map { Int32($0) }
    let open = Set(survey.undecided.map { $0.code })
    if open.contains(LintRule.idleTier.code) { survey.idleTiers = [] }
    survey.idleProducts =
      open.contains(LintRule.idleProduct.code) ? [] : kinds.all(like: productsToChange)
    survey.unsold = kinds.all(like: survey.unsold)
    findDominated()
    findBundles()
  }
}

extension Surveyor {
  /// A target in which rules are looked for that the others leave nothing to do.
  private struct Home {
    /// The rules that counted at the beginning, in the order of the source.
    var list: [Int32]
    var asker: Asker
  }

  /// Finds the rules that the others leave nothing to do, from the last to the first: each that
  /// is found counts as gone, so of two that say the same the later one is found.
  mutating func findImplied() {
    var places: [Int32: [Int]] = [:]
    for (place, group) in groups.enumerated() {
      for rule in group.rules where !isNeeded[Int(rule)] {
        places[rule, default: []].append(place)
      }
    }
    /// The last rule for which each target is needed: what was worked out for it goes then.
    var lasts: [Int: Int32] = [:]
    for (rule, homes) in places {
      for home in homes { lasts[home] = min(lasts[home] ?? rule, rule) }
    }
    var homes: [Int: Home] = [:]
    for rule in places.keys.sorted(by: >) {
      guard let own = places[rule] else { continue }
      if isCandidate(rule) {
        for place in own where homes[place] == nil {
          homes[place] = Home(list: standing(in: groups[place].rules), asker: asker(.all))
        }
        if let culprits = culprits(of: rule, in: own.compactMap { homes[$0] }) {
          survey.rules[Int(rule)] = .implied(by: culprits)
        }
      }
      for place in own where lasts[place] == rule { homes[place] = nil }
    }
  }

  private func isCandidate(_ rule: Int32) -> Bool {
    survey.rules[Int(rule)] == .fine && !isOpen[Int(rule)]
      && record(rule).effect != .requiresNothing
  }

  /// Rules that together imply one in all of its targets, none of which can be left out; `nil`
  /// if there are none.
  private mutating func culprits(of rule: Int32, in homes: [Home]) -> [Int32]? {
    var culprits: Set<Int32> = []
    let code = record(rule).limit != nil ? LintRule.idleLimit.code : nil
    for home in homes {
      guard let place = home.list.firstIndex(of: rule) else { return nil }
      let after = standing(in: Array(home.list[(place + 1)...]))
      let others = Set(home.list[..<place]).union(after)
      let question = Culprits(
        list: home.list, before: place, after: after, kept: culprits.intersection(others),
        rule: rule)
      let answer = ask(question, home.asker, LintRule.implied.code, and: code, .rule(Int(rule)))
      guard case .some(.some(let found)) = answer else { return nil }
      culprits.formUnion(found)
    }
    if homes.count > 1 { leaveOut(from: &culprits, of: rule, in: homes) }
    return culprits.sorted()
  }

  /// Leaves out what one target needed and the culprits of another make up for.
  private mutating func leaveOut(
    from culprits: inout Set<Int32>, of rule: Int32, in homes: [Home]
  ) {
    let code = record(rule).limit != nil ? LintRule.idleLimit.code : nil
    for culprit in culprits.sorted() {
      var isEnough = true
      for home in homes where isEnough {
        let fewer = home.list.filter { $0 != culprit && culprits.contains($0) }
        let question = Implies(others: fewer, rule: rule)
        isEnough =
          ask(question, home.asker, LintRule.implied.code, and: code, .rule(Int(rule))) == true
      }
      if isEnough { culprits.remove(culprit) }
    }
  }
}

extension Surveyor {
  /// Looks for targets after `instead use` that help nobody.
  mutating func lookForInsteads() {
    guard !graph.parts.insteads.isEmpty else { return }
    var denied = [[Int32]](repeating: [], count: graph.parts.rules.count)
    for (target, record) in graph.parts.targets.enumerated() {
      for rule in record.rules { denied[Int(rule)].append(Int32(target)) }
    }
    for value in values { denied[Int(value.rules[0])].append(value.targets[0]) }
    for instead in graph.parts.insteads {
      look(at: instead, denied: denied[Int(instead.rule)])
    }
  }

  private mutating func look(at instead: InsteadUse, denied: [Int32]) {
    let all = asker(.all)
    var known: [[Int32]: OpensInstead.Answer] = [:]
    var idle: [OpensInstead.Answer: [Int32]] = [:]
    for target in instead.targets {
      let record = graph.parts.targets[Int(target)]
      let others = denied.filter { $0 != target }
      // Nobody is told to use what was asked for.
      var answer: OpensInstead.Answer? = others.isEmpty ? .opensNothing : known[record.rules]
      if answer == nil {
        let question = OpensInstead(
          rule: instead.rule,
          denied: others.map { graph.parts.targets[Int($0)].rules + [instead.rule] },
          rules: record.rules, meter: record.meter)
        answer = ask(question, all, LintRule.idleInstead.code, .rule(Int(instead.rule)))
        if record.meter == nil, others.count == denied.count { known[record.rules] = answer }
      }
      if let answer, answer != .opens { idle[answer, default: []].append(target) }
    }
    for answer in [OpensInstead.Answer.opensNothing, .asksForMore] {
      guard let targets = idle[answer] else { continue }
      survey.idleInsteads.append((instead.rule, targets, answer == .asksForMore))
    }
  }
}

/// Targets that are open to people of whom a rule does not speak.
extension Surveyor {
  /// Targets that are gated under conditions alone: whoever meets none of them has them free. A
  /// limit leaves some to everybody, so it is no gate, but for a ladder that begins with nothing.
  mutating func lookForFreeElsewhere(_ group: Group, _ known: Asker, _ subject: LintTopic) {
    let areGates = group.rules.allSatisfy { rule in
      let record = record(rule)
      let isGate =
        record.effect == .requires && (record.limit == nil || record.limit?.kind == .bare)
        || record.hasSteps && record.limit?.meter != nil
          && graph.parts.ladder(of: record)?.base == .quantity(0)
      return isGate && graph[node: record.condition] != .always
    }
    guard areGates else { return }
    let answer = ask(NoneApplies(rules: group.rules), known, LintRule.freeElsewhere.code, subject)
    if case .some(.some(let witness)) = answer {
      survey.freeElsewhere.append((group.rules, group.targets, witness))
    }
  }

  /// Meters and settings that somebody may use whom a rule about `everything` denies: it does not
  /// speak of them. A meter that no rule is about is only counted.
  mutating func lookForLeftOpen() {
    let others = graph.parts.targets.indices.map { Int32($0) }.filter { target in
      graph.setting(of: target) != nil
        || graph.parts.targets[Int(target)].meter != nil
          && !graph.parts.targets[Int(target)].rules.isEmpty
    }
    guard !others.isEmpty else { return }
    let all = asker(.all)
    for (index, rule) in policy.rules.enumerated()
    where rule.saysEverything && record(Int32(index)).effect != .requiresNothing {
      let open = others.filter { target in
        let record = graph.parts.targets[Int(target)]
        let question = OpensInstead(
          rule: Int32(index), denied: [], rules: record.rules, meter: record.meter)
        return ask(question, all, LintRule.leftOpen.code, .rule(index)) == .opens
      }
      if !open.isEmpty { survey.leftOpen.append((Int32(index), open)) }
    }
  }
}

extension Surveyor {
  /// Finds the products of which another one costs no more for the same period, promises as much to
  /// as many people, and opens as much. Of two that do the same at one price, the one that came
  /// later is too many.
  mutating func findDominated() {
    guard hasRivals else { return }
    if let openPricing {
      leaveOpen(LintRule.dominated.code, .product(Int(offers[0].index)), openPricing)
      return
    }
    let idle = Set(survey.idleProducts)
    // A product that changes nothing is dominated by every other; one finding is enough.
    let worth = offers.filter { !idle.contains($0.index) }
    var pointless: [(offer: PricedProduct, by: PricedProduct)] = []
    for offer in worth {
      let rival = find(LintRule.dominated.code, offer) { surveyor throws(Exhausted) in
        try surveyor.rival(of: offer, idle)
      }
      if let rival { pointless.append((offer, rival)) }
    }
    let found = Set(pointless.map { $0.offer.index })
    let sensible = offers.filter { !found.contains($0.index) }
    for (offer, rival) in pointless {
      // Compared with one that is worth its price itself, if there is one.
      let best = find(LintRule.dominated.code, offer) { surveyor throws(Exhausted) in
        try surveyor.first(of: sensible, thatIsARivalOf: offer)
      }
      survey.dominated.append((offer.index, (best ?? rival).index))
    }
  }

  /// The finding of somebody about an offer; `nil` if it is nothing, or if it is left open.
  private mutating func find<Found>(
    _ code: String, _ offer: PricedProduct, _ find: (inout Surveyor) throws(Exhausted) -> Found?
  ) -> Found? {
    do throws(Exhausted) {
      try budget.run.check()
      return try find(&self)
    } catch {
      leaveOpen(code, .product(Int(offer.index)), error)
      return nil
    }
  }

  /// The first offer that makes another one pointless.
  private mutating func rival(
    of offer: PricedProduct, _ idle: Set<Int32>
  ) throws(Exhausted) -> PricedProduct? {
    guard leastPrices.hasRival(of: offer) else { return nil }
    for place in try mayRival(offer) {
      let rival = offers[place]
      guard try isRival(rival, of: offer) else { continue }
      if rival.index < offer.index || idle.contains(rival.index) { return rival }
      if try !isRival(offer, of: rival) { return rival }
    }
    return nil
  }

  private mutating func first(
    of rivals: [PricedProduct], thatIsARivalOf offer: PricedProduct
  ) throws(Exhausted) -> PricedProduct? {
    let reach = try pricing.reach(of: kinds.firsts[Int(offer.index)])
    for rival in rivals {
      if let reach, !reach.contains(kinds.firsts[Int(rival.index)]) { continue }
      if try isRival(rival, of: offer) { return rival }
    }
    return nil
  }

  /// The places of the offers that may open what another one opens, in the order of the policy.
  private mutating func mayRival(_ offer: PricedProduct) throws(Exhausted) -> [Int] {
    let own = kinds.firsts[Int(offer.index)]
    if let known = mayRivals[own] { return known }
    guard let reach = try pricing.reach(of: own) else { return Array(offers.indices) }
    let places = kinds.all(like: reach.union([own])).compactMap { offerPlaces[$0] }
    mayRivals[own] = places
    return places
  }

  /// Whether an offer costs no more than another one, and does as much for everybody.
  private mutating func isRival(_ rival: PricedProduct, of offer: PricedProduct) throws(Exhausted)
    -> Bool
  {
    guard rival.index != offer.index, rival.costsAtMost(as: offer),
      rival.promisesAsMuch(as: offer), [rival].mayBeHeldWithAsMuch(as: offer)
    else { return false }
    let (own, other) = (kinds.firsts[Int(offer.index)], kinds.firsts[Int(rival.index)])
    return own == other ? true : try pricing.isDominated(own, by: other)
  }

  /// Looks for parts of every product that is worth something and has no better rival.
  mutating func findBundles() {
    guard offers.contains(where: { leastPrices.hasParts(of: $0) }) else { return }
    if let openPricing {
      leaveOpen(LintRule.dearBundle.code, .product(Int(offers[0].index)), openPricing)
      return
    }
    let settled = Set(survey.idleProducts + survey.dominated.map { $0.product })
    for offer in offers where !settled.contains(offer.index) && leastPrices.hasParts(of: offer) {
      let parts = find(LintRule.dearBundle.code, offer) { surveyor throws(Exhausted) in
        try surveyor.parts(of: offer)
      }
      if let parts { survey.bundles.append((offer.index, parts)) }
    }
  }

  private mutating func parts(of offer: PricedProduct) throws(Exhausted) -> [Int32]? {
    let own = kinds.firsts[Int(offer.index)]
    for place in pricing.narrow(own) where pricing.groups[place].isMonotone {
      let others = kinds.all(like: pricing.groups[place].products)
      let mayBeParts = others.contains { product in
        offerPlaces[product].map { offers[$0].costsLess(than: offer) } ?? false
      }
      // These targets are opened by no part.
      if !mayBeParts, try !pricing.opens([], as: own, place) { return nil }
    }
    let places = pricing.places(besides: own)
    var search = PartSearch(
      of: offer, among: offers, kinds, places, limit: max(1, budget.nodes / 100))
    switch search?.run(&pricing) {
    case .parts(let parts): return parts
    case .some(.none), nil: return nil
    case .undecided(let exhausted): throw exhausted
    }
  }
}

extension Surveyor {
  /// Looks at a rule by itself.
  mutating func look(at rule: Int32, _ known: Asker, _ all: Asker) {
    guard !isSeen[Int(rule)] else { return }
    isSeen[Int(rule)] = true
    guard survey.rules[Int(rule)] == .fine else { return }
    if ask(CanApply(rule: rule), known, LintRule.neverApplies.code, .rule(Int(rule))) == false {
      survey.rules[Int(rule)] = .neverApplies
      return
    }
    if record(rule).effect == .requires,
      ask(CanFail(rule: rule), known, LintRule.alwaysHolds.code, .rule(Int(rule))) == false
    {
      survey.rules[Int(rule)] = .alwaysHolds
      return
    }
    lookAtParts(of: rule, known, all)
  }

  private mutating func lookAtParts(of rule: Int32, _ known: Asker, _ all: Asker) {
    var idle: Set<Survey.Part> = []
    for list in parts.alternatives[rule] ?? [] {
      let question = IdleAlternatives(nodes: list.map { $0.node })
      let answer = ask(question, all, LintRule.idleAlternative.code, .rule(Int(rule)))
      for place in answer ?? [] { idle.insert(list[place].part) }
    }
    survey.idleAlternatives += idle.sorted { $0.span.start < $1.span.start }
    var told: [Survey.Part] = Array(idle)
    for candidate in parts.candidates[rule] ?? [] {
      // Candidates come with the larger part first; what lies in one that was told is clear.
      let isTold = told.contains {
        $0.span.start <= candidate.part.span.start && candidate.part.span.end <= $0.span.end
      }
      if isTold { continue }
      let answer = ask(
        Constant(node: candidate.node), known, LintRule.constantPart.code, .rule(Int(rule)))
      guard case .some(.some(let isTrue)) = answer else { continue }
      told.append(candidate.part)
      survey.constantParts.append((candidate.part, isTrue))
    }
  }

  /// Marks rules that say what an earlier one says.
  mutating func markTwins() {
    var subjects = [[Int32]](repeating: [], count: survey.rules.count)
    for (group, members) in groups.enumerated() {
      for rule in members.rules { subjects[Int(rule)].append(Int32(group)) }
    }
    var known: Set<Twin> = []
    for (index, rule) in graph.parts.rules.enumerated() where !subjects[index].isEmpty {
      let twin = Twin(
        groups: subjects[index], limit: rule.limit, effect: rule.effect,
        nodes: [rule.requirement, rule.inForce, rule.condition, rule.soft],
        mayFinish: rule.runningUseMayFinish, overage: Twin.overage(of: Int32(index), in: graph))
      if !known.insert(twin).inserted { survey.rules[index] = .twin }
    }
  }

  private struct Twin: Hashable {
    var groups: [Int32]
    var limit: Limit?
    var effect: Rule.Effect
    var nodes: [Int32]
    var mayFinish: Bool
    var overage: Overage?

    /// How the limit of a rule goes on for money, whichever rule it is.
    static func overage(of rule: RuleIndex, in graph: RuleGraph) -> Overage? {
      var overage = graph.overage(of: rule)
      overage?.rule = 0
      return overage
    }
  }

  /// The rules of a group that say something, and might be said by others.
  func standing(in rules: [Int32]) -> [Int32] {
    rules.filter { rule in
      !survey.rules[Int(rule)].isIdle && record(rule).effect != .requiresNothing
    }
  }
}
