import TollgateRuntime

/// A product that is for sale at a price, and all of it that does not depend on the rules.
struct Offer: Sendable {
  var index: Int32
  var product: Product
  /// Its price in each of its currencies.
  var cost: Cost

  /// The products of a policy that are for sale at a price. Packs are not among them: how much is
  /// left of one is not known, so two are not compared.
  static func all(_ products: [Product]) -> [Offer] {
    var offers: [Offer] = []
    for (index, product) in products.enumerated() where product.isForSale && product.packs.isEmpty {
      guard product.price != nil else { continue }
      let cost = Cost(amounts: product.prices.map { ExactAmount($0.amount) })
      offers.append(Offer(index: Int32(index), product: product, cost: cost))
    }
    return offers
  }

  /// Its price in each currency of another one, for the same period and each of the same meter;
  /// `nil` if it has no such price in one of them.
  func cost(inCurrenciesOf other: Offer) -> Cost? {
    var amounts: [ExactAmount] = []
    for price in other.product.prices {
      let own = product.prices.first {
        $0.currency == price.currency && $0.period == price.period && $0.each == price.each
      }
      guard let own else { return nil }
      amounts.append(ExactAmount(own.amount))
    }
    return Cost(amounts: amounts)
  }

  /// Whether it has as much grace, trial and sharing as another one, and is sold in as many stores.
  func promisesAsMuch(as other: Offer) -> Bool {
    product.grace >= other.product.grace
      && product.shortestTrial >= other.product.longestTrial && isSharedAsWidely(as: other)
      && isSold(whereverIsSold: other)
  }

  private func isSharedAsWidely(as other: Offer) -> Bool {
    guard other.product.isSharedWithFamily else { return true }
    // How large a family is without a number is not known.
    return product.isSharedWithFamily
      && (other.product.mostSharing > 0
        ? product.mostSharing >= other.product.mostSharing : product.mostSharing == 0)
  }

  /// A product that names no store id is sold wherever the app is.
  private func isSold(whereverIsSold other: Offer) -> Bool {
    let stores = product.storeIDs.map { $0.store }
    let theirs = other.product.storeIDs.map { $0.store }
    if stores.isEmpty || stores.contains("") { return true }
    return !theirs.isEmpty && theirs.allSatisfy { stores.contains($0) }
  }
}

/// A price in one currency or several.
struct Cost: Sendable, Hashable {
  var amounts: [ExactAmount]

  func adding(_ other: Cost) -> Cost {
    Cost(amounts: zip(amounts, other.amounts).map { $0.adding($1) })
  }

  /// Whether it is less in every currency.
  func isLess(than other: Cost) -> Bool {
    !zip(amounts, other.amounts).contains { !($0 < $1) }
  }

  /// No more than any two of some costs are together; `nil` if there are not two.
  static func leastOfTwo(_ costs: [Cost]) -> Cost? {
    guard costs.count > 1, let count = costs.first?.amounts.count else { return nil }
    var amounts: [ExactAmount] = []
    for place in 0..<count {
      let least = costs.map { $0.amounts[place] }.sorted().prefix(2)
      amounts.append(least[0].adding(least[1]))
    }
    return Cost(amounts: amounts)
  }

  /// Whether it is more in no currency.
  func isAtMost(_ other: Cost) -> Bool {
    !zip(amounts, other.amounts).contains { $1 < $0 }
  }
}

extension [Offer] {
  /// Whether these, bought together, may be held with all that another one may be held with.
  func mayBeHeldWithAsMuch(as other: Offer, among products: [Product]) -> Bool {
    let own = Set(map { $0.index })
    for offer in self {
      for excluded in offer.product.notWith
      where excluded != other.index && !own.contains(excluded)
        && !other.product.notWith.contains(excluded)
      {
        return false
      }
    }
    return companionless(beside: other, among: products).isEmpty
  }

  /// The products that are sold with another one, and with none of these.
  func companionless(beside other: Offer, among products: [Product]) -> [Int32] {
    let own = Set(map { $0.index })
    return products.indices.map { Int32($0) }.filter { index in
      let partners = products[Int(index)].onlyWith
      return !own.contains(index) && partners.contains(other.index)
        && own.isDisjoint(with: partners)
    }
  }
}

extension Product {
  /// The least and the most milliseconds that its free period lasts; a month has 28 to 31 days.
  fileprivate var shortestTrial: Int64 {
    trialMonths > 0 ? trialMonths.saturatingMultiply(28 * 86_400_000) : trial ?? 0
  }

  fileprivate var longestTrial: Int64 {
    trialMonths > 0 ? trialMonths.saturatingMultiply(31 * 86_400_000) : trial ?? 0
  }
}
