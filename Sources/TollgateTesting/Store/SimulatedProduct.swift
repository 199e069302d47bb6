public import TollgateKit
public import TollgatePurchases
import TollgateRuntime

/// A product as the simulated store sells it.
public struct SimulatedProduct: Sendable, Hashable {
  /// Its name in the policy.
  public var name: String
  /// What the store calls it: the first id of `sold as`, or the name.
  public var storeID: String
  /// What is bought.
  public var kind: PurchaseRecord.Kind
  /// How long it lasts, for a subscription and for what does not renew.
  public var period: StorePeriod?
  /// How long a free trial is that comes before the first paid period.
  public var trial: StorePeriod?
  /// What it costs.
  public var price: Money?
  /// Of the subscriptions of one group a person has one at a time.
  public var group: String
  /// Its place in the group: going up happens at once, going down at the renewal.
  public var level: Int

  /// A product.
  ///
  /// - Parameters:
  ///   - storeID: Without it, the name.
  ///   - group: Without it, the product is alone.
  public init(
    _ name: String, storeID: String? = nil, kind: PurchaseRecord.Kind,
    period: StorePeriod? = nil, trial: StorePeriod? = nil, price: Money? = nil,
    group: String? = nil, level: Int = 0
  ) {
    self.name = name
    self.storeID = storeID ?? name
    self.kind = kind
    self.period = period
    self.trial = trial
    self.price = price
    self.group = group ?? "product " + name
    self.level = level
  }

  /// Whether it can be sold: what ends has a period.
  var isWhole: Bool {
    switch kind {
    case .subscription, .nonRenewing: period?.isPositive ?? false
    case .nonConsumable, .consumable: true
    case .other: false
    }
  }
}

extension Policy {
  /// What the policy sells, as a store would: a price per week, month or year makes a subscription,
  /// a price paid once what is owned for ever. Subscriptions that grant a tier are one group, with
  /// the tiers as its levels. A product without a price is not among them: the policy does not say
  /// what it is.
  public var simulatedProducts: [SimulatedProduct] {
    graph.parts.products.compactMap { product in
      product.price.map { SimulatedProduct(product, price: $0, in: self) }
    }
  }

  /// The tier that a product grants, from 0; nothing for one that grants none.
  func level(of product: Product) -> Int? {
    let ranks = product.grants.flatMap { entitlement in
      graph.parts.entitlements[Int(entitlement)].gives.map { held in
        Int(graph.parts.entitlements[Int(held)].rank)
      }
    }
    return ranks.max().flatMap { $0 < 0 ? nil : $0 }
  }

  /// The product that a name or a store's id stands for.
  func product(_ name: String) -> Product? {
    graph.names.products[name].map { graph.parts.products[Int($0)] }
  }
}

extension SimulatedProduct {
  fileprivate init(_ product: Product, price: Price, in policy: Policy) {
    let period = StorePeriod(price.period)
    self.init(
      product, kind: period == nil ? .nonConsumable : .subscription, period: period, in: policy)
    self.price = Money(price)
  }

  /// A product of a policy that is sold in another way than its price says, or has no price.
  init(
    _ product: Product, kind: PurchaseRecord.Kind, period: StorePeriod?, in policy: Policy
  ) {
    let level = kind == .subscription ? policy.level(of: product) : nil
    self.init(
      product.name, storeID: product.storeIDs.first?.id, kind: kind, period: period,
      trial: kind == .subscription && product.trial > 0 ? .milliseconds(product.trial) : nil,
      price: product.price.flatMap { Money($0) }, group: level == nil ? nil : "tiers",
      level: level ?? 0)
  }
}
