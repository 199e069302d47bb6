extension Naive.Printer {
  /// The line of a rule: subject, requirement, from, until, when, unless.
  func line(of rule: Naive.Rule) -> String {
    (rule.ladder == nil
      ? "\(subject(rule.subject)) \(demand(rule))" : subject(rule.subject))
      + times(rule.from, rule.until) + conditions(rule.when, rule.unless)
  }

  func line(of grant: Naive.PolicyGrant) -> String {
    var text = "grant \(grant.entitlement)"
    switch grant.span {
    case .afterFact(let seconds, let fact)?:
      text += " for \(Naive.Text.duration(seconds)) after \(fact)"
    case .afterMonths(let months, let fact)?:
      text += " for \(Naive.Text.length(ofMonths: months)) after \(fact)"
    case .afterInstant(let seconds, let instant)?:
      text += " for \(Naive.Text.duration(seconds)) after \(Naive.Text.instant(instant))"
    case nil: break
    }
    return text + times(grant.from, grant.until) + conditions(grant.when, grant.unless)
  }

  func words(_ sale: Naive.Sale) -> String {
    let requirement = sale.requirement.map { text($0, isOutermost: true) }
    return "for sale" + (requirement.map { (sale.isWithout ? " without " : " with ") + $0 } ?? "")
      + times(sale.from, sale.until) + conditions(sale.when, sale.unless)
  }

  // MARK: Parts of the line

  private func subject(_ subject: Naive.Rule.Subject) -> String {
    switch subject {
    case .features(let items, let except):
      let rest = except.map(item).joined(separator: ", ")
      return Naive.Text.list(items.map(item)) + (except.isEmpty ? "" : " except \(rest)")
    case .limit(let limit):
      let window = limit.window.map { " per \($0.rawValue)" } ?? ""
      let unit = units[limit.meter] ?? .count
      switch limit.amount {
      case .ladder(let base, _):
        let each = words(forEach: limit.baseEach)
        return "\(limit.meter) at most \(text(base, unit))\(each)\(window)"
      case .moreThan(let quantity):
        return "\(limit.meter) > \(Naive.Text.quantity(quantity, unit))\(window)"
      case .atLeast(let quantity):
        return "\(limit.meter) >= \(Naive.Text.quantity(quantity, unit))\(window)"
      case .undecided:
        return "\(limit.meter) > undecided\(window)"
      case .allowance(let otherwise):
        let rest = otherwise.map { " otherwise \(Naive.Text.quantity($0, unit))" } ?? ""
        return "\(limit.meter) > allowance\(rest)\(window)"
      }
    case .growth(let meter):
      return meter
    case .setting(let setting):
      return setting.name
    }
  }

  /// The base of a ladder.
  private func text(_ base: Naive.Rule.Amount, _ unit: Naive.Unit) -> String {
    switch base {
    case .moreThan(let quantity): return Naive.Text.quantity(quantity, unit)
    case .allowance(let otherwise):
      return "allowance" + (otherwise.map { " otherwise \(Naive.Text.quantity($0, unit))" } ?? "")
    case .undecided, .atLeast, .ladder: return "undecided"
    }
  }

  func item(_ item: Naive.Rule.Item) -> String {
    switch item {
    case .name(let name): return name
    case .range(let prefix, let from, let through):
      return "\(prefix)\(from)..\(prefix)\(through)"
    case .everything: return "everything"
    }
  }

  private func demand(_ rule: Naive.Rule) -> String {
    let isPlural: Bool
    switch rule.subject {
    case .features(let items, _): isPlural = items.count > 1
    default: isPlural = false
    }
    switch rule.demand {
    case .nothing: return isPlural ? "require nothing" : "requires nothing"
    case .off where rule.isComparison: return "is not allowed"
    case .off: return isPlural ? "are off" : "is off"
    case .requires(let requirement):
      return (isPlural ? "require " : "requires ") + text(requirement, isOutermost: true)
    }
  }

  func moment(_ moment: Naive.Moment) -> String {
    switch moment {
    case .at(let instant): return Naive.Text.instant(instant)
    case .after(let seconds, let fact): return "\(Naive.Text.duration(seconds)) after \(fact)"
    case .afterMonths(let months, let fact):
      return "\(Naive.Text.length(ofMonths: months)) after \(fact)"
    }
  }

  func times(_ from: Naive.Moment?, _ until: Naive.Moment?) -> String {
    (from.map { " from \(moment($0))" } ?? "") + (until.map { " until \(moment($0))" } ?? "")
  }

  func conditions(_ when: Naive.Condition?, _ unless: Naive.Condition?) -> String {
    (when.map { " when \(text($0, isOutermost: true))" } ?? "")
      + (unless.map { " unless \(text($0, isOutermost: true))" } ?? "")
  }

  // MARK: Requirements and conditions; parentheses around everything that is inside another

  private func joined(_ parts: [String], _ word: String, isOutermost: Bool) -> String {
    let text = parts.joined(separator: " \(word) ")
    return isOutermost || parts.count < 2 ? text : "(\(text))"
  }

  func text(_ requirement: Naive.Requirement, isOutermost: Bool = false) -> String {
    switch requirement {
    case .name(let name): return name
    // In parentheses it may stand beside a name without `paid`.
    case .paid(let name): return isOutermost ? "paid \(name)" : "(paid \(name))"
    case .not(.not(let part)): return "not (not \(text(part)))"
    case .not(let part): return "not \(text(part))"
    case .all(let parts):
      return joined(parts.map { text($0) }, "and", isOutermost: isOutermost)
    case .any(let parts):
      return joined(parts.map { text($0) }, "or", isOutermost: isOutermost)
    }
  }

  func text(_ condition: Naive.Condition, isOutermost: Bool = false) -> String {
    switch condition {
    case .choiceIs(let fact, let choice): return "\(fact) is \(choice)"
    case .choiceIsNot(let fact, let choice): return "\(fact) is not \(choice)"
    case .choiceIsOneOf(let fact, let choices):
      let text = "\(fact) is one of \(choices.joined(separator: ", "))"
      return isOutermost ? text : "(\(text))"
    case .flag(let fact): return fact
    case .before(let fact, let constant): return "\(fact) before \(value(constant))"
    case .since(let fact, let constant): return "\(fact) since \(value(constant))"
    case .rollout(let name): return "in \(name)"
    case .number(let fact, let comparison, let constant):
      return "\(fact) \(comparison.rawValue) \(Naive.Text.count(constant))"
    case .meter(let meter, let comparison, let constant, let window):
      let quantity = Naive.Text.quantity(constant, units[meter] ?? .count)
      let suffix = window.map { " per \($0.rawValue)" } ?? ""
      return "\(meter) \(comparison.rawValue) \(quantity)\(suffix)"
    case .all(let parts):
      return joined(parts.map { text($0) }, "and", isOutermost: isOutermost)
    case .any(let parts):
      return joined(parts.map { text($0) }, "or", isOutermost: isOutermost)
    case .not(let part):
      if case .not = part { return "not (\(text(part)))" }
      return "not \(negated(part))"
    }
  }

  /// What stands behind `not`: a word as it is, everything else in parentheses.
  private func negated(_ condition: Naive.Condition) -> String {
    switch condition {
    case .flag, .all, .any, .choiceIsOneOf: return text(condition)
    default: return "(\(text(condition)))"
    }
  }

  // MARK: Clauses

  func clauses(of rule: Naive.Rule) -> [String] {
    var result: [String] = []
    if case .limit(let limit) = rule.subject, case .ladder(_, let steps) = limit.amount {
      let unit = units[limit.meter] ?? .count
      result += steps.map { line(of: $0) { Naive.Text.quantity($0, unit) } }
    }
    switch rule.soft {
    case nil: break
    case .always?: result.append("soft")
    case .until(let end)?: result.append("soft until \(moment(end))")
    }
    if case .limit(let limit) = rule.subject, let rollover = limit.rollover {
      result.append(clause(of: rollover, units[limit.meter] ?? .count))
    }
    if let overage = rule.overage, case .limit(let limit) = rule.subject {
      result.append(clause(of: overage, units[limit.meter] ?? .count))
    }
    if rule.runningUseMayFinish { result.append("running use may finish") }
    if let prompt = rule.prompt { result.append(clause(of: prompt)) }
    result += rule.reminders.map { clause(of: $0, rule) }
    if let message = rule.message { result.append("message \(Naive.Text.quoted(message))") }
    if !rule.instead.isEmpty {
      result.append("instead use " + rule.instead.joined(separator: ", "))
    }
    if let because = rule.because { result.append("because \(Naive.Text.quoted(because))") }
    return result
  }

  private func clause(of prompt: Naive.Rule.PromptClause) -> String {
    var text = "prompt"
    if let name = prompt.name { text += " as \(name)" }
    if let snooze = prompt.snoozeSeconds { text += " snooze \(Naive.Text.duration(snooze))" }
    return prompt.notDismissible ? text + " not dismissible" : text
  }

  private func clause(of reminder: Naive.Rule.ReminderClause, _ rule: Naive.Rule) -> String {
    var text = "reminder at "
    switch reminder.threshold {
    case .percent(let percent): text += "\(percent)%"
    case .value(let value):
      guard case .limit(let limit) = rule.subject else { return text }
      text += Naive.Text.quantity(value, units[limit.meter] ?? .count)
    }
    if let level = reminder.level { text += " \(level)" }
    if let snooze = reminder.snoozeSeconds { text += " snooze \(Naive.Text.duration(snooze))" }
    return text + (reminder.text.map { " \(Naive.Text.quoted($0))" } ?? "")
  }
}
