import TollgateRuntime

/// A description in English.
struct EnglishPhrases: Phrases {
  /// A sentence: its first letter large, a point at its end.
  func sentence(_ words: String) -> String {
    words.prefix(1).uppercased() + words.dropFirst() + "."
  }

  // MARK: Joining

  func and(_ items: [String]) -> String { join(items, " and ") }
  func or(_ items: [String]) -> String { join(items, " or ") }
  func both(_ items: [String]) -> String { and(items) }
  func list(_ items: [String]) -> String { items.joined(separator: ", ") }
  func parentheses(_ inner: String) -> String { "(\(inner))" }
  func labelled(_ label: String, _ name: String) -> String { "\(label) (\(name))" }
  func range(_ first: String, _ last: String) -> String { "\(first) to \(last)" }

  private func join(_ items: [String], _ word: String) -> String {
    guard let last = items.last, items.count > 1 else { return items.joined() }
    return items.dropLast().joined(separator: ", ") + word + last
  }

  // MARK: Headings

  func title(_ policy: String) -> String {
    policy.isEmpty ? "The policy in plain words" : "\(policy): the policy in plain words"
  }

  func heading(_ topic: PolicyDescription.Topic) -> String {
    switch topic {
    case .access: "Who may use what"
    case .plans: "Plans and products"
    case .gifts: "Given by the policy itself"
    case .trust: "Purchase data and prompts"
    case .facts: "What the app reports"
    case .rollouts: "Rollouts"
    case .groups: "Groups"
    }
  }

  func accessNotes(hasLimits: Bool) -> [String] {
    let notes = [
      "All that is said about a thing holds at once.",
      "What is not known never opens anything.", "Dates begin at midnight, UTC.",
    ]
    return notes + (hasLimits ? ["A limit only stops growth: what is there stays."] : [])
  }

  var purchaseData: String { "Purchase data" }
  var dismissedPrompts: String { "Dismissed prompts" }
  var ladder: String { "Tiers" }

  // MARK: Rules

  func rule(_ subject: RuleSubject, _ demand: RuleDemand, scope: [String]) -> String {
    let core = core(subject, demand)
    return sentence(scope.isEmpty ? core : "\(list(scope)): \(core)")
  }

  private func core(_ subject: RuleSubject, _ demand: RuleDemand) -> String {
    switch (subject, demand) {
    case (_, .nothing): "everybody may use it"
    case (.use, .needs(let what)): "needs \(what)"
    case (.use, .off): "nobody may use it"
    case (.anyAmount, .needs(let what)): "any use needs \(what)"
    case (.anyAmount, .off): "nobody may use any"
    case (.growth, .needs(let what)): "any addition needs \(what)"
    case (.growth, .off): "nobody may add any"
    case (.upTo(let amount, let window), _):
      "everybody may have up to \(amount)\(over(window)); \(more(demand))"
    case (.allowance(let otherwise, let window), _):
      "everybody may have as much\(over("", window)) as the allowance that the app reports "
        + "(\(otherwise ?? "unknown") where it reports none); \(more(demand))"
    case (.undecided(let window), _):
      "how much is free\(over(window)) is not decided yet; until then \(core(.anyAmount, demand))"
    }
  }

  private func more(_ demand: RuleDemand) -> String {
    if case .needs(let what) = demand { return "more needs \(what)" }
    return "more is not allowed"
  }

  private func over(_ window: Window) -> String {
    window.name.map { " per \($0)" } ?? " in all"
  }

  func over(_ amount: String, _ window: Window) -> String {
    amount + (window.name.map { " per \($0)" } ?? "")
  }

  func period(from: [String], until: [String]) -> String {
    [("from ", from), ("until ", until)].filter { !$0.1.isEmpty }
      .map { $0.0 + and($0.1) }.joined(separator: " ")
  }

  func lasting(_ duration: String, after fact: String) -> String {
    "for \(duration) after \(fact)"
  }

  func given(_ condition: String) -> String { "if \(condition)" }

  // MARK: What a rule says besides

  func comesWith(_ entitlement: String, _ products: [String], isGiven: Bool) -> String {
    switch (products.isEmpty, isGiven) {
    case (true, true): "No product gives \(entitlement), but the policy itself does."
    case (true, false): "No product gives \(entitlement)."
    case (false, true): "\(entitlement) comes with \(or(products)), or from the policy itself."
    case (false, false): "\(entitlement) comes with \(or(products))."
    }
  }

  func everybodyHas(_ entitlement: String) -> String { "Everybody has \(entitlement)." }

  func addOns(_ list: [String]) -> String { "Add-ons raise the limit: \(self.list(list))." }

  func unit(_ unit: Meter.Unit) -> String? {
    switch unit {
    case .count: nil
    case .bytes: "It is measured in bytes."
    case .seconds: "It is measured in seconds."
    }
  }

  func reminder(isProminent: Bool, at threshold: String, _ text: String?) -> String {
    let words = "A \(isProminent ? "prominent" : "gentle") reminder comes at \(threshold)"
    return words + (text.map { ": “\($0)”" } ?? ".")
  }

  func share(_ percent: String) -> String { "\(percent)% of the limit" }
  func staysAway(_ duration: String) -> String { "Dismissed, it stays away for \(duration)." }

  func warnsOnly(until: [String]) -> String {
    sentence("\(period(from: [], until: until)) it only warns")
  }

  func warnsOnly(if condition: String) -> String { "It only warns if \(condition)." }
  var warnsOnly: String { "It only warns." }
  var runningUseMayFinish: String { "A use that has begun may finish." }

  func prompt(_ name: String, isWarning: Bool) -> String {
    "A \(isWarning ? "warning" : "refusal") is shown as “\(name)”."
  }

  var promptIsNotDismissible: String { "It cannot be dismissed." }

  func message(_ text: String, isWarning: Bool) -> String {
    "A \(isWarning ? "warning" : "refusal") says: “\(text)”"
  }

  func reason(_ text: String) -> String { "Why: \(text)" }
  func benefits(_ texts: [String]) -> String { "Benefits: \(quoted(texts))." }

  func benefits(_ texts: [String], of target: String) -> String {
    "Benefits of \(target): \(quoted(texts))."
  }

  private func quoted(_ texts: [String]) -> String { list(texts.map { "“\($0)”" }) }

  var ungated: String { "No rule mentions it: everybody may use it." }
}
