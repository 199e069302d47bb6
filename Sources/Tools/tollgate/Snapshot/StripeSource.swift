import TollgateKit
import TollgateImports

extension SnapshotSource {
  static let stripe = SnapshotSource(
    name: "stripe", summary: "active entitlements, their webhook, subscriptions", needsTime: true
  ) { bytes, ask throws(SnapshotError) in
    try StripeImporter.read(bytes, asOf: ask.asOf, account: ask.account)
  }
}
