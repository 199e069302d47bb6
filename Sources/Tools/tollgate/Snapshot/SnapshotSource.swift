import ArgumentParser
import TollgateKit
import TollgateImports
import TollgatePurchases

/// A source of snapshots. Each is one file in this folder and one line here.
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
