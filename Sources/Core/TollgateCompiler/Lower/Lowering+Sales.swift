import TollgateRuntime

extension Lowering {
  /// The users to whom products are offered: the conditions of `for sale`.
  mutating func lowerSales() {
    for (index, checked) in policy.products.enumerated() {
      guard let sale = checked.sale else { continue }
      let requirement = sale.requirement.map { node($0) } ?? builder.always()
      parts.products[index].sale = Product.Sale(
        requirement: sale.isWithout ? builder.not(requirement) : requirement,
        inForce: inForce(sale.applies), condition: condition(sale.applies),
        text: sale.text)
    }
  }
}
