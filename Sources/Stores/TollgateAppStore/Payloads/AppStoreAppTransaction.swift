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

extension AppStoreAppTransaction {
  /// The purchase of a user who paid for the download; nil for others.
  func record(_ mapping: AppStoreMapping, verification: Verification) -> PurchaseRecord? {
    guard let paidApp = mapping.paidApp, paidApp.wasPaid(originalVersion) else { return nil }
    let account: String? =
      if case .named(let name) = mapping.account { name } else { nil }
    return PurchaseRecord(
      transactionID: id ?? "app-\(bundleID)-\(originallyPurchased.milliseconds)",
      product: paidApp.product, kind: .nonConsumable,
      account: account,
      start: preordered.map { min($0, originallyPurchased) } ?? originallyPurchased,
      method: .appleIAP, verification: verification, environment: environment, confirmed: signed
    )
  }
}

extension AppStoreMapping.PaidApp {
  /// Whether a first download of this version was paid. A version that cannot be compared was not.
  fileprivate func wasPaid(_ version: String) -> Bool {
    guard let firstFreeVersion else { return true }
    guard let first = numbers(firstFreeVersion), let own = numbers(version) else { return false }
    for index in 0..<max(first.count, own.count) {
      let (a, b) = (index < own.count ? own[index] : 0, index < first.count ? first[index] : 0)
      if a != b { return a < b }
    }
    return false
  }

  /// The numbers of `1.12.3`; nil for any other text.
  private func numbers(_ version: String) -> [UInt64]? {
    let parts = version.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    let numbers = parts.compactMap { part in
      part.allSatisfy { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
        ? UInt64(String(decoding: part, as: UTF8.self)) : nil
    }
    return numbers.count == parts.count ? numbers : nil
  }
}
