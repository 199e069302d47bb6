import TestSupport

extension PolicyMaker {
  /// A rule in its parts, so that the next one can be like it.
  struct RuleText {
    var subject: String
    var isMeter: Bool
    /// `requires …`, `is off`, `is not allowed`
    var effect: String
    var applies: String
    var clauses: [String]

    var isLadder: Bool { effect.isEmpty }

    var text: String {
      let sentence = isLadder ? subject : subject + " " + effect
      return ([sentence + applies] + clauses).joined(separator: "\n")
    }
  }

  mutating func addRules() {
    var rules: [RuleText] = []
    for _ in 0..<random.one(of: 1, 2, 2, 3, 3, 4, 5, 6) {
      if let earlier = random.pick(rules), random.chance(40) {
        rules.append(like(earlier))
      } else {
        rules.append(rule())
      }
    }
    for rule in rules {
      let isHelpful = isEdition2 && random.chance(12) && rule.effect != "requires nothing"
      lines.append(rule.text + (isHelpful ? "\n" + insteadUse() : ""))
    }
  }

  private mutating func rule() -> RuleText {
    if isEdition2, let setting = random.pick(settings), random.chance(15) {
      return ruleOfSetting(setting)
    }
    if let meter = random.pick(meters), random.chance(55) { return limit(meter) }
    var rule = RuleText(
      subject: subject(), isMeter: false, effect: effect(), applies: applicability(), clauses: [])
    if random.chance(8) { rule.clauses.append(soft()) }
    if random.chance(5) { rule.clauses.append("  running use may finish") }
    return rule
  }

  private mutating func subject() -> String {
    switch random.below(10) {
    case 0: return "everything"
    case 1 where features.count > 1: return "everything except \(features[0])"
    case 2, 3: return features.joined(separator: ", ")
    case 4: return groups.first ?? features[0]
    case 5 where hasSeries: return random.one(of: "L1..L3", "L1..L2", "L2..L3", "L2")
    default: return random.pick(features) ?? "f"
    }
  }

  private mutating func effect() -> String {
    switch random.below(20) {
    case 0, 1: return "requires nothing"
    case 2: return "is off"
    default: return "requires \(requirement())"
    }
  }

  // MARK: Limits

  private mutating func limit(_ meter: String) -> RuleText {
    if isEdition2, random.chance(50) { return ladder(meter) }
    var rule = RuleText(
      subject: meter, isMeter: true, effect: "requires \(requirement())",
      applies: random.chance(50) ? "" : applicability(), clauses: [])
    if random.chance(6) { rule.effect = "requires nothing" }
    switch random.below(20) {
    case 0: return rule
    case 1:
      rule.subject += " > undecided"
      return rule
    case 2, 3:
      rule.subject += " > allowance" + random.one(of: "", " otherwise \(amount())")
      if random.chance(40) { rule.clauses.append("  reminder at \(random.one(of: 50, 100, 150))%") }
    default:
      rule.subject += quantity()
      if random.chance(5) { rule.effect = "is not allowed" }
      addReminders(to: &rule)
    }
    if random.chance(10) { rule.clauses.append(soft()) }
    if random.chance(10) { rule.clauses.append("  running use may finish") }
    return rule
  }

  mutating func soft() -> String {
    let after = date().map { " until 2 days after \($0)" } ?? ""
    return "  soft" + random.one(of: "", " until \(day())", after)
  }

  private mutating func quantity() -> String {
    let comparison = random.chance(80) ? " > \(amount())" : " >= \(amount() + 1)"
    return comparison + random.one(of: "", "", "", "", "", " per day", " per month")
  }

  private mutating func addReminders(to rule: inout RuleText) {
    for _ in 0..<random.one(of: 0, 0, 1, 1, 2) {
      let at = random.chance(75) ? "\(amount())" : "\(random.one(of: 50, 90, 100, 120))%"
      rule.clauses.append("  reminder at \(at)")
    }
  }

  /// A rule that differs from another one in a part, or in none.
  private mutating func like(_ other: RuleText) -> RuleText {
    var rule = other
    guard !rule.isLadder else {
      if random.chance(50) { rule.applies = random.chance(50) ? "" : applicability() }
      if random.chance(50), let last = rule.clauses.last, last.contains(" with ") {
        rule.clauses.removeLast()
      }
      return rule
    }
    switch random.below(6) {
    case 0: rule.effect = "requires \(requirement())"
    case 1: rule.applies = applicability()
    case 2 where rule.applies.isEmpty: rule.applies = " when \(condition())"
    case 3: rule.applies = ""
    case 4 where !rule.isMeter: rule.subject = subject()
    case 4, 5:
      guard rule.isMeter else { return rule }
      if let meter = rule.subject.split(separator: " ").first, rule.clauses.isEmpty {
        rule.subject = meter + quantity()
      }
      rule.clauses.removeAll { $0.contains("reminder") }
    default: break
    }
    return rule
  }
}
