import TollgateKit
import TollgatePurchases
import TollgateRuntime

/// A kind of signed text, recognised by the field that only it has.
enum SignedKind {
  case transaction, renewal, notification, appTransaction

  init?(_ object: JSONObject) {
    if object["notificationType"] != nil {
      self = .notification
    } else if object["receiptType"] != nil {
      self = .appTransaction
    } else if object["transactionId"] != nil {
      self = .transaction
    } else if object["autoRenewStatus"] != nil {
      self = .renewal
    } else {
      return nil
    }
  }

  /// The field with the time of signing.
  var dateField: String { self == .appTransaction ? "receiptCreationDate" : "signedDate" }
}

/// The content of a signed text after its signature was checked.
struct SignedPayload {
  let kind: SignedKind
  let fields: Payload
}

extension AppStoreVerifier {
  /// Checks the signature of a text and returns its content. Before the check, only the time of
  /// signing is read, when the certificates must have been valid.
  ///
  /// - Parameter expected: The required kind; nil for any kind.
  func payload(
    of text: String, at place: JSONPath, _ expected: SignedKind? = nil
  ) async throws(AppStoreError) -> SignedPayload {
    let signed = try place.locating { () throws(AppStoreRefusal) in try SignedText(text.utf8) }
    let fields = try Payload(signed.payload, at: place)
    guard let kind = SignedKind(fields.object), expected == nil || kind == expected else {
      throw AppStoreError(.kind, at: place)
    }
    let signature = AppStoreSignature(
      certificates: signed.certificates, message: signed.message, bytes: signed.signature,
      signedAt: try fields.requiredTime(kind.dateField))
    do {
      try await signatures.check(signature)
    } catch {
      throw AppStoreError(error, at: place)
    }
    return SignedPayload(kind: kind, fields: fields)
  }

  func transaction(_ payload: SignedPayload) throws(AppStoreError) -> AppStoreTransaction {
    let transaction = try AppStoreTransaction(payload.fields)
    try payload.fields.place.locating { () throws(AppStoreRefusal) in
      try app.check(bundleID: transaction.bundleID)
      try app.check(transaction.environment)
    }
    return transaction
  }

  func renewal(_ payload: SignedPayload) throws(AppStoreError) -> AppStoreRenewal {
    let renewal = try AppStoreRenewal(payload.fields)
    try payload.fields.place.locating { () throws(AppStoreRefusal) in
      try app.check(renewal.environment)
    }
    return renewal
  }

  func appTransaction(_ payload: SignedPayload) throws(AppStoreError) -> AppStoreAppTransaction {
    let download = try AppStoreAppTransaction(payload.fields)
    try payload.fields.place.locating { () throws(AppStoreRefusal) in
      try app.check(bundleID: download.bundleID)
      try app.check(download.environment)
      try app.check(appleID: download.appleID, in: download.environment)
    }
    return download
  }

  func record(
    _ transaction: AppStoreTransaction, _ renewal: AppStoreRenewal?, at place: JSONPath
  ) throws(AppStoreError) -> PurchaseRecord {
    try place.locating { () throws(AppStoreRefusal) in
      try transaction.record(renewal, mapping, verification: verification)
    }
  }
}

extension JSONPath {
  /// Adds this place to a refusal.
  func locating<Value>(
    _ body: () throws(AppStoreRefusal) -> Value
  ) throws(AppStoreError) -> Value {
    do throws(AppStoreRefusal) {
      return try body()
    } catch {
      throw AppStoreError(error, at: self)
    }
  }
}
