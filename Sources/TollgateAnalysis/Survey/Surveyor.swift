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
  let offers: [Offer]
  var rivals: [(product: Int32, by: Int32)] = []
  let mayHaveBundles: Bool
  /// Whether the budget left open on which products some target depends: then none is said to be
  /// worse than others.
  var isPricingOpen = false
  /// The groups that depend on products, kept for the bundles.
  var pricedGroups: [PartSearch.PricedGroup] = []

  /// Targets with the same rules, in the order of the source.
  struct Group {
    var targets: [Int32]
    var rules: [Int32]
  }

  init(_ policy: CheckedPolicy, _ graph: RuleGraph, budget: Budget) {
    self.policy = policy
    self.budget = budget
    let unoffered = Surveyor.unoffered(graph, budget: budget)
    let graph = graph.withoutOffers(of: unoffered.products)
    parts = RuleParts(policy, graph)
    self.graph = parts.graph
    survey.unoffered = unoffered.products
    survey.undecided = unoffered.undecided
    (terms, vocabulary) = Vocabulary.alone(parts.graph)
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
    productsToChange = Set(policy.products.indices.map { Int32($0) })
      .subtracting(Surveyor.refills(of: graph))
    offers = Offer.all(graph.parts.products)
    mayHaveBundles = Surveyor.mayHaveBundles(offers)
  }

  static func survey(
    _ policy: CheckedPolicy, _ graph: RuleGraph, budget: Budget
  ) -> Survey {
    var surveyor = Surveyor(policy, graph, budget: budget)
    surveyor.markTwins()
    surveyor.findRivals()
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

  /// The answer to a question; an open one is noted down.
  mutating func ask<Q: Question>(
    _ question: Q, _ asker: Asker, _ code: String, _ subject: LintTopic
  ) -> Q.Answer? {
    switch asker.ask(question) {
    case .answered(let answer): return answer
    case .undecided(let exhausted):
      survey.undecided.append(
        Survey.Undecided(code: code, subject: subject, exhausted: exhausted))
      return nil
    }
  }

  private mutating func finish() {
    survey.idleTiers = tiersToMatter.sorted().map { Int32($0) }
    let open = survey.undecided.map { $0.code }
    if open.contains("TG0408") { survey.idleTiers = [] }
    survey.idleProducts = open.contains("TG0403") ? [] : productsToChange.sorted()
    // A product that changes nothing is dominated by every other; one finding is enough.
    let idle = Set(survey.idleProducts)
    let pairs = isPricingOpen ? [] : rivals.filter { !idle.contains($0.product) }
    var worse: [(product: Int32, by: Int32)] = []
    for pair in pairs {
      // Of two that open the same at one price, the one that came later is too many.
      let isMutual = pairs.contains { $0.product == pair.by && $0.by == pair.product }
      if !isMutual || pair.by < pair.product { worse.append(pair) }
    }
    // Compared with one that is worth its price itself, if there is one.
    let pointless = Set(worse.map { $0.product })
    survey.dominated =
      worse.filter { !pointless.contains($0.by) } + worse.filter { pointless.contains($0.by) }
    findBundles()
  }
}
