import TollgateRuntime

/// A product that is for sale at a price, and all of it that does not depend on the rules.
struct PricedProduct: Sendable {
  var index: Int32
  var product: Product
  /// Its price in each of its currencies.
  var cost: Cost { Cost(amounts: terms.map { $0.amount }) }
  /// The products that are sold with it, with all that each of them may be sold with.
  var companions: [Companion] = []
  private var terms: [Term]

  struct Companion: Sendable {
    var product: Int32
    var onlyWith: [Int32]
  }

  /// A price, and what it has to have in common with one that it is compared with.
  private struct Term: Sendable {
    var kind: Kind
    var amount: MoneyAmount

    struct Kind: Sendable, Hashable {
      var currency: String
      var period: Price.Period
      var each: Price.Each?
    }
  }

  /// The products of a policy that are for sale at a price. Packs are not among them: how much is
  /// left of one is not known, so two are not compared.
  static func all(_ products: [Product], _ kinds: ProductKinds) -> [PricedProduct] {
    var offers: [PricedProduct] = []
    for (index, product) in products.enumerated() where product.isForSale && product.packs.isEmpty {
      guard product.price != nil else { continue }
      let terms = product.prices.map { price in
        Term(
          kind: Term.Kind(currency: price.currency, period: price.period, each: price.each),
          amount: MoneyAmount(price.amount))
      }
      let companions = kinds.companions[index].map {
        Companion(product: $0, onlyWith: products[Int($0)].onlyWith)
      }
      offers.append(
        PricedProduct(index: Int32(index), product: product, companions: companions, terms: terms))
    }
    return offers
  }

  private func amount(_ kind: Term.Kind) -> MoneyAmount? {
    for term in terms where term.kind == kind { return term.amount }
    return nil
  }

  /// Its price in each currency of another one, for the same period and each of the same meter;
  /// `nil` if it has no such price in one of them.
  func cost(inCurrenciesOf other: PricedProduct) -> Cost? {
    var amounts: [MoneyAmount] = []
    for term in other.terms {
      guard let own = amount(term.kind) else { return nil }
      amounts.append(own)
    }
    return Cost(amounts: amounts)
  }

  /// Whether it costs no more than another one in any currency of that.
  func costsAtMost(as other: PricedProduct) -> Bool {
    other.terms.allSatisfy { term in amount(term.kind).map { !(term.amount < $0) } ?? false }
  }

  /// Whether it costs less than another one in every currency of that.
  func costsLess(than other: PricedProduct) -> Bool {
    other.terms.allSatisfy { term in amount(term.kind).map { $0 < term.amount } ?? false }
  }

  /// The kinds of prices that some offers have, with the two least of each.
  struct LeastPrices {
    private var least: [Term.Kind: [MoneyAmount]] = [:]

    init(of offers: [PricedProduct]) {
      for offer in offers {
        for term in offer.terms {
          let amounts = least[term.kind, default: []] + [term.amount]
          least[term.kind] = Array(amounts.sorted().prefix(2))
        }
      }
    }

    /// Whether another offer may cost no more than this one.
    func hasRival(of offer: PricedProduct) -> Bool {
      offer.terms.allSatisfy { term in
        guard let amounts = least[term.kind], amounts.count > 1 else { return false }
        return !(term.amount < amounts[amounts[0] < term.amount ? 0 : 1])
      }
    }

    /// Whether two others may cost less together than this one.
    func hasParts(of offer: PricedProduct) -> Bool {
      offer.terms.allSatisfy { term in
        guard let amounts = least[term.kind], amounts.count > 1 else { return false }
        return amounts[0].plus(amounts[1]) < term.amount
      }
    }
  }

  /// Whether it has as much grace, trial and sharing as another one, and is sold in as many stores.
  func promisesAsMuch(as other: PricedProduct) -> Bool {
    product.grace >= other.product.grace
      && product.shortestTrial >= other.product.longestTrial && isIntroduced(as: other)
      && isSharedAsWidely(as: other) && isSold(whereverIsSold: other)
  }

  /// Introductory prices are compared with the same only: how much they save depends on how long a
  /// user stays.
  private func isIntroduced(as other: PricedProduct) -> Bool {
    other.product.introduction == nil || product.introduction == other.product.introduction
  }

  private func isSharedAsWidely(as other: PricedProduct) -> Bool {
    guard other.product.isSharedWithFamily else { return true }
    // How large a family is without a number is not known.
    return product.isSharedWithFamily
      && (other.product.mostSharing > 0
        ? product.mostSharing >= other.product.mostSharing : product.mostSharing == 0)
  }

  /// A product that names no store id is sold wherever the app is.
  private func isSold(whereverIsSold other: PricedProduct) -> Bool {
    let stores = product.storeIDs.map { $0.store }
    let theirs = other.product.storeIDs.map { $0.store }
    if stores.isEmpty || stores.contains("") { return true }
    return !theirs.isEmpty && theirs.allSatisfy { stores.contains($0) }
  }
}

/// A price in one currency or several.
struct Cost: Sendable, Hashable {
  var amounts: [MoneyAmount]

  func adding(_ other: Cost) -> Cost {
    Cost(amounts: zip(amounts, other.amounts).map { $0.plus($1) })
  }

  /// Whether it is less in every currency.
  func isLess(than other: Cost) -> Bool {
    !zip(amounts, other.amounts).contains { !($0 < $1) }
  }

  /// No more than any two of some costs are together; `nil` if there are not two.
  static func leastOfTwo(_ costs: [Cost]) -> Cost? {
    guard costs.count > 1, let count = costs.first?.amounts.count else { return nil }
    var amounts: [MoneyAmount] = []
    for place in 0..<count {
      let least = costs.map { $0.amounts[place] }.sorted().prefix(2)
      amounts.append(least[0].plus(least[1]))
    }
    return Cost(amounts: amounts)
  }
}

extension [PricedProduct] {
  /// Whether these, bought together, may be held with all that another one may be held with.
  func mayBeHeldWithAsMuch(as other: PricedProduct) -> Bool {
    let own = Set(map { $0.index })
    for offer in self {
      for excluded in offer.product.notWith
      where excluded != other.index && !own.contains(excluded)
        && !other.product.notWith.contains(excluded)
      {
        return false
      }
    }
    return companionless(beside: other).isEmpty
  }

  /// The products that are sold with another one, and with none of these.
  func companionless(beside other: PricedProduct) -> [PricedProduct.Companion] {
    let own = Set(map { $0.index })
    return other.companions.filter {
      !own.contains($0.product) && own.isDisjoint(with: $0.onlyWith)
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
