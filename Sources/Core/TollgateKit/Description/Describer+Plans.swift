import TollgateRuntime
import TollgateWords

extension Describer {
  /// The ladder, the entitlements, and the products.
  var planEntries: [PolicyDescription.Entry] {
    ladder + entitlementEntries
      + sortedProducts.compactMap { index in
        isTold([graph.parts.products[Int(index)].name]) ? entry(index) : nil
      }
  }

  private var ladder: [PolicyDescription.Entry] {
    let count = graph.parts.tierCount
    guard count > 0 else { return [] }
    let tiers = (0..<Int32(count)).map(texts.name(ofEntitlement:))
    let statement = [phrases.tiers(tiers), phrases.tiersInclude, phrases.everybodyHas(tiers[0])]
    return [
      PolicyDescription.Entry(
        title: phrases.ladder, names: graph.parts.entitlements.prefix(count).map { $0.name },
        statements: [statement])
    ]
  }

  /// Tiers from the lowest to the highest, then the others by name. Of the first tier there is
  /// nothing more to tell unless it has benefits.
  private var entitlementEntries: [PolicyDescription.Entry] {
    let keys = graph.parts.entitlements.indices.map { reader.key(ofEntitlement: Int32($0)) }
    let sorted = graph.parts.entitlements.indices.map { Int32($0) }.sorted {
      keys[Int($0)] < keys[Int($1)]
    }
    return sorted.compactMap { index in
      let entitlement = graph.parts.entitlements[Int(index)]
      guard isTold([entitlement.name]) else { return nil }
      var statements: [[String]] = []
      let included = included(in: [index])
      if !included.isEmpty { statements.append([phrases.includes(included)]) }
      if entitlement.rank != 0 { statements.append([origin(of: index)]) }
      let benefits = entitlement.benefits.compactMap { texts.label($0) }
      if !benefits.isEmpty { statements.append([phrases.benefits(benefits)]) }
      guard !statements.isEmpty else { return nil }
      return PolicyDescription.Entry(
        title: title(entitlement.name, entitlement.label), names: [entitlement.name],
        statements: statements)
    }
  }

  /// The entitlements that others include. Of tiers only the highest is told, not those below
  /// it, and what a tier includes the ladder tells.
  private func included(in grants: [Int32]) -> [String] {
    let all = grants.flatMap { graph.parts.entitlements[Int($0)].gives }
    let ownRank = grants.compactMap { graph.parts.entitlements[Int($0)].rank }.max() ?? 0
    let topRank = all.compactMap { graph.parts.entitlements[Int($0)].rank }.max()
    let others = Set(all).subtracting(grants).filter { index in
      guard let rank = graph.parts.entitlements[Int(index)].rank else { return true }
      return rank == topRank && rank > ownRank
    }
    let sorted = others.map { (key: reader.key(ofEntitlement: $0), index: $0) }
      .sorted { $0.key < $1.key }
    let names = sorted.prefix(Describer.mostIncluded).map { texts.name(ofEntitlement: $0.index) }
    let rest = sorted.count - names.count
    return rest == 0 ? names : names + [phrases.more(rest)]
  }

  /// The most included entitlements that a sentence names.
  package static let mostIncluded = 100

  // MARK: Products

  private func entry(_ index: Int32) -> PolicyDescription.Entry {
    let product = graph.parts.products[Int(index)]
    var statements = [gifts(of: product) + additions(of: product), sale(of: product)]
    statements.append(companions(of: product))
    var details: [String] = []
    if product.isRecommended { details.append(phrases.recommended) }
    let benefits = product.benefits.compactMap { texts.label($0) }
    if !benefits.isEmpty { details.append(phrases.benefits(benefits)) }
    if !product.storeIDs.isEmpty { details.append(phrases.soldAs(storeIDs(of: product))) }
    statements.append(details)
    return PolicyDescription.Entry(
      title: title(product.name, product.label), names: [product.name],
      statements: statements.filter { !$0.isEmpty })
  }

  private func gifts(of product: Product) -> [String] {
    guard !product.grants.isEmpty else { return product.raisesLimits ? [] : [phrases.givesNothing] }
    let grants = Set(product.grants).sorted {
      reader.key(ofEntitlement: $0) < reader.key(ofEntitlement: $1)
    }
    return [phrases.gives(grants.map(texts.name(ofEntitlement:)), with: included(in: grants))]
  }

  private func additions(of product: Product) -> [String] {
    product.adds.map { addition in
      phrases.adds(amount(of: addition), to: texts.name(ofMeter: addition.meter))
    }.sorted()
      + product.packs.map { pack in
        phrases.addsPack(
          amount(pack.amount, ofMeter: pack.meter), to: texts.name(ofMeter: pack.meter))
      }.sorted()
      + product.settingAdds.map { addition in
        phrases.addsValue(texts.words(addition), to: texts.name(ofSetting: addition.setting))
      }.sorted()
  }

  private func sale(of product: Product) -> [String] {
    var sentences: [String] = []
    if !product.isForSale { sentences.append(phrases.notForSale) }
    if let buyers = buyers(of: product) { sentences.append(phrases.forSaleOnly(buyers)) }
    if !product.prices.isEmpty {
      sentences.append(phrases.costs(texts.prices(of: product)))
    } else if product.isPriceOnRequest {
      sentences.append(phrases.priceIsOnRequest)
    } else if product.isForSale {
      sentences.append(phrases.storeSetsThePrice)
    }
    if product.trialMonths == 12 {
      sentences.append(phrases.trial(ofOne: "year", "年"))
    } else if product.trialMonths == 1 {
      sentences.append(phrases.trial(ofOne: "month", "月"))
    } else if let trial = product.trial, AmountText.isOneDay(trial) {
      sentences.append(phrases.trial(ofOne: "day", "日"))
    } else if let trial = texts.trial(of: product) {
      sentences.append(phrases.trial(trial))
    }
    if let introduction = texts.introduction(of: product) {
      sentences.append(phrases.introductoryPrice(introduction))
    }
    if product.grace > 0 { sentences.append(phrases.grace(phrases.duration(product.grace))) }
    if product.mostSharing > 0 {
      sentences.append(phrases.shared(with: product.mostSharing))
    } else if product.isSharedWithFamily {
      sentences.append(phrases.countsForTheFamily)
    }
    return sentences
  }

  private func companions(of product: Product) -> [String] {
    func names(_ products: [Int32]) -> [String] {
      sortedProducts.filter(products.contains).map(texts.name(ofProduct:))
    }
    var sentences: [String] = []
    if !product.onlyWith.isEmpty { sentences.append(phrases.onlyWith(names(product.onlyWith))) }
    if !product.notWith.isEmpty { sentences.append(phrases.notWith(names(product.notWith))) }
    return sentences
  }

  private func storeIDs(of product: Product) -> [String] {
    product.storeIDs.map { $0.store.isEmpty ? $0.id : phrases.storeID($0.id, on: $0.store) }
      .sorted()
  }
}

extension Describer {
  /// The rules about each target. Targets with the same rules share an entry; features
  /// come before meters, and what no rule mentions comes last.
  var accessEntries: [PolicyDescription.Entry] {
    if let only { return entry(about: only).map { [$0] } ?? [] }
    let rules = graph.parts.rules.indices.map { told(Int32($0)) }
    var sentences: [String: [String]] = [:]
    for rule in rules where sentences[rule.key] == nil && patience.isLeft {
      sentences[rule.key] = self.sentences(rule)
    }
    for use in graph.parts.uses.map({ told($0) }) { sentences[use.key] = use.sentences }
    return groups(by: rules).compactMap { group in
      guard patience.isLeft else { return nil }
      var statements = measures(group.targets)
      statements += group.keys.compactMap { sentences[$0] }
      if group.keys.isEmpty { statements.append([ungated(group.targets)]) }
      statements += addOns(group.targets)
      return entry(group.targets, statements + benefits(group.targets))
    }
  }

  /// The entry about one target by itself, whatever others have the same rules.
  private func entry(about name: String) -> PolicyDescription.Entry? {
    guard let target = graph.target(name)?.index else { return nil }
    var told: [String: ToldRule] = [:]
    for rule in rules(about: target).map({ self.told($0) }) { told[rule.key] = rule }
    var statements = measures([target])
    statements += told.sorted { $0.key < $1.key }.map { sentences($0.value) }
    let taken = graph.uses[target].map { self.told(graph[use: $0]) }
    statements += taken.sorted { $0.key < $1.key }.map { $0.sentences }
    if told.isEmpty, taken.isEmpty { statements.append([ungated([target])]) }
    if let meter = graph.parts.targets[Int(target)].meter { statements += takers(of: meter) }
    return entry([target], statements + addOns([target]) + benefits([target]))
  }

  /// A rule with its clauses, read.
  func told(_ rule: RuleIndex) -> ToldRule {
    ToldRule(
      graph.parts.rules[Int(rule)], instead: graph.instead(of: rule),
      overage: graph.overage(of: rule), rollover: graph.rollover(of: rule), reader)
  }

  /// The rules about a target; for a setting, the one that it is.
  private func rules(about target: Int32) -> [Int32] {
    let own = graph.setting(of: target).map { graph.parts.settings[Int($0)].rule }
    return graph.parts.targets[Int(target)].rules + (own.map { [$0] } ?? [])
  }

  private struct Group {
    var targets: [Int32]
    var keys: [String]
    var isMeter: Bool
    var name: String

    func precedes(_ other: Group) -> Bool {
      if keys.isEmpty != other.keys.isEmpty { return other.keys.isEmpty }
      if isMeter != other.isMeter { return other.isMeter }
      return NaturalOrder.precedes(name, other.name)
    }
  }

  /// The targets by the rules about them. A meter has limits of its own, so it shares its entry only
  /// if no rule is about it.
  private func groups(by rules: [ToldRule]) -> [Group] {
    var targets: [[String]: [Int32]] = [:]
    for index in graph.parts.targets.indices {
      // A setting shares its entry with nothing.
      var keys = Set(self.rules(about: Int32(index)).map { rules[Int($0)].key }).sorted()
      keys += Set(graph.uses[Int32(index)].map { told(graph[use: $0]).key }).sorted()
      targets[keys, default: []].append(Int32(index))
    }
    return targets.map { keys, members in
      let sorted = members.sorted {
        NaturalOrder.precedes(graph.parts.targets[Int($0)].name, graph.parts.targets[Int($1)].name)
      }
      let first = graph.parts.targets[Int(sorted[0])]
      return Group(targets: sorted, keys: keys, isMeter: first.meter != nil, name: first.name)
    }.sorted { $0.precedes($1) }
  }

  /// An entry about targets: neighbours of a series are one range.
  private func entry(_ targets: [Int32], _ statements: [[String]]) -> PolicyDescription.Entry {
    PolicyDescription.Entry(
      title: phrases.list(titles(targets)),
      names: targets.map { graph.parts.targets[Int($0)].name }, statements: statements)
  }

  /// The titles of targets, in the order of their names: `Lessons (L9 to L14)`.
  func titles(_ targets: [Int32]) -> [String] {
    let runs = graph.runs(of: targets.sorted()).sorted {
      NaturalOrder.precedes(
        graph.parts.targets[Int($0.lowerBound)].name, graph.parts.targets[Int($1.lowerBound)].name)
    }
    return runs.map { run in
      let first = graph.parts.targets[Int(run.lowerBound)]
      guard run.count > 1 else { return title(first.name, first.label) }
      let last = graph.parts.targets[Int(run.upperBound)]
      return title(phrases.range(first.name, last.name), first.label)
    }
  }

  /// No rule is about these targets; conditions of other rules may read a meter.
  private func ungated(_ targets: [Int32]) -> String {
    let meters = Set(targets.compactMap { graph.parts.targets[Int($0)].meter })
    let readers = graph.parts.targets.indices.map { Int32($0) }.filter { target in
      graph.parts.targets[Int(target)].rules.contains { rule in
        let rule = graph.parts.rules[Int(rule)]
        return [rule.requirement, rule.inForce, rule.condition, rule.soft].contains {
          !meters.isDisjoint(with: reader.clause($0).meters)
        }
      }
    }
    return readers.isEmpty ? phrases.ungated : phrases.onlyRead(by: titles(readers))
  }

  private func measures(_ targets: [Int32]) -> [[String]] {
    guard targets.count == 1, let meter = graph.parts.targets[Int(targets[0])].meter else {
      return []
    }
    let begin = texts.begin(ofMeter: meter, orElse: [.day])
    let sentences = phrases.measures(graph.parts.meters[Int(meter)], begin: begin) {
      amount($0, ofMeter: meter)
    }
    return sentences.isEmpty ? [] : [sentences]
  }

  /// The products that raise the limits of a meter or the value of a setting.
  private func addOns(_ targets: [Int32]) -> [[String]] {
    let setting = graph.setting(of: targets[0])
    let meter = raisedMeter(of: targets)
    let list = sortedProducts.flatMap { index in
      let product = graph.parts.products[Int(index)]
      let amounts =
        product.adds.filter { $0.meter == meter }.map { amount(of: $0) }
        + product.packs.filter { $0.meter == meter }.map { pack in
          phrases.untilUsedUp(amount(pack.amount, ofMeter: pack.meter))
        }
        + product.settingAdds.filter { $0.setting == setting }.map { texts.words($0) }
      return amounts.map { phrases.labelled(texts.name(ofProduct: index), "+" + $0) }
    }
    return list.isEmpty ? [] : [[phrases.addOns(list, ofValue: setting != nil)]]
  }

  private func amount(of addition: Product.Addition) -> String {
    let amount = amount(addition.amount, ofMeter: addition.meter)
    return addition.window.map { texts.over(amount, $0) } ?? amount
  }

  private func raisedMeter(of targets: [Int32]) -> Int32? {
    targets.flatMap { graph.parts.targets[Int($0)].rules }
      .compactMap { graph[rule: $0].limit }.first { $0.isRaised }?.meter
  }

  private func benefits(_ targets: [Int32]) -> [[String]] {
    var told: Set<[String]> = []
    return targets.flatMap { index -> [[String]] in
      let target = graph.parts.targets[Int(index)]
      let benefits = target.benefits.compactMap { texts.label($0) }
      // The members of a series have them in common.
      guard !benefits.isEmpty, told.insert(benefits).inserted else { return [] }
      if targets.count == 1 { return [[phrases.benefits(benefits)]] }
      return [[phrases.benefits(benefits, of: texts.label(target.label) ?? target.name)]]
    }
  }
}

extension Limit {
  /// Whether add-ons raise it.
  fileprivate var isRaised: Bool {
    switch kind {
    case .atMost, .allowance, .ladder, .setting: true
    case .bare, .undecided: false
    }
  }
}
