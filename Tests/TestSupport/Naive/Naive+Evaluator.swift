extension Naive {
  /// A policy made ready for deciding: names resolved, nothing else.
  public struct Evaluator: Sendable {
    public let policy: Policy
    /// The `.gate` text; blockers speak of its lines.
    public let source: String

    /// `trust snapshots for`, in milliseconds.
    let trust: Int?
    /// `snooze prompts for`, in milliseconds.
    let snooze: Int?
    let firstTier: String?
    /// For every entitlement all that its holder holds, itself included.
    let brings: [String: Set<String>]
    let products: [Product]
    /// For every product, what its holder holds.
    let productBrings: [Set<String>]
    let meters: [String: Unit]
    /// Features and series members.
    let features: Set<String>
    let groups: [String: Set<String>]
    let facts: [String: Fact]
    let rollouts: [String: Int]
    let policyGrants: [PolicyGrant]
    let rules: [NumberedRule]
    let uses: [CoveredUses]
    /// Each with its own rule.
    let settings: [String: (setting: Setting, rule: NumberedRule)]

    public init(_ policy: Policy) {
      self.policy = policy
      let printed = policy.printed()
      source = printed.text
      let statements = policy.statements
      trust = statements.compactMap(\.trustSeconds).first.map { $0 * Naive.second }
      snooze = statements.compactMap(\.snoozeSeconds).first.map { $0 * Naive.second }
      let tiers = statements.compactMap(\.tiersDeclared).first ?? []
      firstTier = tiers.first
      brings = Naive.inclusions(in: statements, tiers: tiers)
      products = statements.compactMap(\.productDeclared)
      let closure = brings
      productBrings = products.map { product in
        product.grants.reduce(into: Set()) { $0.formUnion(closure[$1] ?? []) }
      }
      meters = Dictionary(uniqueKeysWithValues: statements.flatMap(\.metersDeclared))
      features = Set(statements.flatMap(\.featuresDeclared))
      groups = Naive.groupMembers(in: statements)
      facts = Dictionary(
        uniqueKeysWithValues: statements.compactMap(\.factDeclared).map { ($0.name, $0) }
      )
      rollouts = Dictionary(uniqueKeysWithValues: statements.compactMap(\.rolloutDeclared))
      policyGrants = statements.compactMap(\.grantDeclared)
      var settings: [String: (setting: Setting, rule: NumberedRule)] = [:]
      for (statement, line) in zip(statements, printed.lines) {
        guard let setting = statement.settingDeclared else { continue }
        settings[setting.name] = (setting, NumberedRule(line: line, rule: setting.rule, covers: []))
      }
      self.settings = settings
      rules = Naive.numberedRules(in: statements, lines: printed.lines, features, groups)
      let (all, named) = (features, groups)
      uses = statements.compactMap { statement in
        guard case .uses(let uses) = statement else { return nil }
        return CoveredUses(uses: uses, covers: Naive.members(uses.items, all, named))
      }
    }

    /// The product a snapshot speaks of: by name or by store id.
    func productIndex(_ text: String?) -> Int? {
      guard let text else { return nil }
      return products.firstIndex { $0.name == text }
        ?? products.firstIndex { $0.soldAs.contains { $0.id == text } }
    }
  }

  /// A rule, its line in the source and the features its subject covers.
  struct NumberedRule: Sendable {
    let line: Int
    let rule: Rule
    let covers: Set<String>

    /// The meter of a comparison or of a bare meter.
    var meter: String? {
      switch rule.subject {
      case .features: return nil
      case .limit(let limit): return limit.meter
      case .growth(let meter): return meter
      case .setting: return nil
      }
    }

    /// The counter that its comparison reads; null is the total.
    var window: Window? {
      if case .limit(let limit) = rule.subject { return limit.window }
      return nil
    }
  }

  /// Walks `includes` and the ladder of tiers until nothing is added.
  static func inclusions(in statements: [Statement], tiers: [String]) -> [String: Set<String>] {
    var direct: [String: Set<String>] = [:]
    for (rank, tier) in tiers.enumerated() {
      direct[tier] = Set(tiers[...rank])
    }
    for statement in statements {
      if case .entitlements(let names) = statement {
        for name in names { direct[name] = [name] }
      }
      if case .entitlement(let name, let includes) = statement {
        direct[name] = Set(includes + [name])
      }
    }
    var result = direct
    for _ in direct {
      result = result.mapValues { held in
        held.reduce(into: held) { $0.formUnion(result[$1] ?? []) }
      }
    }
    return result
  }

  /// The features of every group, groups inside groups opened.
  static func groupMembers(in statements: [Statement]) -> [String: Set<String>] {
    var direct: [String: [String]] = [:]
    for case .group(let name, let members) in statements {
      direct[name] = members
    }
    func open(_ name: String) -> Set<String> {
      guard let members = direct[name] else { return [name] }
      return members.reduce(into: Set()) { $0.formUnion(open($1)) }
    }
    return Dictionary(uniqueKeysWithValues: direct.keys.map { ($0, open($0)) })
  }

  /// The targets that a list stands for.
  static func members(
    _ items: [Rule.Item], _ features: Set<String>, _ groups: [String: Set<String>]
  ) -> Set<String> {
    items.reduce(into: Set()) { result, item in
      switch item {
      case .everything: result.formUnion(features)
      case .name(let name): result.formUnion(groups[name] ?? [name])
      case .range(let prefix, let from, let through):
        result.formUnion((from...through).map { "\(prefix)\($0)" })
      }
    }
  }

  static func numberedRules(
    in statements: [Statement],
    lines: [Int],
    _ features: Set<String>,
    _ groups: [String: Set<String>]
  ) -> [NumberedRule] {
    func members(_ items: [Rule.Item]) -> Set<String> { Naive.members(items, features, groups) }
    return zip(statements, lines).compactMap { statement, line in
      guard case .rule(let rule) = statement else { return nil }
      guard case .features(let items, let except) = rule.subject else {
        return NumberedRule(line: line, rule: rule, covers: [])
      }
      let covers = members(items).subtracting(members(except))
      return NumberedRule(line: line, rule: rule, covers: covers)
    }
  }
}

extension Naive.Statement {
  var trustSeconds: Int? {
    if case .trust(let seconds) = self { return seconds }
    return nil
  }

  var snoozeSeconds: Int? {
    if case .snooze(let seconds) = self { return seconds }
    return nil
  }

  var tiersDeclared: [String]? {
    if case .tiers(let names) = self { return names }
    return nil
  }

  var productDeclared: Naive.Product? {
    if case .product(let product) = self { return product }
    return nil
  }

  var metersDeclared: [(String, Naive.Unit)] {
    if case .meters(let names, let unit) = self { return names.map { ($0, unit) } }
    return []
  }

  var featuresDeclared: [String] {
    switch self {
    case .features(let names): return names
    case .series(let prefix, let count): return (1...count).map { "\(prefix)\($0)" }
    default: return []
    }
  }

  var factDeclared: Naive.Fact? {
    if case .fact(let fact) = self { return fact }
    return nil
  }

  var rolloutDeclared: (String, Int)? {
    if case .rollout(let name, let hundredths) = self { return (name, hundredths) }
    return nil
  }

  var settingDeclared: Naive.Setting? {
    if case .setting(let setting) = self { return setting }
    return nil
  }

  var grantDeclared: Naive.PolicyGrant? {
    if case .grant(let grant) = self { return grant }
    return nil
  }
}
