import TestSupport
import TollgateCompiler
import TollgateRuntime

@testable import TollgateAnalysis

// TG0401 to TG0404, TG0406, TG0409

extension Oracle {
  private var products: [Product] { graph.parts.products }

  mutating func findProducts() {
    guard !products.isEmpty else { return }
    var unsoldSteps: Set<Int32> = []
    for (index, rule) in graph.parts.rules.enumerated()
    where rule.effect == .requires {
      for (place, step) in graph.parts.steps(of: rule).enumerated()
      where !canBeBought(step.requirement) {
        unsoldSteps.insert(Int32(index))
        guard !canBeBought(step.requirement, countingUnsold: true) else { continue }
        report(["TG0401"], .part(rule: index, policy.rules[index].steps[place].span))
      }
      guard !rule.isOfLadder, !rule.isOfSetting, !canBeBought(rule.requirement) else { continue }
      report(["TG0401"], .rule(index))
    }
    for target in targets where isDeadEnd(target) {
      let isExplained =
        target.rules.contains { unsoldSteps.contains($0) }
        || target.rules.contains { rule in
          findings.contains { $0.codes == ["TG0401"] && $0.subject.rule == Int(rule) }
        }
        || findings.contains {
          $0.codes == ["TG0205"] && $0.subject == .targets(target.members)
        }
      if !isExplained { report(["TG0402"], .targets(target.members)) }
    }
    var changesNothing: Set<Int> = []
    for index in products.indices where !isOfferedToAnybody(index) {
      report(["TG0409"], .product(index))
    }
    for index in products.indices where !changesSomething(index) {
      changesNothing.insert(index)
      report(["TG0403"], .product(index))
    }
    findDominated(changesNothing)
    for index in products.indices where isForSale(index) && !canBeHeld(index) {
      report(["TG0406"], .product(index))
    }
  }

  /// The sets of products that may be held together.
  private var sets: [[Int]] { Regions.heldTogether(graph) }

  /// The holding in which so many of each product are held.
  private func place(ofCounts counts: [Int]) -> Int {
    buying.holdings.firstIndex { $0.products == counts } ?? 0
  }

  private func place(_ set: [Int]) -> Int {
    place(ofCounts: products.indices.map { set.contains($0) ? 1 : 0 })
  }

  private func place(buying purchase: [Int], holding set: [Int]) -> Int {
    place(ofCounts: Regions.buying(purchase, holding: set, graph))
  }

  /// Whether what a product is `only with` is among others.
  private func isSold(_ product: Int, with others: [Int]) -> Bool {
    let wanted = products[product].onlyWith
    return wanted.isEmpty || others.contains { wanted.contains(Int32($0)) }
  }

  /// Whether what its `for sale` says is true for anybody at any time.
  private func isOfferedToAnybody(_ product: Int) -> Bool {
    !products[product].isForSale || !known.offered(products[product]).isEmpty
  }

  private func isForSale(_ product: Int) -> Bool {
    products[product].isForSale && isOfferedToAnybody(product)
  }

  /// The points at which all of some products are offered to who holds a set.
  private func offer(of purchase: [Int], holding set: [Int]) -> Bits {
    purchase.reduce(buying.space.all) {
      $0 & buying.block(buying.offered(products[$1]), place(set))
    }
  }

  // MARK: Rules and targets

  private func canBeBought(_ requirement: Int32, countingUnsold: Bool = false) -> Bool {
    let met = buying[requirement].yes
    return sets.contains { set in
      let isBought = set.allSatisfy {
        (countingUnsold || isForSale($0)) && isSold($0, with: set)
      }
      return isBought && !buying.block(met, place(set)).isEmpty
    }
  }

  private func isDeadEnd(_ target: TargetClass) -> Bool {
    let rules = withoutOff(target.rules)
    let passes = buying.outcome(of: rules).passes
    let facts = factsToChange(rules)
    var beyond = buying.none
    for rule in rules { beyond = beyond | beyondTheTop(of: graph.parts.rules[Int(rule)]) }
    return sets.contains { set in
      let helped = helped(holding: set, passes) | refilled(holding: set, rules)
      let stuck = buying.space.all - buying.block(passes, place(set)) - spread(helped, facts)
      return !(stuck - buying.block(beyond, place(set))).isEmpty
    }
  }

  /// Where some purchase leads to a use that passes.
  private func helped(holding set: [Int], _ passes: Bits) -> Bits {
    var helped = Bits(count: buying.space.words)
    for purchase in sets {
      guard purchase.allSatisfy({ isForSale($0) }) else { continue }
      let stays = set.filter { held in
        !purchase.contains { products[$0].notWith.contains(Int32(held)) }
      }
      guard purchase.allSatisfy({ isSold($0, with: purchase + stays) }) else { continue }
      let after = buying.block(passes, place(buying: purchase, holding: set))
      helped = helped | (after & offer(of: purchase, holding: set))
    }
    return helped
  }

  /// Where packs, as many as it takes, leave nothing in the way.
  private func refilled(holding set: [Int], _ rules: [Int32]) -> Bits {
    var helped = Bits(count: buying.space.words)
    for pack in products.indices where isForSale(pack) && !products[pack].packs.isEmpty {
      let meters = products[pack].packs.map { $0.meter }
      let rest = rules.filter { index in
        guard let limit = graph.parts.rules[Int(index)].limit else { return true }
        guard let meter = limit.meter, meters.contains(meter) else { return true }
        return limit.kind == .bare || limit.kind == .undecided
      }
      guard rest.count < rules.count else { continue }
      let after = self.helped(holding: set, buying.outcome(of: rest).passes)
      helped = helped | (after & offer(of: [pack], holding: set))
    }
    return helped
  }

  /// Where a use leads beyond the last quantity of a ladder, which nobody is meant to have.
  private func beyondTheTop(of rule: Rule) -> Bits {
    guard rule.isOfLadder, let limit = rule.limit, let ladder = graph.parts.ladder(of: rule),
      case .quantity = ladder.base, !ladder.steps.contains(where: { $0.value == .unlimited }),
      let top = ladder.written.max()
    else { return buying.none }
    return buying.beyond(
      .quantity(top), .init(meter: limit.counter.meter, window: limit.window)
    ).yes
  }

  /// The axes of the yes-or-no facts that the requirements of some rules name.
  private func factsToChange(_ rules: [Int32]) -> [Int] {
    var facts: Set<Int32> = []
    for rule in rules {
      if case .requires(let requirement) = policy.rules[Int(rule)].effect {
        facts.formUnion(requirement.factNames)
      }
      for step in policy.rules[Int(rule)].steps { facts.formUnion(step.requirement.factNames) }
    }
    for (index, product) in policy.products.enumerated() where isForSale(index) {
      guard let sale = product.sale else { continue }
      for part in [sale.requirement, sale.applies.when, sale.applies.unless] {
        facts.formUnion((part?.factNames ?? []).filter { isYesOrNo($0) })
      }
    }
    return facts.compactMap { buying.space.axis(.fact($0)) }
  }

  private func isYesOrNo(_ fact: Int32) -> Bool {
    graph.parts.facts[Int(fact)].type == .yesOrNo
  }

  /// The points from which a set can be reached by changing the values of some axes.
  private func spread(_ bits: Bits, _ axes: [Int]) -> Bits {
    var result = bits
    let space = buying.space
    for axis in axes {
      // A yes-or-no fact has two values.
      let stride = space.strides[axis]
      let low = space.points(axis) { $0 == 0 }
      let fromHigh = result.shifted(down: stride) & low
      result = result | fromHigh | (result & low).shifted(up: stride)
    }
    return result
  }

  // MARK: Products

  private func changesSomething(_ product: Int) -> Bool {
    if isRefill(product) || changesAgain(product) { return true }
    return sets.contains { set in
      guard !set.contains(product), isSold(product, with: set),
        !set.contains(where: { products[product].notWith.contains(Int32($0)) }),
        isOffered(product, whateverItReplaces: set)
      else { return false }
      let (before, after) = (place(set), place((set + [product]).sorted()))
      let outcomes = targets.flatMap { [$0.buying.passes, $0.buying.allowed] }
      return (outcomes + values(in: buying)).contains {
        buying.block($0, before) != buying.block($0, after)
      }
    }
  }

  /// Whether somebody who holds a product that adds something is offered it once more, and that
  /// changes something.
  private func changesAgain(_ product: Int) -> Bool {
    guard !products[product].adds.isEmpty || !products[product].settingAdds.isEmpty else {
      return false
    }
    let outcomes = targets.flatMap { [$0.buying.passes, $0.buying.allowed] } + values(in: buying)
    return sets.contains { set in
      guard set.contains(product), isOffered(product, holding: set),
        !offer(of: [product], holding: set).isEmpty
      else { return false }
      let (before, after) = (place(set), place(buying: [product], holding: set))
      return outcomes.contains { buying.block($0, before) != buying.block($0, after) }
    }
  }

  /// Whether somebody who holds a set, and perhaps what the product replaces, is offered it at some
  /// time.
  private func isOffered(_ product: Int, whateverItReplaces set: [Int]) -> Bool {
    sets.contains { more in
      Set(more).isSuperset(of: set)
        && more.allSatisfy { held in
          set.contains(held) || products[product].notWith.contains(Int32(held))
        } && !offer(of: [product], holding: more).isEmpty
    }
  }

  /// Whether it is a pack for a meter that a rule limits or reads.
  private func isRefill(_ product: Int) -> Bool {
    products[product].packs.contains { pack in
      graph.parts.rules.contains { rule in
        guard let limit = rule.limit, limit.meter == pack.meter else { return false }
        return limit.kind != .bare && limit.kind != .undecided
      }
        || graph.parts.nodes.contains { $0.kind == .usageAtLeast && $0.a == pack.meter }
    }
  }

  /// TG0404, with the names of all products of which one may be named.
  private mutating func findDominated(_ idle: Set<Int>) {
    var better: [Int: [Int]] = [:]
    for index in products.indices where !idle.contains(index) {
      let found = products.indices.filter { other in
        isAsGood(other, as: index)
          && (other < index || idle.contains(other) || !isAsGood(index, as: other))
      }
      if !found.isEmpty { better[index] = found }
    }
    for (index, found) in better.sorted(by: { $0.key < $1.key }) {
      let worthy = found.filter { better[$0] == nil }
      let names = (worthy.isEmpty ? found : worthy).map { products[$0].name }
      report(["TG0404"], .product(index), names.joined(separator: " "))
    }
  }

  /// Whether one product costs no more than another one and is as good for whoever may buy that.
  private func isAsGood(_ better: Int, as product: Int) -> Bool {
    guard better != product, isNotDearer(better, product), promisesAsMuch(better, product) else {
      return false
    }
    let outcomes = targets.flatMap { [$0.buying.passes, $0.buying.allowed] } + values(in: buying)
    return sets.allSatisfy { set in
      guard isOffered(product, holding: set) else { return true }
      let buyers = offer(of: [product], holding: set)
      let theirs = offer(of: [better], holding: set)
      let isHeld = set.contains(better) && !products[better].raisesLimits
      guard isHeld || (isOffered(better, holding: set) && (buyers - theirs).isEmpty) else {
        return buyers.isEmpty
      }
      if buyers.isEmpty { return true }
      let (a, b) = (place(buying: [product], holding: set), place(buying: [better], holding: set))
      return outcomes.allSatisfy { (buying.block($0, a) - buying.block($0, b)).isEmpty }
    }
  }

  /// Whether somebody who holds a set may buy a product.
  private func isOffered(_ product: Int, holding set: [Int]) -> Bool {
    if set.contains(product), !products[product].raisesLimits { return false }
    return isSold(
      product, with: set.filter { !products[product].notWith.contains(Int32($0)) })
  }

  /// What does not depend on the rules.
  private func promisesAsMuch(_ better: Int, _ product: Int) -> Bool {
    let (a, b) = (products[better], products[product])
    let isFreer = a.notWith.allSatisfy { Int($0) == product || b.notWith.contains($0) }
    let isCompanion = products.indices.allSatisfy { other in
      let wanted = products[other].onlyWith
      return other == better || !wanted.contains(Int32(product)) || wanted.contains(Int32(better))
    }
    let stores = Set(a.storeIDs.map { $0.store })
    let isSoldAsWidely =
      stores.isEmpty || stores.contains("")
      || (!b.storeIDs.isEmpty && b.storeIDs.allSatisfy { stores.contains($0.store) })
    return isFreer && isCompanion && isSoldAsWidely && a.grace >= b.grace
      && (a.trial ?? 0) >= (b.trial ?? 0)
      && (b.introduction == nil || a.introduction == b.introduction)
      && (a.isSharedWithFamily || !b.isSharedWithFamily)
  }

  /// Whether both are for sale at a price that can be compared, and one's is not higher.
  private func isNotDearer(_ better: Int, _ product: Int) -> Bool {
    let (mine, theirs) = (products[better], products[product])
    guard isForSale(better), isForSale(product), mine.packs.isEmpty, theirs.packs.isEmpty,
      mine.price != nil, theirs.price != nil
    else { return false }
    return theirs.prices.allSatisfy { price in
      mine.prices.contains {
        $0.currency == price.currency && $0.period == price.period
          && Double($0.amount) ?? .infinity <= Double(price.amount) ?? 0
      }
    }
  }

  private func canBeHeld(_ product: Int) -> Bool {
    sets.contains { set in
      set.contains(product) && set.allSatisfy { isSold($0, with: set) }
    }
  }
}

extension CheckedExpression {
  /// The yes-or-no facts that it names.
  var factNames: [Int32] {
    switch self {
    case .factIs(let fact, _, _): [fact]
    case .not(let inner, _): inner.factNames
    case .all(let list, _), .any(let list, _): list.flatMap { $0.factNames }
    default: []
    }
  }
}
