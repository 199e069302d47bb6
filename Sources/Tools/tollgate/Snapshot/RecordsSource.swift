import TollgateKit
import TollgateImports
import TollgatePurchases

extension SnapshotSource {
  /// A ledger, as `Ledger.json()` writes it.
  static let records = SnapshotSource(
    name: "records", summary: "Tollgate's own purchase records", needsTime: false
  ) { bytes, ask throws(SnapshotError) in
    PurchaseImport(account: ask.account, ledger: try Ledger(json: bytes))
  }
}
