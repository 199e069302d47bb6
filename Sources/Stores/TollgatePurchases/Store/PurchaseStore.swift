public import TollgateKit
import TollgateRuntime

/// A store: products are bought from it, and it reports the purchases.
///
/// ```swift
/// let store: some PurchaseStore = device
/// for transaction in await store.unfinished() { show(transaction.record.product) }
/// ```
///
/// A ``StoreSession`` does the rest. `TollgateStoreKit` has one for the App Store, and
/// `TollgateTesting` one for tests; an app with another store implements its own.
public protocol PurchaseStore<Proof>: Sendable {
  /// The proof of a transaction, for the verifier.
  associatedtype Proof: Sendable

  /// Transactions that arrive unasked from now on: renewals, approvals, refunds, purchases on
  /// another device. The stream begins with the call, and ends with its last listener.
  func updates() -> AsyncStream<StoreTransaction<Proof>>

  /// The transactions that are not finished.
  func unfinished() async -> [StoreTransaction<Proof>]

  /// The newest reading of each purchase of this user.
  func purchases() async throws(PurchaseError) -> [StoreTransaction<Proof>]

  /// Makes the store ask its servers again, before a restore that the user asked for. It may ask
  /// for a password.
  func synchronize() async throws(PurchaseError)

  /// The store's id of a product; nil if it is not for sale here.
  ///
  /// - Parameter product: Its name in the policy.
  func storeID(of product: String, in policy: Policy) -> StoreID?

  /// Lets the user buy a product.
  ///
  /// - Parameters:
  ///   - product: The store's id of the product.
  ///   - account: The app's account that will own it.
  func buy(_ product: StoreID, account: String?) async -> StorePurchaseResult<Proof>

  /// Finishes a transaction; it may be called twice, and with an unknown id.
  func finish(_ transactionID: String) async
}

/// Creates a transaction with its proof.
///
/// ```swift
/// _ = await session.processor.receive(transaction.record, proof: transaction.proof)
/// ```
public struct StoreTransaction<Proof: Sendable>: Sendable {
  /// The store's data.
  public var record: PurchaseRecord
  /// The proof for the verifier.
  public var proof: Proof

  /// Creates a transaction with its proof.
  public init(_ record: PurchaseRecord, proof: Proof) {
    self.record = record
    self.proof = proof
  }
}

/// A store's answer to a purchase.
///
/// ```swift
/// if case .pending = await device.buy(StoreID("com.shop.annual"), account: account) {
///   show("The purchase awaits approval")
/// }
/// ```
public enum StorePurchaseResult<Proof: Sendable>: Sendable {
  /// It was paid, and is not verified yet.
  case paid(StoreTransaction<Proof>)
  /// It awaits approval or payment, and arrives by ``PurchaseStore/updates()`` if it comes.
  case pending
  /// The user cancelled the purchase.
  case userCancelled
  /// It failed.
  case failed(PurchaseError)
}

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
