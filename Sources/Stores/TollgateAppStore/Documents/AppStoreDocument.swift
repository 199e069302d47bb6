import TollgateKit
import TollgatePurchases

/// The signed texts of a document, with their places and their pairs.
struct AppStoreDocument {
  /// Signed texts that the App Store sends together: a transaction and its renewal, or one alone.
  struct Entry {
    var texts: [Signed]
  }

  struct Signed {
    var text: String
    /// The required kind; nil for any kind.
    var kind: SignedKind?
    var place: JSONPath
  }

  private(set) var entries: [Entry] = []
  private(set) var hasMore = false
  /// The document's own data about the app. It is not signed, and only serves to refuse a document
  /// of another app early.
  private(set) var envelope: Payload?

  init(_ bytes: [UInt8]) throws(AppStoreError) {
    let text = AppStoreDocument.trimmed(bytes)
    switch text.first {
    case nil: throw AppStoreError(.empty)
    case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\""):
      try read(try AppStoreDocument.json(bytes))
    default:
      add(String(decoding: text, as: UTF8.self), nil, at: JSONPath())
    }
  }

  /// The text without surrounding space and byte order mark.
  private static func trimmed(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
    var text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
    func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte >= 0x09 && byte <= 0x0D }
    text = text.drop { isSpace($0) }
    while let last = text.last, isSpace(last) { text.removeLast() }
    return text
  }

  /// The JSON tree. An error leaves out its path, because keys can contain text of the document.
  private static func json(_ bytes: [UInt8]) throws(AppStoreError) -> JSONValue {
    do throws(SnapshotError) {
      return try SnapshotError.read(bytes)
    } catch {
      throw AppStoreError(.notJSON(SnapshotError(error.problem)))
    }
  }

  private mutating func read(_ value: JSONValue) throws(AppStoreError) {
    switch value {
    case .text: try add(value, nil, at: JSONPath())
    case .list(let values):
      for (index, value) in values.enumerated() {
        try add(value, nil, at: JSONPath().appending(.element(index)))
      }
    case .object: try read(try Payload(value, at: JSONPath()))
    case .null, .boolean, .integer, .number: throw AppStoreError(.unknownDocument)
    }
  }

  /// Reads one of the App Store's documents, recognised by the field that only it has.
  private mutating func read(_ document: Payload) throws(AppStoreError) {
    envelope = document
    hasMore = try document.boolean("hasMore") ?? false
    if document.has("signedPayload") {
      try addField("signedPayload", .notification, of: document)
    } else if let history = try document.list("notificationHistory") {
      for (value, place) in history {
        try addField("signedPayload", .notification, of: try Payload(value, at: place))
      }
    } else if let transactions = try document.list("signedTransactions") {
      for (value, place) in transactions { try add(value, .transaction, at: place) }
    } else if let groups = try document.list("data") {
      for (value, place) in groups { try readGroup(try Payload(value, at: place)) }
    } else if document.has("signedTransactionInfo") {
      entries.append(try AppStoreDocument.pair(in: document))
    } else if document.has("signedAppTransactionInfo") {
      try addField("signedAppTransactionInfo", .appTransaction, of: document)
    } else {
      throw AppStoreError(.unknownDocument)
    }
  }

  /// Reads a group of subscriptions in a status. Its `status` is not signed and decides nothing:
  /// the transaction and the renewal contain the same.
  private mutating func readGroup(_ group: Payload) throws(AppStoreError) {
    for (value, place) in try group.list("lastTransactions") ?? [] {
      entries.append(try AppStoreDocument.pair(in: try Payload(value, at: place)))
    }
  }

  /// A transaction and its renewal, if any.
  static func pair(in payload: Payload) throws(AppStoreError) -> Entry {
    var texts = [try signed("signedTransactionInfo", .transaction, in: payload)]
    if payload.has("signedRenewalInfo") {
      texts.append(try signed("signedRenewalInfo", .renewal, in: payload))
    }
    return Entry(texts: texts)
  }

  private static func signed(
    _ field: String, _ kind: SignedKind, in payload: Payload
  ) throws(AppStoreError) -> Signed {
    let text = try payload.require(field, .signedText, try payload.text(field))
    return Signed(text: text, kind: kind, place: payload.place.appending(.key(field)))
  }

  private mutating func addField(
    _ field: String, _ kind: SignedKind, of payload: Payload
  ) throws(AppStoreError) {
    entries.append(Entry(texts: [try AppStoreDocument.signed(field, kind, in: payload)]))
  }

  private mutating func add(
    _ value: JSONValue, _ kind: SignedKind?, at place: JSONPath
  ) throws(AppStoreError) {
    guard case .text(let text) = value else { throw AppStoreError(.wrong(.signedText), at: place) }
    add(text, kind, at: place)
  }

  private mutating func add(_ text: String, _ kind: SignedKind?, at place: JSONPath) {
    entries.append(Entry(texts: [Signed(text: text, kind: kind, place: place)]))
  }
}
