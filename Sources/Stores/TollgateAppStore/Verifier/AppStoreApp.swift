public import TollgatePurchases

/// The app and the environments whose purchases are accepted.
///
/// ```swift
/// let shop = AppStoreApp(
///   bundleID: "com.example.app", appleID: 1_234_567_890, environments: [.production, .sandbox])
/// let verifier = AppStoreVerifier(shop, signatures: AppleSignatureCheck())
/// ```
public struct AppStoreApp: Sendable, Hashable {
  /// Its bundle id: `com.example.app`.
  public var bundleID: String
  /// Its Apple ID, the number in its App Store address. Data from production that names one
  /// (notifications, downloads of the app) is refused without it; transactions name none.
  public var appleID: Int64?
  /// The accepted environments. Records keep their environment, and a ledger counts only those that
  /// its terms accept.
  public var environments: Set<StoreEnvironment>

  /// Creates an app that by default accepts production only.
  public init(
    bundleID: String, appleID: Int64? = nil, environments: Set<StoreEnvironment> = [.production]
  ) {
    self.bundleID = bundleID
    self.appleID = appleID
    self.environments = environments
  }

  /// Refuses another app.
  func check(bundleID: String) throws(AppStoreRefusal) {
    guard bundleID == self.bundleID else { throw .app(bundleID) }
  }

  /// Refuses another or unknown environment.
  func check(_ environment: StoreEnvironment) throws(AppStoreRefusal) {
    guard environment != .other, environments.contains(environment) else {
      throw .environment(environment)
    }
  }

  /// Refuses another app by its Apple ID, which matters only in production.
  func check(appleID found: Int64?, in environment: StoreEnvironment) throws(AppStoreRefusal) {
    guard environment == .production else { return }
    guard let appleID else { throw .appleIDNeeded }
    guard found == appleID else { throw .appleID(found ?? 0) }
  }
}
