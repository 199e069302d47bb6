public import TollgateKit
import TollgateRuntime

extension Policy {
  /// The store's ids of the products that are for sale, by their names in the policy.
  ///
  /// - Parameter store: The store's name in the policy, such as `app-store`. An id without a store
  ///   applies to every store that has none of its own.
  public func storeIDs(on store: String) -> [String: String] {
    var ids: [String: String] = [:]
    for product in graph.parts.products where product.isForSale {
      let own = product.storeIDs.first { $0.store == store }
      ids[product.name] = (own ?? product.storeIDs.first { $0.store.isEmpty })?.id
    }
    return ids
  }
}
