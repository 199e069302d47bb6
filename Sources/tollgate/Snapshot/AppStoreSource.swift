import TollgateKit
import TollgateAppStore
import TollgateImports
import TollgatePurchases

extension SnapshotSource {
  /// What Apple signed; nothing else is believed.
  static let appStore = SnapshotSource(
    name: "app-store",
    summary: "signed transactions, subscription statuses, a history, a notification; "
      + "needs --bundle-id, and a build that checks Apple's signatures",
    needsTime: false
  ) { bytes, ask throws(SnapshotError) in
    guard AppleSignatureCheck.isAvailable else { throw cannotCheck }
    let verifier = AppStoreVerifier(
      ask.app, signatures: AppleSignatureCheck(), mapping: ask.mapping)
    let reading: AppStoreReading
    switch Waiting.result({ () async -> Result<AppStoreReading, AppStoreError> in
      do throws(AppStoreError) { return .success(try await verifier.read(bytes)) } catch {
        return .failure(error)
      }
    }) {
    case .success(let read): reading = read
    case .failure(let error):
      throw SnapshotError(
        .refused(error.description(in: "en"), chinese: error.description(in: "zh")))
    }
    guard !reading.hasMore else { throw isOnePage }
    return PurchaseImport(
      account: ask.account, confirmed: reading.asOf, ledger: try Ledger(reading.records))
  }

  private static let cannotCheck = SnapshotError(
    .refused(
      "this build cannot check Apple's signatures; "
        + "`swift run --traits AppStore tollgate snapshot …` builds one that can",
      chinese: "此版本不能验证 Apple 的签名；"
        + "`swift run --traits AppStore tollgate snapshot …` 可构建能够验证的版本"))

  private static let isOnePage = SnapshotError(
    .refused(
      "it is one page of several, and those that follow may take back what stands in it; "
        + "put the signed transactions of all pages into one list",
      chinese: "这只是若干页中的一页，后面的页可能推翻其中的内容；请把各页的签名交易放入一个列表"))
}

extension ImportAsk {
  fileprivate var app: AppStoreApp {
    AppStoreApp(bundleID: bundleID ?? "", appleID: appleID, environments: environments)
  }

  fileprivate var mapping: AppStoreMapping {
    var mapping = AppStoreMapping(account: account.map { .named($0) } ?? .anybody)
    if let policy { mapping.addLengths(from: policy) }
    return mapping
  }
}
