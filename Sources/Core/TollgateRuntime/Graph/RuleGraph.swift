/// A compiled policy: what a decision needs, and no text but names, labels and places.
///
/// It is made by the compiler or read from a compiled file, verified once, and never changes, so
/// it can be shared between threads freely.
@usableFromInline
package final class RuleGraph: Sendable {
  /// Everything that the policy says.
  package let parts: Parts
  /// The node that is the entitlement's, by entitlement; -1 where no rule asks for it.
  private let entitlementNodes: [Int32]
  /// The node that is always so, which most rules have for what they do not say; -1 for none.
  private let always: NodeIndex
  /// The part of each rule that an evaluation reads.
  package let cores: [RuleCore]
  package let ladders: LadderCores
  /// Which targets take from meters.
  package let uses: TargetUses
  /// The rules of target `t`: those in `targetRules` from `targetRuleStarts[t]` up to
  /// `targetRuleStarts[t + 1]`, in the order of the source, its own before those of meters that its
  /// use takes from.
  package let targetRules: [Int32]
  package let targetRuleStarts: [Int32]
  /// The records of the hot path.
  package let patterns: Patterns
  /// Where each counter is among those of a snapshot.
  package let counterPlaces: CounterPlaces
  /// Targets, groups, meters, facts, entitlements and products by name.
  package let names: Names
  /// The place of each product in the order in which ways in are listed.
  package let productRanks: [Int32]
  /// The windows of meters that some product adds to by themselves, in the order of the source.
  package let raisedWindows: [CounterIndex]
  /// The meters of which some quantity asks how many are bought.
  package let countedMeters: [MeterIndex]
  /// Whether a window of a meter has limits of its own: something adds to it by itself, or what is
  /// unused of it rolls over. Nothing else is looked at where none has.
  let hasOwnWindows: Bool
  /// How what is unused rolls over, in the order of the counters.
  let rollovers: [Rollover]
  /// The data that a purchase of each product changes.
  let productDependencies: [Dependencies]
  /// Whether a condition asks for what is paid for.
  package let asksForPaid: Bool
  /// Whether any limit has a price beyond it. Nothing else is looked at where none has.
  package let hasOverages: Bool
  /// SHA-256 of the canonical bytes of what the policy means.
  package let digest: [UInt8]
  /// Identifies what the policy means: `sha256:` and 64 hexadecimal digits. Comments, layout and
  /// places do not count. That of a compiled file is the one it was written with. (Every decision in
  /// JSON says it.)
  package let fingerprint: String

  /// Whether the patterns are others than those of the policy by itself.
  let isFavoring: Bool

  /// A graph of parts that were verified. Which targets ask for the same is compared where no file
  /// says it.
  package convenience init(verified parts: Parts, digest: [UInt8]) {
    self.init(verified: parts, digest: digest) { cores, excluded in
      parts.tables.lookups?.patterns ?? PatternNumbers(of: parts.tables, cores, without: excluded)
    }
  }

  /// A graph of parts that were verified; `numbers` as for `Patterns`.
  init(
    verified parts: Parts, digest: [UInt8],
    numbers: (_ cores: [RuleCore], _ excluded: [Int]) -> PatternNumbers
  ) {
    countedMeters = parts.countedMeters
    let noted = countedMeters.isEmpty ? parts : parts.noting(sold: countedMeters)
    self.parts = noted
    self.digest = digest
    fingerprint = RuleGraph.fingerprint(of: digest)
    hasOverages = !parts.overages.isEmpty
    raisedWindows = parts.raisedWindows
    hasOwnWindows = !raisedWindows.isEmpty || !parts.rollovers.isEmpty
    names = Names(parts)
    cores = parts.tables.cores
    ladders = LadderCores(parts)
    uses = TargetUses(parts)
    (targetRules, targetRuleStarts) = RuleGraph.rules(
      of: parts.tables, with: uses, parts, names.meterTargets)
    patterns = Patterns(
      parts, cores: cores, uses, meterTargets: names.meterTargets, numbers: numbers)
    counterPlaces = CounterPlaces(parts, cores: cores)
    rollovers = RuleGraph.rollovers(of: parts, cores)
    isFavoring = false
    productRanks = RuleGraph.rankProducts(parts.products)
    var nodes = [Int32](repeating: -1, count: parts.entitlements.count)
    var asksForPaid = false
    var always: NodeIndex = -1
    for (index, node) in parts.nodes.enumerated() {
      switch node {
      case .entitlement(let entitlement, _): nodes[Int(entitlement)] = Int32(index)
      case .paid: asksForPaid = true
      case .always: always = Int32(index)
      default: break
      }
    }
    entitlementNodes = nodes
    self.always = always
    self.asksForPaid = asksForPaid
    productDependencies = noted.products.map { $0.dependencies(parts, asksForPaid) }
  }

  private init(_ graph: RuleGraph, favoring favored: [Target]) {
    parts = graph.parts
    digest = graph.digest
    fingerprint = graph.fingerprint
    hasOverages = graph.hasOverages
    raisedWindows = graph.raisedWindows
    countedMeters = graph.countedMeters
    hasOwnWindows = graph.hasOwnWindows
    rollovers = graph.rollovers
    names = graph.names
    cores = graph.cores
    ladders = graph.ladders
    uses = graph.uses
    targetRules = graph.targetRules
    targetRuleStarts = graph.targetRuleStarts
    patterns = Patterns(parts, cores: cores, uses, meterTargets: names.meterTargets) {
      cores, excluded in
      PatternNumbers(of: graph.parts.tables, cores, without: excluded, favoring: favored)
    }
    counterPlaces = graph.counterPlaces
    isFavoring = true
    productRanks = graph.productRanks
    productDependencies = graph.productDependencies
    entitlementNodes = graph.entitlementNodes
    always = graph.always
    asksForPaid = graph.asksForPaid
  }

  /// The node that is an entitlement's; nil where no rule asks for it.
  @inline(__always)
  package func node(ofEntitlement index: EntitlementIndex) -> NodeIndex? {
    let node = entitlementNodes[Int(index)]
    return node < 0 ? nil : node
  }

  /// Whether the rule at a place is in force at all times and has no other condition, as most are:
  /// then neither is looked at.
  @inline(__always)
  func appliesAlways(at place: Int) -> Bool {
    cores[place].inForce == always && cores[place].condition == always
  }

  /// The content of the policy, as the compiler puts it together.
  package struct Parts: Sendable {
    package var name = ""
    package var label: LabelIndex?
    /// The file it came from. A place, not part of what it means.
    package var file = ""
    /// The lines of its files, where there are several.
    package var rows = FileRows()
    /// Milliseconds after which purchase data counts as unknown; nil for never.
    package var trust: Int64?
    /// Milliseconds for which a dismissed prompt stays away; nil for not at all.
    package var promptSnooze: Int64?
    /// The tiers come first, in the order of the ladder.
    package var entitlements: [Entitlement] = []
    package var tierCount = 0
    package var products: [Product] = []
    package var meters: [Meter] = []
    package var facts: [Fact] = []
    package var rollouts: [Rollout] = []
    package var statementGrants: [StatementGrant] = []
    package var nodes: [Node] = []
    package var edges: [Int32] = []
    /// The rules, targets and labels.
    package var tables = FlatTables()
    package var groups: [TargetGroup] = []
    package var ladders: [Ladder] = []
    package var settings: [Setting] = []
    /// The clauses `instead use`, by rule; ascending.
    package var insteads: [InsteadUse] = []
    /// The amounts that the use of targets takes from meters.
    package var uses: [Use] = []
    /// How limits go on for money, by rule; ascending.
    package var overages: [Overage] = []
    /// How what is unused of limits rolls over, by rule; ascending.
    package var rollovers: [Rollover] = []

    package init() {}
  }

  /// The same policy with what these targets ask for worked out first when a snapshot is prepared.
  ///
  /// It makes a difference for a policy whose targets have more than 1024 different requirements:
  /// then a snapshot holds the answers for those that most targets have, and the others take an
  /// evaluation each time. Targets stay what they are; prepare snapshots again.
  package func favoring(_ targets: [Target]) -> RuleGraph {
    RuleGraph(self, favoring: targets)
  }

  /// The policy's name, as in `policy ExpenseTracker`.
  package var name: String { parts.name }

  private static func fingerprint(of digest: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    var text = Array("sha256:".utf8)
    for byte in digest {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return String(decoding: text, as: UTF8.self)
  }
}

extension RuleGraph {
  /// Whether a rule that holds goes on holding whatever is bought besides: nothing that a purchase
  /// gives is read under a `not`, and no condition reads a counter, whose allowance may grow.
  func growsWithPurchases(_ rule: Int32) -> Bool {
    if hasOverages, overagePlace(of: rule) != nil { return false }
    if hasOwnWindows, rollover(of: rule) != nil { return false }
    let core = cores[Int(rule)]
    // The steps of a ladder are not looked at.
    switch core.limit?.kind {
    case .ladder, .setting: return false
    case .bare, .atMost, .allowance, .undecided, nil: break
    }
    return [core.requirement, core.condition, core.inForce, core.soft].allSatisfy {
      growsWithPurchases(below: $0, isNegated: false)
    }
  }

  private func growsWithPurchases(below index: Int32, isNegated: Bool) -> Bool {
    switch self[node: index] {
    case .entitlement(_, let giver):
      guard !isNegated else { return false }
      return giver.map { growsWithPurchases(below: $0, isNegated: false) } ?? true
    case .not(let child): return growsWithPurchases(below: child, isNegated: true)
    case .statement(_, let child): return growsWithPurchases(below: child, isNegated: isNegated)
    case .all(let children), .any(let children):
      return children.places.allSatisfy {
        growsWithPurchases(below: self[edge: $0], isNegated: isNegated)
      }
    case .paid: return !isNegated
    case .usageAtLeast: return false
    case .never, .always, .factIs, .factAtLeast, .inRollout, .timeAtLeast, .timeSince: return true
    }
  }
}

extension RuleGraph {
  /// The meaning of each name.
  package struct Names: Sendable {
    package private(set) var targets: NameIndex
    package private(set) var groups: [String: Int32] = [:]
    package private(set) var facts: [String: Int32] = [:]
    package private(set) var entitlements: [String: Int32] = [:]
    /// Products by their names and by the ids they are sold as. A name goes before an id.
    package private(set) var products: [String: Int32] = [:]
    /// The target of each meter.
    package private(set) var meterTargets: [Int32]

    init(_ parts: Parts) {
      targets = parts.tables.nameIndex
      meterTargets = parts.tables.targets(ofMeters: parts.meters.count)
      for (index, group) in parts.groups.enumerated() { groups[group.name] = Int32(index) }
      for (index, fact) in parts.facts.enumerated() { facts[fact.name] = Int32(index) }
      for (index, entitlement) in parts.entitlements.enumerated() {
        entitlements[entitlement.name] = Int32(index)
      }
      for (index, product) in parts.products.enumerated() {
        for storeID in product.storeIDs { products[storeID.id] = Int32(index) }
      }
      for (index, product) in parts.products.enumerated() {
        products[product.name] = Int32(index)
      }
    }

    /// The meter called `name`.
    package func meter(_ name: String, in parts: Parts) -> Int32? {
      targets[name].flatMap { parts.targets[Int($0)].meter }
    }
  }

  /// The order in which products are listed as ways in: prices of the same currency and period, for
  /// each of the same meter or of none, form a group, groups by the first product declared in them,
  /// then prices on request, products without a price last, the cheaper first within a group (for
  /// different quantities of a meter by what one unit costs), then the first declared.
  static func rankProducts(_ products: [Product]) -> [Int32] {
    var groups: [(currency: String, period: Price.Period, each: String?)] = []
    var keys: [(group: Int, amount: MoneyAmount, of: Int64, index: Int)] = []
    for (index, product) in products.enumerated() {
      guard let price = product.price else {
        keys.append((product.isPriceOnRequest ? .max - 1 : .max, MoneyAmount("0"), 1, index))
        continue
      }
      let each = price.each?.meter
      let known = groups.firstIndex {
        $0.currency == price.currency && $0.period == price.period && $0.each == each
      }
      if known == nil { groups.append((price.currency, price.period, each)) }
      let amount = MoneyAmount(price.amount)
      keys.append((known ?? groups.count - 1, amount, price.each?.of ?? 1, index))
    }
    keys.sort { a, b in
      if a.group != b.group { return a.group < b.group }
      if a.of == b.of { return a.amount == b.amount ? a.index < b.index : a.amount < b.amount }
      // One for each 2 and one for each 3 cost what a third and a half of it cost.
      let (one, other) = (a.amount.times(b.of), b.amount.times(a.of))
      return one == other ? a.index < b.index : one < other
    }
    var ranks = [Int32](repeating: 0, count: products.count)
    for (rank, key) in keys.enumerated() { ranks[key.index] = Int32(rank) }
    return ranks
  }
}

// Where the parts of a policy are in its graph. Labels, facts and so on are different lists, so the
// name of the list is part of the question: `graph[product: index].notWith`.
package typealias NodeIndex = Int32
package typealias RuleIndex = Int32
package typealias EntitlementIndex = Int32
package typealias ProductIndex = Int32
package typealias MeterIndex = Int32
package typealias FactIndex = Int32
package typealias RolloutIndex = Int32

/// A counter: a meter, and what it counts over.
package struct CounterIndex: Sendable, Hashable, BitwiseCopyable {
  package var meter: MeterIndex
  package var window: Window

  package init(_ meter: MeterIndex, _ window: Window = .total) {
    self.meter = meter
    self.window = window
  }
}

extension RuleGraph {
  @inline(__always)
  package subscript(node index: NodeIndex) -> Node { parts.nodes[Int(index)] }

  @inline(__always)
  package subscript(children: Node.Children) -> ArraySlice<NodeIndex> {
    parts.edges[children.places]
  }

  /// The node at a place among the edges.
  @inline(__always)
  package subscript(edge place: Int) -> NodeIndex { parts.edges[place] }

  package subscript(target index: Int32) -> TargetRecord { parts.targets[Int(index)] }

  /// The conditions, limit and effect of a rule.
  @inline(__always)
  package subscript(rule index: RuleIndex) -> RuleCore { cores[Int(index)] }

  @inline(__always)
  package subscript(entitlement index: EntitlementIndex) -> Entitlement {
    _read { yield parts.entitlements[Int(index)] }
  }

  @inline(__always)
  package subscript(product index: ProductIndex) -> Product {
    _read { yield parts.products[Int(index)] }
  }

  @inline(__always)
  package subscript(meter index: MeterIndex) -> Meter {
    _read { yield parts.meters[Int(index)] }
  }

  @inline(__always)
  package subscript(fact index: FactIndex) -> Fact {
    _read { yield parts.facts[Int(index)] }
  }

  @inline(__always)
  package subscript(rollout index: RolloutIndex) -> Rollout {
    _read { yield parts.rollouts[Int(index)] }
  }

  /// The targets of the settings are the last ones.
  package func target(ofSetting setting: SettingIndex) -> Target {
    Target(index: Int32(parts.targets.count - parts.settings.count) + setting)
  }

  package func name(ofSetting setting: SettingIndex) -> String {
    self[target: target(ofSetting: setting).index].name
  }

  /// The setting that a target is; nil for any other target.
  package func setting(of target: Int32) -> SettingIndex? {
    let setting = Int(target) - (parts.targets.count - parts.settings.count)
    return target >= 0 && setting >= 0 ? SettingIndex(setting) : nil
  }
}

extension RuleGraph {
  /// Every target: features and series in order of declaration, then meters.
  package var targets: [Target] {
    parts.targets.indices.map { Target(index: Int32($0)) }
  }

  /// The targets that a name means: itself, the members of a group, or of a range `L1..L3`
  /// inside a series; `everything` is every feature. Nil for any other name.
  package func members(of name: String) -> [Target]? {
    if let target = target(name) { return [target] }
    if let group = names.groups[name] {
      return parts.groups[Int(group)].members.map(Target.init(index:))
    }
    if name == "everything" { return features }
    return range(name)
  }

  private var features: [Target] {
    var found: [Target] = []
    for (index, target) in parts.targets.dropLast(parts.settings.count).enumerated()
    where target.meter == nil {
      found.append(Target(index: Int32(index)))
    }
    return found
  }

  /// The members of a range: both ends are declared, in one series, the first not after the last.
  private func range(_ name: String) -> [Target]? {
    let utf8 = Array(name.utf8)
    guard utf8.count > 4, let dots = RuleGraph.dots(in: utf8),
      let first = names.targets[String(decoding: utf8[..<dots], as: UTF8.self)],
      let last = names.targets[String(decoding: utf8[(dots + 2)...], as: UTF8.self)],
      first <= last
    else { return nil }
    for group in parts.groups where group.isSeries {
      guard group.members.first ?? .max <= first, last <= group.members.last ?? .min
      else { continue }
      return (first...last).map(Target.init(index:))
    }
    return nil
  }

  private static func dots(in name: [UInt8]) -> Int? {
    var index = 1
    while index + 2 < name.count {
      if name[index] == UInt8(ascii: "."), name[index + 1] == UInt8(ascii: ".") { return index }
      index += 1
    }
    return nil
  }
}

extension TargetGroup {
  /// Whether it is a whole series rather than a declared group.
  package var isSeries: Bool {
    let utf8 = Array(name.utf8)
    for index in utf8.indices.dropLast()
    where utf8[index] == UInt8(ascii: ".") && utf8[index + 1] == UInt8(ascii: ".") {
      return true
    }
    return false
  }
}

extension Verifier {
  /// Ladders, settings and what products add to settings.
  func verifyLadders() throws(GraphError) {
    for ladder in parts.ladders { try require(isSound(ladder), "a ladder") }
    try require(parts.settings.count <= parts.targets.count, "a setting")
    for (index, setting) in parts.settings.enumerated() {
      try require(isSound(setting, SettingIndex(truncatingIfNeeded: index)), "a setting")
    }
    try verifyUses()
    for product in parts.products {
      let isSound = product.settingAdds.allSatisfy {
        isIndex($0.setting, below: parts.settings.count) && $0.amount >= 0
          && parts.isRaised(setting: $0.setting)
      }
      try require(isSound, "a product")
    }
  }

  private func isSound(_ ladder: Ladder) -> Bool {
    switch ladder.base {
    case .quantity(let quantity): if quantity < 0 { return false }
    case .allowance(let otherwise): if let otherwise, otherwise < 0 { return false }
    case .undecided: break
    }
    guard isSourceSound(of: ladder) else { return false }
    return ladder.steps.allSatisfy { step in
      if case .quantity(let quantity) = step.value, quantity < 0 { return false }
      return isNode(step.requirement) && isNode(step.inForce) && isNode(step.condition)
        && step.needs.allSatisfy { $0.allSatisfy(isSound) } && step.names.allSatisfy(isSound)
    }
  }

  /// A setting has a target of its own, a ladder of its kind, and a rule that asks for its value.
  private func isSound(_ setting: Setting, _ index: SettingIndex) -> Bool {
    let target = parts.targets.count - parts.settings.count + Int(index)
    guard parts.tables.targets[target].meter == nil,
      isIndex(setting.ladder, below: parts.ladders.count),
      isIndex(setting.rule, below: parts.rules.count)
    else { return false }
    let limit = parts.tables.rules[Int(setting.rule)].limit
    guard limit >= 0, parts.tables.limits[Int(limit)]?.kind == .setting(index) else {
      return false
    }
    let ladder = parts.ladders[Int(setting.ladder)]
    guard case .quantity(let base) = ladder.base else { return false }
    guard setting.kind == .choice else { return setting.choices.isEmpty }
    let count = Int64(setting.choices.count)
    return base < count && !ladder.isSmallerBetter && ladder.source == nil
      && setting.choices.allSatisfy { isLabel($0.label) }
      && ladder.steps.allSatisfy { step in
        if case .quantity(let choice) = step.value { return choice < count }
        return false
      }
  }

  /// A ladder is that of one limit or setting; the rule of a setting is about no target.
  private func verifyUses() throws(GraphError) {
    var isUsed = [Bool](repeating: false, count: parts.ladders.count)
    func use(_ ladder: LadderIndex, _ isSmaller: Bool) throws(GraphError) {
      let isSound =
        !isUsed[Int(ladder)] && (isSmaller || !parts.ladders[Int(ladder)].isSmallerBetter)
      try require(isSound, "a ladder")
      isUsed[Int(ladder)] = true
    }
    for setting in parts.settings { try use(setting.ladder, true) }
    for amount in parts.uses {
      let isThere = isIndex(amount.ladder, below: parts.ladders.count)
      try require(
        isThere && parts.ladders[Int(amount.ladder)].source == nil, "what a use takes")
      try use(amount.ladder, true)
    }
    for limit in parts.tables.limits {
      if case .ladder(let ladder)? = limit?.kind { try use(ladder, false) }
    }
    // By index: nothing is allocated for a rule, not even where nothing is optimised.
    let rules = parts.tables.targetRules
    for place in rules.indices {
      let limit = parts.tables.rules[Int(rules[place])].limit
      guard limit >= 0, case .setting? = parts.tables.limits[Int(limit)]?.kind else { continue }
      throw .impossible("a setting")
    }
  }
}
