package import TollgateKit
package import TollgateRuntime

// Where the naive model meets the engine: its policies become text that the engine compiles, its
// snapshots become JSON that the engine reads, and the engine's decisions become the model's.

/// A random policy, compiled by the engine and known to the naive evaluator.
package struct Case {
  package let policy: Naive.Policy
  package let source: String
  package let evaluator: Naive.Evaluator
  package let engine: Policy

  package init(_ policy: Naive.Policy) throws {
    try self.init(policy, writtenAs: policy.source())
  }

  /// The same policy said in other words: the naive evaluator reads it as it was.
  package init(_ policy: Naive.Policy, writtenAs text: String) throws {
    self.policy = policy
    source = text
    evaluator = Naive.Evaluator(policy)
    engine = try Policy(source: text, name: "random.gate")
  }

  /// The engine's decision, in the model's terms.
  package func decide(_ ask: Naive.Ask, _ snapshot: Naive.Snapshot) throws -> Decision {
    let (line, _) = try BatchLine(json: ask.json(with: snapshot)).resolvingFacts(for: engine.graph)
    let prepared = engine.prepare(
      engine.prepare(line.snapshot ?? Snapshot()), usage: line.usage, facts: line.facts)
    let now = line.at ?? Instant(milliseconds: 0)
    return engine.graph.decide(line.target, ask: line.ask, for: prepared, at: now)
  }
}

extension Naive.Decision {
  package init(_ decision: Decision) {
    self.init(
      target: decision.target, outcome: decision.outcome.rawValue,
      reason: decision.reason.rawValue, flags: decision.flags.map { $0.rawValue },
      quota: decision.quota.map(Naive.Quota.init),
      blockers: decision.blockers.map(Naive.Blocker.init),
      waysIn: decision.waysIn.map(Naive.WayIn.init),
      reminder: decision.reminder.map(Naive.Reminder.init),
      prompt: decision.prompt.map(Naive.Prompt.init),
      validUntil: decision.validUntil.map { Int($0.milliseconds) })
    instead = decision.instead
    uses = decision.uses.map { Naive.Taken(meter: $0.meter, amount: Int($0.amount)) }
    value = decision.value.map(Naive.SettingState.init)
  }
}

extension Naive.SettingState {
  init(_ state: SettingState) {
    self.init(
      value: Naive.SettingState.number(state.value),
      possible: Naive.SettingState.number(state.possible),
      better: state.better.map { better in
        Better(value: Naive.SettingState.number(better.value), products: better.products)
      })
  }

  /// Null is unlimited; a choice is its place.
  private static func number(_ value: SettingValue) -> Int? {
    if case .choice(_, let place) = value { return place }
    return value.number.map(Int.init)
  }
}

extension Naive.Quota {
  init(_ quota: Quota) {
    self.init(
      meter: quota.meter, limit: quota.limit.map(Int.init), undecided: quota.isUndecided,
      used: quota.used.map(Int.init), requested: quota.requested.map(Int.init),
      remaining: quota.remaining.map(Int.init), over: quota.over.map(Int.init),
      unlimited: quota.isUnlimited,
      window: quota.window.name,
      resets: quota.resets.map { Int($0.milliseconds) })
    uses = quota.uses.map(Int.init)
    beyond = quota.beyond.map { Naive.Beyond(upTo: $0.upTo.map(Int.init)) }
    carried = Int(quota.carried)
  }
}

extension Naive.Blocker {
  init(_ blocker: Blocker) {
    self.init(
      line: blocker.line, reason: blocker.reason.rawValue, needs: blocker.needs,
      soft: blocker.isSoft)
    charge = blocker.charge.map { charge in
      var period: String?
      switch charge.period {
      case .weeks(let count)?: period = "P\(count)W"
      case .months(let count)?: period = count % 12 == 0 ? "P\(count / 12)Y" : "P\(count)M"
      case .once?, .use?, nil: break
      }
      return Naive.Charge(
        units: Int(charge.units), of: Int(charge.of), amount: charge.amount,
        currency: charge.currency, period: period)
    }
  }
}

extension Naive.WayIn {
  init(_ way: WayIn) {
    switch way {
    case .refresh(let missing):
      self.init(kind: "refresh")
      self.missing = Naive.Missing(missing)
    case .fixPayment(let product): self.init(kind: "fix-payment", product: product)
    case .buy(let offers):
      self.init(
        kind: "buy", products: offers.map { $0.product },
        prices: offers.map { offer in
          offer.price.map(Naive.PriceTag.init) ?? (offer.isPriceOnRequest ? .onRequest : nil)
        })
      isAfterTrial = way.isAfterTrial
    case .trialEnds(let product, let end):
      self.init(kind: "trial-ends", product: product, until: Int(end.milliseconds))
    case .wait(let until): self.init(kind: "wait", until: Int(until.milliseconds))
    case .reduce(let meter, let amount):
      self.init(kind: "reduce", meter: meter, by: Int(amount))
    }
  }
}

extension Naive.Missing {
  init(_ missing: MissingData) {
    self.init(
      purchases: missing.purchases, facts: missing.facts.sorted(), usage: missing.usage.sorted(),
      allowances: missing.allowances.sorted())
  }
}

extension Naive.PriceTag {
  init(_ price: Price) {
    let period: String?
    switch price.period {
    case .once: period = nil
    case .use: period = "use"
    case .weeks(let count): period = "P\(count)W"
    case .months(let count): period = count % 12 == 0 ? "P\(count / 12)Y" : "P\(count)M"
    }
    self.init(
      amount: price.amount, currency: price.currency, period: period, each: price.each?.meter,
      atLeast: price.each?.atLeast.map { Int($0) }, of: price.each.map { Int($0.of) } ?? 1,
      perMonth: price.perMonth)
  }
}

extension Naive.Reminder {
  init(_ reminder: DueReminder) {
    self.init(
      id: reminder.id, at: reminder.at.map { Int($0) } ?? -1,
      level: reminder.isProminent ? "prominent" : "gentle",
      snoozedUntil: reminder.snoozedUntil.map { Int($0.milliseconds) })
  }
}

extension Naive.Prompt {
  init(_ prompt: Prompt) {
    self.init(
      id: prompt.id, as: prompt.presentation, dismissible: prompt.isDismissible,
      snoozedUntil: prompt.snoozedUntil.map { Int($0.milliseconds) })
  }
}
