/// A policy that is small and hard: exact analysis would take longer on it than anybody waits.
///
/// Each is the same in every run. The benchmarks measure them, and tests look whether what a run
/// has no time for is said in one place.
public struct Bomb: Sendable, CustomStringConvertible {
  /// The name by which a command asks for it.
  public let name: String
  /// What is hard about it, in a few words.
  public let what: String
  private let lines: @Sendable () -> [String]

  public var description: String { name }
  /// The text of the policy.
  public var text: String { lines().joined(separator: "\n") + "\n" }

  /// Every bomb, by name.
  public static let all: [Bomb] = [
    Bomb("boxes", "100 conditions over 30 counters") { boxes() },
    Bomb("chain", "a chain of 3,000 `includes`") { chain(3_000) },
    Bomb("facts", "85 KB of comparisons of facts") { facts() },
    Bomb("holes", "12 pigeons in 11 holes") { holes(11) },
    Bomb("meter", "1,000 rules about one meter") { meter(1_000) },
    Bomb("needed", "a requirement of 60 products") { needed(60) },
    Bomb("pairs", "two ways to each of 24 things") { pairs(24) },
    Bomb("plans", "60 products that exclude each other") { plans(60) },
    Bomb("sat", "random 3-SAT of 200 entitlements, 850 clauses") { sat(200, 850) },
    Bomb("series", "850 clauses for each of 20 features") { series() },
  ]

  private init(_ name: String, _ what: String, _ lines: @escaping @Sendable () -> [String]) {
    self.name = name
    self.what = what
    self.lines = lines
  }

  // MARK: Rules

  /// So many rules about one meter: each but the first never binds.
  public static func meter(_ count: Int) -> [String] {
    ["tiers free < pro", "meter m"] + (1...count).map { "m > \($0) requires pro" }
  }

  /// Clauses of three literals, each a rule about one feature, and claims about it.
  public static func sat(_ variables: Int, _ clauses: Int) -> [String] {
    var random = Random(seed: 3)
    let names = (0..<variables).map { "e\($0)" }
    var lines = ["entitlements " + names.joined(separator: ", "), "feature f"]
    for _ in 0..<clauses { lines.append("f requires " + clause(of: names, &random)) }
    return lines + ["never f allowed with nothing", "never f allowed with e0 and e1"]
  }

  /// The same number of clauses for each of several features.
  private static func series() -> [String] {
    var random = Random(seed: 4)
    let names = (0..<200).map { "e\($0)" }
    let features = (1...20).map { "f\($0)" }
    var lines = [
      "entitlements " + names.joined(separator: ", "),
      "features " + features.joined(separator: ", "),
    ]
    for feature in features {
      for _ in 0..<850 { lines.append("\(feature) requires " + clause(of: names, &random)) }
      lines.append("never \(feature) allowed with nothing")
    }
    return lines
  }

  private static func clause(of names: [String], _ random: inout Random) -> String {
    var picked: [String] = []
    while picked.count < 3 {
      let name = names[random.below(names.count)]
      if !picked.contains(name) { picked.append(name) }
    }
    return picked.map { random.below(2) == 0 ? $0 : "not \($0)" }.joined(separator: " or ")
  }

  /// Nobody puts one pigeon more into so many holes.
  private static func holes(_ holes: Int) -> [String] {
    var names: [String] = []
    for pigeon in 0...holes { for hole in 0..<holes { names.append("p\(pigeon)h\(hole)") } }
    var lines = ["entitlements " + names.joined(separator: ", "), "feature f"]
    for pigeon in 0...holes {
      lines.append("f requires " + (0..<holes).map { "p\(pigeon)h\($0)" }.joined(separator: " or "))
    }
    for hole in 0..<holes {
      for one in 0...holes {
        for two in 0..<one { lines.append("f requires not p\(one)h\(hole) or not p\(two)h\(hole)") }
      }
    }
    return lines + ["never f allowed with nothing"]
  }

  // MARK: Conditions

  /// Conditions that are boxes of many counters.
  private static func boxes() -> [String] {
    var random = Random(seed: 5)
    let meters = (0..<30).map { "m\($0)" }
    var lines = ["meters " + meters.joined(separator: ", "), "entitlement pro", "feature f"]
    for _ in 0..<100 {
      var parts: [String] = []
      for meter in meters where random.below(3) == 0 {
        let low = random.below(500)
        parts.append("\(meter) >= \(low) and \(meter) < \(low + 1 + random.below(500))")
      }
      lines.append("f requires pro when " + parts.joined(separator: " and "))
    }
    return lines + ["always f allowed with nothing when m0 >= 1"]
  }

  /// Comparisons of dates, numbers, choices and versions, each rule with several of them.
  private static func facts() -> [String] {
    var random = Random(seed: 6)
    var lines = ["entitlement pro", "feature f"]
    for index in 0..<40 {
      lines.append("fact n\(index) is a number")
      lines.append("fact d\(index) is a date")
      lines.append("fact y\(index) is yes or no")
    }
    for _ in 0..<850 {
      let number = "n\(random.below(40)) > \(random.below(1000))"
      let year = 2000 + random.below(50)
      let date = "d\(random.below(40)) before \(year)-01-01"
      let truth = "\(random.below(2) == 0 ? "not " : "")y\(random.below(40))"
      lines.append("f requires pro when \(number) and \(date) and \(truth)")
    }
    return lines + ["always f allowed with nothing when y0"]
  }

  // MARK: Products

  /// A feature that requires everything that so many products grant, one each.
  public static func needed(_ count: Int) -> [String] {
    let names = (0..<count).map { "e\($0)" }
    var lines = ["entitlements " + names.joined(separator: ", "), "feature f"]
    lines += products(of: names)
    return lines + ["f requires " + names.joined(separator: " and ")]
  }

  /// A feature that requires so many things, each of which two products grant.
  private static func pairs(_ count: Int) -> [String] {
    let names = (0..<count).map { "e\($0)" }
    let others = (0..<count).map { "o\($0)" }
    var lines = ["entitlements " + (names + others).joined(separator: ", "), "feature f"]
    lines += products(of: names + others)
    for (name, other) in zip(names, others) { lines.append("f requires \(name) or \(other)") }
    return lines
  }

  /// Products of which each excludes some others and grants a few things.
  private static func plans(_ count: Int) -> [String] {
    var random = Random(seed: 7)
    let names = (0..<count).map { "e\($0)" }
    var lines = ["entitlements " + names.joined(separator: ", ")]
    for index in 0..<count {
      lines.append("product p\(index)")
      lines.append("  grants e\(index), e\((index + 1 + random.below(count - 1)) % count)")
      lines.append("  price \(1 + random.below(90)) USD per month")
      if index > 0 { lines.append("  not with p\(random.below(index))") }
    }
    lines.append("features f, g, h")
    for feature in ["f", "g", "h"] {
      for _ in 0..<40 {
        let three = (0..<3).map { _ in names[random.below(count)] }
        lines.append("\(feature) requires " + Set(three).sorted().joined(separator: " or "))
      }
    }
    return lines
  }

  private static func products(of names: [String]) -> [String] {
    names.enumerated().flatMap { index, name in
      ["product p\(index)", "  grants \(name)", "  price \(index % 9 + 1) USD per month"]
    }
  }

  /// Each entitlement includes the one before.
  public static func chain(_ count: Int) -> [String] {
    var lines = ["entitlement e0"]
    for index in 1..<count { lines.append("entitlement e\(index) includes e\(index - 1)") }
    return lines + ["feature f", "f requires e\(count / 2)"]
  }
}

/// Numbers that look random and are the same each time.
private struct Random {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// A number from 0, below a bound.
  mutating func below(_ bound: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((word ^ (word >> 31)) % UInt64(bound))
  }
}
