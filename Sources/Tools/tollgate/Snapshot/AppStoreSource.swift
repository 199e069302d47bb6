import TollgateKit
import TollgateAppStore
import TollgateImports
import TollgatePurchases

extension SnapshotSource {
  /// Only data signed by Apple is accepted.
  static let appStore = SnapshotSource(
    name: "app-store",
    summary: "signed transactions, subscription statuses, a history, a notification; "
      + "needs --bundle-id, and a build that checks Apple's signatures",
    needsTime: false
  ) { bytes, ask throws(SnapshotError) in
    guard AppleSignatureCheck.isAvailable else { throw cannotCheck }
    let verifier = AppStoreVerifier(
      ask.app, signatures: AppleSignatureCheck(roots: try ask.roots), mapping: ask.mapping)
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
    var result = PurchaseImport(
      account: ask.account, confirmed: reading.asOf, ledger: try Ledger(reading.records))
    result.documentNotes = reading.withoutLength.map { ImportNote(.noLength, about: $0) }
    return result
  }

  private static let cannotCheck = SnapshotError(
    .refused(
      "this build cannot check Apple's signatures; "
        + "`swift run --traits AppStore tollgate snapshot …` builds one that can",
      chinese: "此构建无法验证 Apple 的签名；"
        + "`swift run --traits AppStore tollgate snapshot …` 可构建带验证功能的版本"))

  private static let isOnePage = SnapshotError(
    .refused(
      "it is one page of several, and a later page may revoke its purchases; "
        + "join the signed transactions of all pages in one list",
      chinese: "这只是多页中的一页，后面的页可能撤销其中的购买；请将各页的签名交易合并为一个列表"))
}

extension ImportAsk {
  /// Apple's root, or the one for tests.
  fileprivate var roots: TrustedRoots {
    get throws(SnapshotError) {
      guard let root else { return .apple }
      guard let roots = TrustedRoots(file: root) else {
        throw SnapshotError(
          .refused(
            "the file of --root holds no certificate; it is DER or PEM",
            chinese: "--root 的文件不含证书；应为 DER 或 PEM"))
      }
      return roots
    }
  }

  fileprivate var app: AppStoreApp {
    AppStoreApp(bundleID: bundleID ?? "", appleID: appleID, environments: environments)
  }

  fileprivate var mapping: AppStoreMapping {
    var mapping = AppStoreMapping(account: account.map { .named($0) } ?? .anybody)
    for own in lengths { mapping.lengths[own.product] = own.length }
    if let policy { mapping.addLengths(from: policy) }
    return mapping
  }
}
