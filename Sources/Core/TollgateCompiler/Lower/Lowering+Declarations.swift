import TollgateRuntime

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
    product.adds = checked.adds.map { Product.Addition(meter: $0.meter, amount: $0.amount) }
    for added in checked.settingAdds {
      product.settingAdds.append(
        Product.SettingAddition(setting: added.setting, amount: added.amount))
    }
    product.packs = checked.packs.map { Product.Addition(meter: $0.meter, amount: $0.amount) }
    product.price = checked.price
    product.otherPrices = checked.otherPrices
    product.isPriceOnRequest = checked.isPriceOnRequest
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
