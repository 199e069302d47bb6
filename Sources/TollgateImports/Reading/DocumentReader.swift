#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import TollgateKit
import TollgatePurchases
import TollgateRuntime

/// Gathers what a document says: the purchases, what the service calls held, and remarks.
struct DocumentReader {
  /// The account that purchases are filed under.
  private(set) var account: String?
  /// Who the document says it is about.
  private(set) var owner: String?
  /// When the service said so.
  let asOf: Instant
  let verification: Verification
  private(set) var ledger = Ledger()
  private(set) var remarks: [ImportNote] = []
  private(set) var otherNames: [String: [String]] = [:]
  var entitlements: [ImportedEntitlement] = []

  init(account: String?, asOf: Instant, verification: Verification) {
    self.account = account
    self.asOf = asOf
    self.verification = verification
  }

  /// The document is about this person; purchases are filed under them unless told otherwise.
  mutating func belongs(to owner: String?) {
    self.owner = owner
    account = account ?? owner
  }

  /// Files a purchase.
  ///
  /// - Parameter names: What else the product is called.
  mutating func add(
    _ record: PurchaseRecord, alsoCalled names: [String?] = []
  ) throws(SnapshotError) {
    var record = record
    record.account = account
    record.verification = verification
    record.confirmed = asOf
    try ledger.insert(record)
    var others = otherNames[record.product] ?? []
    for case let name? in names where name != record.product && !others.contains(name) {
      others.append(name)
    }
    if !others.isEmpty { otherNames[record.product] = others }
  }

  mutating func remark(_ fact: ImportNote.Fact, about subject: String? = nil) {
    remarks.append(ImportNote(fact, about: subject))
  }

  /// Everything that was gathered.
  ///
  /// - Parameter listed: When the service listed what is held, if it did.
  func result(isComplete: Bool = false, listed: Instant? = nil) -> PurchaseImport {
    var result = PurchaseImport(
      account: account, owner: owner, confirmed: asOf, ledger: ledger, otherNames: otherNames,
      entitlements: entitlements, listed: listed, isComplete: isComplete)
    result.remarks = remarks
    return result
  }

  /// The tree that a document is, and what `read` makes of it. A problem is told without any text
  /// that stands in the document.
  static func document<Result>(
    _ bytes: [UInt8], _ read: (JSONValue) throws(SnapshotError) -> Result
  ) throws(SnapshotError) -> Result {
    do throws(SnapshotError) {
      return try read(try SnapshotError.read(bytes))
    } catch {
      throw error.withoutContent
    }
  }

  /// The bytes of a document; one more than is read is enough to refuse it.
  static func bytes(_ data: Data) -> [UInt8] {
    [UInt8](data.prefix(JSONReader.mostBytes + 1))
  }
}
