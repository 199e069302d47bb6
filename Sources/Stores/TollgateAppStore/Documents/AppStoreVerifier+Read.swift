import TollgateKit
import TollgatePurchases

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

  /// Refuses a document that names another app itself.
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
