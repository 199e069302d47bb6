import TollgateKit
import TollgatePurchases
import TollgateRuntime

/// What the App Store signs, told apart by the fields that only one kind has.
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

  /// The field that says when it was signed.
  var dateField: String { self == .appTransaction ? "receiptCreationDate" : "signedDate" }
}

/// What a signed text says, once it is known that Apple said it.
struct SignedPayload {
  let kind: SignedKind
  let fields: Payload
}

extension AppStoreVerifier {
  /// What a signed text says, once it is known that Apple said it. Before that, one field is read:
  /// when it was signed, as the certificates must have been valid then.
  ///
  /// - Parameter expected: What it must be; nothing where anything may stand.
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
  /// Says where a fault is.
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
