public import TollgatePurchases
public import TollgateRuntime

/// A user's download of the app, signed by the App Store (`AppTransaction`). Its signature was
/// checked.
///
/// ```swift
/// for download in try await appStore.read(body).appTransactions {
///   log("first bought as \(download.originalVersion) at \(download.originallyPurchased)")
/// }
/// ```
public struct AppStoreAppTransaction: Sendable, Hashable {
  /// Its id; nil if it was signed before ids existed.
  public let id: String?
  /// The app.
  public let bundleID: String
  /// The app's Apple ID; nil outside production.
  public let appleID: Int64?
  /// The installed version: the build number on iOS, the version on macOS.
  public let version: String?
  /// The version that was first downloaded. In the sandbox it is always `1.0`.
  public let originalVersion: String
  /// When the app was first downloaded or bought.
  public let originallyPurchased: Instant
  /// When it was pre-ordered; nil for no pre-order.
  public let preordered: Instant?
  /// The environment.
  public let environment: StoreEnvironment
  /// When the App Store signed it.
  public let signed: Instant
}

extension AppStoreAppTransaction: Redacted {
  /// A description for logs: the app and its first version.
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
