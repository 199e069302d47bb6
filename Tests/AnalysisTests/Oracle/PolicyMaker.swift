import TestSupport

/// Makes small policies in which findings are likely: few names, few values, rules that resemble
/// each other. The same seed makes the same policy everywhere.
struct PolicyMaker {
  var random: Naive.SplitMix64
  var tiers: [String] = []
  var entitlements: [String] = []
  var features: [String] = []
  var groups: [String] = []
  var hasSeries = false
  var meters: [String] = []
  var products: [String] = []
  var facts: [Fact] = []
  var rollouts: [String] = []
  var lines: [String] = []
  /// Whether it makes what only edition 2 of the language has, too.
  let isEdition2: Bool
  var settings: [String] = []
  /// Whether products may add to the value of the setting `history`.
  var hasRaisedSetting = false
  /// The names that products grant.
  var granting: [String] = []

  enum Fact: CaseIterable {
    case beta, platform, build, version, installed, updated

    var name: String {
      switch self {
      case .beta: "beta"
      case .platform: "platform"
      case .build: "build"
      case .version: "app"
      case .installed: "installed"
      case .updated: "updated"
      }
    }
  }

  init(seed: UInt64, isEdition2: Bool = false) {
    self.isEdition2 = isEdition2
    random = Naive.SplitMix64(seed: seed)
  }

  /// A policy that compiles.
  mutating func policy() -> String {
    declareEntitlements()
    features = random.some(["f", "g", "h"], atMost: random.within(1...3))
    lines.append("features " + features.joined(separator: ", "))
    if random.chance(12) {
      lines.append("series L1..L3")
      hasSeries = true
    }
    if features.count > 1, random.chance(20) {
      lines.append("group both is \(features[0]), \(features[1])")
      groups = ["both"]
    }
    if random.chance(55) { meters = random.chance(80) ? ["m"] : ["m", "n"] }
    if !meters.isEmpty { lines.append("meters " + meters.joined(separator: ", ")) }
    declareFacts()
    if random.chance(20) { lines.append("trust snapshots for 24h") }
    if isEdition2 {
      // A fact that is declared later would stand between a statement and its clauses.
      if facts.isEmpty {
        facts = [.beta]
        lines.append("fact beta is yes or no")
      }
      declareSettings()
    }
    if random.chance(45) { declareProducts() }
    if random.chance(18) { lines.append(grant()) }
    if random.chance(5) { lines.append(grant()) }
    addRules()
    return withoutIdlePacks.joined(separator: "\n") + "\n"
  }

  // MARK: Declarations

  private mutating func declareEntitlements() {
    if random.chance(65) {
      tiers = random.chance(55) ? ["free", "pro"] : ["free", "pro", "max"]
      lines.append("tiers " + tiers.joined(separator: " < "))
    }
    if tiers.isEmpty || random.chance(40) {
      entitlements = random.chance(60) ? ["a"] : ["a", "b"]
      lines.append("entitlements " + entitlements.joined(separator: ", "))
      if random.chance(30) {
        let included = random.pick(entitlements + tiers.dropFirst()) ?? "a"
        lines.append("entitlement full includes \(included)")
        entitlements.append("full")
      }
    }
  }

  private mutating func declareFacts() {
    if random.chance(45) { facts = random.some(Fact.allCases, atMost: random.within(1...2)) }
    for fact in facts {
      switch fact {
      case .beta:
        lines.append("fact beta is yes or no" + random.one(of: "", "", ", otherwise no"))
      case .platform:
        let choices = random.one(
          of: "ios or web", "ios, web or tv", "ios, web or anything else",
          "ios or web, otherwise ios", "ios, web or anything else, otherwise web")
        lines.append("fact platform is " + choices)
      case .build: lines.append("fact build is a number" + random.one(of: "", "", ", otherwise 2"))
      case .version:
        lines.append("fact app is a version" + random.one(of: "", "", ", otherwise 1.0"))
      case .installed, .updated:
        let otherwise = random.one(of: "", "", ", otherwise 2026-03-02")
        lines.append("fact \(fact.name) is a date" + otherwise)
      }
    }
    if random.chance(15) { rollouts = random.chance(75) ? ["stage"] : ["stage", "wave"] }
    for rollout in rollouts {
      lines.append("rollout \(rollout) is \(random.one(of: 0, 25, 25, 100))% of users")
    }
  }

  private mutating func grant() -> String {
    var text = "grant \(held())"
    if let date = date(), random.chance(60) {
      text += " for \(random.within(1...3)) days after \(date)"
    }
    if random.chance(30) { text += " until \(day())" }
    if random.chance(40) { text += " when \(condition(depth: 1))" }
    return text
  }

  // MARK: Words

  /// Something that can be held and is not everybody's.
  mutating func held() -> String {
    random.pick(Array(tiers.dropFirst()) + entitlements) ?? "a"
  }

  /// A date fact, if there is one.
  mutating func date() -> String? {
    random.pick(facts.filter { $0 == .installed || $0 == .updated })?.name
  }

  mutating func day() -> String { "2026-03-0\(random.within(1...4))" }

  mutating func amount() -> Int { random.within(0...5) }

  /// A requirement: a few names.
  mutating func requirement() -> String {
    switch random.below(22) {
    case 0..<10: return name()
    case 10..<14: return "\(name()) or \(name())"
    case 14..<16: return "\(name()) and \(name())"
    case 16: return "\(name()) or \(name()) or \(name())"
    case 17: return "(\(name()) or \(name())) and \(name())"
    case 18: return "\(name()) or (\(name()) and \(name()))"
    case 19: return "(\(name()) and \(name())) or (\(name()) and \(name()))"
    case 20: return "(\(name()) or \(name())) and not (\(name()) and \(name()))"
    default: return "not (\(name()) or \(name()))"
    }
  }

  private mutating func name() -> String {
    let not = random.chance(10) ? "not " : ""
    if facts.contains(.beta), random.chance(20) { return not + "beta" }
    if random.chance(4), let first = tiers.first { return not + first }
    return not + held()
  }
}
