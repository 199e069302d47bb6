import TestSupport

/// What edition 2 of the language adds: ladders, settings, what is used instead, offers to some, and
/// packs. Policies without it stay as they are for each seed.
extension PolicyMaker {
  mutating func declareSettings() {
    if random.chance(45) {
      settings.append("history")
      let isSmallerBetter = random.chance(15)
      hasRaisedSetting = !isSmallerBetter
      lines.append(
        "setting history is \(amount())" + (isSmallerBetter ? ", smaller is better" : ""))
      lines += steps { maker in
        !isSmallerBetter && maker.random.chance(12) ? "unlimited" : "\(maker.amount())"
      }
    }
    if random.chance(20) {
      settings.append("quality")
      lines.append("setting quality is low < medium < high")
      lines += steps { $0.random.one(of: "low", "medium", "high", "high") }
    }
  }

  /// Lines of steps: `  30 with a when beta`.
  private mutating func steps(_ value: (inout PolicyMaker) -> String) -> [String] {
    (0..<random.one(of: 0, 1, 1, 2, 2, 3)).map { _ in
      let requirement = random.chance(6) ? "nothing" : self.requirement()
      let applies = random.chance(25) ? applicability() : ""
      return "  \(value(&self)) with \(requirement)\(applies)"
    }
  }

  /// `m at most 3 per day` and its steps.
  mutating func ladder(_ meter: String) -> RuleText {
    let base = random.chance(6) ? "undecided" : "\(amount())"
    var rule = RuleText(
      subject: meter + " at most " + base + random.one(of: "", "", "", "", " per day"),
      isMeter: true, effect: "", applies: random.chance(70) ? "" : applicability(), clauses: [])
    rule.clauses = steps { $0.random.chance(20) ? "unlimited" : "\($0.amount())" }
    if base != "undecided", random.chance(25) {
      rule.clauses.append("  reminder at \(random.chance(50) ? "\(amount())" : "50%")")
    }
    if random.chance(8) { rule.clauses.append("  soft") }
    if random.chance(8) { rule.clauses.append("  running use may finish") }
    return rule
  }

  /// A rule about a setting, as about a feature.
  mutating func ruleOfSetting(_ setting: String) -> RuleText {
    RuleText(
      subject: setting, isMeter: false,
      effect: random.chance(60) ? "requires \(requirement())" : "is off",
      applies: random.chance(50) ? "" : applicability(), clauses: [])
  }

  mutating func insteadUse() -> String {
    let one = random.pick(features + meters + settings) ?? "f"
    let other = random.pick(features + meters + settings) ?? "f"
    return "  instead use " + (random.chance(70) || one == other ? one : "\(one), \(other)")
  }

  /// The clauses of a product: to whom it is sold, what it adds besides.
  mutating func addTerms(granting granted: String?) {
    if settings.contains("history"), hasRaisedSetting, random.chance(30) {
      lines.append("  adds \(random.within(1...3)) to history")
    }
    if let granted { granting.append(granted) }
    guard random.chance(25) else { return }
    let isWith = random.chance(50) && !granting.isEmpty
    var sale = ""
    if isWith {
      sale = random.one(of: " with ", " without ") + (random.pick(granting) ?? "a")
    }
    if random.chance(isWith ? 30 : 100) { sale += applicability() }
    lines.append("  for sale" + sale)
  }

  /// `until used up` for some of what a product adds.
  mutating func untilUsedUp() -> String { random.chance(25) ? " until used up" : "" }

  /// The lines, where a product only adds to a meter whose limits have two windows: a pack is used up
  /// over one.
  var withoutIdlePacks: [String] {
    lines.map { line in
      let words = line.split(separator: " ")
      guard words.suffix(3) == ["until", "used", "up"], let meter = words.dropLast(3).last else {
        return line
      }
      let isOne = Set(lines.compactMap { window(ofLimit: $0, on: meter) }).count <= 1
      return isOne ? line : String(line.dropLast(" until used up".count))
    }
  }

  /// The window of a limit on a meter, such as `day` or, for its total, a text without a letter.
  private func window(ofLimit line: String, on meter: Substring) -> Substring? {
    let words = line.split(separator: " ")
    guard !line.hasPrefix(" "), words.first == meter,
      let place = words.firstIndex(where: { [">", ">=", "most"].contains($0) })
    else { return nil }
    let rest = words.dropFirst(place + 2)
    return rest.first == "per" ? rest.dropFirst().first : ""
  }
}
