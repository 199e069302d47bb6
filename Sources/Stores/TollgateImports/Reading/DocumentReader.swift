#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import TollgateKit
import TollgatePurchases
import TollgateRuntime

/// Collects the content of a document: the purchases, the service's entitlements, and notes.
struct DocumentReader {
  /// The account that owns the purchases.
  private(set) var account: String?
  /// The owner in the document.
  private(set) var owner: String?
  /// When the service answered.
  let asOf: Instant
  let verification: Verification
  private(set) var ledger = Ledger()
  private(set) var documentNotes: [ImportNote] = []
  private(set) var otherNames: [String: [String]] = [:]
  var entitlements: [ImportedEntitlement] = []

  init(account: String?, asOf: Instant, verification: Verification) {
    self.account = account
    self.asOf = asOf
    self.verification = verification
  }

  /// Sets the owner in the document, who is also the account by default.
  mutating func setOwner(_ owner: String?) {
    self.owner = owner
    account = account ?? owner
  }

  /// Adds a purchase.
  ///
  /// - Parameter names: Further names of the product.
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

  mutating func note(_ fact: ImportNote.Fact, about subject: String? = nil) {
    documentNotes.append(ImportNote(fact, about: subject))
  }

  /// The result.
  ///
  /// - Parameter listed: When the service listed entitlements; nil if it did not.
  func result(isComplete: Bool = false, listed: Instant? = nil) -> PurchaseImport {
    var result = PurchaseImport(
      account: account, owner: owner, confirmed: asOf, ledger: ledger, otherNames: otherNames,
      entitlements: entitlements, listed: listed, isComplete: isComplete)
    result.documentNotes = documentNotes
    return result
  }

  /// Parses a document and reads its tree. Errors contain no text of the document.
  static func document<Result>(
    _ bytes: [UInt8], _ read: (JSONValue) throws(SnapshotError) -> Result
  ) throws(SnapshotError) -> Result {
    do throws(SnapshotError) {
      return try read(try SnapshotError.read(bytes))
    } catch {
      throw error.withoutContent
    }
  }

  /// The bytes of a document; one byte over the limit is enough to refuse it.
  static func bytes(_ data: Data) -> [UInt8] {
    [UInt8](data.prefix(JSONReader.mostBytes + 1))
  }
}
