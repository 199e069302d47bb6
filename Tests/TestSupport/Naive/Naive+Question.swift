extension Naive {
  /// An ask about a snapshot, with everything that does not depend on the clock worked out.
  final class Question {
    let evaluator: Evaluator
    let snapshot: Snapshot
    let ask: Ask
    /// Effective now (4.1).
    let now: Int
    let isClockBehind: Bool
    let holdings: [Holding]
    /// The rules about the target, in source order; null for an undeclared target.
    let rules: [NumberedRule]?
    /// The target, when it is a meter.
    let meter: String?
    /// The target, when it is a setting.
    let setting: Setting?

    init(_ evaluator: Evaluator, _ snapshot: Snapshot, _ ask: Ask) {
      self.evaluator = evaluator
      self.snapshot = snapshot
      self.ask = ask
      now = max(ask.now, snapshot.asOf ?? ask.now, snapshot.latestSeen ?? ask.now)
      isClockBehind = now - ask.now > 5 * Naive.minute
      holdings = snapshot.grants.map { Holding($0, evaluator) }
      meter = evaluator.meters[ask.target] == nil ? nil : ask.target
      setting = evaluator.settings[ask.target]?.setting
      if let own = evaluator.settings[ask.target] {
        let about = evaluator.rules.filter { $0.covers.contains(ask.target) }
        rules = (ask.isReaching ? about + [own.rule] : about).sorted { $0.line < $1.line }
      } else if meter != nil {
        let used = evaluator.metersUsed(by: ask.target)
        rules =
          evaluator.rules.filter { $0.meter == ask.target }
          + evaluator.rules.filter { $0.meter.map { used.contains($0) } ?? false }
      } else if let members = evaluator.members(of: ask.target) {
        let used = members.flatMap { evaluator.metersUsed(by: $0) }
        rules =
          evaluator.rules.filter { !$0.covers.isDisjoint(with: members) }
          + evaluator.rules.filter { $0.meter.map { used.contains($0) } ?? false }
      } else {
        rules = nil
      }
    }

    /// The counter that this ask reads: its own before the snapshot's.
    func counter(_ meter: String, _ window: Window?) -> Counter? {
      ask.usage[meter]?[window] ?? snapshot.usage[meter]?[window]
    }

    /// The value of a fact, its `otherwise` when it is not reported; null is unknown.
    func fact(_ name: String) -> FactValue? {
      guard let fact = evaluator.facts[name] else { return nil }
      guard let value = ask.facts[name] ?? snapshot.facts[name] else { return fact.otherwise }
      switch (fact.kind, value) {
      case (.choice(let declared, let anythingElse), .choice(let choice)):
        return declared.contains(choice) || anythingElse ? value : nil
      case (.date, .date), (.flag, .flag), (.number, .number), (.version, .version):
        return value
      default:
        return nil
      }
    }

    /// A fixed instant, or one counted from a date fact; null while that fact is missing.
    func instant(_ moment: Moment) -> Int? {
      switch moment {
      case .at(let instant): return instant
      case .after(let seconds, let fact): return self.instant(seconds, after: fact)
      case .afterMonths(let months, let fact):
        return self.instant(0, after: fact).map { Naive.Text.months(months, after: $0) }
      }
    }

    func instant(_ seconds: Int, after fact: String) -> Int? {
      guard case .date(let date)? = self.fact(fact) else { return nil }
      return date + seconds * Naive.second
    }
  }

  /// A snapshot grant with its names resolved (4.2).
  struct Holding {
    let grant: Snapshot.Grant
    /// The index of its product, if the policy knows it.
    let product: Int?
    /// What it gives while it counts, everything included.
    let gives: Set<String>
    /// What it adds to meters while it counts, its quantity included.
    let adds: [Addition]
    /// Whether it counts through its product at all (ownership).
    let countsThroughProduct: Bool
    /// Where the `grace` of its product ends, if it can have one.
    let graceEnd: Int?

    let state: String
    /// Whether it is, or was, a trial.
    let isInTrial: Bool

    init(_ grant: Snapshot.Grant, _ evaluator: Evaluator) {
      self.grant = grant
      state = grant.state ?? "active"
      isInTrial = grant.trial == true || state == "trial"
      product = evaluator.productIndex(grant.product)
      let declared = product.map { evaluator.products[$0] }
      let ownership = grant.ownership ?? "purchased"
      countsThroughProduct =
        ownership == "purchased"
        || ownership == "family-shared" && declared?.sharedWithFamily == true
      var gives: Set<String> = []
      var adds: [Addition] = []
      if let product, countsThroughProduct {
        gives.formUnion(evaluator.productBrings[product])
        adds = evaluator.products[product].adds
        for index in adds.indices {
          adds[index].amount = Naive.times(adds[index].amount, grant.quantity ?? 1)
        }
      }
      if let entitlement = grant.entitlement, ownership == "purchased" {
        gives.formUnion(evaluator.brings[entitlement] ?? [])
      }
      self.gives = gives
      self.adds = adds
      let isTrial = grant.trial ?? (state == "trial")
      let mayHaveGrace = ["active", "cancelled", "hold", "expired"].contains(state) && !isTrial
      if let grace = declared?.graceSeconds, let until = grant.until, mayHaveGrace {
        graceEnd = until + grace * Naive.second
      } else {
        graceEnd = nil
      }
    }

    /// Whether it gives access at an instant, as far as the snapshot can be believed.
    func counts(at time: Int, asOf: Int?) -> Bool {
      if ["active", "trial", "grace", "cancelled"].contains(state) {
        let hasStarted = grant.start.map { $0 <= time } ?? true
        let hasEnded = grant.until.map { $0 <= time } ?? false
        if hasStarted && !hasEnded { return true }
      }
      return isInGrace(at: time, asOf: asOf)
    }

    /// `until ≤ now < until + D`; in state `expired` only if it did not end early.
    func isInGrace(at time: Int, asOf: Int?) -> Bool {
      guard let until = grant.until, let graceEnd else { return false }
      if state == "expired" {
        guard let asOf, until <= asOf else { return false }
      }
      return until <= time && time < graceEnd
    }

    /// Whether the store will renew it, so far as it says.
    var renews: Bool { grant.renews == true && state != "cancelled" }

    /// Whether it ended by date, a grace that applies included.
    func hasEnded(at time: Int, asOf: Int?) -> Bool {
      guard let until = grant.until else { return false }
      return until <= time && !isInGrace(at: time, asOf: asOf)
    }
  }
}

extension Naive.Evaluator {
  /// The features that a target stands for; null if the policy does not know it.
  func members(of target: String) -> Set<String>? {
    if features.contains(target) { return [target] }
    if let members = groups[target] { return members }
    if target == "everything" { return features }
    guard let range = range(target) else { return nil }
    let members = Set(range)
    return !members.isEmpty && members.isSubset(of: features) ? members : nil
  }

  /// The members of `P1..Pn`, in order.
  private func range(_ target: String) -> [String]? {
    for case .series(let prefix, let count) in policy.statements {
      for from in 1...count {
        for through in from...count where target == "\(prefix)\(from)..\(prefix)\(through)" {
          return (from...through).map { "\(prefix)\($0)" }
        }
      }
    }
    return nil
  }
}
