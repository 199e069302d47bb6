public import TollgatePurchases
public import TollgateRuntime

/// A person's download of the app, as the App Store signed it (`AppTransaction`). There is one only
/// where its signature was checked.
public struct AppStoreAppTransaction: Sendable, Hashable {
  /// Its id; nothing where it was signed before there were any.
  public let id: String?
  /// The app.
  public let bundleID: String
  /// The app's Apple ID; nothing where it is not from production.
  public let appleID: Int64?
  /// The version that runs: the build number on iOS, the version on macOS.
  public let version: String?
  /// The version that was downloaded first. The sandbox says `1.0`, always.
  public let originalVersion: String
  /// When the app was downloaded or bought first.
  public let originallyPurchased: Instant
  /// When it was ordered, before it came out.
  public let preordered: Instant?
  /// Where it came from.
  public let environment: StoreEnvironment
  /// When the App Store said all this.
  public let signed: Instant
}

extension AppStoreAppTransaction: Redacted {
  /// What may be logged: the app, and which version came first.
  public var description: String { "download of \(bundleID), first \(originalVersion)" }
}

extension AppStoreAppTransaction {
  init(_ payload: Payload) throws(AppStoreError) {
    id = try payload.text("appTransactionId")
    bundleID = try payload.requiredText("bundleId")
    appleID = try payload.wholeNumber("appAppleId")
    version = try payload.text("applicationVersion")
    originalVersion = try payload.requiredText("originalApplicationVersion")
    originallyPurchased = try payload.requiredTime("originalPurchaseDate")
    preordered = try payload.time("preorderDate")
    environment = try payload.environment("receiptType")
    signed = try payload.requiredTime("receiptCreationDate")
  }
}
