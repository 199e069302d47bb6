import TollgateRuntime
import TollgateWords

/// The plans of a policy: the columns of its comparison. They are the first tier and what something
/// sold grants; where a policy has no product at all, every tier and entitlement.
struct Plans {
  private(set) var columns: [Plan] = []
  /// The products that are bought beside a plan: those sold only with another one, or to who has
  /// something already, and those that only raise limits or values.
  private(set) var addOns: [Int32] = []

  /// - Parameter all: Whether what is not for sale at this time is shown, too.
  init(graph: RuleGraph, at now: Instant, all: Bool = false) {
    let parts = graph.parts
    let market = Market(graph: graph, at: now)
    let isEverything = all || parts.products.isEmpty
    let offered = parts.products.indices.map(Int32.init).filter { all || market.isSold($0) }
    addOns = offered.filter { market.isAddOn($0) }
    var sold = offered.filter { !addOns.contains($0) }
    if parts.tierCount == 0 { columns.append(Plan(kind: .nothing)) }
    for tier in 0..<Int32(parts.tierCount) {
      let plan = Plan(tier: tier, among: sold, parts)
      sold.removeAll { plan.products.contains($0) }
      let isGranted = offered.contains { parts.products[Int($0)].grants.contains(tier) }
      if tier == 0 || isGranted || isEverything { columns.append(plan) }
    }
    for entitlement in isEverything ? Plans.unsold(parts) : [] {
      columns.append(Plan(kind: .entitlement, entitlement: entitlement))
    }
    for product in sold { columns.append(Plan(kind: .product, products: [product])) }
  }

  /// The entitlements outside the ladder that neither a product nor another entitlement brings.
  private static func unsold(_ parts: RuleGraph.Parts) -> [Int32] {
    var brought: Set<Int32> = []
    for product in parts.products {
      for entitlement in product.grants {
        brought.formUnion(parts.entitlements[Int(entitlement)].gives)
      }
    }
    for (index, entitlement) in parts.entitlements.enumerated() {
      brought.formUnion(entitlement.gives.filter { $0 != index })
    }
    return (parts.tierCount..<parts.entitlements.count).map(Int32.init)
      .filter { !brought.contains($0) }
  }
}

/// A column: a plan that somebody may hold.
struct Plan {
  let kind: PlanTable.Column.Kind
  /// The tier or the entitlement, if it is one.
  var entitlement: EntitlementIndex?
  /// The product itself; or the products that bring just this tier.
  var products: [Int32] = []
  /// Whether the products bring more than the tier, such as a higher limit.
  var isMore = false

  init(kind: PlanTable.Column.Kind, entitlement: EntitlementIndex? = nil, products: [Int32] = []) {
    self.kind = kind
    self.entitlement = entitlement
    self.products = products
  }

  /// A tier with the products that grant just it; what one of them adds is told beside it. Where
  /// they all add the same, the column shows it. Without such a product, the tier is what the first
  /// product brings that grants it and something else.
  init(tier: EntitlementIndex, among sold: [Int32], _ parts: RuleGraph.Parts) {
    func product(_ index: Int32) -> Product { parts.products[Int(index)] }
    let brings = sold.filter { product($0).tier(parts) == tier }
    let just = brings.filter { product($0).grants == [tier] }
    var found = just.isEmpty ? brings : just
    let like = found.filter { product($0).isLike(product(found[0])) }
    if just.isEmpty { found = like }
    self.init(kind: .tier, entitlement: tier, products: found)
    isMore = like.count == found.count && found.first.map { !product($0).isJust(tier) } ?? false
  }

  /// A user who has it, and of whom nothing else is known.
  func user(
    of graph: RuleGraph, with addOn: [Int32] = [], inTrial: Bool = false
  ) -> PreparedSnapshot {
    let held = kind == .product ? products : isMore ? Array(products.prefix(1)) : []
    return graph.prepare(
      holding: entitlement.map { [$0] } ?? [], products: held + addOn, inTrial: inTrial)
  }

  /// The same user in a trial; nil if none of its products has one.
  func trialUser(of graph: RuleGraph) -> PreparedSnapshot? {
    let hasTrial = products.contains { graph.parts.products[Int($0)].hasTrial }
    return hasTrial ? user(of: graph, inTrial: true) : nil
  }

  func column(_ graph: RuleGraph, _ listings: Listings) -> PlanTable.Column {
    let products = products.map { listings.listing($0) }
    var name = ""
    var label = listings.words("Without a purchase", "未购买")
    var benefits: [String] = []
    if let entitlement {
      let held = graph[entitlement: entitlement]
      name = held.name
      label = listings.texts.label(held.label) ?? name
      benefits = held.benefits.compactMap { listings.texts.label($0) }
    } else if let product = products.first {
      name = product.name
      label = product.label
    }
    return PlanTable.Column(
      kind: kind, name: name, label: label, benefits: benefits, products: products,
      bringsMore: isMore && !products.isEmpty,
      isFree: kind == .nothing || entitlement == 0 && kind == .tier)
  }
}

/// The products that are sold at a time, to somebody of whom nothing is known.
private struct Market {
  private let graph: RuleGraph
  private var evaluation: Evaluation<NoObserver>

  init(graph: RuleGraph, at now: Instant) {
    self.graph = graph
    evaluation = graph.prepare(holding: []).evaluation(at: now.milliseconds)
  }

  /// Whether somebody may be offered a product at this time.
  func isSold(_ index: Int32) -> Bool {
    let product = graph.parts.products[Int(index)]
    return product.isForSale && product.sale.map { value($0.inForce) != .no } ?? true
  }

  /// Whether a product is bought beside a plan.
  func isAddOn(_ index: Int32) -> Bool {
    let product = graph.parts.products[Int(index)]
    if !product.onlyWith.isEmpty || product.grants.isEmpty && product.raisesLimits { return true }
    guard let sale = product.sale, product.tier(graph.parts) == nil else { return false }
    return value(sale.requirement) == .no
  }

  private func value(_ node: Int32) -> Truth {
    var evaluation = evaluation
    return evaluation.value(node)
  }
}

extension Product {
  /// The highest tier that it grants.
  fileprivate func tier(_ parts: RuleGraph.Parts) -> EntitlementIndex? {
    grants.filter { parts.entitlements[Int($0)].rank != nil }.max()
  }

  /// Whether it brings the same as another product.
  fileprivate func isLike(_ other: Product) -> Bool {
    Set(grants) == Set(other.grants) && Set(adds) == Set(other.adds)
      && Set(packs) == Set(other.packs) && Set(settingAdds) == Set(other.settingAdds)
  }

  /// Whether it grants one tier and does nothing else.
  fileprivate func isJust(_ tier: Int32) -> Bool {
    grants == [tier] && !raisesLimits
  }
}

// Pages as a `print` shows them: in their own words, line by line.
extension Paywall: CustomStringConvertible {
  /// The title, the target's message where there is one, and a line for each product.
  public var description: String {
    var lines = [title]
    if let target { lines.append(target.description) }
    for product in products { lines.append(product.description) }
    return lines.joined(separator: "\n")
  }
}

extension Paywall.Product: CustomStringConvertible {
  /// The product with its price and its state: `Annual: $12 per year, not-owned`.
  public var description: String { "\(listing), \(state.rawValue)" }
}

extension Paywall.Target: CustomStringConvertible {
  /// The label, the answer and the message: `CSV export: denied (not-held). Upgrade to export.`
  public var description: String {
    let text = "\(label): \(outcome.rawValue) (\(reason.rawValue))"
    return message.map { "\(text). \($0)" } ?? text
  }
}

extension Paywall.Raise: CustomStringConvertible {
  /// The meter and its limit after the purchase: `Storage: 10 GB`.
  public var description: String { "\(label): \(text)" }
}

extension Paywall.Taking: CustomStringConvertible {
  /// The target and what a use of it takes: `Image: 4 credits each`.
  public var description: String { "\(targets): \(text)" }
}

extension Paywall.Improvement: CustomStringConvertible {
  /// The setting and its value after the purchase: `History: 30 days`.
  public var description: String { "\(label): \(text)" }
}

extension ProductListing: CustomStringConvertible {
  /// The title and the price: `Annual: $12 per year`.
  public var description: String { "\(title): \(priceText)" }
}

extension ProductListing.SoldAs: CustomStringConvertible {
  /// The id, and the store where the policy names it: `com.example.annual (appstore)`.
  public var description: String { store.isEmpty ? id : "\(id) (\(store))" }
}

extension PriceText: CustomStringConvertible {
  /// The whole price as customers read it.
  public var description: String { text }
}

extension TargetRun: CustomStringConvertible {
  /// The label as people read it.
  public var description: String { label }
}

extension PlanTable: CustomStringConvertible {
  /// The title, the plans, and a line for each row.
  public var description: String {
    var lines = [title, columns.map { $0.title }.joined(separator: " | ")]
    for row in rows { lines.append(row.description) }
    for addOn in addOns { lines.append(addOn.description) }
    return lines.joined(separator: "\n")
  }
}

extension PlanTable.Column: CustomStringConvertible {
  /// The title as a heading shows it.
  public var description: String { title }
}

extension PlanTable.Row: CustomStringConvertible {
  /// The title and the answer of each plan: `CSV export: not included | included`.
  public var description: String {
    title + ": " + cells.map { $0.text }.joined(separator: " | ")
  }
}

extension PlanTable.Cell: CustomStringConvertible {
  /// The answer in words of the locale.
  public var description: String { text }
}

extension PlanTable.Cell.Content: CustomStringConvertible {
  /// The answer: `included`, `if platform is not web`, `3 per day`, `30 days`.
  public var description: String {
    switch self {
    case .included, .warned, .excluded, .unlimited: word
    case .depends(let condition): condition
    case .limited(let limits): limits.map { $0.text }.joined(separator: "; ")
    case .value(let value): value.description
    }
  }
}

extension PlanTable.Limit: CustomStringConvertible {
  /// The limit in words of the locale.
  public var description: String { text }
}

extension PlanTable.Perhaps: CustomStringConvertible {
  /// The amount and its condition in words of the locale.
  public var description: String { text }
}

extension PlanTable.AddOn: CustomStringConvertible {
  /// The product and what it adds: `Extra storage: $2 per month (10 GB of storage)`.
  public var description: String {
    adds.isEmpty ? listing.description : "\(listing) (\(adds.joined(separator: ", ")))"
  }
}

/// Asks the engine what add-ons bring to a user of a plan.
struct AddOns {
  let graph: RuleGraph
  let plans: Plans
  let listings: Listings
  let now: Instant

  func addOn(_ index: Int32) -> PlanTable.AddOn {
    let listing = listings.listing(index)
    let opened = opened(by: index, graph.parts.products[Int(index)])
    return PlanTable.AddOn(listing: listing, opens: opened)
  }

  /// The features that it opens beside the last plan that it may be bought with.
  private func opened(by index: Int32, _ product: Product) -> [String] {
    guard !product.grants.isEmpty else { return [] }
    let plan =
      plans.columns.last { plan in
        plan.products.contains { product.onlyWith.contains($0) }
      } ?? Plan(kind: .product, products: Array(product.onlyWith.prefix(1)))
    let (before, after) = (plan.user(of: graph), plan.user(of: graph, with: [index]))
    let opened = graph.targets.filter { target in
      graph.parts.targets[Int(target.index)].meter == nil
        && !graph.isAllowed(target, for: before, at: now)
        && graph.isAllowed(target, for: after, at: now)
    }
    return graph.runs(of: opened.map { $0.index }, listings.texts).map { $0.label }
  }
}

/// The steps of a ladder that may count, and would give more than the user surely has.
struct PossibleSteps {
  private let inquiry: Inquiry
  private let limit: Limit
  private let words: PlanWords
  private var evaluation: Evaluation<NoObserver>

  private var graph: RuleGraph { inquiry.graph }

  init(_ inquiry: Inquiry, _ limit: Limit, _ words: PlanWords) {
    self.inquiry = inquiry
    self.limit = limit
    self.words = words
    evaluation = inquiry.reasoning()
  }

  /// In the order of the policy. None where the limit itself is not known.
  var list: [PlanTable.Perhaps] {
    guard let index = graph.ladder(of: limit) else { return [] }
    var evaluation = evaluation
    let reach = evaluation.reach(of: limit)
    guard reach != .unlimited, reach != .unknown else { return [] }
    let core = graph[ladder: index]
    var list: [PlanTable.Perhaps] = []
    for (step, place) in zip(graph.parts.ladders[Int(index)].steps, core.steps)
    where evaluation.counts(step: place) == .unknown && !core.isWithin(step.value, reach) {
      let condition = OpenCondition.counting(step, inquiry)
      list.append(perhaps(step.value, words.condition(condition)))
    }
    return list
  }

  /// A step with what the allowance of the plan adds.
  private func perhaps(_ value: Ladder.Value, _ condition: String) -> PlanTable.Perhaps {
    var raised = value
    if case .quantity(let quantity) = value {
      raised = .quantity(quantity.saturatingAdd(evaluation.raise(of: limit).known))
    }
    if case .setting(let setting) = limit.kind {
      return words.perhaps(graph.value(raised, of: setting), of: setting, condition)
    }
    var amount: Int64?
    if case .quantity(let quantity) = raised { amount = quantity }
    return words.perhaps(amount, ofMeter: limit.meter, limit.window, condition)
  }
}
