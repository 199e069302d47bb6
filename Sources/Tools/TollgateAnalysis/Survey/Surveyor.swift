import TollgateCompiler
import TollgateRuntime

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
  let offers: [Offer]
  /// The place of each product's offer.
  let offerPlaces: [Int32: Int]
  /// The places of the offers that may open what those of a kind open, by its first product.
  var mayRivals: [Int32: [Int]] = [:]
  let leastPrices: Offer.LeastPrices
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
    let (terms, vocabulary) = Vocabulary.alone(parts.graph)
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
    offers = Offer.all(offered.parts.products, kinds)
    var offerPlaces: [ProductIndex: Int] = [:]
    for place in offers.indices.reversed() { offerPlaces[offers[place].index] = place }
    self.offerPlaces = offerPlaces
    let leastPrices = Offer.LeastPrices(of: offers)
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
  mutating func ask<Q: Question>(
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
    if open.contains("TG0408") { survey.idleTiers = [] }
    survey.idleProducts = open.contains("TG0403") ? [] : kinds.all(like: productsToChange)
    survey.unsold = kinds.all(like: survey.unsold)
    findDominated()
    findBundles()
  }
}
