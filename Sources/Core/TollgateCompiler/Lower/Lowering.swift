package import TollgateRuntime
import TollgateSyntax

/// Turns a checked policy into the parts of a rule graph: what is declared and granted first, then
/// rules as they come, none of which is kept.
package struct Lowering {
  /// All that the policy declares and grants.
  let policy: CheckedPolicy
  var parts = RuleGraph.Parts()
  var builder = GraphBuilder()
  /// Rules, targets and labels.
  var tables = FlatBuilder()
  /// The index of each label in the graph.
  var labels: [Label: LabelIndex] = [:]
  /// The versions that each version fact is compared with; by fact.
  var versions: [Int32: ComparedVersions] = [:]
  /// The nodes of the statements that give each entitlement.
  var givers: [Int32: [Int32]] = [:]
  /// The node of each entitlement that is asked for.
  var entitlements: [Int32: Int32] = [:]
  /// The requirements of the rules so far.
  var requirements: [RequirementKey: Requirement] = [:]
  /// The content of the last of them, kept to use its memory again.
  var requirementKey = RequirementKey()
  var needs: Needs

  /// Begins with all that a policy says but its rules.
  init(_ policy: CheckedPolicy, from pages: PolicyPages) {
    self.init(policy: policy)
    tables.reserve(
      rules: pages.ruleCount,
      targets: Int(policy.featureTargetCount) + policy.meters.count + policy.settings.count,
      texts: pages.source.bytes.count)
    lowerHeader(pages.source)
    lowerDeclarations()
    lowerGrants()
    lowerSales()
    lowerTargets()
  }

  init(policy: CheckedPolicy) {
    self.policy = policy
    needs = Needs(policy: policy)
  }

  /// The verified graph of what was lowered; nil if it has more conditions than a graph can hold.
  /// All rules are known now, and with them the values that facts are compared with.
  mutating func graph(of policy: CheckedPolicy) -> RuleGraph? {
    lower(policy.uses)
    parts.nodes = builder.nodes
    parts.edges = builder.edges
    settleFacts(policy)
    // They are taken out, so that nothing of them is copied.
    var (parts, tables) = (RuleGraph.Parts(), FlatBuilder())
    swap(&parts, &self.parts)
    swap(&tables, &self.tables)
    do throws(GraphError) {
      parts.tables = FlatTables(tables)
      return try RuleGraph(verifying: parts)
    } catch {
      return nil
    }
  }

  private mutating func lowerHeader(_ source: Source) {
    parts.name = policy.name
    parts.label = label(policy.label)
    parts.file = source.name
    lowerRows(source.layout)
    parts.trust = policy.trust
    parts.promptSnooze = policy.promptSnooze
    parts.tierCount = policy.tierCount
  }

  /// The files of a policy that is written in several.
  private mutating func lowerRows(_ layout: SourceLayout?) {
    guard let layout else { return }
    for file in layout.files { parts.rows.names.append(file.name) }
    for piece in layout.pieces {
      parts.rows.pieces.append(
        FileRows.Piece(
          row: PolicyRow(piece.row), file: Int32(clamping: piece.file),
          line: Int32(clamping: piece.line)))
    }
  }

  /// The index of a label; nil for none.
  mutating func label(_ checked: CheckedLabel?) -> LabelIndex? {
    guard let checked else { return nil }
    return index(of: checked.label)
  }

  mutating func labelList(_ list: [CheckedLabel]) -> [LabelIndex] {
    list.map { index(of: $0.label) }
  }

  /// The index of a label; equal labels are one.
  private mutating func index(of label: Label) -> LabelIndex {
    if let known = labels[label] { return known }
    let index = LabelIndex(labels.count)
    tables.add(label)
    labels[label] = index
    return index
  }
}

extension PolicyRow {
  /// The row of a text that was compiled.
  init(_ row: SourceRow) { self.init(Int32(clamping: row.number)) }
}

extension Lowering {
  /// Goes on from the graph of a policy, so that the conditions of its claims become nodes beside
  /// those of its rules.
  package init(_ policy: CheckedPolicy, extending parts: RuleGraph.Parts) {
    self.init(policy: policy)
    self.parts = parts
    builder = GraphBuilder(nodes: parts.nodes, edges: parts.edges)
    for (index, fact) in parts.facts.enumerated() {
      versions[Int32(index)] = ComparedVersions(ascending: fact.versions)
    }
    for grant in parts.statementGrants {
      for given in parts.entitlements[Int(grant.entitlement)].gives {
        givers[given, default: []].append(grant.node)
      }
    }
  }

  /// The node of a requirement or a condition.
  package mutating func extend(_ expression: CheckedExpression) -> Int32 {
    node(expression)
  }

  /// The node of when something applies: in force, and its condition true.
  package mutating func extend(_ applies: CheckedApplicability) -> Int32 {
    let parts = [inForce(applies), condition(applies)]
    return builder.all(parts)
  }

  /// A step of a ladder that no rule has.
  package mutating func extend(_ step: CheckedStep) -> LadderStep { lower(step) }

  /// The node of a requirement, and the minimal sets of names that would meet it.
  package mutating func extend(
    requirement: CheckedExpression
  ) -> (node: NodeIndex, needs: [[Rule.Need]]) {
    (node(requirement), needs.minimal(requirement))
  }

  /// The node of what nobody meets.
  package mutating func extendByNever() -> NodeIndex { builder.never() }

  /// The parts with the nodes that were added.
  package var extended: RuleGraph.Parts {
    var parts = parts
    parts.nodes = builder.nodes
    parts.edges = builder.edges
    return parts
  }
}

extension Lowering {
  /// Entitlements, products, meters, facts and rollouts.
  mutating func lowerDeclarations() {
    for entitlement in policy.entitlements {
      parts.entitlements.append(
        Entitlement(
          name: entitlement.name.text, label: label(entitlement.label),
          rank: entitlement.rank, gives: entitlement.gives,
          benefits: labelList(entitlement.benefits)))
    }
    lowerProducts()
    for meter in policy.meters {
      var lowered = Meter(name: meter.name.text, label: label(meter.label), unit: meter.unit)
      lowered.windows = meter.windows
      lowered.begin = meter.begin
      lowered.countedPer = meter.countedPer
      lowered.refill = meter.refill
      lowered.isCountedForEver = meter.isCountedForEver
      parts.meters.append(lowered)
    }
    lowerSettings()
    for checked in policy.facts {
      var fact = Fact(name: checked.name.text, label: label(checked.label), type: checked.type)
      fact.isOpen = checked.isOpen
      parts.facts.append(fact)
    }
    for rollout in policy.rollouts {
      parts.rollouts.append(
        Rollout(name: rollout.name.text, label: label(rollout.label), share: rollout.share))
    }
  }

  private mutating func lowerProducts() {
    for checked in policy.products { parts.products.append(lower(checked)) }
    // Two products that are not held together both say so.
    for (index, checked) in policy.products.enumerated() {
      for other in checked.notWith { parts.products[Int(other.index)].notWith.append(Int32(index)) }
    }
    for index in parts.products.indices {
      parts.products[index].notWith = Set(parts.products[index].notWith).sorted()
    }
  }

  private mutating func lower(_ checked: CheckedProduct) -> Product {
    var product = Product(name: checked.name.text, label: label(checked.label))
    product.storeIDs = checked.storeIDs.map { Product.StoreID(id: $0.id, store: $0.store) }
    product.grants = checked.grants.map { $0.index }
    product.adds = checked.adds.map {
      Product.Addition(meter: $0.meter, amount: $0.amount, window: $0.window)
    }
    for added in checked.settingAdds {
      product.settingAdds.append(
        Product.SettingAddition(setting: added.setting, amount: added.amount))
    }
    product.packs = checked.packs.map { Product.Addition(meter: $0.meter, amount: $0.amount) }
    product.price = checked.price
    product.otherPrices = checked.otherPrices
    product.isPriceOnRequest = checked.isPriceOnRequest
    product.introduction = checked.introduction
    product.trial = checked.trial
    product.trialMonths = checked.trialMonths ?? 0
    product.mostSharing = checked.mostSharing ?? 0
    product.grace = checked.grace ?? 0
    product.isSharedWithFamily = checked.isSharedWithFamily
    product.isRecommended = checked.isRecommended
    product.isForSale = checked.isForSale
    product.onlyWith = checked.onlyWith.map { $0.index }
    product.notWith = checked.notWith.map { $0.index }
    product.benefits = labelList(checked.benefits)
    return product
  }
}

extension Lowering {
  /// The node of a requirement or a condition.
  mutating func node(_ expression: CheckedExpression) -> Int32 {
    switch expression {
    case .nothing: return builder.always()
    case .entitlement(let index, _): return entitlement(index)
    case .paid(let index, _): return builder.leaf(.paid(index))
    case .factIs(let fact, let value, _):
      return builder.leaf(.factIs(fact, value))
    case .factAtLeast(let fact, let value, _):
      return builder.leaf(.factAtLeast(fact, value))
    case .versionAtLeast(let fact, let version, _):
      let place = versions[fact, default: ComparedVersions()].place(of: version)
      return builder.leaf(.factAtLeast(fact, place))
    case .usageAtLeast(let meter, let window, let value, _):
      return builder.leaf(.usageAtLeast(CounterIndex(meter, window), value))
    case .inRollout(let rollout, _): return builder.leaf(.inRollout(rollout))
    case .not(let inner, _):
      let child = node(inner)
      return builder.not(child)
    case .all(let list, _):
      let children = list.map { node($0) }
      return builder.all(children)
    case .any(let list, _):
      let children = list.map { node($0) }
      return builder.any(children)
    }
  }

  /// The one node of an entitlement: held by a grant of the snapshot, or given by the policy.
  mutating func entitlement(_ index: Int32) -> Int32 {
    if let known = entitlements[index] { return known }
    let given = givers[index].map { builder.any($0) }
    let node = builder.leaf(.entitlement(index, givenBy: given))
    entitlements[index] = node
    return node
  }

  /// From … until …: the begin is inside, the end is not.
  mutating func inForce(_ applies: CheckedApplicability) -> Int32 {
    var parts: [Int32] = []
    if let from = applies.from { parts.append(reached(from)) }
    if let until = applies.until {
      let end = reached(until)
      parts.append(builder.not(end))
    }
    return builder.all(parts)
  }

  /// when … unless …
  mutating func condition(_ applies: CheckedApplicability) -> Int32 {
    var parts: [Int32] = []
    if let when = applies.when { parts.append(node(when)) }
    if let unless = applies.unless {
      let exception = node(unless)
      parts.append(builder.not(exception))
    }
    return builder.all(parts)
  }

  /// Now is at or after a point in time.
  mutating func reached(_ moment: CheckedMoment) -> Int32 {
    switch moment {
    case .at(let instant):
      builder.leaf(.timeAtLeast(instant.milliseconds))
    case .after(let fact, let lapse):
      builder.leaf(.timeSince(fact, lapse))
    }
  }
}

extension Lowering {
  /// `grant` statements, and which of them give which entitlement.
  mutating func lowerGrants() {
    for (index, grant) in policy.grants.enumerated() {
      var conditions = [inForce(grant.applies), condition(grant.applies)]
      if let period = grant.period {
        conditions.append(reached(period.begin))
        let end = reached(period.end)
        conditions.append(builder.not(end))
      }
      let condition = builder.all(conditions)
      let node = builder.leaf(.statement(Int32(index), condition))
      parts.statementGrants.append(
        StatementGrant(
          entitlement: grant.entitlement.index, node: node, row: PolicyRow(grant.row)))
      for given in policy.entitlements[Int(grant.entitlement.index)].gives {
        givers[given, default: []].append(node)
      }
    }
  }
}

extension Lowering {
  /// The settings as far as they are declared; their ladders and rules come with the rules.
  mutating func lowerSettings() {
    for checked in policy.settings {
      var setting = Setting(kind: checked.kind, ladder: -1, rule: -1)
      setting.choices = checked.choices.map {
        Setting.Choice(name: $0.name, label: label($0.label))
      }
      parts.settings.append(setting)
    }
  }

  /// The limit of a rule that has steps: it adds their ladder to the graph.
  mutating func limit(_ ladder: CheckedLadder) -> Limit {
    let index = add(Ladder(base: ladder.base), ladder.baseSource, ladder.steps)
    return Limit(meter: ladder.meter, window: ladder.window, kind: .ladder(index))
  }

  /// The limit of the rule of a setting, which comes next in the table of rules.
  mutating func limit(ofSetting index: Int32, _ steps: [CheckedStep]) -> Limit {
    let checked = policy.settings[Int(index)]
    let ladder = Ladder(
      base: .quantity(checked.base), isSmallerBetter: checked.isSmallerBetter)
    parts.settings[Int(index)].ladder = add(ladder, checked.baseSource, steps)
    parts.settings[Int(index)].rule = Int32(tables.ruleCount)
    return Limit(setting: index)
  }

  private mutating func add(
    _ ladder: Ladder, _ source: Ladder.Source?, _ steps: [CheckedStep]
  ) -> LadderIndex {
    var ladder = ladder
    ladder.isBaseEach = source != nil
    ladder.source = source
    for step in steps where ladder.source == nil { ladder.source = step.source }
    for step in steps { ladder.steps.append(lower(step)) }
    parts.ladders.append(ladder)
    return LadderIndex(parts.ladders.count - 1)
  }

  mutating func lower(_ checked: CheckedStep) -> LadderStep {
    var step = LadderStep(
      value: checked.value, requirement: node(checked.requirement),
      inForce: inForce(checked.applies), condition: condition(checked.applies))
    step.asksForNothing = checked.asksForNothing
    step.isEach = checked.source != nil
    if !step.asksForNothing {
      step.needs = needs.minimal(checked.requirement)
      step.names = needs.names(of: checked.requirement)
    }
    step.place = Rule.Place(row: PolicyRow(checked.row), text: checked.text)
    return step
  }
}

extension Lowering {
  /// The amounts that the uses of targets take, of one meter each: a ladder of which less is better.
  mutating func lower(_ uses: [CheckedUses]) {
    for checked in uses {
      let (inForce, condition) = (inForce(checked.applies), condition(checked.applies))
      for amount in checked.amounts {
        let ladder = Ladder(base: .quantity(amount.quantity), isSmallerBetter: true)
        var use = Use(
          meter: amount.meter, each: amount.each, inForce: inForce, condition: condition,
          ladder: add(ladder, nil, checked.steps))
        use.targets = checked.targets.ranges
        use.place = Rule.Place(row: PolicyRow(checked.row), text: checked.text)
        parts.uses.append(use)
      }
    }
  }
}

extension Lowering {
  /// The users to whom products are offered: the conditions of `for sale`.
  mutating func lowerSales() {
    for (index, checked) in policy.products.enumerated() {
      guard let sale = checked.sale else { continue }
      let requirement = sale.requirement.map { node($0) } ?? builder.always()
      parts.products[index].sale = Product.Sale(
        requirement: sale.isWithout ? builder.not(requirement) : requirement,
        inForce: inForce(sale.applies), condition: condition(sale.applies),
        text: sale.text)
    }
  }
}

extension Lowering {
  /// Features and series members in order of declaration, then meters and settings; groups and series.
  mutating func lowerTargets() {
    for group in policy.groups {
      parts.groups.append(
        TargetGroup(
          name: group.name.text, label: label(group.label), members: group.members.members))
    }
    for feature in policy.features { lower(feature) }
    for (index, meter) in policy.meters.enumerated() {
      tables.add(
        TargetRecord(name: meter.name.text, label: label(meter.label), meter: Int32(index)))
    }
    for setting in policy.settings {
      tables.add(TargetRecord(name: setting.name.text, label: label(setting.label)))
    }
  }

  private mutating func lower(_ feature: CheckedFeature) {
    let label = label(feature.label)
    let benefits = labelList(feature.benefits)
    guard let series = feature.series else {
      tables.add(TargetRecord(name: feature.name.text, label: label, benefits: benefits))
      return
    }
    for number in series.first...series.last {
      tables.add(
        TargetRecord(name: "\(series.prefix)\(number)", label: label, benefits: benefits))
    }
    parts.groups.append(
      TargetGroup(name: feature.name.text, label: label, members: Array(feature.targets)))
  }
}

/// The versions that a fact is compared with. The app's version becomes the number of them that it
/// has reached, so a decision compares small integers.
struct ComparedVersions: Sendable {
  /// In the order in which they were met.
  private(set) var versions: [Version] = []
  private var places: [Version: Int] = [:]

  init() {}

  /// Versions that ascend, so that the place of each is its rank.
  init(ascending: [Version]) {
    for version in ascending { _ = place(of: version) }
  }

  /// The place of a version, counted from 1.
  mutating func place(of version: Version) -> Int64 {
    if let place = places[version] { return Int64(place) }
    versions.append(version)
    places[version] = versions.count
    return Int64(versions.count)
  }
}

extension Lowering {
  /// Gives facts the choices and versions that rules and claims compare them with, and conditions
  /// the ranks of versions for their places.
  mutating func settleFacts(_ policy: CheckedPolicy) {
    for claim in policy.claims { collect(claim.applies) }
    for claim in policy.valueClaims { collect(claim.applies) }
    for (index, checked) in policy.facts.enumerated() {
      parts.facts[index].choices = checked.choices
      parts.facts[index].versions = versions[Int32(index)]?.versions.sorted() ?? []
      switch checked.otherwise {
      case .integer(let value): parts.facts[index].otherwise = value
      case .version(let version):
        parts.facts[index].otherwise = Int64(parts.facts[index].versions.reached(by: version))
      case nil: break
      }
    }
    guard !versions.isEmpty else { return }
    for (index, node) in parts.nodes.enumerated() {
      guard case .factAtLeast(let fact, let place) = node, let met = versions[fact]?.versions
      else { continue }
      let reached = parts.facts[Int(fact)].versions.reached(by: met[Int(place) - 1])
      parts.nodes[index] = .factAtLeast(fact, Int64(reached))
    }
  }

  private mutating func collect(_ applies: CheckedApplicability) {
    if let when = applies.when { collect(when) }
    if let unless = applies.unless { collect(unless) }
  }

  private mutating func collect(_ expression: CheckedExpression) {
    switch expression {
    case .versionAtLeast(let fact, let version, _):
      _ = versions[fact, default: ComparedVersions()].place(of: version)
    case .not(let inner, _): collect(inner)
    case .all(let list, _), .any(let list, _):
      for part in list { collect(part) }
    default: break
    }
  }
}

extension [Version] {
  /// How many of these versions, which ascend, a version has reached.
  func reached(by version: Version) -> Int {
    partitioningIndex { $0 > version }
  }
}
