import ArgumentParser
import TollgateKit
import TollgateImports
import TollgatePurchases

/// Where a snapshot may come from. Each is one file in this folder and one line here.
struct SnapshotSource: Sendable {
  /// What `--from` calls it.
  let name: String
  /// What a document of it is.
  let summary: String
  /// Whether there are documents that do not say when they were read from it.
  let needsTime: Bool
  /// Reads one document.
  let read: @Sendable (_ bytes: [UInt8], _ ask: ImportAsk) throws(SnapshotError) -> PurchaseImport

  /// In alphabetical order.
  static let all: [SnapshotSource] = [appStore, googlePlay, records, revenueCat, stripe]
}

/// What the command line says about a document.
struct ImportAsk: Sendable {
  /// Whose purchases they are filed under, if that is said.
  var account: String?
  /// When the document was read from its source, for those that do not say so themselves.
  var asOf: Instant
  /// The policy, which may say how long a product lasts.
  var policy: Policy?
  /// The app that the purchases must be of, by its bundle id.
  var bundleID: String?
  /// The app's Apple ID.
  var appleID: Int64?
  /// Where purchases count that were made there.
  var environments: Set<StoreEnvironment> = [.production]
}

extension SnapshotSource: ExpressibleByArgument {
  init?(argument: String) {
    guard let source = SnapshotSource.all.first(where: { $0.name == argument }) else { return nil }
    self = source
  }

  var defaultValueDescription: String { name }

  static var allValueStrings: [String] { all.map { $0.name } }
}
