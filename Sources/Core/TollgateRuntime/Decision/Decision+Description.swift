// Decisions and their parts as a `print` shows them: in English, names as the policy has them. The
// kit has the sentences for people.

extension Decision: CustomStringConvertible {
  /// The target, the outcome and the reason: `bills: denied (limit-reached)`.
  public var description: String { "\(target): \(verdict)" }
}

extension Decision: Hashable {
  /// Whether two decisions answer the same question alike: target, question, outcome, reason,
  /// figures, rules that fail, ways in, prompt, reminder, and how long it is valid. The time at which
  /// they were made does not count.
  ///
  /// It works out everything that a decision says, as ``details`` does.
  public static func == (a: Decision, b: Decision) -> Bool {
    guard a.target == b.target, a.ask == b.ask, a.outcome == b.outcome, a.reason == b.reason,
      a.isClockBehind == b.isClockBehind
    else { return false }
    if a.prepared === b.prepared, a.now == b.now { return true }
    return a.details == b.details
  }

  /// Hashes the target, the question and the answer in short.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(target)
    hasher.combine(ask)
    hasher.combine(outcome)
    hasher.combine(reason)
  }
}

extension WayIn: CustomStringConvertible {
  /// The way in words: `buy annual (12 USD per year)`, `wait until 2026-03-01T00:00:00Z`.
  public var description: String {
    switch self {
    case .refresh(let data): return "report or refresh \(data)"
    case .fixPayment(let product): return "fix the payment of \(product)"
    case .buy(let offers):
      var names: [String] = []
      for offer in offers { names.append(offer.description) }
      return "buy " + names.joined(separator: " and ")
    case .wait(let instant): return "wait until \(instant)"
    case .reduce(let meter, let amount): return "reduce \(meter) by \(amount)"
    }
  }
}

extension Offer: CustomStringConvertible {
  /// The product with its price: `annual (12 USD per year)`.
  public var description: String {
    if isPriceOnRequest { return "\(product) (price on request)" }
    return price.map { "\(product) (\($0))" } ?? product
  }
}

extension Price: CustomStringConvertible {
  /// The price as a policy has it: `12 USD per year`, `5 EUR per month for each of seats`.
  public var description: String {
    var text = "\(amount) \(currency) \(period)"
    guard let each else { return text }
    text += " for each of \(each.meter)"
    return each.atLeast.map { "\(text), at least \($0)" } ?? text
  }
}

extension Price.Period: CustomStringConvertible {
  /// How often: `once`, `per month`, `per 3 months`, `per 2 years`, `for use`.
  public var description: String {
    switch self {
    case .once: "once"
    case .weeks(1): "per week"
    case .weeks(let count): "per \(count) weeks"
    case .months(1): "per month"
    case .months(12): "per year"
    case .months(let count) where count % 12 == 0: "per \(count / 12) years"
    case .months(let count): "per \(count) months"
    case .use: "for use"
    }
  }
}

extension Quota: CustomStringConvertible {
  /// The figures in the meter's unit: `449 of 500 per day used, 51 left`.
  public var description: String {
    var text = used.map { "\($0)" } ?? "an unknown amount"
    if let limit { text += " of \(limit)" }
    if let name = window.name { text += " per \(name)" }
    text += " used"
    if isUnlimited { text += ", unlimited" }
    if isUndecided { text += ", the limit is not decided yet" }
    if let over, over > 0 {
      text += ", \(over) over"
    } else if let remaining {
      text += ", \(remaining) left"
    }
    return resets.map { "\(text), falls at \($0)" } ?? text
  }
}

extension DueReminder: CustomStringConvertible {
  /// Its id, and whether it is prominent: `bills@400, gentle`.
  public var description: String {
    let text = id + (isProminent ? ", prominent" : ", gentle")
    return snoozedUntil.map { "\(text), dismissed until \($0)" } ?? text
  }
}

extension Prompt: CustomStringConvertible {
  /// The target and how it is presented: `bills: paywall`.
  public var description: String {
    let text = "\(id): \(presentation)" + (isDismissible ? "" : ", cannot be dismissed")
    return snoozedUntil.map { "\(text), dismissed until \($0)" } ?? text
  }
}

extension MissingData: CustomStringConvertible {
  /// The missing data: `the purchases, the fact installed, the usage of bills/day`.
  public var description: String {
    var parts = purchases ? ["the purchases"] : []
    for name in facts { parts.append("the fact \(name)") }
    for name in usage { parts.append("the usage of \(name)") }
    for name in allowances { parts.append("the allowance of \(name)") }
    return parts.isEmpty ? "nothing" : parts.joined(separator: ", ")
  }
}

extension RulePlace: CustomStringConvertible {
  /// The place and the rule: `Shop.gate:12: bills > 500 requires pro`.
  public var description: String { "\(file):\(line): \(rule)" }
}

extension Blocker: CustomStringConvertible {
  /// The rule that fails with its place and reason:
  /// `Shop.gate:12: bills > 500 requires pro (not-held)`.
  public var description: String {
    "\(file):\(line): \(rule) (\(reason.rawValue)\(isSoft ? ", only warns" : ""))"
  }
}

extension SettingState: CustomStringConvertible {
  /// The value that the user surely has, and the better ones that can be bought:
  /// `7 days; 30 days with annual`.
  public var description: String {
    var text = value.description
    if possible != value { text += ", perhaps \(possible)" }
    for step in better { text += "; \(step)" }
    return text
  }
}

extension SettingState.Better: CustomStringConvertible {
  /// The value and what brings it: `30 days with annual or lifetime`.
  public var description: String {
    var sets: [String] = []
    for set in products { sets.append(set.joined(separator: " and ")) }
    return "\(value) with " + sets.joined(separator: " or ")
  }
}

extension Decision.Details: CustomStringConvertible {
  /// The parts line by line; those that say nothing are left out.
  public var description: String {
    var lines: [String] = []
    if let value { lines.append("value: \(value)") }
    if let quota { lines.append("quota: \(quota)") }
    for blocker in blockers { lines.append("fails: \(blocker)") }
    for way in waysIn { lines.append("way in: \(way)") }
    for name in instead { lines.append("instead: \(name)") }
    if let reminder { lines.append("reminder: \(reminder)") }
    if let prompt { lines.append("prompt: \(prompt)") }
    if let validUntil { lines.append("valid until: \(validUntil)") }
    for flag in flags { lines.append("flag: \(flag.rawValue)") }
    return lines.isEmpty ? "nothing more" : lines.joined(separator: "\n")
  }
}
