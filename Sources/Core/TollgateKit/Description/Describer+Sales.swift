import TollgateRuntime
import TollgateWords

extension Describer {
  /// To whom and when a product is for sale: `from 2026-03-01 if the user has Pro`; `nil` for
  /// everybody at all times.
  func buyers(of product: Product) -> String? {
    guard let sale = product.sale else { return nil }
    let conditions = [sale.inForce, sale.requirement, sale.condition]
    let scope = scope(conditions.map { reader.clause($0) })
    return scope.isEmpty ? nil : scope.joined(separator: phrases.words(" ", "，"))
  }
}
