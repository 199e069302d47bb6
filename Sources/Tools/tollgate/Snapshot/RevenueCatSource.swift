import TollgateKit
import TollgateImports

extension SnapshotSource {
  static let revenueCat = SnapshotSource(
    name: "revenuecat", summary: "GET /v1/subscribers/{app_user_id}", needsTime: false
  ) { bytes, ask throws(SnapshotError) in
    try RevenueCatImporter.read(bytes, account: ask.account)
  }
}
