/// What is known of whether a purchase is genuine. Who verifies, and how, is a
/// ``PurchaseVerifier``'s to know; here only the result counts.
public enum Verification: String, Sendable, Hashable, CaseIterable {
  /// Not verified yet, or the verifier could not be reached: grants nothing, and is tried again.
  case waiting
  /// Found to be false: grants nothing, and is not tried again.
  case invalid
  /// The signature was checked on the device.
  case device
  /// The store's or the app's server confirmed it.
  case server
}

/// Where a purchase was made. What was not paid for with real money must not open an app that is
/// sold (see ``PurchaseTerms/environments``).
public enum StoreEnvironment: String, Sendable, Hashable, CaseIterable {
  /// The real store.
  case production
  /// The store's place for testing.
  case sandbox
  /// A store on the developer's own machine.
  case xcode
  /// A place that Tollgate does not know; it gives nothing.
  case other
}
