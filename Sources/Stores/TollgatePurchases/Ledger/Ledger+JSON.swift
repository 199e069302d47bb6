#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
public import TollgateKit
import TollgateRuntime

extension Ledger {
  /// Reads a ledger from JSON, schema 1: `{"schema": 1, "records": [RECORD],
  /// "synced": {ACCOUNT: INSTANT}}`.
  ///
  /// A record has `transaction`, `product`, `kind` (`subscription`, `non-renewing`,
  /// `non-consumable` or `consumable`), `start` and `verification` (`waiting`, `invalid`, `device`
  /// or `server`); a subscription has `end`. It may have `original`, `state` (as a grant in a
  /// snapshot; default `active`), `account`, `graceEnd`, `renews` (default true), `renewsAs`,
  /// `ownership` (`purchased` or `family-shared`), `revoked` (an instant), `refundPercentage` (a
  /// number from 0 to 100), `trial`, `offerUsed`, `superseded`, `quantity`, `amount` (a text with a decimal
  /// point) with `currency`, `method` (`apple_iap`, `wechat_pay`, `alipay`, `google_play` or
  /// `stripe`), `environment` (default `production`) and `confirmed` (default `start`). Records
  /// without an account are under "" in `synced`. Unknown keys are ignored and not kept. A purchase
  /// of an unknown kind, state, ownership or environment grants nothing.
  ///
  /// - Parameter data: UTF-8, at most 16 MiB, nested at most 64 deep, no key twice in an object.
  /// - Throws: ``SnapshotError`` with the path of the mistake, such as `records[3].end`; then
  ///   nothing is read.
  public init(json data: Data) throws(SnapshotError) {
    try self.init(json: [UInt8](data.prefix(JSONReader.mostBytes + 1)))
  }

  /// Reads a ledger from JSON, schema 1.
  public init(json text: String) throws(SnapshotError) {
    try self.init(json: Array(text.utf8))
  }

  /// Reads a ledger from the bytes of JSON, schema 1.
  package init(json bytes: [UInt8]) throws(SnapshotError) {
    let object = try JSONObject(document: try SnapshotError.read(bytes))
    self.init()
    let records = try object.read("records", Ledger.records) ?? []
    for (index, record) in records.enumerated() {
      do throws(SnapshotError) {
        try insert(record)
      } catch {
        throw error.under(.element(index)).under(.key("records"))
      }
    }
    for (account, instant) in try object.table("synced", Read.instant) {
      confirm(account: account, at: instant)
    }
  }

  private static func records(_ value: JSONValue) throws(SnapshotError) -> [PurchaseRecord] {
    try value.readList(PurchaseRecord.init(json:))
  }

  /// The ledger as JSON, schema 1, on one line, or with one member per line. Equal ledgers give
  /// equal texts.
  public func json(pretty: Bool = false) -> String {
    let synced = syncs.sorted { $0.key < $1.key }.map {
      JSONValue.Member($0.key, .instant($0.value))
    }
    return JSONValue.object([
      JSONValue.Member("schema", .integer(1)),
      JSONValue.Member("records", .list(records.map { $0.json })),
      JSONValue.Member("synced", .object(synced)),
    ]).json(pretty: pretty)
  }
}
