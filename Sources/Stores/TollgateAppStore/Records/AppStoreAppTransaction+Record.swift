import TollgatePurchases
import TollgateRuntime

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
