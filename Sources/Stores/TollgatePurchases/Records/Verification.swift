/// The result of verifying a purchase. A ``PurchaseVerifier`` decides it.
///
/// ```swift
/// let unproved = ledger.records.filter { $0.verification == .waiting }
/// show("\(unproved.count) purchases are being checked")
/// ```
public enum Verification: String, Sendable, Hashable, CaseIterable {
  /// Not verified yet, or the verifier could not be reached: it grants nothing, and is tried again.
  case waiting
  /// Found to be false: it grants nothing, and is not tried again.
  case invalid
  /// The signature was checked on the device.
  case device
  /// The store's or the app's server confirmed it.
  case server

  /// Its place in a sorted ledger.
  var order: Int { Verification.allCases.firstIndex(of: self) ?? 0 }
}

/// The environment of a purchase. Test purchases must not unlock an app in production (see
/// ``PurchaseTerms/environments``).
///
/// ```swift
/// let tests = ledger.records.filter { $0.environment == .sandbox }
/// log("\(tests.count) purchases of testers do not count")
/// ```
public enum StoreEnvironment: String, Sendable, Hashable, CaseIterable {
  /// The real store.
  case production
  /// The store's test environment.
  case sandbox
  /// Xcode's test store on the developer's Mac.
  case xcode
  /// An environment that Tollgate does not know; it grants nothing.
  case other
}
