import TollgateKit
import TollgateImports
import TollgatePurchases

extension SnapshotSource {
  /// A ledger, as `Ledger.json()` writes it.
  static let records = SnapshotSource(
    name: "records", summary: "purchase records of Tollgate's own", needsTime: false
  ) { bytes, ask throws(SnapshotError) in
    PurchaseImport(account: ask.account, ledger: try Ledger(json: bytes))
  }
}
