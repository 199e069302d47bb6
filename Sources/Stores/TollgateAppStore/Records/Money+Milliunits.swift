#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import TollgatePurchases

extension Money {
  /// Creates an exact amount from thousandths of a unit.
  init(milliunits: Int64, _ currency: String) {
    self.init(Decimal(milliunits) / 1000, currency)
  }

  /// Whether the amount is zero.
  var isZero: Bool { amount == 0 }
}
