public import TollgatePurchases

/// The app that purchases must be of, and where they must have been made.
public struct AppStoreApp: Sendable, Hashable {
  /// Its bundle id: `com.example.app`.
  public var bundleID: String
  /// Its Apple ID, the number in its address in the App Store. What comes from production and names
  /// one (notifications, downloads of the app) is refused without it; transactions name none.
  public var appleID: Int64?
  /// Where purchases must have been made. Whatever stands here, records keep their environment, and
  /// a ledger counts only those that its terms ask for.
  public var environments: Set<StoreEnvironment>

  /// An app; without more, only what comes from production counts.
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

  /// Refuses another environment, and one that nobody knows.
  func check(_ environment: StoreEnvironment) throws(AppStoreRefusal) {
    guard environment != .other, environments.contains(environment) else {
      throw .environment(environment)
    }
  }

  /// Refuses another app by its Apple ID, which counts in production alone.
  func check(appleID found: Int64?, in environment: StoreEnvironment) throws(AppStoreRefusal) {
    guard environment == .production else { return }
    guard let appleID else { throw .appleIDNeeded }
    guard found == appleID else { throw .appleID(found ?? 0) }
  }
}
