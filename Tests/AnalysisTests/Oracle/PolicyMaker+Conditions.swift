import TestSupport

extension PolicyMaker {
  /// A condition, with no more than so many levels of `and` and `or`.
  mutating func condition(depth: Int = 2) -> String {
    switch random.below(depth > 0 ? 10 : 5) {
    case 0..<6: return comparison()
    case 6: return "\(part(depth)) and \(part(depth))"
    case 7, 8: return "\(part(depth)) or \(part(depth))"
    default: return "not (\(condition(depth: depth - 1)))"
    }
  }

  private mutating func part(_ depth: Int) -> String {
    random.chance(70) ? comparison() : "(\(condition(depth: depth - 1)))"
  }

  /// A comparison with a fact, a meter, or a rollout; there may be no other than the first.
  private mutating func comparison() -> String {
    var kinds: [String] = facts.map { $0.name }
    if !meters.isEmpty { kinds.append("meter") }
    kinds += rollouts
    switch random.pick(kinds) {
    case "beta": return random.one(of: "beta", "not beta", "beta is no")
    case "platform":
      return random.one(
        of: "platform is ios", "platform is web", "platform is not web",
        "platform is one of ios, web")
    case "build": return "build \(random.one(of: ">", ">=", "<", "<=", "is")) \(amount())"
    case "app": return "app \(random.one(of: "since", "before")) \(random.within(0...3)).0"
    case "installed": return "installed \(random.one(of: "since", "before")) \(day())"
    case "updated": return "updated \(random.one(of: "since", "before")) \(day())"
    case "meter":
      let window = random.chance(20) ? " per day" : ""
      let sign = random.one(of: ">", ">=", "<", "<=", "is")
      return "\(random.pick(meters) ?? "m") \(sign) \(amount())\(window)"
    case "stage": return "in stage"
    case "wave": return "in wave"
    default:
      facts.append(.beta)
      lines.append("fact beta is yes or no")
      return "beta"
    }
  }

  /// `from … until … when … unless …`, each now and then.
  mutating func applicability() -> String {
    var text = interval()
    if random.chance(35) { text += " when \(condition())" }
    if random.chance(12) { text += " unless \(condition(depth: 1))" }
    return text
  }

  private mutating func interval() -> String {
    let date = date()
    let after = date.map { "\(random.within(1...3)) days after \($0)" } ?? day()
    switch random.below(16) {
    case 0: return " from \(after)"
    case 1: return " until \(after)"
    case 2: return " from \(day())"
    case 3: return " until \(day())"
    case 4: return " from 2026-03-01 until 2026-03-0\(random.within(2...4))"
    case 5 where date != nil: return " from \(day()) until \(after)"
    case 6 where date != nil: return " from \(after) until \(day())"
    default: return ""
    }
  }
}
