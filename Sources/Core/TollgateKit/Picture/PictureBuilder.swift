import TollgateRuntime
import TollgateSyntax
import TollgateWords

extension Policy {
  /// The picture of a target, of the members of a group or a range, or of the whole policy; with
  /// a situation, also of its results. `nil` if the policy does not know the name.
  ///
  /// Features with the very same rules share a box. It takes time in proportion to the graph.
  ///
  /// - Parameter locale: A BCP 47 tag for labels and words. Without one, things have their names
  ///   and the words are English.
  package func picture(
    of name: String? = nil, in situation: PictureSituation? = nil, locale: String? = nil,
    currency: String? = nil
  ) -> GraphPicture? {
    guard let targets = name.map({ graph.members(of: $0) }) ?? graph.targets else { return nil }
    let texts = Texts(graph: graph, locale: locale ?? "en", usesLabels: locale != nil)
    var builder = PictureBuilder(texts: texts, graph: graph, situation: situation, target: name)
    builder.currency = currency
    builder.add(targets.map { $0.index })
    return builder.picture
  }
}

/// Makes the picture of a graph: each target, rule, condition, entitlement and product is one box.
struct PictureBuilder: Bilingual {
  let texts: Texts
  let clauses: ClauseWords
  let graph: RuleGraph
  let situation: PictureSituation?
  /// The currency of the prices, where a product has one in it.
  var currency: String?
  var picture: GraphPicture
  var evaluation: Evaluation<NoObserver>?
  var language: Language { texts.language }
  var entitlementBoxes: [Int32: Int] = [:]
  var nodeBoxes: [Int32: Int] = [:]
  var productBoxes: [Int32: Int] = [:]
  private var limitBoxes: [Limit: Int] = [:]
  private var ruleBoxes: [Int32: Int] = [:]
  /// The products that open what is shown when bought alone.
  var waysIn: Set<String> = []
  /// By entitlement, those that include it directly.
  let includers: [[Int32]]
  /// By entitlement, the products that grant it; by meter, those that add to it.
  let grantors: [[Int32]]
  let adders: [[Int32]]
  /// The `grant` statements by their nodes.
  let statements: [Int32: StatementGrant]

  init(texts: Texts, graph: RuleGraph, situation: PictureSituation?, target: String?) {
    self.texts = texts
    clauses = ClauseWords(ClauseReader(graph: graph), texts)
    self.graph = graph
    self.situation = situation
    let name = graph.name.isEmpty ? graph.parts.file : texts.label(graph.parts.label) ?? graph.name
    picture = GraphPicture(
      policy: DisplayCell.shown(name), target: target.map(DisplayCell.shown),
      time: situation.map { Instant(milliseconds: $0.time).text }, language: texts.language)
    evaluation = situation?.evaluation
    includers = graph.directIncluders
    var grantors: [[Int32]] = graph.parts.entitlements.map { _ in [] }
    var adders: [[Int32]] = graph.parts.meters.map { _ in [] }
    for (index, product) in graph.parts.products.enumerated() {
      for entitlement in product.grants { grantors[Int(entitlement)].append(Int32(index)) }
      for meter in Set((product.adds + product.packs).map({ $0.meter })) {
        adders[Int(meter)].append(Int32(index))
      }
    }
    var statements: [Int32: StatementGrant] = [:]
    for grant in graph.parts.statementGrants where statements[grant.node] == nil {
      statements[grant.node] = grant
    }
    self.statements = statements
    self.grantors = grantors
    self.adders = adders
  }

  // MARK: Targets

  /// Targets with the same rules and uses share a box; a meter or a setting has one of its own.
  mutating func add(_ targets: [Int32]) {
    var groups: [[Int32]] = []
    var known: [GroupKey: Int] = [:]
    for target in targets {
      let record = graph.parts.targets[Int(target)]
      let key = GroupKey(
        rules: record.rules, uses: graph.uses[target], meter: record.meter,
        setting: graph.setting(of: target))
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
    var uses: [Int32]
    var meter: MeterIndex?
    var setting: SettingIndex?
  }

  private mutating func add(group: [Int32], isOnly: Bool) {
    let first = graph.parts.targets[Int(group[0])]
    let decision = situation.map {
      graph.decide(Target(index: group[0]), ask: $0.ask, for: $0.snapshot, at: $0.now)
    }
    let setting = graph.setting(of: group[0])
    let one = first.meter != nil ? words("meter", "计量项") : words("feature", "功能")
    var caption =
      group.count == 1 ? one : words("\(group.count) features", "\(group.count) 项功能")
    if setting != nil {
      caption = words("setting", "设置")
    } else if first.rules.isEmpty {
      caption += words(", no rule", "，没有规则")
    }
    let target = box(
      setting == nil ? .target : .setting, names(of: group), caption, decision.map(finding))
    if isOnly, let decision { waysIn = PictureBuilder.singleProducts(of: decision) }
    let blockers = decision?.blockers ?? []
    var truths: [Int32: RuleTruth] = [:]
    for (rule, truth) in decision?.inquiry?.trace ?? [] { truths[rule] = truth }
    for rule in first.rules {
      let blocker = blockers.first { $0.index == rule }
      arrow(target, ruleBox(rule, truths[rule], blocker))
    }
    if let setting { addValue(of: setting, to: target) }
  }

  private static func singleProducts(of decision: Decision) -> Set<String> {
    var names: Set<String> = []
    for case .buy(let offers) in decision.waysIn where offers.count == 1 {
      names.insert(offers[0].product)
    }
    return names
  }

  private func finding(of decision: Decision) -> GraphPicture.BoxStatus {
    let reason = decision.reason.rawValue
    switch decision.outcome {
    case .allowed: return .init(state: .yes, words: words("allowed: \(reason)", "可用：\(reason)"))
    case .warned:
      return .init(state: .warned, words: words("warned: \(reason)", "可用，有提醒：\(reason)"))
    case .denied where decision.reason.isUnknown:
      return .init(
        state: .unknown, words: words("unknown, so denied: \(reason)", "未知，因此拒绝：\(reason)"))
    case .denied: return .init(state: .no, words: words("denied: \(reason)", "拒绝：\(reason)"))
    }
  }

  /// `L9..L14, csv-export and 12 more`
  private func names(of targets: [Int32]) -> String {
    let runs = graph.runs(of: targets, texts)
    let shown = runs.prefix(runs.count == 5 ? 5 : 4)
    let rest = targets.count - shown.reduce(0) { $0 + $1.count }
    let names = list(shown.map { texts.usesLabels ? $0.label : $0.name })
    return rest > 0 ? words("\(names) and \(rest) more", "\(names)等 \(targets.count) 项") : names
  }

  // MARK: Rules

  private mutating func ruleBox(_ index: Int32, _ truth: RuleTruth?, _ blocker: Blocker?) -> Int {
    if let known = ruleBoxes[index] { return known }
    let rule = graph.parts.rules[Int(index)]
    let isSoft = graph[node: rule.soft] != .never
    let caption =
      words("rule", "规则") + line(rule.place.row) + (isSoft ? words(", soft", "，仅提醒") : "")
    let finding = truth.map { self.finding($0, blocker) }
    let box = box(.rule, rule.place.text, caption, finding)
    ruleBoxes[index] = box
    if let limit = rule.limit { arrow(box, limitBox(limit, truth)) }
    let isLadder = rule.limit.map { addSteps(of: $0, to: box) } ?? false
    if rule.effect == .requires, !isLadder { arrow(box, nodeBox(rule.requirement)) }
    if let overage = graph.overage(of: index) {
      arrow(box, nodeBox(overage.requirement), words("beyond it", "超出后"))
    }
    if let rollover = graph.rollover(of: index), graph[node: rollover.requirement] != .always {
      arrow(box, nodeBox(rollover.requirement), words("unused rolls over", "未用完的结转"))
    }
    for node in [rule.condition, rule.inForce]
    where graph[node: node] != .always {
      arrow(box, nodeBox(node), words("when", "条件"))
    }
    return box
  }

  /// The line of a statement, with the file where the policy has several.
  func line(_ row: PolicyRow) -> String {
    let (file, line) = graph.parts.place(ofRow: row)
    if graph.parts.rows.names.isEmpty { return words(", line \(line)", "，第 \(line) 行") }
    return words(", \(file) line \(line)", "，\(file) 第 \(line) 行")
  }

  private func finding(_ truth: RuleTruth, _ blocker: Blocker?) -> GraphPicture.BoxStatus {
    guard let blocker else {
      let applies = truth.inForce != .no && truth.condition != .no
      return .init(
        state: .yes,
        words: applies ? words("holds", "满足") : words("holds: does not apply", "满足：不适用"))
    }
    let reason = blocker.reason.rawValue
    if blocker.isSoft {
      return .init(
        state: .warned, words: words("fails, only warns: \(reason)", "不满足，仅提醒：\(reason)"))
    }
    // Unknown is never allowed: the rule says no, as its target does. The boxes below show which
    // part is unknown.
    return .init(state: .no, words: words("fails: \(reason)", "不满足：\(reason)"))
  }

  private mutating func limitBox(_ limit: Limit, _ truth: RuleTruth?) -> Int {
    if let known = limitBoxes[limit] { return known }
    var caption = words("limit", "限额")
    if let situation {
      let used = situation.snapshot.input.used(
        limit.counter.meter, limit.window, at: situation.time)
      let amount = used.map { texts.quantity($0, ofMeter: limit.meter) }
      caption +=
        amount.map { words(", \($0) used", "，已用 \($0)") } ?? words(", use unknown", "，用量未知")
    }
    let finding = finding(
      truth.map { !$0.exceeds }, words("not exceeded", "未超出"), words("exceeded", "已超出"))
    let box = box(.condition, words(limit), caption, finding)
    limitBoxes[limit] = box
    guard limit.kind != .bare, limit.kind != .undecided else { return box }
    for product in adders[Int(limit.counter.meter)] {
      let record = graph.parts.products[Int(product)]
      guard (record.adds + record.packs).contains(where: { $0.raises(limit.counter) }) else {
        continue
      }
      arrow(box, productBox(product), words("more by", "可提高上限"))
    }
    return box
  }

  /// The limit of a rule as what is allowed: `bills at most 500 per day`.
  private func words(_ limit: Limit) -> String {
    if case .setting(let setting) = limit.kind { return graph.name(ofSetting: setting) }
    let meter = texts.name(ofMeter: limit.counter.meter)
    let window = window(limit.window)
    switch limit.kind {
    case .atMost(let quantity):
      let amount = texts.quantity(quantity, ofMeter: limit.meter)
      return words("\(meter) at most \(amount)\(window)", "\(window)\(meter)不超过\(amount)")
    case .allowance(let otherwise):
      var rest = ""
      if let otherwise {
        rest = words(", otherwise ", "，否则为 ") + texts.quantity(otherwise, ofMeter: limit.meter)
      }
      return words(
        "\(meter) within the allowance\(rest)\(window)", "\(window)\(meter)不超过上报的额度\(rest)")
    case .undecided:
      return words(
        "\(meter)\(window): the free amount is not decided yet", "\(window)\(meter)：免费额度尚未确定")
    case .bare: return words("no more \(meter)", "不再新增\(meter)")
    case .ladder(let ladder):
      var base = limit
      base.kind = graph.parts.ladders[Int(ladder)].base.kind
      return words(base)
    case .setting: return ""
    }
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

  /// A truth in one of three words; `nil` if there is no situation.
  func finding(_ truth: Truth?, _ yes: String, _ no: String) -> GraphPicture.BoxStatus? {
    switch truth {
    case nil: nil
    case .yes: .init(state: .yes, words: yes)
    case .no: .init(state: .no, words: no)
    case .unknown: .init(state: .unknown, words: words("unknown", "未知"))
    }
  }
}

extension PictureBuilder {
  /// The box of a condition and all that it depends on. A verified graph has no circles, and its
  /// conditions are no deeper than the parser lets them be.
  mutating func nodeBox(_ index: Int32) -> Int {
    if let known = nodeBoxes[index] { return known }
    var text = ""
    var parts: [Int32] = []
    var brought: EntitlementIndex?
    switch graph[node: index] {
    case .entitlement(let entitlement, _): return entitlementBox(entitlement)
    case .statement(_, let condition): return grantBox(index, when: condition)
    case .all(let children):
      text = words("all of", "全部满足")
      parts = Array(graph[children])
    case .any(let children):
      text = words("any of", "满足任一")
      parts = Array(graph[children])
    case .paid(let entitlement):
      text = leafWords(index, isTrue: true)
      brought = entitlement
    case .not(let child):
      text = leafWords(child, isTrue: false)
      if text.isEmpty {
        text = words("not", "不满足")
        parts = [child]
      }
    default: text = leafWords(index, isTrue: true)
    }
    let caption = parts.isEmpty ? words("condition", "条件") : ""
    let finding = finding(
      evaluation?.value(index), words("true", "成立"), words("false", "不成立"))
    let box = box(.condition, text, caption, finding)
    nodeBoxes[index] = box
    for part in parts { arrow(box, nodeBox(part)) }
    if let brought { arrow(box, entitlementBox(brought)) }
    return box
  }

  /// An entitlement, and what gives it: the policy itself, what includes it, and products.
  private mutating func entitlementBox(_ index: Int32) -> Int {
    if let known = entitlementBoxes[index] { return known }
    let entitlement = graph.parts.entitlements[Int(index)]
    let node = graph.node(ofEntitlement: index)
    var held: Truth?
    if let node {
      held = evaluation?.value(node)
    } else {
      held = evaluation?.held(index)
    }
    let caption =
      entitlement.rank == nil
      ? words("entitlement", "权益")
      : entitlement.rank == 0 ? words("tier of everybody", "人人拥有的等级") : words("tier", "等级")
    let finding = finding(
      held, words("the user has it", "用户拥有"), words("the user does not have it", "用户没有"))
    let box = box(.entitlement, texts.name(ofEntitlement: index), caption, finding)
    entitlementBoxes[index] = box
    if let node, case .entitlement(_, let giver?) = graph[node: node] {
      for grant in statements(below: giver) { arrow(box, nodeBox(grant)) }
    }
    for includer in includers[Int(index)] {
      arrow(box, entitlementBox(includer), words("part of", "包含于"))
    }
    for product in grantors[Int(index)] { arrow(box, productBox(product)) }
    return box
  }

  /// The statements that give an entitlement: one, or any of several.
  private func statements(below index: Int32) -> [Int32] {
    guard case .any(let children) = graph[node: index] else { return [index] }
    return Array(graph[children])
  }

  private mutating func grantBox(_ index: Int32, when condition: Int32) -> Int {
    let finding = finding(
      evaluation?.value(index), words("given", "已授予"), words("not given", "未授予"))
    let grant = statements[index]
    let name = grant.map { texts.name(ofEntitlement: $0.entitlement) } ?? ""
    let caption = words("grant", "授权") + (grant.map { line($0.row) } ?? "")
    let box = box(.grant, words("grant \(name)", "授予\(name)"), caption, finding)
    nodeBoxes[index] = box
    if graph[node: condition] != .always {
      arrow(box, nodeBox(condition), words("when", "条件"))
    }
    return box
  }

  mutating func productBox(_ index: Int32) -> Int {
    if let known = productBoxes[index] { return known }
    let product = graph.parts.products[Int(index)]
    let price = texts.price(of: product, in: currency)
    let sale = product.isForSale ? price : words("not for sale", "不出售")
    let box = box(
      .product, texts.name(ofProduct: index), words("product, \(sale)", "商品，\(sale)"),
      situation.map { self.finding(ofProduct: index, in: $0) })
    productBoxes[index] = box
    return box
  }

  /// A condition without parts, or that it is not true; empty for any other.
  private func leafWords(_ index: Int32, isTrue: Bool) -> String {
    switch graph[node: index] {
    case .all, .any, .not, .entitlement, .statement: ""
    default: clauses.words(clauses.reader.clause(index, isTrue: isTrue))
    }
  }
}

extension PictureBuilder {
  /// Draws the value of a setting: its statement, with the steps and the products that add to it.
  mutating func addValue(of setting: SettingIndex, to target: Int) {
    let index = graph.parts.settings[Int(setting)].rule
    let rule = graph.parts.rules[Int(index)]
    let value = box(
      .rule, rule.place.text, words("value", "值") + line(rule.place.row), valueFinding(setting))
    arrow(target, value)
    addSteps(of: Limit(setting: setting), to: value)
    for (index, product) in graph.parts.products.enumerated()
    where product.settingAdds.contains(where: { $0.setting == setting }) {
      arrow(value, productBox(Int32(index)), words("more by", "可提高上限"))
    }
  }

  /// The value that the user surely has.
  private mutating func valueFinding(_ setting: SettingIndex) -> GraphPicture.BoxStatus? {
    guard let value = evaluation?.value(of: setting) else { return nil }
    let text = texts.words(graph.value(value, of: setting), of: setting)
    return .init(state: .yes, words: words("the user has \(text)", "用户当前可用：\(text)"))
  }

  /// Draws each step of a ladder, and what it asks for. Says whether the limit is a ladder.
  @discardableResult
  mutating func addSteps(of limit: Limit, to box: Int) -> Bool {
    guard let index = graph.ladder(of: limit) else { return false }
    let places = graph[ladder: index].steps
    for (step, place) in zip(graph.parts.ladders[Int(index)].steps, places) {
      arrow(box, stepBox(step, place))
    }
    return true
  }

  private mutating func stepBox(_ step: LadderStep, _ place: Int) -> Int {
    let finding = finding(
      evaluation?.counts(step: place), words("counts", "计入"), words("does not count", "不计入"))
    let box = box(
      .step, step.place.text, words("step", "档位") + line(step.place.row), finding)
    if !step.asksForNothing { arrow(box, nodeBox(step.requirement)) }
    for node in [step.condition, step.inForce]
    where graph[node: node] != .always {
      arrow(box, nodeBox(node), words("when", "条件"))
    }
    return box
  }
}

extension RuleGraph {
  /// By entitlement, those that include it directly: not by way of another one that they include.
  var directIncluders: [[Int32]] {
    let entitlements = parts.entitlements
    var includers: [[Int32]] = entitlements.map { _ in [] }
    /// The last entitlement that was found to include each by way of another one.
    var reached = [Int](repeating: -1, count: entitlements.count)
    for (index, entitlement) in entitlements.enumerated() {
      // Whatever includes another one gives more than that one does.
      let given = entitlement.gives.filter { $0 != index }.sorted {
        (entitlements[Int($1)].gives.count, $0) < (entitlements[Int($0)].gives.count, $1)
      }
      for other in given where reached[Int(other)] != index {
        includers[Int(other)].append(Int32(index))
        for further in entitlements[Int(other)].gives { reached[Int(further)] = index }
      }
    }
    return includers
  }
}
