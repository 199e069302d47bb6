extension Naive {
  /// Makes policies, snapshots and asks; the same seed makes the same ones everywhere.
  ///
  /// Policies are always valid and small, and touch every part of the language. Values crowd
  /// around each other on purpose: instants come from a few days around 2026-06-01, counters
  /// from the edges of the limits, `now` from the instants at which something changes.
  public struct Generator: Sendable {
    public var random: SplitMix64
    /// Whether policies have ladders and settings.
    public var hasLadders: Bool
    /// Whether features and meters take from meters.
    public var hasUses: Bool
    /// Whether policies say `paid`: a quarter of the seeds has it.
    public var hasPaid: Bool
    /// Whether months are counted from dates, and some settings are in months.
    let countsMonths: Bool
    /// Whether limits have prices beyond them: a fifth of the seeds has it.
    public var hasOverages: Bool
    /// Whether unused amounts of some limits roll over; all policies with ladders have it.
    public var hasRollovers: Bool
    /// Whether some quantities are `for each of` something; all policies with ladders have it.
    public var countsForEach: Bool
    /// The meters that have a price beyond their limit.
    var meters: Set<String> = []

    public init(seed: UInt64, hasLadders: Bool = false, hasUses: Bool = false) {
      random = SplitMix64(seed: seed)
      countsMonths = seed % 3 == 2
      self.hasLadders = hasLadders
      self.hasUses = hasUses
      hasPaid = hasLadders && seed % 4 == 3
      hasOverages = hasLadders && seed % 5 == 4
      hasRollovers = hasLadders
      countsForEach = hasLadders
    }

    /// The middle of all instants: 2026-06-01T00:00:00Z.
    static let base = 20_605 * Naive.day

    /// An instant near the base, mostly at midnight.
    mutating func instant() -> Int {
      let midnight = Self.base + random.within(-10...10) * Naive.day
      switch random.below(20) {
      case 0: return midnight + 1
      case 1: return midnight - 1
      case 2: return midnight + 8 * Naive.hour
      case 3: return midnight + 30 * Naive.second
      case 4: return midnight + 15 * Naive.minute
      default: return midnight
      }
    }

    /// Two instants, the first before the second.
    mutating func interval() -> (Int, Int) {
      let one = instant(), other = instant()
      if one == other { return (one, other + random.within(1...5) * Naive.day) }
      return (min(one, other), max(one, other))
    }

    /// A duration in seconds, mostly in whole days.
    mutating func duration() -> Int {
      random.pick([86_400, 86_400, 2 * 86_400, 3 * 86_400, 604_800, 1_209_600, 3600, 900, 30])
        ?? 86_400
    }
  }

  /// The names of a policy in the making.
  struct Vocabulary {
    var tiers: [String] = []
    var entitlements: [String] = []
    var features: [String] = []
    var series: (prefix: String, count: Int)?
    var groups: [(name: String, members: [String])] = []
    var meters: [(name: String, unit: Unit)] = []
    var choices: [(name: String, values: [String])] = []
    var dates: [String] = []
    /// Those from which months are counted, and no durations.
    var monthDates: Set<String> = []
    var flags: [String] = []
    var numbers: [String] = []
    var versions: [String] = []
    var rollouts: [String] = []
    var settings: [Setting] = []

    /// What may stand in a requirement: entitlements twice as often as facts.
    var requirable: [String] {
      entitlements + entitlements + flags
    }

    var allFeatures: [String] {
      features + (series.map { range in (1...range.count).map { "\(range.prefix)\($0)" } } ?? [])
    }

    /// The features that one part of a subject covers.
    func members(_ item: Rule.Item) -> Set<String> {
      switch item {
      case .everything: return Set(allFeatures)
      case .range(let prefix, let from, let through):
        return Set((from...through).map { "\(prefix)\($0)" })
      case .name(let name):
        guard let group = groups.first(where: { $0.name == name }) else { return [name] }
        return group.members.reduce(into: []) { $0.formUnion(members(.name($1))) }
      }
    }

    func unit(_ meter: String) -> Unit {
      meters.first { $0.name == meter }?.unit ?? .count
    }
  }
}

extension Naive.Generator {
  /// A valid policy: at most 6 products, 5 entitlements and 8 rules.
  public mutating func policy() -> Naive.Policy {
    var words = Naive.Vocabulary()
    meters = []
    var statements: [Naive.Statement] = []
    if random.chance(70) {
      let label = random.chance(50) ? "A \"policy\"" : nil
      statements.append(.policy(name: "Example", label: label))
    }
    if random.chance(50) { statements.append(.trust(seconds: trustPeriod())) }
    if random.chance(50) { statements.append(.snooze(seconds: duration())) }
    statements += entitlements(&words)
    statements += targets(&words)
    statements += facts(&words)
    if hasLadders { statements += settings(&words).map { .setting($0) } }
    statements += products(words)
    for _ in 0..<random.one(of: 0, 0, 1, 1, 2) {
      if let grant = grant(words) { statements.append(.grant(grant)) }
    }
    for _ in 0..<random.within(1...8) { statements.append(.rule(rule(words))) }
    if hasUses { statements += uses(words).map { .uses($0) } }
    if hasUses { addToWindows(&statements) }
    if hasRollovers { statements = rollingOver(statements, words) }
    if countsForEach { statements = counting(statements, words) }
    let policy = Naive.Policy(Naive.withoutIdlePacks(statements))
    return random.chance(50) ? policy.shuffled(using: &random) : policy
  }

  private mutating func trustPeriod() -> Int {
    random.one(of: 86_400, 86_400, 3 * 86_400, 604_800, 1_209_600, 3600)
  }

  // MARK: Entitlements

  private mutating func entitlements(_ words: inout Naive.Vocabulary) -> [Naive.Statement] {
    var statements: [Naive.Statement] = []
    if random.chance(60) {
      let ladders = [["free", "t2", "t3"], ["free", "pro"], ["免费版", "专业版", "团队版"]]
      words.tiers = random.pick(ladders) ?? []
      words.entitlements = Array(words.tiers.dropFirst())
      if random.chance(15) { words.entitlements = words.tiers }
      statements.append(.tiers(words.tiers))
    }
    let plain = random.some(["e1", "e2", "e-3", "高级"], atMost: words.tiers.isEmpty ? 3 : 1)
    if !plain.isEmpty { statements.append(.entitlements(plain)) }
    words.entitlements += plain
    if random.chance(50) && words.entitlements.count > 1 {
      let includes = random.some(words.entitlements, atMost: random.within(1...3))
      statements.append(.entitlement(name: "full", includes: includes))
      words.entitlements.append("full")
    }
    return statements
  }

  // MARK: Targets

  private mutating func targets(_ words: inout Naive.Vocabulary) -> [Naive.Statement] {
    var statements: [Naive.Statement] = []
    let names = ["f1", "f2", "csv-export", "功能"]
    words.features = random.some(names, atMost: random.within(1...4))
    statements.append(.features(words.features))
    if random.chance(60) {
      let prefix = random.one(of: "L", "课", "level-")
      words.series = (prefix, random.within(2...6))
      statements.append(.series(prefix: prefix, count: words.series?.count ?? 2))
    }
    for name in ["g1", "g-2"] where random.chance(40) {
      let candidates = words.allFeatures + words.groups.map(\.name)
      let members = random.some(candidates, atMost: random.within(2...3))
      guard members.count > 1 else { continue }
      words.groups.append((name, members))
      statements.append(.group(name: name, members: members))
    }
    let counted = random.some(["m1", "账单"], atMost: random.within(0...2))
    if !counted.isEmpty { statements.append(.meters(counted, unit: .count)) }
    words.meters = counted.map { ($0, Naive.Unit.count) }
    if random.chance(35) {
      words.meters.append(("m-3", .bytes))
      statements.append(.meters(["m-3"], unit: .bytes))
    }
    if random.chance(25) {
      words.meters.append(("m4", .seconds))
      statements.append(.meters(["m4"], unit: .seconds))
    }
    return statements
  }

  // MARK: Facts

  private mutating func facts(_ words: inout Naive.Vocabulary) -> [Naive.Statement] {
    var facts: [Naive.Fact] = []
    if random.chance(50) {
      let values = random.one(of: ["va", "vb"], ["va", "vb", "vc"], ["ios", "安卓", "web"])
      words.choices.append(("c1", values))
      facts.append(
        Naive.Fact(name: "c1", kind: .choice(values, anythingElse: random.chance(40)))
      )
    }
    for name in ["d1", "d2"] where random.chance(50) {
      words.dates.append(name)
      if countsMonths { words.monthDates.insert(name) }
      facts.append(Naive.Fact(name: name, kind: .date))
    }
    for name in ["b1", "b-2"] where random.chance(50) {
      words.flags.append(name)
      facts.append(Naive.Fact(name: name, kind: .flag))
    }
    if random.chance(30) {
      words.numbers.append("n1")
      facts.append(Naive.Fact(name: "n1", kind: .number))
    }
    if random.chance(30) {
      words.versions.append("v1")
      facts.append(Naive.Fact(name: "v1", kind: .version))
    }
    var statements: [Naive.Statement] = facts.map { fact in
      var fact = fact
      if random.chance(25) { fact.otherwise = value(of: fact.kind) }
      return .fact(fact)
    }
    if random.chance(35) {
      words.rollouts.append("r-1")
      let share = random.one(of: 5000, 2500, 1250, 1, 9999, 7533, 10_000)
      statements.append(.rollout(name: "r-1", hundredths: share))
    }
    return statements
  }

  /// A value that a policy may write for a fact of this kind.
  mutating func value(of kind: Naive.Fact.Kind) -> Naive.FactValue {
    switch kind {
    case .choice(let values, _): return .choice(random.pick(values) ?? "va")
    case .date: return .date(instant())
    case .flag: return .flag(random.chance(50))
    case .number: return .number(random.one(of: 0, 1, 2, 3, 10, 2016))
    case .version: return .version(version())
    }
  }

  mutating func version() -> [Int] {
    let parts = random.within(1...3)
    return (0..<parts).map { _ in random.within(0...3) }
  }
}
