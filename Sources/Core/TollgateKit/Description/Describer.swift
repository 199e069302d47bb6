import TollgateCompiler
import TollgateRuntime
import TollgateWords

/// Tells a policy back. It decides what is told and in which order; the words are those of its
/// ``Phrases``.
struct Describer {
  let graph: RuleGraph
  let texts: Texts
  let language: Language
  let phrases: Phrases
  let clauses: ClauseWords
  let reader: ClauseReader
  /// The products in the order in which they are told.
  let sortedProducts: [Int32]
  let patience: Patience
  /// The name that the entries are about; nil for all of them. Entries that cost little may be there
  /// all the same.
  let only: String?

  init(
    _ graph: RuleGraph, in locale: String, _ patience: Patience = Patience(), only: String? = nil,
    time: TimeText = .utc
  ) {
    self.patience = patience
    self.only = only
    self.graph = graph
    texts = Texts(graph: graph, locale: locale, time: time)
    language = Language(locale)
    phrases = Phrases(language: language)
    reader = ClauseReader(graph: graph)
    clauses = ClauseWords(reader, texts)
    sortedProducts = Describer.sort(graph.parts.products, reader)
  }

  var description: PolicyDescription {
    let policy = texts.label(graph.parts.label) ?? graph.name
    return PolicyDescription(
      policy: graph.name, language: language == .chinese ? "zh-Hans" : "en",
      title: phrases.title(policy),
      sections: PolicyDescription.Topic.allCases.map(section).filter { !$0.entries.isEmpty })
  }

  /// Whether an entry about these names is told, and there is time for it.
  func isTold(_ names: [String]) -> Bool {
    if let only, !names.contains(only) { return false }
    return patience.isLeft
  }

  private func section(_ topic: PolicyDescription.Topic) -> PolicyDescription.Section {
    var notes: [String] = []
    let entries: [PolicyDescription.Entry]
    switch topic {
    case .access:
      entries = accessEntries
      notes = phrases.accessNotes(hasLimits: graph.parts.rules.contains { $0.limit != nil })
    case .plans: entries = planEntries
    case .gifts: entries = giftEntries
    case .trust: entries = trustEntries
    case .facts: entries = factEntries
    case .rollouts: entries = rolloutEntries
    case .groups: entries = groupEntries
    }
    return PolicyDescription.Section(
      topic: topic, title: phrases.heading(topic), notes: notes, entries: entries)
  }
}

// MARK: Names

extension Describer {
  /// The name in the policy, with its label where that says more.
  func title(_ name: String, _ label: LabelIndex?) -> String {
    guard let label = texts.label(label), label != name else { return name }
    // `Pro (pro)` says nothing twice.
    if label.lowercased() == name.lowercased() { return label }
    return phrases.labelled(label, name)
  }
}

// MARK: Values

extension Describer {
  func amount(_ value: Int64, ofMeter meter: MeterIndex?) -> String {
    texts.quantity(value, ofMeter: meter)
  }
}

extension Describer {
  // MARK: Gifts of the policy

  /// The entitlements that the policy itself gives: each with all its grants.
  var giftEntries: [PolicyDescription.Entry] {
    var gifts: [String: [String: [String]]] = [:]
    var entitlements: [String: Int32] = [:]
    for grant in graph.parts.statementGrants {
      let entitlement = reader.key(ofEntitlement: grant.entitlement)
      entitlements[entitlement] = grant.entitlement
      let clause = reader.clause(grant.node)
      // Grants that follow each other are in the order of time.
      let phase = clause.conjuncts.map(reader.key).joined(separator: "&")
      let name = texts.name(ofEntitlement: grant.entitlement)
      let sentence = phrases.gift(name, scope: scope([clause]))
      gifts[entitlement, default: [:]][phase] = [sentence]
    }
    return gifts.sorted { $0.key < $1.key }.compactMap { key, statements in
      guard let index = entitlements[key] else { return nil }
      let entitlement = graph.parts.entitlements[Int(index)]
      return PolicyDescription.Entry(
        title: title(entitlement.name, entitlement.label), names: [entitlement.name],
        statements: statements.sorted { $0.key < $1.key }.map { $0.value })
    }
  }

  // MARK: Trust and prompts

  var trustEntries: [PolicyDescription.Entry] {
    let parts = graph.parts
    let trust = parts.trust.map { phrases.duration($0) }
    let snooze = parts.promptSnooze.map { phrases.duration($0) }
    return [
      PolicyDescription.Entry(
        title: phrases.purchaseData, names: [], statements: [[phrases.trusted(for: trust)]]),
      PolicyDescription.Entry(
        title: phrases.dismissedPrompts, names: [], statements: [[phrases.snoozed(for: snooze)]]),
    ]
  }

  // MARK: Facts

  var factEntries: [PolicyDescription.Entry] {
    graph.parts.facts.sorted { NaturalOrder.precedes($0.name, $1.name) }.map { fact in
      let kind =
        fact.type == .choice
        ? phrases.choices(fact.choices, isOpen: fact.isOpen) : phrases.kind(fact.type)
      let missing =
        fact.otherwise == Fact.unknown
        ? phrases.countsAsUnknown : phrases.counts(as: value(fact.otherwise, of: fact))
      return PolicyDescription.Entry(
        title: title(fact.name, fact.label), names: [fact.name], statements: [[kind, missing]])
    }
  }

  private func value(_ value: Int64, of fact: Fact) -> String {
    fact.type == .version ? version(value, of: fact) : clauses.value(value, of: fact)
  }

  /// Of a version the graph knows between which of those it lies that the policy compares it with.
  private func version(_ reached: Int64, of fact: Fact) -> String {
    let versions = fact.versions.map(VersionText.print)
    let count = Int(clamping: reached)
    let low = versions.indices.contains(count - 1) ? versions[count - 1] : nil
    let high = versions.indices.contains(count) ? versions[count] : nil
    return phrases.version(from: low, before: high)
  }

  // MARK: Rollouts and groups

  var rolloutEntries: [PolicyDescription.Entry] {
    graph.parts.rollouts.sorted { NaturalOrder.precedes($0.name, $1.name) }.map { rollout in
      PolicyDescription.Entry(
        title: title(rollout.name, rollout.label), names: [rollout.name],
        statements: [[phrases.rollout(phrases.percent(Int64(rollout.share)))]])
    }
  }

  /// The declared groups; a series is told wherever its members are.
  var groupEntries: [PolicyDescription.Entry] {
    graph.parts.groups.filter { !$0.isSeries }
      .sorted { NaturalOrder.precedes($0.name, $1.name) }
      .map { group in
        PolicyDescription.Entry(
          title: title(group.name, group.label), names: [group.name],
          statements: [[phrases.group(titles(group.members))]])
      }
  }
}

extension Describer {
  /// The first sentence about a ladder or a setting, and one for each of its steps; nil for any
  /// other limit.
  func ladderSentences(
    _ limit: Limit, _ base: RuleSubject, scope: [String], goesOn: Bool
  ) -> [String]? {
    guard let index = graph.ladder(of: limit) else { return nil }
    let ladder = graph.parts.ladders[Int(index)]
    let first: String
    if case .setting(let setting) = limit.kind {
      first = phrases.everybodysValue(self.value(ladder.base, of: setting))
    } else {
      let end = goesOn ? RuleDemand.needs(phrases.whatFollows) : .off
      let more = ladder.steps.isEmpty ? end : .needs(phrases.oneOfTheSteps)
      first = phrases.rule(base, more, scope: scope)
    }
    return [first] + ladder.steps.map { sentence($0, limit) }
  }

  private func sentence(_ step: LadderStep, _ limit: Limit) -> String {
    var value: String
    if case .setting(let setting) = limit.kind {
      value = texts.words(graph.value(step.value, of: setting), of: setting)
    } else if case .quantity(let quantity) = step.value {
      value = amount(quantity, ofMeter: limit.meter)
    } else {
      value = phrases.unlimited
    }
    let source = graph.ladder(of: limit).flatMap { graph[ladder: $0].source }
    if step.isEach { value = texts.each(value, source) }
    let requirement = reader.clause(step.requirement)
    let need = step.asksForNothing ? phrases.nothing : clauses.need(requirement, phrases)
    let scope = scope([reader.clause(step.inForce), reader.clause(step.condition)])
    return phrases.scoped(scope, phrases.step(value, with: need))
  }

  private func value(_ base: Ladder.Base, of setting: SettingIndex) -> String {
    guard case .quantity(let quantity) = base else { return "" }
    let value = texts.words(graph.value(.quantity(quantity), of: setting), of: setting)
    let ladder = graph.parts.ladders[Int(graph.parts.settings[Int(setting)].ladder)]
    return ladder.isBaseEach ? texts.each(value, ladder.source) : value
  }
}

extension Phrases {
  func everybodysValue(_ value: String) -> String {
    sentence(words("everybody has \(value)", "所有用户：\(value)"))
  }

  var oneOfTheSteps: String { words("one of the following", "以下之一") }
  /// Where a limit goes on for money.
  var whatFollows: String { words("the following", "满足以下条件") }

  var unlimited: String { words("no limit", "不限量") }

  var nothing: String { words("nothing more", "无其他要求") }

  func step(_ value: String, with need: String) -> String {
    words("\(value) with \(need)", "\(need)：\(value)")
  }
}

extension Describer {
  /// The products in an order that no source has a say in: by the tier they give, the highest
  /// last, then those that give none; then by how often they are paid, currency and price; then by
  /// name.
  static func sort(_ products: [Product], _ reader: ClauseReader) -> [Int32] {
    let keys = products.map { key($0, reader) }
    return products.indices.map { Int32($0) }.sorted { a, b in
      let (first, second) = (keys[Int(a)], keys[Int(b)])
      if first != second { return first < second }
      return NaturalOrder.precedes(products[Int(a)].name, products[Int(b)].name)
    }
  }

  private static func key(_ product: Product, _ reader: ClauseReader) -> String {
    let entitlements = reader.graph.parts.entitlements
    let ranks = product.grants.compactMap { entitlements[Int($0)].rank }
    let tier = Int64(ranks.max() ?? .max)
    return reader.key(of: tier) + " " + key(product.price, reader)
  }

  private static func key(_ price: Price?, _ reader: ClauseReader) -> String {
    guard let price else { return "~" }
    let period =
      switch price.period {
      case .weeks(let count): "1" + reader.key(of: count)
      case .months(let count): "2" + reader.key(of: count)
      case .once: "3"
      case .use: "4"
      }
    let whole = price.amount.prefix { $0 != "." }.drop { $0 == "0" }
    let padding = String(repeating: "0", count: max(0, 20 - whole.utf8.count))
    return period + price.currency + padding + whole + price.amount.drop { $0 != "." }
  }
}

extension Describer {
  /// A rule, sentence by sentence.
  func sentences(_ told: ToldRule) -> [String] {
    let rule = told.rule
    let demand = demand(told)
    let scope = scope([told.inForce, told.condition])
    let ladder = rule.limit.flatMap {
      ladderSentences($0, subject(rule), scope: scope, goesOn: told.overage != nil)
    }
    var sentences = ladder ?? [phrases.rule(subject(rule), demand, scope: scope)]
    if case .needs = demand {
      sentences += told.requirement.entitlements.map(origin)
    }
    sentences += clauseSentences(told) + reminders(rule)
    let isWarning = told.soft == .constant(true)
    sentences += prompt(rule.prompt, isWarning)
    if let message = texts.label(rule.message) {
      sentences.append(phrases.message(message, isWarning: isWarning))
    }
    if !told.instead.isEmpty {
      sentences.append(phrases.instead(titles(told.instead)))
    }
    if !rule.because.isEmpty { sentences.append(phrases.reason(rule.because)) }
    return sentences
  }

  /// The clauses below a rule that have a say in what it decides, each as a sentence.
  func clauseSentences(_ told: ToldRule) -> [String] {
    let meter = told.rule.limit?.meter
    return sentences(told.rollover, ofMeter: meter) + sentences(told.overage, ofMeter: meter)
      + warnings(told.soft)
      + (told.rule.runningUseMayFinish ? [phrases.runningUseMayFinish] : [])
  }

  private func demand(_ told: ToldRule) -> RuleDemand {
    switch told.rule.effect {
    case .off: .off
    case .requiresNothing: .nothing
    case .requires:
      switch told.requirement {
      case .constant(true): .nothing
      case .constant(false): .off
      case .leaf(.holds(let entitlement), false): .without(texts.name(ofEntitlement: entitlement))
      default: .needs(clauses.need(told.requirement, phrases))
      }
    }
  }

  private func subject(_ rule: Rule) -> RuleSubject {
    rule.limit.map { subject($0, $0.kind) } ?? .use
  }

  private func subject(_ limit: Limit, _ kind: Limit.Kind) -> RuleSubject {
    switch kind {
    case .atMost(0): return .anyAmount
    case .atMost(let value):
      let amount = texts.counted(amount(value, ofMeter: limit.meter), per: limit.meter)
      let isPerOwner = !graph.parts.meters[Int(limit.counter.meter)].countedPer.isEmpty
      return .upTo(amount, limit.window, isPerOwner: isPerOwner)
    case .undecided: return .undecided(limit.window)
    case .bare: return .growth
    case .allowance(let otherwise):
      let amount = otherwise.map { self.amount($0, ofMeter: limit.meter) }
      return .allowance(otherwise: amount, limit.window)
    case .ladder(let index):
      let ladder = graph.parts.ladders[Int(index)]
      guard ladder.isBaseEach, case .quantity(let quantity) = ladder.base else {
        return subject(limit, ladder.base.kind)
      }
      let amount = texts.each(amount(quantity, ofMeter: limit.meter), ladder.source)
      let isPerOwner = !graph.parts.meters[Int(limit.counter.meter)].countedPer.isEmpty
      return .upTo(
        texts.counted(amount, per: limit.meter), limit.window, isPerOwner: isPerOwner)
    case .setting: return .use
    }
  }

  /// Where an entitlement comes from: everybody has it, products give it, the policy gives it.
  func origin(of entitlement: Int32) -> String {
    let name = texts.name(ofEntitlement: entitlement)
    if entitlement == 0, graph.parts.tierCount > 0 { return phrases.everybodyHas(name) }
    let giving = sortedProducts.filter { gives(graph.parts.products[Int($0)], entitlement) }
    // Products that are no longer sold come last.
    let products =
      giving.filter { graph.parts.products[Int($0)].isForSale }
      + giving.filter { !graph.parts.products[Int($0)].isForSale }
    let isGiven = graph.parts.statementGrants.contains { grant in
      graph.parts.entitlements[Int(grant.entitlement)].gives.contains(entitlement)
    }
    return phrases.comesWith(name, products.map(offer), isGiven: isGiven)
  }

  private func gives(_ product: Product, _ entitlement: Int32) -> Bool {
    product.grants.contains { graph.parts.entitlements[Int($0)].gives.contains(entitlement) }
  }

  /// A product with its price: `Annual (12 CNY per year)`.
  private func offer(_ index: Int32) -> String {
    let product = graph.parts.products[Int(index)]
    let name = texts.name(ofProduct: index)
    guard product.isForSale else { return phrases.labelled(name, phrases.noLongerSold) }
    return phrases.labelled(name, texts.price(of: product))
  }

  private func warnings(_ soft: Clause) -> [String] {
    switch soft {
    case .constant(false): return []
    case .constant(true): return [phrases.warnsOnly]
    default:
      let ends = warningEnds(soft)
      return [
        ends.isEmpty ? phrases.warnsOnly(if: clauses.words(soft)) : phrases.warnsOnly(until: ends)
      ]
    }
  }

  private func reminders(_ rule: Rule) -> [String] {
    let sorted = rule.reminders.sorted { reader.key(of: $0) < reader.key(of: $1) }
    return sorted.flatMap { reminder -> [String] in
      let threshold =
        switch reminder.at {
        case .quantity(let quantity):
          phrases.reached(
            phrases.over(amount(quantity, ofMeter: rule.limit?.meter), rule.limit?.window ?? .total)
          )
        case .share(let share): phrases.reached(phrases.share(phrases.percent(share)))
        case .beforeEnd(let lead): phrases.beforeEnd(phrases.duration(lead.milliseconds))
        }
      let sentence = phrases.reminder(
        isProminent: reminder.isProminent, at: threshold, texts.label(reminder.label))
      return [sentence] + staysAway(reminder.snooze)
    }
  }

  private func prompt(_ prompt: PromptStyle, _ isWarning: Bool) -> [String] {
    guard prompt != PromptStyle() else { return [] }
    return [phrases.prompt(prompt.presentation, isWarning: isWarning)] + staysAway(prompt.snooze)
      + (prompt.isDismissible ? [] : [phrases.promptIsNotDismissible])
  }

  private func staysAway(_ snooze: Int64?) -> [String] {
    snooze.map { [phrases.staysAway(phrases.duration($0))] } ?? []
  }
}

extension Describer {
  /// To whom and when a product is for sale: `from 2026-03-01 if the user has Pro`; `nil` for
  /// everybody at all times.
  func buyers(of product: Product) -> String? {
    guard let sale = product.sale else { return nil }
    let conditions = [sale.inForce, sale.requirement, sale.condition]
    let scope = scope(conditions.map { reader.clause($0) })
    return scope.isEmpty ? nil : scope.joined(separator: phrases.words(" ", "，"))
  }
}

extension Describer {
  /// When and for whom something applies: from when until when, then the conditions.
  func scope(_ clauses: [Clause]) -> [String] {
    var from: [Clause.Leaf] = []
    var until: [Clause.Leaf] = []
    var conditions: [Clause] = []
    for clause in clauses.flatMap({ $0.conjuncts }) {
      switch clause {
      case .leaf(let leaf, let isTrue) where leaf.isTime:
        if isTrue { from.append(leaf) } else { until.append(leaf) }
      default: conditions.append(clause)
      }
    }
    var scope = spans(&from, &until)
    if !from.isEmpty || !until.isEmpty {
      scope.append(phrases.period(from: from.map(moment), until: until.map(moment)))
    }
    if !conditions.isEmpty { scope.append(phrases.given(joined(conditions))) }
    return scope
  }

  /// Takes out what begins with a date fact and ends some time after it: `for 7 days after it`.
  private func spans(_ from: inout [Clause.Leaf], _ until: inout [Clause.Leaf]) -> [String] {
    var spans: [String] = []
    for leaf in from {
      guard case .timeSince(let fact, let begin) = leaf, begin.isZero,
        let end = until.firstIndex(where: { $0.isTime(after: fact) }),
        case .timeSince(_, let after) = until[end]
      else { continue }
      from.removeAll { $0 == leaf }
      until.remove(at: end)
      spans.append(phrases.lasting(phrases.lapse(after), after: texts.name(ofFact: fact)))
    }
    return spans
  }

  private func joined(_ conditions: [Clause]) -> String {
    conditions.count == 1 ? clauses.words(conditions[0]) : clauses.words(.all(conditions))
  }

  private func moment(_ leaf: Clause.Leaf) -> String {
    switch leaf {
    case .timeSince(let fact, let value): clauses.moment(fact, value)
    case .timeAtLeast(let value): clauses.moment(value)
    default: ""
    }
  }

  /// Until when a rule only warns; empty where it does not hang on the time alone.
  func warningEnds(_ soft: Clause) -> [String] {
    let ends = soft.conjuncts.compactMap { clause -> String? in
      guard case .leaf(let leaf, false) = clause, leaf.isTime else { return nil }
      return moment(leaf)
    }
    return ends.count == soft.conjuncts.count ? ends : []
  }
}

extension Policy {
  /// Until when a rule only warns, in English: `2027-03-01`; nil where that does not hang on the
  /// time alone.
  package func warningEnd(of rule: RuleIndex) -> String? {
    let soft = ClauseReader(graph: graph).clause(graph.parts.rules[Int(rule)].soft)
    let ends = Describer(graph, in: "en").warningEnds(soft)
    return ends.isEmpty ? nil : ends.joined(separator: " or ")
  }
}

extension Clause.Leaf {
  /// Whether it is about the time alone.
  var isTime: Bool {
    switch self {
    case .timeAtLeast, .timeSince: true
    default: false
    }
  }

  fileprivate func isTime(after fact: Int32) -> Bool {
    if case .timeSince(fact, _) = self { return true }
    return false
  }
}
