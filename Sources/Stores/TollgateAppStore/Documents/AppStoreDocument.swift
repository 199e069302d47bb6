import TollgateKit
public import TollgatePurchases
public import TollgateRuntime

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

/// The content of a document of the App Store, all of it signed by Apple.
///
/// ```swift
/// let reading = try await appStore.read(body)
/// for record in reading.records { try ledger.insert(record) }
/// for product in reading.withoutLength { log("how long does \(product) last?") }
/// if reading.hasMore { log("ask for the next page before anything is granted") }
/// ```
public struct AppStoreReading: Sendable, Hashable {
  /// The purchases, in the order of the document.
  public internal(set) var records: [PurchaseRecord] = []
  /// The latest time at which a part was signed; nil for a document without content.
  public internal(set) var asOf: Instant?
  /// The notifications, for a notification or a history of them.
  public internal(set) var notifications: [AppStoreNotification] = []
  /// The downloads of the app.
  public internal(set) var appTransactions: [AppStoreAppTransaction] = []
  /// The non-renewing products, by their store ids, whose length is not known; their purchases give
  /// nothing and are no records. ``AppStoreMapping/lengths`` takes their lengths.
  public internal(set) var withoutLength: [String] = []
  /// Whether the App Store has more pages: a later page may revoke a purchase of this one.
  public internal(set) var hasMore = false
}

extension AppStoreVerifier {
  /// Reads a document of the App Store, and accepts what Apple signed in it. It may be
  ///
  /// - one signed text: a transaction, a renewal, a notification, a download of the app;
  /// - a JSON list of signed texts; a renewal applies to the last transaction of its subscription;
  /// - a notification as it arrives, `{"signedPayload": …}`;
  /// - an answer of the App Store Server API: all subscription statuses, transaction information, a
  ///   history of transactions, refunds or notifications, app transaction information.
  ///
  /// All or nothing is read: if one part is not signed by Apple, or belongs to another app or
  /// environment, the document is refused. The unsigned parts of a document decide nothing.
  ///
  /// > Important: A server must not accept renewals from an app: a user could send a transaction >
  /// from before a refund with a renewal from after it. Accept single transactions >
  /// (``verify(_:)``), and ask the App Store for the rest.
  ///
  /// - Parameter bytes: UTF-8, at most 16 MiB; a signed text in it at most 256 KiB.
  /// - Throws: ``AppStoreError`` with the mistake and its place. It contains no part of a signed
  ///   text.
  public func read(_ bytes: [UInt8]) async throws(AppStoreError) -> AppStoreReading {
    guard bytes.count <= JSONReader.mostBytes else {
      throw AppStoreError(.tooLong(bytes: bytes.count, most: JSONReader.mostBytes))
    }
    let document = try AppStoreDocument(bytes)
    if let envelope = document.envelope { try check(envelope) }
    var collection = SignedCollection()
    for entry in document.entries { try await add(entry, to: &collection) }
    var reading = try collection.reading(self)
    reading.hasMore = document.hasMore
    return reading
  }

  /// Refuses a document whose own fields, outside its signed parts, name another app.
  private func check(_ envelope: Payload) throws(AppStoreError) {
    let bundleID = try envelope.text("bundleId")
    let appleID = try envelope.wholeNumber("appAppleId")
    let environment = envelope.has("environment") ? try envelope.environment() : nil
    try envelope.place.locating { () throws(AppStoreRefusal) in
      if let bundleID { try app.check(bundleID: bundleID) }
      if let environment { try app.check(environment) }
      if let appleID, let own = app.appleID, environment == .production, appleID != own {
        throw .appleID(appleID)
      }
    }
  }

  private func add(
    _ entry: AppStoreDocument.Entry, to collection: inout SignedCollection
  ) async throws(AppStoreError) {
    var subscription: String?
    for signed in entry.texts {
      let payload = try await payload(of: signed.text, at: signed.place, signed.kind)
      switch payload.kind {
      case .transaction:
        let transaction = try transaction(payload)
        subscription = transaction.originalTransactionID
        collection.add(transaction, at: signed.place)
      case .renewal:
        let renewal = try renewal(payload)
        guard subscription == nil || subscription == renewal.originalTransactionID else {
          throw AppStoreError(.mismatch, at: signed.place)
        }
        collection.add(renewal, at: signed.place)
      case .appTransaction: collection.add(try appTransaction(payload))
      case .notification: try await add(payload, to: &collection)
      }
    }
  }

  /// Adds a notification and the signed texts in it, which Apple signed separately.
  private func add(
    _ payload: SignedPayload, to collection: inout SignedCollection
  ) async throws(AppStoreError) {
    let fields = payload.fields
    // Only one of these is present; the last two concern no single transaction.
    let containers = ["data", "appData", "summary", "externalPurchaseToken"]
    let container = containers.first { fields.has($0) } ?? "data"
    let data = try fields.require(container, .object, try fields.part(container))
    let environment = try check(notified: data)
    collection.add(
      AppStoreNotification(
        kind: AppStoreNotification.Kind(rawValue: try fields.requiredText("notificationType")),
        subtype: try fields.text("subtype").map { AppStoreNotification.Subtype(rawValue: $0) },
        id: try fields.requiredText("notificationUUID"), environment: environment,
        signed: try fields.requiredTime("signedDate")))
    if data.has("signedTransactionInfo") {
      try await add(try AppStoreDocument.pair(in: data), to: &collection)
    } else if data.has("signedAppTransactionInfo") {
      let text = try data.requiredText("signedAppTransactionInfo")
      let place = data.place.appending(.key("signedAppTransactionInfo"))
      let payload = try await self.payload(of: text, at: place, .appTransaction)
      collection.add(try appTransaction(payload))
    }
  }

  /// Refuses a notification about another app or environment.
  private func check(notified data: Payload) throws(AppStoreError) -> StoreEnvironment? {
    let bundleID = try data.requiredText("bundleId")
    let appleID = try data.wholeNumber("appAppleId")
    // An external purchase token names no environment; `SANDBOX` in its id does.
    let environment: StoreEnvironment? =
      if data.has("environment") { try data.environment() } else { nil }
    try data.place.locating { () throws(AppStoreRefusal) in
      try app.check(bundleID: bundleID)
      if let environment {
        try app.check(environment)
        try app.check(appleID: appleID, in: environment)
      }
    }
    return environment
  }
}

/// The verified content of a document. Renewals are matched with transactions when everything is
/// read.
struct SignedCollection {
  private var transactions: [(value: AppStoreTransaction, place: JSONPath)] = []
  private var renewals: [(value: AppStoreRenewal, place: JSONPath)] = []
  private var reading = AppStoreReading()

  mutating func add(_ transaction: AppStoreTransaction, at place: JSONPath) {
    transactions.append((transaction, place))
    updateDate(transaction.signed)
  }

  mutating func add(_ renewal: AppStoreRenewal, at place: JSONPath) {
    renewals.append((renewal, place))
    updateDate(renewal.signed)
  }

  mutating func add(_ download: AppStoreAppTransaction) {
    reading.appTransactions.append(download)
    updateDate(download.signed)
  }

  mutating func add(_ notification: AppStoreNotification) {
    reading.notifications.append(notification)
    updateDate(notification.signed)
  }

  private mutating func updateDate(_ signed: Instant) {
    reading.asOf = max(reading.asOf ?? signed, signed)
  }

  /// The content as records.
  func reading(_ verifier: AppStoreVerifier) throws(AppStoreError) -> AppStoreReading {
    var reading = reading
    let last = lastTransactions()
    var newest: [Int: AppStoreRenewal] = [:]
    for (renewal, place) in renewals {
      guard let index = last[renewal.originalTransactionID] else {
        throw AppStoreError(.renewalAlone, at: place)
      }
      if let known = newest[index], known.signed >= renewal.signed { continue }
      newest[index] = renewal
    }
    for (index, (transaction, place)) in transactions.enumerated() {
      do throws(AppStoreError) {
        reading.records.append(try verifier.record(transaction, newest[index], at: place))
      } catch {
        // One retired product must not hide a running subscription.
        guard case .length(let product) = error.refusal else { throw error }
        if !reading.withoutLength.contains(product) { reading.withoutLength.append(product) }
      }
    }
    for download in reading.appTransactions {
      let record = download.record(verifier.mapping, verification: verifier.verification)
      reading.records += record.map { [$0] } ?? []
    }
    return reading
  }

  /// The index of each subscription's last transaction: the one that began last, in its newest
  /// reading. A transaction that an upgrade replaced is never the last.
  private func lastTransactions() -> [String: Int] {
    var last: [String: Int] = [:]
    for (index, (transaction, _)) in transactions.enumerated() {
      let subscription = transaction.originalTransactionID
      guard transaction.kind == .subscription else { continue }
      if let known = last[subscription], !transactions[known].value.comesBefore(transaction) {
        continue
      }
      last[subscription] = index
    }
    return last
  }
}

extension AppStoreTransaction {
  fileprivate func comesBefore(_ other: AppStoreTransaction) -> Bool {
    if isUpgraded != other.isUpgraded { return isUpgraded }
    if purchased != other.purchased { return purchased < other.purchased }
    return signed < other.signed
  }
}
