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
      phrases.adds(
        amount(addition.amount, ofMeter: addition.meter), to: texts.name(ofMeter: addition.meter))
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
