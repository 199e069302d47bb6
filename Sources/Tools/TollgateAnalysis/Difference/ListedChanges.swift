import TollgateCompiler
import TollgateRuntime
import TollgateWords

/// The changes that decide nothing about access: texts, reminders, prices.
struct ListedChanges {
  private let old: ListedContent
  private let new: ListedContent

  init(_ old: RuleGraph, _ new: RuleGraph) {
    var (one, two) = (ListedContent(old), ListedContent(new, after: old))
    one.collect()
    two.collect()
    self.old = one
    self.new = two
  }

  /// Every one, the policy's own first, in the order in which they are first met.
  var all: [PolicyDifference.ListedChange] {
    var changes: [PolicyDifference.ListedChange] = []
    for subject in old.order + new.order.filter({ old.items[$0] == nil }) {
      let (before, after) = (old.items[subject], new.items[subject])
      guard before?.value != after?.value, let item = after ?? before else { continue }
      changes.append(
        PolicyDifference.ListedChange(
          subject: subject, old: before?.value, new: after?.value, product: item.product,
          aspect: item.aspect, isOfNew: !old.owners.contains(item.owner),
          isOfGone: !new.owners.contains(item.owner)))
    }
    return changes
  }
}

/// The content of a policy besides access, subject by subject, in an order of its own: moving
/// a statement changes nothing here.
private struct ListedContent {
  let graph: RuleGraph
  var items: [String: Item] = [:]
  var order: [String] = []
  /// Everything that is declared or used, by kind and name.
  var owners: Set<String> = []
  /// The subject of the items that are added next.
  private var owner = ""
  private var product: String?

  struct Item {
    var value: String
    var owner: String
    var product: String?
    var aspect: String
  }

  /// The policy before; nil for the old one.
  private let before: RuleGraph?

  init(_ graph: RuleGraph, after before: RuleGraph? = nil) {
    self.graph = graph
    self.before = before
  }

  private var parts: RuleGraph.Parts { graph.parts }

  private mutating func begin(_ kind: String, _ name: String) {
    owner = kind + " " + name
    owners.insert(owner)
  }

  private mutating func add(_ subject: String, _ value: String?, as aspect: String = "") {
    guard let value, !value.isEmpty, items[subject] == nil else { return }
    items[subject] = Item(value: value, owner: owner, product: product, aspect: aspect)
    order.append(subject)
  }

  mutating func collect() {
    begin("policy", "")
    collectPolicy()
    collectProducts()
    begin("policy", "")
    add(
      "the tiers",
      parts.entitlements.prefix(parts.tierCount).map { $0.name }.joined(separator: " < "))
    for entitlement in parts.entitlements {
      begin("entitlement", entitlement.name)
      let included = entitlement.gives.filter {
        parts.entitlements[Int($0)].name != entitlement.name
      }
      add("what \(entitlement.name) includes", entitlements(included))
      add("the label of \(entitlement.name)", label(entitlement.label))
      add("the benefits of \(entitlement.name)", labels(entitlement.benefits))
    }
    for meter in parts.meters {
      begin("target", meter.name)
      add("the unit of \(meter.name)", meter.unit.word)
      addClauses(of: meter)
    }
    for fact in parts.facts {
      begin("fact", fact.name)
      add("the label of \(fact.name)", label(fact.label))
    }
    for rollout in parts.rollouts {
      begin("rollout", rollout.name)
      add("the share of \(rollout.name)", Int64(rollout.share).percent)
      add("the label of \(rollout.name)", label(rollout.label))
    }
    for group in parts.groups {
      begin("group", group.name)
      add("the label of \(group.name)", label(group.label))
      guard !group.isSeries else { continue }
      add("the group \(group.name)", members(of: group))
    }
    for target in parts.targets { collect(target) }
    for index in parts.settings.indices { collect(setting: SettingIndex(index)) }
  }

  private mutating func collectPolicy() {
    add("the name of the policy", parts.name)
    add("the label of the policy", label(parts.label))
    add("how long snapshots are trusted", parts.trust.map { span($0) })
    add("how long a dismissed prompt stays away", parts.promptSnooze.map { span($0) })
  }

  private func span(_ milliseconds: Int64) -> String { AmountText.duration(milliseconds, .english) }

  private func members(of group: TargetGroup) -> String {
    sorted(group.members.map { parts.targets[Int($0)].name })
  }

  /// Names in an order that does not depend on the source.
  private func sorted(_ items: [String], _ separator: String = ", ") -> String {
    Set(items).sorted().joined(separator: separator)
  }

  /// Words of amounts, the least amount first, each once.
  private func listed(_ items: [(Int64, String)]) -> String {
    var list: [String] = []
    for item in items.sorted(by: { $0 < $1 }) where !list.contains(item.1) {
      list.append(item.1)
    }
    return list.joined(separator: ", ")
  }

  private func amount(_ limit: Limit) -> Int64 {
    switch limit.kind {
    case .atMost(let quantity): quantity
    case .bare: 0
    case .allowance, .undecided, .ladder, .setting: .max
    }
  }

  private func amount(_ reminder: Reminder) -> Int64 {
    switch reminder.at {
    case .quantity(let quantity): quantity
    case .share(let share): share
    case .beforeEnd(let lead): lead.milliseconds
    }
  }

  // MARK: Labels

  private func label(_ index: LabelIndex?) -> String? {
    guard let index else { return nil }
    let texts = parts.labels[Int(index)].texts.map { text in
      text.locale.isEmpty ? "“\(text.text)”" : "\(text.locale) “\(text.text)”"
    }
    return texts.joined(separator: " ")
  }

  private func labels(_ indices: [LabelIndex]) -> String {
    indices.compactMap { label($0) }.joined(separator: "; ")
  }

  // MARK: Products

  private mutating func collectProducts() {
    for (index, product) in parts.products.enumerated() {
      let name = product.name
      begin("product", name)
      self.product = name
      add("the product \(name)", product.isForSale ? "for sale" : "not for sale", as: "sale")
      add("the buyers of \(name)", product.sale?.text, as: "buyers")
      add("the price of \(name)", price(of: product), as: "price")
      add("the trial of \(name)", trial(of: product), as: "trial")
      add(
        "the introductory price of \(name)",
        product.introductionWords(.english, counting: counted(product.price)),
        as: "introductory price")
      add("the grace of \(name)", product.grace > 0 ? span(product.grace) : nil, as: "grace")
      addContents(of: product, Int32(index))
      add("the store ids of \(name)", sorted(product.storeIDs.map { storeID($0) }), as: "store ids")
      add("what \(name) is sold with", products(product.onlyWith), as: "only with")
      add("what \(name) is not held with", products(product.notWith), as: "not with")
      add(
        "whether \(name) is shared with the family", sharing(of: product),
        as: "shared with family")
      add(
        "whether \(name) is recommended", product.isRecommended ? "yes" : nil, as: "recommended")
      add("the label of product \(name)", label(product.label), as: "label")
      add("the benefits of product \(name)", labels(product.benefits), as: "benefits")
    }
    product = nil
  }

  /// The contents of a product; of a new one that opens what an old one opened, only that.
  private mutating func addContents(of product: Product, _ index: Int32) {
    let name = product.name
    if let before, let like = before.product(like: index, of: graph) {
      let old = before.parts.products[Int(like)].name
      return add("what \(name) opens", "the same as `\(old)`", as: "opens")
    }
    add("what \(name) grants", entitlements(product.grants), as: "grants")
    add("what \(name) adds", sorted(additions(of: product)), as: "adds")
    add(
      "what \(name) adds until it is used up", sorted(product.packs.map { words($0) }),
      as: "packs")
  }

  private func entitlements(_ indices: [Int32]) -> String {
    sorted(indices.map { parts.entitlements[Int($0)].name })
  }

  private func additions(of product: Product) -> [String] {
    product.adds.map { words($0) }
      + product.settingAdds.map { addition in
        let amount = graph.value(.quantity(addition.amount), of: addition.setting)
        return "\(SettingLiteral.print(amount)) to \(graph.name(ofSetting: addition.setting))"
      }
  }

  private func words(_ addition: Product.Addition) -> String {
    let meter = parts.meters[Int(addition.meter)]
    let window = addition.window?.name.map { " per \($0)" } ?? ""
    return "\(AmountText.print(addition.amount, meter.unit, .english)) to \(meter.name)\(window)"
  }

  private func storeID(_ id: Product.StoreID) -> String {
    id.store.isEmpty ? id.id : "\(id.id) on \(id.store)"
  }

  private func products(_ indices: [Int32]) -> String {
    sorted(indices.map { parts.products[Int($0)].name })
  }

  /// `12 CNY or 1.99 USD per year`, `8 USD per month for each seat, at least 5`
  private func price(of product: Product) -> String? {
    guard let price = product.price else {
      return product.isPriceOnRequest ? "on request" : nil
    }
    return price.words(
      .english, counting: counted(price), or: Array(product.prices.dropFirst()))
  }

  private func counted(_ price: Price?) -> CountedThings? {
    price?.each.map { each in
      let unit = parts.meters.first { $0.name == each.meter }?.unit ?? .count
      return CountedThings(each, unit: unit, named: each.meter, .english)
    }
  }

  private func trial(of product: Product) -> String? {
    if product.trialMonths > 0 {
      return PeriodText(language: .english).length(ofMonths: product.trialMonths)
    }
    return product.trial.map { span($0) }
  }

  private func sharing(of product: Product) -> String? {
    guard product.isSharedWithFamily else { return nil }
    return product.mostSharing > 0 ? "up to \(product.mostSharing) people" : "yes"
  }

  // MARK: Targets

  /// The texts, limits and reminders of the rules of a target.
  private mutating func collect(_ target: TargetRecord) {
    let name = target.name
    begin("target", name)
    add("the label of \(name)", label(target.label))
    add("the benefits of \(name)", labels(target.benefits))
    var rules = target.rules.map { parts.rules[Int($0)] }
    // The texts below a setting are those of the rule that asks for its value.
    let index = graph.names.targets[name].flatMap { graph.setting(of: $0) }
    if let index { rules.append(parts.rules[Int(parts.settings[Int(index)].rule)]) }
    let unit = target.meter.map { parts.meters[Int($0)].unit } ?? .count
    if let place = graph.names.targets[name] {
      let taken = graph.uses[place].map { words(graph[use: $0]) }
      add("what \(name) takes", listed(taken))
    }
    add(
      "the limits of \(name)",
      listed(
        rules.compactMap { rule in
          guard let limit = rule.limit else { return nil }
          if case .setting = limit.kind { return nil }
          return (amount(limit), words(limit, unit))
        }))
    let overages = target.rules.compactMap { graph.overage(of: $0) }
    add("what goes beyond the limits of \(name)", sorted(overages.map { words($0, unit) }))
    let rollovers = target.rules.compactMap { graph.rollover(of: $0) }
    add("what is carried of \(name)", sorted(rollovers.map { words($0, unit) }))
    var reminders: [(Int64, String)] = []
    for rule in rules {
      reminders += rule.reminders.map { (amount($0), words($0, of: rule, unit)) }
    }
    add("the reminders of \(name)", listed(reminders))
    let usual = PromptStyle()
    add(
      "the prompts of \(name)",
      sorted(rules.compactMap { $0.prompt == usual ? nil : words($0.prompt) }))
    add("the messages of \(name)", sorted(rules.compactMap { label($0.message) }, "; "))
    guard !parts.insteads.isEmpty else { return }
    var ruled = Set(target.rules)
    if let index { ruled.insert(parts.settings[Int(index)].rule) }
    let insteads = parts.insteads.filter { ruled.contains($0.rule) }.flatMap { $0.targets }
    add("what to use instead of \(name)", sorted(insteads.map { parts.targets[Int($0)].name }))
  }

  /// A price beyond a limit. Who may go beyond it is told by what changes for users.
  private func words(_ overage: Overage, _ unit: Meter.Unit) -> String {
    guard let first = overage.prices.first else { return "" }
    let price = first.words(
      .english, counting: counted(first), or: Array(overage.prices.dropFirst()))
    if let money = overage.mostMoney { return "\(price), at most \(money) \(first.currency)" }
    guard let most = overage.most else { return price }
    return "\(price), at most \(AmountText.print(most, unit, .english)) more"
  }

  /// ` for each of seats`
  private func each(_ source: Ladder.Source?) -> String {
    switch source {
    case .bought(let meter): " for each of \(graph[meter: meter].name)"
    case .fact(let fact): " for each of \(graph[fact: fact].name)"
    case nil: ""
    }
  }

  /// `all of it`, `at most 100`, `at most 25% of the limit`, with the requirement before it.
  private func words(_ rollover: Rollover, _ unit: Meter.Unit) -> String {
    let most =
      switch rollover.most {
      case .all: "all of it"
      case .quantity(let most): "at most \(AmountText.print(most, unit, .english))"
      case .share(let share): "at most \(share.percent) of the limit"
      }
    return most
  }

  /// The clauses of a meter in words.
  private mutating func addClauses(of meter: Meter) {
    let windows: String? =
      switch meter.windows {
      case .calendar: nil
      case .subscription: "follow the subscription"
      case .firstUse: "begin with the first use"
      case .roll: "roll"
      }
    add("how the windows of \(meter.name) run", windows)
    let begin = meter.begin.map { $0.zone.isEmpty ? $0.time : "\($0.time) in \($0.zone)" }
    add("when the days of \(meter.name) begin", begin)
    add("what \(meter.name) is counted per", meter.countedPer)
    add("whether \(meter.name) is counted for ever", meter.isCountedForEver ? "yes" : nil)
    let refill = meter.refill.map {
      "\(AmountText.print($0.amount, meter.unit, .english)) every \(span($0.interval))"
    }
    add("how \(meter.name) refills", refill)
  }

  private mutating func collect(setting index: SettingIndex) {
    let name = graph.name(ofSetting: index)
    begin("target", name)
    // Who has which value is worked out.
    let setting = parts.settings[Int(index)]
    let isSmallerBetter = parts.ladders[Int(setting.ladder)].isSmallerBetter
    add("which value of \(name) is better", isSmallerBetter ? "the smaller" : nil)
    let choices = setting.choices
    add("the choices of \(name)", choices.map { $0.name }.joined(separator: " < "))
  }

  /// `4 credits (2 credits with pro)`: the amount and the line's own words below it.
  private func words(_ use: Use) -> (Int64, String) {
    let meter = parts.meters[Int(use.meter)]
    let ladder = parts.ladders[Int(use.ladder)]
    func amount(_ amount: Int64) -> String {
      AmountText.things(amount, meter.unit, named: meter.name, .english)
    }
    guard case .quantity(let base) = ladder.base else { return (0, "") }
    var words = amount(base)
    if let each = use.each { words += " for each \(AmountText.grouped(each))" }
    let isAlways = graph[node: use.inForce] == .always && graph[node: use.condition] == .always
    if !isAlways { words += " at times" }
    let steps = ladder.steps.map { $0.place.text }
    return (base, steps.isEmpty ? words : words + " (" + steps.joined(separator: ", ") + ")")
  }

  private func words(_ limit: Limit, _ unit: Meter.Unit) -> String {
    let window = limit.window.name.map { " per \($0)" } ?? ""
    switch limit.kind {
    case .atMost(let quantity): return AmountText.print(quantity, unit, .english) + window
    case .allowance(let otherwise):
      return words(allowanceOtherwise: otherwise, unit) + window
    case .undecided: return "undecided" + window
    case .bare: return "no growth"
    case .ladder(let index):
      let ladder = parts.ladders[Int(index)]
      let each = each(ladder.source)
      let steps = ladder.steps.map { words($0.value, unit) + ($0.isEach ? each : "") }
      return words(ladder.base, unit) + (ladder.isBaseEach ? each : "") + window
        + (steps.isEmpty ? "" : " (steps: " + steps.joined(separator: ", ") + ")")
    case .setting: return ""
    }
  }

  private func words(_ base: Ladder.Base, _ unit: Meter.Unit) -> String {
    switch base {
    case .quantity(let quantity): AmountText.print(quantity, unit, .english)
    case .allowance(let otherwise): words(allowanceOtherwise: otherwise, unit)
    case .undecided: "undecided"
    }
  }

  private func words(allowanceOtherwise otherwise: Int64?, _ unit: Meter.Unit) -> String {
    guard let otherwise else { return "the allowance" }
    return "the allowance, otherwise " + AmountText.print(otherwise, unit, .english)
  }

  private func words(_ value: Ladder.Value, _ unit: Meter.Unit) -> String {
    switch value {
    case .quantity(let quantity): AmountText.print(quantity, unit, .english)
    case .unlimited: "unlimited"
    }
  }

  private func words(_ reminder: Reminder, of rule: Rule, _ unit: Meter.Unit) -> String {
    var words: String
    switch reminder.at {
    case .quantity(let quantity): words = "at " + AmountText.print(quantity, unit, .english)
    case .share(let share): words = "at " + share.percent
    case .beforeEnd(let lead): words = "\(lead.text) before it ends"
    }
    if !reminder.isOfEnd, let window = rule.limit?.window.name { words += " per \(window)" }
    words += reminder.isProminent ? " prominent" : " gentle"
    if let snooze = reminder.snooze { words += " snooze \(span(snooze))" }
    return words + (label(reminder.label).map { " \($0)" } ?? "")
  }

  private func words(_ prompt: PromptStyle) -> String {
    var words = prompt.presentation
    if let snooze = prompt.snooze { words += " snooze \(span(snooze))" }
    return prompt.isDismissible ? words : words + " not dismissible"
  }
}
