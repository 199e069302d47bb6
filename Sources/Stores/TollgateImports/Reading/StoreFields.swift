import TollgateKit
import TollgatePurchases
import TollgateRuntime

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Read {
  /// A non-empty text.
  static func name(_ value: JSONValue) throws(SnapshotError) -> String {
    let text = try text(value)
    guard !text.isEmpty else { throw SnapshotError(.missing(.text)) }
    return text
  }

  /// An instant with up to nanoseconds; anything below a millisecond is cut off.
  static func storeInstant(_ value: JSONValue) throws(SnapshotError) -> Instant {
    guard case .text(let text) = value else { throw value.isNot(.instant) }
    guard let point = text.utf8.firstIndex(of: UInt8(ascii: ".")) else { return try instant(value) }
    let fraction = text[text.utf8.index(after: point)...].utf8
    let digits = fraction.prefix { $0 >= 0x30 && $0 <= 0x39 }
    guard digits.count > 3, digits.count <= 9 else { return try instant(value) }
    let rest = fraction.dropFirst(digits.count)
    let cut =
      String(text[..<point]) + "." + String(digits.prefix(3).map { Character(Unicode.Scalar($0)) })
    return try instant(.text(cut + String(Substring(rest))))
  }

  /// Seconds since 1970, as Stripe writes them.
  static func seconds(_ value: JSONValue) throws(SnapshotError) -> Instant {
    try inCalendar(Instant(milliseconds: try integer(value).saturatingMultiply(1000)), value)
  }

  /// Milliseconds since 1970, as a number or as digits in a text, as Google writes them.
  static func milliseconds(_ value: JSONValue) throws(SnapshotError) -> Instant {
    guard case .text(let text) = value else {
      return try inCalendar(Instant(milliseconds: try integer(value)), value)
    }
    guard text.utf8.count <= 20, let number = Int64(text) else {
      throw value.isNot(.wholeNumber(from: .min))
    }
    return try inCalendar(Instant(milliseconds: number), value)
  }

  /// Refuses an instant that no date can name: it comes from another unit, or from an attack.
  private static func inCalendar(
    _ instant: Instant, _ value: JSONValue
  ) throws(SnapshotError) -> Instant {
    guard SnapshotJSON.readable(instant) == instant else {
      throw SnapshotError(.expected(.instantNumber, found: value))
    }
    return instant
  }

  /// An object whose members are read by name.
  static func object(_ value: JSONValue) throws(SnapshotError) -> JSONObject {
    try JSONObject(value)
  }
}

extension JSONObject {
  /// An object in this one; nil if absent.
  func object(_ key: String) throws(SnapshotError) -> JSONObject? {
    try read(key, Read.object)
  }

  /// A member of an object in this one; nil if either is absent.
  func read<Value>(
    _ outer: String, _ key: String, _ read: (JSONValue) throws(SnapshotError) -> Value
  ) throws(SnapshotError) -> Value? {
    let value = try self.read(outer) { value throws(SnapshotError) in
      try JSONObject(value).read(key, read)
    }
    return value ?? nil
  }

  /// A required member of a required object in this one.
  func require<Value>(
    _ outer: String, _ key: String, _ expected: SnapshotError.Expected,
    _ read: (JSONValue) throws(SnapshotError) -> Value
  ) throws(SnapshotError) -> Value {
    try require(outer, .object) { value throws(SnapshotError) in
      try JSONObject(value).require(key, expected, read)
    }
  }

  /// Whether a member exists and is not `null`.
  func has(_ key: String) -> Bool { self[key] != nil }

  /// Reads the elements of a list, if it exists. Errors have the path.
  func forEach(
    in key: String, _ body: (JSONValue) throws(SnapshotError) -> Void
  ) throws(SnapshotError) {
    _ = try read(key) { list throws(SnapshotError) in try list.readList(body) }
  }

  /// Reads the members of an object, if it exists; `null` is skipped.
  func forEachMember(
    of key: String, _ body: (String, JSONValue) throws(SnapshotError) -> Void
  ) throws(SnapshotError) {
    _ = try read(key) { value throws(SnapshotError) in
      for member in try JSONObject(value).members where member.value != .null {
        do throws(SnapshotError) {
          if member.key.isEmpty { throw SnapshotError(.missing(.text)) }
          try body(member.key, member.value)
        } catch {
          throw error.under(.key(member.key))
        }
      }
    }
  }
}

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
