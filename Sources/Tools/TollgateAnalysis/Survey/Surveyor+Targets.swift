import TollgateCompiler
import TollgateRuntime

extension Surveyor {
  /// Everything there is to ask about targets with the same rules.
  mutating func look(at group: Group) {
    let known = asker(.known)
    let all = asker(.all)
    let subject = LintTopic.target(group.targets[0])
    for rule in group.rules { look(at: rule, known, all) }
    lookForNeeded(group, all, subject)
    lookForOpenness(group, known, subject)
    lookForUse(group, known)
    lookForLosses(group, known, subject)
    lookForOpenings(group, subject)
    lookForGates(group, known)
    lookForFreeElsewhere(group, known, subject)
    lookAtReminders(group, known)
    lookForWorse(group, known, subject)
    lookForTiers(group, known, subject)
    lookForProducts(group, subject)
  }

  /// The questions about the value of a setting, which no rule about it touches.
  mutating func look(atValue group: Group) {
    let known = asker(.known)
    let subject = LintTopic.target(group.targets[0])
    lookForWorse(group, known, subject)
    lookForTiers(group, known, subject)
    lookForProducts(ofValue: group, subject)
  }

  /// The questions about what a use takes: who pays less has more by it.
  mutating func look(atTaker group: Group) {
    let uses = graph.uses[group.targets[0]].map { graph.parts.uses[Int($0)] }
    let hasSteps = uses.contains { !graph.parts.ladders[Int($0.ladder)].steps.isEmpty }
    guard hasSteps else { return }
    let subject = LintTopic.target(group.targets[0])
    lookForTiers(group, asker(.known), subject)
    lookForProducts(ofTaker: group, subject)
  }

  private mutating func lookForNeeded(_ group: Group, _ all: Asker, _ subject: LintTopic) {
    let rules = standing(in: group.rules)
    guard rules.contains(where: { !isNeeded[Int($0)] }) else { return }
    if rules.count == 1 {
      isNeeded[Int(rules[0])] = true
      return
    }
    let code = rules.contains { record($0).limit != nil } ? LintRule.idleLimit.code : nil
    guard
      let needed = ask(NeededRules(rules: rules), all, LintRule.implied.code, and: code, subject)
    else {
      for rule in rules { isOpen[Int(rule)] = true }
      return
    }
    for rule in needed { isNeeded[Int(rule)] = true }
  }

  private mutating func lookForOpenness(_ group: Group, _ known: Asker, _ subject: LintTopic) {
    let rules = withoutOff(group.rules)
    guard ask(CanPass(rules: rules), known, LintRule.closed.code, subject) == false else { return }
    survey.closed.append(group.targets)
  }

  /// Meters that nobody may use. One that an add-on or the snapshot's allowance raises may be used
  /// with that, and one that is plainly `off` is so on purpose.
  private mutating func lookForUse(_ group: Group, _ known: Asker) {
    let isOff = group.rules.contains { rule in
      let limit = record(rule).limit
      return record(rule).effect == .off && (limit == nil || limit?.kind == .bare)
    }
    guard !isOff, survey.closed.last != group.targets else { return }
    for target in group.targets {
      guard let meter = graph.parts.targets[Int(target)].meter, !isRaised(meter, group.rules) else {
        continue
      }
      let question = CanBeUsed(meter: meter, rules: group.rules)
      if ask(question, known, LintRule.unusableMeter.code, .target(target)) == false {
        survey.unused.append(target)
      }
    }
  }

  private func isRaised(_ meter: Int32, _ rules: [Int32]) -> Bool {
    raisedMeters.contains(meter)
      || rules.contains { rule in
        if case .allowance? = record(rule).limit?.kind { return true }
        return graph.parts.ladder(of: record(rule))?.base.isAllowance == true
      }
  }

  func withoutOff(_ rules: [Int32]) -> [Int32] {
    rules.filter { record($0).effect != .off && !isCap($0) }
  }

  /// Whether a rule is a ladder without steps, which nobody passes.
  private func isCap(_ rule: Int32) -> Bool {
    guard case .ladder(let ladder)? = record(rule).limit?.kind else { return false }
    return graph.parts.ladders[Int(ladder)].steps.isEmpty
  }

  private mutating func lookForLosses(_ group: Group, _ known: Asker, _ subject: LintTopic) {
    guard negations.entitlement(in: group.rules, of: graph) else { return }
    let losses = ask(
      LossesByHolding(rules: group.rules), known, LintRule.takesAway.code,
      and: policy.tierCount > 1 ? LintRule.brokenLadder.code : nil, subject)
    // A ladder that is broken is one cause; what else is lost is another day's finding.
    let all = losses ?? []
    let tiers = all.filter { $0.isTier }
    for loss in tiers.isEmpty ? all : tiers {
      survey.losses.append((group.targets, loss))
    }
  }

  /// Whether who holds more has a worse value by a ladder or a setting.
  private mutating func lookForWorse(_ group: Group, _ known: Asker, _ subject: LintTopic) {
    for rule in group.rules where record(rule).hasSteps {
      guard negations.entitlement(in: [rule], of: graph) else { continue }
      let question = LossesByHolding(rules: [rule], isStrict: true)
      let losses = ask(question, known, LintRule.worseValue.code, .rule(Int(rule))) ?? []
      let tiers = losses.filter { $0.isTier }
      // Any other way to make a ladder worse removes its meter, which is asked about by itself.
      let isSetting = graph.setting(ofRule: rule) != nil
      for loss in tiers.isEmpty && isSetting ? losses : tiers {
        survey.worse.append((rule, group.targets, loss))
      }
    }
  }

  private mutating func lookForOpenings(_ group: Group, _ subject: LintTopic) {
    guard negations.usage(in: group.rules, of: graph) else { return }
    let question = OpeningsByUsing(rules: group.rules)
    let openings = ask(question, asker(.oneMore), LintRule.opensByUse.code, subject)
    for opening in openings ?? [] { survey.openings.append((group.targets, opening)) }
  }

  private mutating func lookForGates(_ group: Group, _ known: Asker) {
    guard group.rules.count > 1 else { return }
    for rule in group.rules where record(rule).effect == .requiresNothing {
      guard survey.rules[Int(rule)] != .neverApplies,
        !survey.gatedAnyway.contains(where: { $0.rule == rule })
      else { continue }
      let question = GatedAnyway(rule: rule, rules: group.rules)
      let answer = ask(question, known, LintRule.gatedAnyway.code, .rule(Int(rule)))
      if case .some(.some(let witness)) = answer {
        survey.gatedAnyway.append((rule, group.targets[0], witness))
      }
    }
  }

  private mutating func lookForTiers(_ group: Group, _ known: Asker, _ subject: LintTopic) {
    guard !tiersToMatter.isEmpty else { return }
    let tiers = ask(TiersThatMatter(rules: group.rules), known, LintRule.idleTier.code, subject)
    tiersToMatter.subtract(tiers ?? [])
  }

  // MARK: Reminders

  private mutating func lookAtReminders(_ group: Group, _ known: Asker) {
    for rule in group.rules {
      let record = record(rule)
      guard let limit = record.limit, !record.reminders.isEmpty else { continue }
      var values: [Reminder.Threshold: Int] = [:]
      for (index, reminder) in record.reminders.enumerated() where !reminder.isOfEnd {
        let value = reminder.value(under: limit)
        // A share of the user's own limit is another value for another user.
        let at = value.map { Reminder.Threshold.quantity($0) } ?? reminder.at
        guard value != nil || record.hasSteps else { continue }
        if let twin = values[at] {
          survey.idleReminders.append(
            Survey.IdleReminder(rule: rule, reminder: index, twin: twin))
          continue
        }
        values[at] = index
        // Some allowance has a value at which a part of it is due.
        if case .allowance = limit.kind, let value, value <= 10_000 { continue }
        if case .allowance? = graph.parts.ladder(of: record)?.base { continue }
        let question = CanBeDue(rule: rule, rules: group.rules, at: at)
        let subject = LintTopic.reminder(rule: Int(rule), index)
        if ask(question, known, LintRule.idleReminder.code, subject) == false {
          survey.idleReminders.append(Survey.IdleReminder(rule: rule, reminder: index))
        }
      }
    }
  }
}

extension Reminder {
  /// The value that it reminds of: one with the allowance subtracted; under `> allowance` the share
  /// in hundredths of a percent. `nil` if that cannot be compared.
  func value(under limit: Limit) -> Int64? {
    switch (at, limit.kind) {
    case (.quantity(let quantity), _): return quantity
    case (.share(let share), .atMost(let most)): return most.share(share)
    case (.share(let share), .allowance): return share
    case (.share, .undecided), (.share, .bare), (.share, .ladder), (.share, .setting),
      (.beforeEnd, _):
      return nil
    }
  }
}
