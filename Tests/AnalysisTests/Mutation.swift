import TestSupport

/// Changes a random policy: what it means, or only how it is written.
struct Mutation {
  var random: Naive.SplitMix64

  /// The policy with one thing changed; it may not compile any more.
  mutating func changed(_ policy: Naive.Policy) -> Naive.Policy {
    var policy = policy
    guard !policy.statements.isEmpty else { return policy }
    let index = random.below(policy.statements.count)
    switch policy.statements[index] {
    case .rule(var rule):
      if random.chance(12) {
        policy.statements.remove(at: index)
        return policy
      }
      change(&rule, policy)
      policy.statements[index] = .rule(rule)
    case .product(var product):
      change(&product, policy)
      policy.statements[index] = .product(product)
    case .grant(var grant):
      if random.chance(30) {
        policy.statements.remove(at: index)
        return policy
      }
      grant.from = nil
      if let other = otherRule(policy) { (grant.when, grant.unless) = (other.when, other.unless) }
      policy.statements[index] = .grant(grant)
    case .fact(var fact):
      change(&fact)
      policy.statements[index] = .fact(fact)
    case .trust(let seconds): policy.statements[index] = .trust(seconds: seconds * 2)
    case .rollout(let name, let share):
      let other = random.one(of: 10_000, 100, 5000, max(1, share / 2))
      policy.statements[index] = .rollout(name: name, hundredths: other)
    case .tiers(let names): policy.statements[index] = .tiers(change(names))
    case .entitlement(let name, let includes):
      policy.statements[index] = .entitlement(name: name, includes: Array(includes.dropLast()))
    case .meters(let names, let unit):
      policy.statements[index] = .meters(random.shuffled(names), unit: unit)
    case .features(let names): policy.statements[index] = .features(names + ["f9"])
    case .setting(var setting):
      setting.steps = Array(setting.steps.dropLast())
      policy.statements[index] = .setting(setting)
    case .uses(var uses):
      if random.chance(20) {
        policy.statements.remove(at: index)
        return policy
      }
      if !uses.steps.isEmpty, random.chance(40) { uses.steps.removeLast() }
      let place = random.below(uses.amounts.count)
      let quantity = uses.amounts[place].quantity
      uses.amounts[place].quantity = max(1, random.one(of: quantity / 2, min(quantity, 9) + 1, 3))
      policy.statements[index] = .uses(uses)
    case .entitlements, .series, .group, .policy, .snooze: break
    }
    return policy
  }

  private mutating func otherRule(_ policy: Naive.Policy) -> Naive.Rule? {
    var rules: [Naive.Rule] = []
    for statement in policy.statements {
      if case .rule(let rule) = statement { rules.append(rule) }
    }
    return random.pick(rules)
  }

  private mutating func change(_ names: [String]) -> [String] {
    switch random.below(3) {
    case 0: return [names[0]] + random.shuffled(Array(names.dropFirst()))
    case 1: return names + ["t9"]
    default: return names.count > 2 ? Array(names.dropLast()) : names.reversed()
    }
  }

  private mutating func change(_ rule: inout Naive.Rule, _ policy: Naive.Policy) {
    let other = otherRule(policy) ?? rule
    if let overage = rule.overage, random.chance(50) {
      rule.overage = changed(overage)
      return
    }
    switch random.below(9) {
    case 0: rule.demand = other.demand
    case 1: rule.when = other.when
    case 2: rule.unless = other.when
    case 3: rule.soft = rule.soft == nil ? .always : nil
    case 4: rule.runningUseMayFinish.toggle()
    case 5: (rule.from, rule.until) = (other.from, nil)
    case 6: if case .requires(let part) = rule.demand { rule.demand = .requires(.not(part)) }
    default:
      guard case .limit(var limit) = rule.subject else { break }
      change(&limit)
      rule.subject = .limit(limit)
      rule.reminders = []
    }
  }

  private mutating func changed(_ overage: Naive.Overage) -> Naive.Overage? {
    var overage = overage
    switch random.below(5) {
    case 0: return nil
    case 1: overage.hundredths += 1
    case 2: overage.each += 1
    case 3: overage.requirement = nil
    default: overage.most = overage.most == nil ? .more(3) : nil
    }
    return overage
  }

  private mutating func change(_ limit: inout Naive.Rule.Limit) {
    switch limit.amount {
    case .moreThan(let quantity):
      limit.amount = .moreThan(max(0, quantity == .max ? 3 : quantity + random.one(of: -1, 1, 7)))
    case .atLeast(let quantity): limit.amount = .moreThan(quantity)
    case .undecided, .ladder: limit.amount = .moreThan(3)
    case .allowance(let otherwise): limit.amount = .allowance(otherwise: otherwise == nil ? 3 : nil)
    }
    if random.chance(20) { limit.window = limit.window == nil ? .day : nil }
    if case .allowance = limit.amount { limit.window = nil }
  }

  private mutating func change(_ product: inout Naive.Product, _ policy: Naive.Policy) {
    switch random.below(6) {
    case 0: product.grants = Array(product.grants.dropLast())
    case 1: product.graceSeconds = product.graceSeconds == nil ? 86_400 : nil
    case 2: product.sharedWithFamily.toggle()
    case 3: product.soldAs = [Naive.StoreId(id: "com.app.\(random.one(of: "p1", "p2", "other"))")]
    case 4:
      product.adds = product.adds.map { Naive.Addition(amount: $0.amount / 2 + 1, meter: $0.meter) }
    default: product.name = "p9"
    }
  }

  private mutating func change(_ fact: inout Naive.Fact) {
    if random.chance(30) {
      fact.otherwise = nil
      return
    }
    switch fact.kind {
    case .choice(let values, let isOpen):
      let others = random.chance(50) ? values.reversed() : values + ["vz"]
      fact.kind = .choice(others, anythingElse: random.chance(50) ? isOpen : !isOpen)
    case .flag: fact.otherwise = .flag(random.chance(50))
    case .number: fact.otherwise = .number(3)
    case .date: fact.otherwise = .date(20_605 * 86_400_000)
    case .version: fact.otherwise = .version([2, 0, 0])
    }
  }

  // MARK: Rewriting

  /// The same policy written otherwise.
  mutating func rewritten(_ policy: Naive.Policy) -> Naive.Policy {
    var statements: [Naive.Statement] = []
    for statement in policy.statements {
      guard case .rule(var rule) = statement else {
        statements.append(statement)
        continue
      }
      rule.when = rule.when.map { rewritten($0) }
      rule.unless = rule.unless.map { rewritten($0) }
      if case .limit(var limit) = rule.subject, case .moreThan(let quantity) = limit.amount,
        quantity < .max, rule.reminders.isEmpty
      {
        limit.amount = .atLeast(quantity + 1)
        rule.subject = .limit(limit)
      }
      guard case .requires(let requirement) = rule.demand else {
        statements.append(.rule(rule))
        continue
      }
      guard case .all(let parts) = requirement else {
        rule.demand = .requires(rewritten(requirement))
        statements.append(.rule(rule))
        continue
      }
      for part in parts {
        rule.demand = .requires(part)
        statements.append(.rule(rule))
      }
    }
    return Naive.Policy(random.shuffled(statements))
  }

  private func rewritten(_ requirement: Naive.Requirement) -> Naive.Requirement {
    guard case .any(let parts) = requirement else { return .not(.not(requirement)) }
    return .not(.all(parts.map { .not($0) }))
  }

  private func rewritten(_ condition: Naive.Condition) -> Naive.Condition {
    switch condition {
    case .all(let parts): .not(.any(parts.map { .not($0) }))
    case .any(let parts): .not(.all(parts.map { .not($0) }))
    case .choiceIsOneOf(let fact, let values): .any(values.map { .choiceIs(fact: fact, $0) })
    default: .not(.not(condition))
    }
  }
}
