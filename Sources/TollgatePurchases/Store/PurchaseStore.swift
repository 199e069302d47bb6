/// A store as an app sees it: what it sells is bought here, and what was bought is told from here.
///
/// A ``StoreSession`` does the rest. `TollgateStoreKit` is this for the App Store, and
/// `TollgateTesting` has one for tests; an app with another store brings its own.
public protocol PurchaseStore<Proof>: Sendable {
  /// What the store hands over beside a transaction, so that it can be verified.
  associatedtype Proof: Sendable

  /// What becomes known from now on without being asked for: renewals, approvals, refunds, what was
  /// bought on another device. It begins with the call, and ends when nobody listens any more.
  func updates() -> AsyncStream<StoreTransaction<Proof>>

  /// The transactions that ``finish(_:)`` has not been called for.
  func unfinished() async -> [StoreTransaction<Proof>]

  /// The newest reading of everything that the store knows of this person.
  func purchases() async throws(PurchaseError) -> [StoreTransaction<Proof>]

  /// Makes the store ask its servers again, before a restore that a person has asked for. It may
  /// ask for a password.
  func synchronize() async throws(PurchaseError)

  /// Lets the person buy a product.
  ///
  /// - Parameters:
  ///   - product: The store's id of it.
  ///   - account: Whose it will be, as the app tells accounts apart.
  func buy(_ product: String, account: String?) async -> StorePurchaseResult<Proof>

  /// Tells the store that a transaction is done with; it may be told twice, and of one that it does
  /// not know.
  func finish(_ transactionID: String) async
}

/// A transaction as a store hands it over.
public struct StoreTransaction<Proof: Sendable>: Sendable {
  /// What the store says.
  public var record: PurchaseRecord
  /// What a verifier needs to see that it is so.
  public var proof: Proof

  /// A transaction with its proof.
  public init(_ record: PurchaseRecord, proof: Proof) {
    self.record = record
    self.proof = proof
  }
}

/// What a store answers to an attempt to buy.
public enum StorePurchaseResult<Proof: Sendable>: Sendable {
  /// It was paid; whether it is genuine is still to be verified.
  case paid(StoreTransaction<Proof>)
  /// It awaits approval or payment. If it comes, it comes by ``PurchaseStore/updates()``.
  case pending
  /// The person changed their mind.
  case userCancelled
  /// It failed.
  case failed(PurchaseError)
}
