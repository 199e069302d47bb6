public import TollgateKit
import TollgateRuntime

extension Policy {
  /// What a store calls the products that are for sale, by their names in the policy.
  ///
  /// - Parameter store: The store as the policy names it, such as `app-store`. An id that the policy
  ///   gives for no store in particular is every store's that has none of its own.
  public func storeIDs(on store: String) -> [String: String] {
    var ids: [String: String] = [:]
    for product in graph.parts.products where product.isForSale {
      let own = product.storeIDs.first { $0.store == store }
      ids[product.name] = (own ?? product.storeIDs.first { $0.store.isEmpty })?.id
    }
    return ids
  }
}
