import TollgateRuntime
import TollgateSyntax

extension Policy {
  /// The picture of a target, of the members of a group or a range, or of the whole policy; with
  /// a situation, of what held and what failed in it. Nothing if the policy does not know the name.
  ///
  /// Features with the very same rules share a box. It takes time in proportion to the graph.
  package func picture(
    of name: String? = nil, in situation: PictureSituation? = nil
  ) -> GraphPicture? {
    guard let targets = name.map({ graph.members(of: $0) }) ?? graph.targets else { return nil }
    var builder = PictureBuilder(graph: graph, situation: situation, target: name)
    builder.add(targets.map { $0.index })
    return builder.picture
  }
}

/// Makes the picture of a graph: each target, rule, condition, entitlement and product is one box.
struct PictureBuilder {
  let graph: RuleGraph
  let situation: PictureSituation?
  var picture: GraphPicture
  var evaluation: Evaluation<NoObserver>?
  let conditions: ConditionWords
  var entitlementBoxes: [Int32: Int] = [:]
  var nodeBoxes: [Int32: Int] = [:]
  var productBoxes: [Int32: Int] = [:]
  private var limitBoxes: [Limit: Int] = [:]
  private var ruleBoxes: [Int32: Int] = [:]
  /// The products that open what is shown when bought alone.
  var waysIn: Set<String> = []
  /// By entitlement, those that include it.
  let includers: [[Int32]]
  /// By entitlement, the products that grant it; by meter, those that add to it.
  let grantors: [[Int32]]
  let adders: [[Int32]]
  /// The `grant` statements by their nodes.
  let statements: [Int32: StatementGrant]

  init(graph: RuleGraph, situation: PictureSituation?, target: String?) {
    self.graph = graph
    self.situation = situation
    let name = graph.name.isEmpty ? graph.parts.file : graph.name
    picture = GraphPicture(
      policy: DisplayCell.shown(name), target: target.map(DisplayCell.shown),
      time: situation.map { Instant(milliseconds: $0.time).text })
    evaluation = situation?.evaluation(of: graph)
    conditions = ConditionWords(graph: graph)
    var includers: [[Int32]] = graph.parts.entitlements.map { _ in [] }
    for (index, entitlement) in graph.parts.entitlements.enumerated() {
      for given in entitlement.gives where given != index {
        includers[Int(given)].append(Int32(index))
      }
    }
    self.includers = includers
    var grantors: [[Int32]] = graph.parts.entitlements.map { _ in [] }
    var adders: [[Int32]] = graph.parts.meters.map { _ in [] }
    for (index, product) in graph.parts.products.enumerated() {
      for entitlement in product.grants { grantors[Int(entitlement)].append(Int32(index)) }
      for addition in product.adds { adders[Int(addition.meter)].append(Int32(index)) }
    }
    statements = Dictionary(
      graph.parts.statementGrants.map { ($0.node, $0) }, uniquingKeysWith: { first, _ in first })
    self.grantors = grantors
    self.adders = adders
  }

  // MARK: Targets

  /// Targets with the same rules share a box; a meter has one of its own.
  mutating func add(_ targets: [Int32]) {
    var groups: [[Int32]] = []
    var known: [GroupKey: Int] = [:]
    for target in targets {
      let record = graph.parts.targets[Int(target)]
      let key = GroupKey(rules: record.rules, meter: record.meter)
      if let group = known[key] {
        groups[group].append(target)
      } else {
        known[key] = groups.count
        groups.append([target])
      }
    }
    for group in groups { add(group: group, isOnly: groups.count == 1) }
  }

  private struct GroupKey: Hashable {
    var rules: [Int32]
    var meter: Int32
  }

  private mutating func add(group: [Int32], isOnly: Bool) {
    let first = graph.parts.targets[Int(group[0])]
    let decision = situation.map {
      graph.decide(Target(index: group[0]), ask: $0.ask, for: $0.snapshot, at: $0.now)
    }
    let one = first.meter >= 0 ? "meter" : "feature"
    let caption = group.count == 1 ? one : "\(group.count) features"
    let target = box(
      .target, names(of: group), first.rules.isEmpty ? caption + ", no rule" : caption,
      decision.map(PictureBuilder.finding))
    if isOnly, let decision { waysIn = PictureBuilder.singleProducts(of: decision) }
    let blockers = decision?.blockers ?? []
    var truths: [Int32: RuleTruth] = [:]
    for (rule, truth) in decision?.inquiry?.trace ?? [] { truths[rule] = truth }
    for rule in first.rules {
      let blocker = blockers.first { $0.index == rule }
      arrow(target, ruleBox(rule, truths[rule], blocker))
    }
  }

  private static func singleProducts(of decision: Decision) -> Set<String> {
    var names: Set<String> = []
    for case .buy(let offers) in decision.waysIn where offers.count == 1 {
      names.insert(offers[0].product)
    }
    return names
  }

  private static func finding(of decision: Decision) -> GraphPicture.BoxStatus {
    let words = "\(decision.outcome.rawValue): \(decision.reason.rawValue)"
    switch decision.outcome {
    case .allowed: return GraphPicture.BoxStatus(state: .yes, words: words)
    case .warned: return GraphPicture.BoxStatus(state: .warned, words: words)
    case .denied: return GraphPicture.BoxStatus(state: .no, words: words)
    }
  }

  /// `L9..L14, csv-export and 12 more`
  private func names(of targets: [Int32]) -> String {
    let runs = graph.runs(of: targets)
    var names: [String] = []
    var rest = targets.count
    for run in runs.prefix(runs.count == 5 ? 5 : 4) {
      let first = graph.parts.targets[Int(run.lowerBound)].name
      let last = graph.parts.targets[Int(run.upperBound)].name
      names.append(run.count == 1 ? first : "\(first)..\(last)")
      rest -= run.count
    }
    return names.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
  }

  // MARK: Rules

  private mutating func ruleBox(_ index: Int32, _ truth: RuleTruth?, _ blocker: Blocker?) -> Int {
    if let known = ruleBoxes[index] { return known }
    let rule = graph.parts.rules[Int(index)]
    let isSoft = graph.parts.nodes[Int(rule.soft)].kind != .never
    let caption = "rule, line \(rule.place.line)" + (isSoft ? ", soft" : "")
    let finding = truth.map { PictureBuilder.finding($0, blocker) }
    let box = box(.rule, rule.place.text, caption, finding)
    ruleBoxes[index] = box
    if let limit = rule.limit { arrow(box, limitBox(limit, truth)) }
    if rule.effect == .requires { arrow(box, nodeBox(rule.requirement)) }
    for node in [rule.condition, rule.inForce]
    where graph.parts.nodes[Int(node)].kind != .always {
      arrow(box, nodeBox(node), "when")
    }
    return box
  }

  private static func finding(_ truth: RuleTruth, _ blocker: Blocker?) -> GraphPicture.BoxStatus {
    guard let blocker else {
      if truth.inForce == .no || truth.condition == .no {
        return GraphPicture.BoxStatus(state: .yes, words: "holds: does not apply")
      }
      return GraphPicture.BoxStatus(state: .yes, words: "holds")
    }
    let reason = blocker.reason.rawValue
    if blocker.isSoft {
      return GraphPicture.BoxStatus(state: .warned, words: "fails, only warns: \(reason)")
    }
    if truth.holds == .unknown {
      return GraphPicture.BoxStatus(state: .unknown, words: "unknown: \(reason)")
    }
    return GraphPicture.BoxStatus(state: .no, words: "fails: \(reason)")
  }

  private mutating func limitBox(_ limit: Limit, _ truth: RuleTruth?) -> Int {
    if let known = limitBoxes[limit] { return known }
    var caption = "limit"
    if let situation {
      let used = situation.snapshot.input.counter(limit.meter, limit.window).used(
        at: situation.time)
      let unit = graph.parts.meters[Int(limit.meter)].unit
      caption += used < 0 ? ", use unknown" : ", \(QuantityText.print(used, unit, .english)) used"
    }
    let finding = truth.map { (!$0.exceeds).finding("not exceeded", "exceeded") }
    let box = box(.condition, conditions.words(limit), caption, finding)
    limitBoxes[limit] = box
    guard limit.kind != .bare, limit.kind != .undecided else { return box }
    for product in adders[Int(limit.meter)] { arrow(box, productBox(product), "more by") }
    return box
  }

  // MARK: Boxes

  mutating func box(
    _ kind: GraphPicture.Kind, _ text: String, _ caption: String,
    _ finding: GraphPicture.BoxStatus?
  ) -> Int {
    picture.boxes.append(
      GraphPicture.Box(
        kind: kind, text: DisplayCell.shown(text), caption: DisplayCell.shown(caption),
        finding: finding))
    return picture.boxes.count - 1
  }

  mutating func arrow(_ from: Int, _ to: Int, _ label: String = "") {
    picture.arrows.append(GraphPicture.Arrow(from: from, to: to, label: label))
  }
}
