public import TollgateKit
import TollgateRuntime

/// The id of a product in a store, such as `com.example.pro.annual`. Everything but a store calls a
/// product by its name in the policy; the type keeps the two apart.
///
/// ```swift
/// if let id = policy.storeID(of: "annual", on: "app-store") { show(id.text) }
/// ```
public struct StoreID: Sendable, Hashable {
  /// The id as the store writes it.
  public let text: String

  /// An id as the store writes it.
  public init(_ text: String) {
    self.text = text
  }
}

extension Policy {
  /// The store's id of a product that is for sale; nil for a product that the policy does not have,
  /// does not sell, or sells only in other stores.
  ///
  /// A product without `sold as` is sold under its own name in every store.
  ///
  /// - Parameters:
  ///   - product: Its name in the policy; a store id is not one.
  ///   - store: The store's name in the policy, such as `app-store`. An id without a store applies to
  ///     every store that has none of its own.
  public func storeID(of product: String, on store: String) -> StoreID? {
    guard let index = graph.names.products[product] else { return nil }
    let found = graph.parts.products[Int(index)]
    guard found.name == product, found.isForSale else { return nil }
    if found.storeIDs.isEmpty { return StoreID(product) }
    let own = found.storeIDs.first { $0.store == store }
    return (own ?? found.storeIDs.first { $0.store.isEmpty }).map { StoreID($0.id) }
  }

  /// The store's ids of the products that are for sale there, by their names in the policy.
  ///
  /// - Parameter store: The store's name in the policy, as in ``storeID(of:on:)``.
  public func storeIDs(on store: String) -> [String: StoreID] {
    var ids: [String: StoreID] = [:]
    for product in graph.parts.products { ids[product.name] = storeID(of: product.name, on: store) }
    return ids
  }
}
