import TollgateRuntime

/// What changed and decides nothing about access: what is said, shown and paid.
struct ListedChanges {
  private let old: [String: String]
  private let new: [String: String]
  /// In the order in which they are first met.
  private let subjects: [String]

  init(_ old: RuleGraph, _ new: RuleGraph) {
    var (one, two) = (ListedContent(old), ListedContent(new))
    one.collect()
    two.collect()
    self.old = one.values
    self.new = two.values
    subjects = one.order + two.order.filter { one.values[$0] == nil }
  }

  /// Every one, the policy's own first.
  var all: [PolicyDifference.ListedChange] {
    var changes: [PolicyDifference.ListedChange] = []
    for subject in subjects where old[subject] != new[subject] {
      changes.append(
        PolicyDifference.ListedChange(subject: subject, old: old[subject], new: new[subject]))
    }
    return changes
  }
}

/// What a policy says besides who may do what, subject by subject, in an order of its own: moving
/// a statement changes nothing here.
private struct ListedContent {
  let graph: RuleGraph
  var values: [String: String] = [:]
  var order: [String] = []

  init(_ graph: RuleGraph) {
    self.graph = graph
  }

  private var parts: RuleGraph.Parts { graph.parts }

  private mutating func add(_ subject: String, _ value: String?) {
    guard let value, !value.isEmpty, values[subject] == nil else { return }
    values[subject] = value
    order.append(subject)
  }

  mutating func collect() {
    collectPolicy()
    collectProducts()
    add(
      "the tiers",
      parts.entitlements.prefix(parts.tierCount).map { $0.name }.joined(separator: " < "))
    for entitlement in parts.entitlements {
      let included = entitlement.gives.filter {
        parts.entitlements[Int($0)].name != entitlement.name
      }
      add("what \(entitlement.name) includes", entitlements(included))
      add("the label of \(entitlement.name)", label(entitlement.label))
      add("the benefits of \(entitlement.name)", labels(entitlement.benefits))
    }
    for meter in parts.meters { add("the unit of \(meter.name)", unit(meter.unit)) }
    for fact in parts.facts { add("the label of \(fact.name)", label(fact.label)) }
    for rollout in parts.rollouts {
      add("the share of \(rollout.name)", QuantityWords.share(Int64(rollout.share)))
      add("the label of \(rollout.name)", label(rollout.label))
    }
    for group in parts.groups {
      add("the label of \(group.name)", label(group.label))
      guard !group.isSeries else { continue }
      add("the group \(group.name)", members(of: group))
    }
    for target in parts.targets { collect(target) }
  }

  private mutating func collectPolicy() {
    add("the name of the policy", parts.name)
    add("the label of the policy", label(parts.label))
    add("how long snapshots are trusted", parts.trust >= 0 ? span(parts.trust) : nil)
    add(
      "how long a dismissed prompt stays away",
      parts.promptSnooze >= 0 ? span(parts.promptSnooze) : nil)
  }

  private func span(_ milliseconds: Int64) -> String { QuantityWords.span(milliseconds) }

  private func unit(_ unit: Meter.Unit) -> String {
    switch unit {
    case .count: "count"
    case .bytes: "bytes"
    case .seconds: "seconds"
    }
  }

  private func members(of group: TargetGroup) -> String {
    sorted(group.members.map { parts.targets[Int($0)].name })
  }

  /// Names in an order that does not depend on the source.
  private func sorted(_ items: [String], _ separator: String = ", ") -> String {
    Set(items).sorted().joined(separator: separator)
  }

  // MARK: Labels

  private func label(_ index: LabelIndex) -> String? {
    guard index >= 0 else { return nil }
    var texts: [String] = []
    for text in parts.labels[Int(index)].texts {
      texts.append(text.locale.isEmpty ? "“\(text.text)”" : "\(text.locale) “\(text.text)”")
    }
    return texts.joined(separator: " ")
  }

  private func labels(_ indices: [LabelIndex]) -> String {
    indices.compactMap { label($0) }.joined(separator: "; ")
  }

  // MARK: Products

  private mutating func collectProducts() {
    for product in parts.products {
      let name = product.name
      add("the product \(name)", product.isForSale ? "for sale" : "not for sale")
      add("the price of \(name)", price(of: product))
      add("the trial of \(name)", product.trial >= 0 ? span(product.trial) : nil)
      add("the grace of \(name)", product.grace > 0 ? span(product.grace) : nil)
      add("what \(name) grants", entitlements(product.grants))
      add("what \(name) adds", sorted(product.adds.map { words($0) }))
      add("the store ids of \(name)", sorted(product.storeIDs.map { storeID($0) }))
      add("what \(name) is sold with", products(product.onlyWith))
      add("what \(name) is not held with", products(product.notWith))
      add("whether \(name) is shared with the family", product.isSharedWithFamily ? "yes" : nil)
      add("whether \(name) is recommended", product.isRecommended ? "yes" : nil)
      add("the label of product \(name)", label(product.label))
      add("the benefits of product \(name)", labels(product.benefits))
    }
  }

  private func entitlements(_ indices: [Int32]) -> String {
    sorted(indices.map { parts.entitlements[Int($0)].name })
  }

  private func words(_ addition: Product.Addition) -> String {
    let meter = parts.meters[Int(addition.meter)]
    return "\(QuantityWords.plain(addition.amount, meter.unit)) to \(meter.name)"
  }

  private func storeID(_ id: Product.StoreID) -> String {
    id.store.isEmpty ? id.id : "\(id.id) on \(id.store)"
  }

  private func products(_ indices: [Int32]) -> String {
    sorted(indices.map { parts.products[Int($0)].name })
  }

  private func price(of product: Product) -> String? {
    guard let price = product.price else { return nil }
    let amount = "\(price.amount) \(price.currency)"
    switch price.period {
    case .once: return amount + " once"
    case .weeks(let count): return amount + (count == 1 ? " per week" : " per \(count) weeks")
    case .months(let count):
      if count == 12 { return amount + " per year" }
      return amount + (count == 1 ? " per month" : " per \(count) months")
    }
  }

  // MARK: Targets

  /// What the rules of a target say to people.
  private mutating func collect(_ target: TargetRecord) {
    let name = target.name
    add("the label of \(name)", label(target.label))
    add("the benefits of \(name)", labels(target.benefits))
    let rules = target.rules.map { parts.rules[Int($0)] }
    let unit = target.meter >= 0 ? parts.meters[Int(target.meter)].unit : .count
    add("the limits of \(name)", sorted(rules.compactMap { $0.limit.map { words($0, unit) } }))
    var reminders: [String] = []
    for rule in rules { reminders += rule.reminders.map { words($0, of: rule, unit) } }
    add("the reminders of \(name)", sorted(reminders))
    let usual = PromptStyle()
    add(
      "the prompts of \(name)",
      sorted(rules.compactMap { $0.prompt == usual ? nil : words($0.prompt) }))
    add("the messages of \(name)", sorted(rules.compactMap { label($0.message) }, "; "))
  }

  private func words(_ limit: Limit, _ unit: Meter.Unit) -> String {
    let window = limit.window.name.map { " per \($0)" } ?? ""
    switch limit.kind {
    case .atMost(let quantity): return QuantityWords.plain(quantity, unit) + window
    case .allowance(let otherwise):
      return "the allowance"
        + (otherwise < 0 ? "" : ", otherwise " + QuantityWords.plain(otherwise, unit)) + window
    case .undecided: return "undecided" + window
    case .bare: return "no growth"
    }
  }

  private func words(_ reminder: Reminder, of rule: Rule, _ unit: Meter.Unit) -> String {
    var words = "at "
    switch reminder.at {
    case .quantity(let quantity): words += QuantityWords.plain(quantity, unit)
    case .share(let share): words += QuantityWords.share(share)
    }
    if let window = rule.limit?.window.name { words += " per \(window)" }
    words += reminder.isProminent ? " prominent" : " gentle"
    if reminder.snooze >= 0 { words += " snooze \(span(reminder.snooze))" }
    return words + (label(reminder.label).map { " \($0)" } ?? "")
  }

  private func words(_ prompt: PromptStyle) -> String {
    var words = prompt.presentation
    if prompt.snooze >= 0 { words += " snooze \(span(prompt.snooze))" }
    return prompt.isDismissible ? words : words + " not dismissible"
  }
}
