import TollgateKit
import TollgateImports

extension SnapshotSource {
  static let googlePlay = SnapshotSource(
    name: "google-play",
    summary: "purchases.subscriptionsv2, purchases.products or productsv2, one or a list",
    needsTime: true
  ) { bytes, ask throws(SnapshotError) in
    try GooglePlayImporter.read(bytes, asOf: ask.asOf, account: ask.account, product: ask.productID)
  }
}
