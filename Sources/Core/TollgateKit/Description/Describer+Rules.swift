import TollgateRuntime
import TollgateWords

extension Describer {
  /// A rule, sentence by sentence.
  func sentences(_ told: ToldRule) -> [String] {
    let rule = told.rule
    let demand = demand(told)
    let scope = scope([told.inForce, told.condition])
    let ladder = rule.limit.flatMap { ladderSentences($0, subject(rule), scope: scope) }
    var sentences = ladder ?? [phrases.rule(subject(rule), demand, scope: scope)]
    if case .needs = demand {
      sentences += told.requirement.entitlements.map(origin)
    }
    sentences += warnings(told.soft)
    if rule.runningUseMayFinish { sentences.append(phrases.runningUseMayFinish) }
    sentences += reminders(rule)
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
    case .ladder(let ladder): return subject(limit, graph.parts.ladders[Int(ladder)].base.kind)
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
    guard let limit = rule.limit else { return [] }
    let sorted = rule.reminders.sorted { reader.key(of: $0) < reader.key(of: $1) }
    return sorted.flatMap { reminder -> [String] in
      let threshold =
        switch reminder.at {
        case .quantity(let quantity):
          phrases.over(amount(quantity, ofMeter: limit.meter), limit.window)
        case .share(let share): phrases.share(phrases.percent(share))
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
