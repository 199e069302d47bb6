import ArgumentParser
import TollgateAppStore
import TollgateImports
import TollgateKit
import TollgatePurchases

/// A source of snapshots. Each is one extension in this folder and one line here.
struct SnapshotSource: Sendable {
  /// Its name in `--from`.
  let name: String
  /// A summary of its documents.
  let summary: String
  /// Whether some of its documents lack the time of the request.
  let needsTime: Bool
  /// Reads one document.
  let read: @Sendable (_ bytes: [UInt8], _ ask: ImportAsk) throws(SnapshotError) -> PurchaseImport

  /// In alphabetical order.
  static let all: [SnapshotSource] = [appStore, googlePlay, records, revenueCat, stripe]
}

/// The options of the command line for a document.
struct ImportAsk: Sendable {
  /// The account that owns the purchases, if given.
  var account: String?
  /// When the document was requested, for documents that do not contain it.
  var asOf: Instant
  /// The policy, which may have the lengths of products.
  var policy: Policy?
  /// The bundle id of the app whose purchases are accepted.
  var bundleID: String?
  /// The app's Apple ID.
  var appleID: Int64?
  /// The environments whose purchases count.
  var environments: Set<StoreEnvironment> = [.production]
  /// The product of a document of Google Play that does not name it.
  var productID: String?
  /// The lengths of the App Store's non-renewing products.
  var lengths: [ProductLength] = []
  /// A certificate to trust instead of Apple's root.
  var root: [UInt8]?
}

extension SnapshotSource: ExpressibleByArgument {
  init?(argument: String) {
    guard let source = SnapshotSource.all.first(where: { $0.name == argument }) else { return nil }
    self = source
  }

  var defaultValueDescription: String { name }

  static var allValueStrings: [String] { all.map { $0.name } }
}

extension SnapshotSource {
  static let googlePlay = SnapshotSource(
    name: "google-play",
    summary: "purchases.subscriptionsv2, purchases.products or productsv2, one or a list",
    needsTime: true
  ) { bytes, ask throws(SnapshotError) in
    try GooglePlayImporter.read(bytes, asOf: ask.asOf, account: ask.account, product: ask.productID)
  }
}

extension SnapshotSource {
  /// A ledger, as `Ledger.json()` writes it.
  static let records = SnapshotSource(
    name: "records", summary: "Tollgate's own purchase records", needsTime: false
  ) { bytes, ask throws(SnapshotError) in
    PurchaseImport(account: ask.account, ledger: try Ledger(json: bytes))
  }
}

extension SnapshotSource {
  static let revenueCat = SnapshotSource(
    name: "revenuecat", summary: "GET /v1/subscribers/{app_user_id}", needsTime: false
  ) { bytes, ask throws(SnapshotError) in
    try RevenueCatImporter.read(bytes, account: ask.account)
  }
}

extension SnapshotSource {
  static let stripe = SnapshotSource(
    name: "stripe", summary: "active entitlements, their webhook, subscriptions", needsTime: true
  ) { bytes, ask throws(SnapshotError) in
    try StripeImporter.read(bytes, asOf: ask.asOf, account: ask.account)
  }
}

/// How long a product lasts, on the command line: `com.app.season=3 months`.
struct ProductLength: ExpressibleByArgument, Sendable {
  let product: String
  let length: AppStoreMapping.Length

  init?(argument: String) {
    guard let equals = argument.lastIndex(of: "="), equals != argument.startIndex else {
      return nil
    }
    let words = argument[argument.index(after: equals)...].split(separator: " ")
    guard words.count == 2, let count = Int(words[0]), (1...10_000).contains(count) else {
      return nil
    }
    switch words[1] {
    case "day", "days": length = .days(count)
    case "week", "weeks": length = .days(7 * count)
    case "month", "months": length = .months(count)
    case "year", "years": length = .months(12 * count)
    default: return nil
    }
    product = String(argument[..<equals])
  }
}
