#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import TollgatePurchases

extension Money {
  /// An amount in thousandths of a unit, exactly.
  init(milliunits: Int64, _ currency: String) {
    self.init(Decimal(milliunits) / 1000, currency)
  }

  /// Whether it is no money at all.
  var isNothing: Bool { amount == 0 }
}
