import TollgateKit
public import TollgatePurchases
import TollgateRuntime

/// Accepts only what Apple signed for one app: the signature and its chain, the app and the
/// environment are checked before anything else is read.
///
/// ```swift
/// let verifier = AppStoreVerifier(
///   AppStoreApp(bundleID: "com.example.app", appleID: 1_234_567_890),
///   signatures: AppleSignatureCheck(), as: .server)
/// switch await verifier.verify(signedTransaction) {
/// case .genuine(let record): try ledger.insert(record)
/// case .invalid(let reason): log("refused: \(reason)")
/// case .unavailable: break
/// }
/// ```
///
/// It uses no network: whether Apple has revoked a certificate is not checked.
public struct AppStoreVerifier: PurchaseVerifier {
  /// The app whose purchases are accepted.
  public let app: AppStoreApp
  /// The app's own data, such as lengths and accounts.
  public let mapping: AppStoreMapping
  let signatures: any SignatureCheck
  let verification: Verification

  /// Creates a verifier of one app's purchases.
  ///
  /// - Parameters:
  ///   - app: The app whose purchases are accepted.
  ///   - signatures: Checks that Apple signed a text.
  ///   - mapping: The app's own data, such as lengths and accounts.
  ///   - place: Where this runs, on a device or a server; the records say so.
  public init(
    _ app: AppStoreApp, signatures: any SignatureCheck,
    mapping: AppStoreMapping = AppStoreMapping(),
    as place: PurchaseTerms.VerificationPlace = .device
  ) {
    self.app = app
    self.mapping = mapping
    self.signatures = signatures
    verification = place == .server ? .server : .device
  }

  /// The same for a server with many users: each purchase has its own account, the `appAccountToken`
  /// that the app gave.
  package func forServer() -> AppStoreVerifier {
    var mapping = mapping
    mapping.account = .appAccountToken
    return AppStoreVerifier(app, signatures: signatures, mapping: mapping, as: .server)
  }

  /// Verifies a signed transaction, such as `VerificationResult.jwsRepresentation` of StoreKit.
  ///
  /// It accepts no renewal: renewals are signed separately, and one beside an old transaction could
  /// hide a refund. ``read(_:)`` accepts both where the App Store sends them together.
  ///
  /// - Returns: The record, or why it is refused. Never `unavailable`: it uses no network.
  public func verify(_ signedTransaction: String) async -> VerificationResult {
    do throws(AppStoreError) {
      let transaction = try await transaction(signedTransaction)
      return .genuine(try record(transaction, nil, at: JSONPath()))
    } catch {
      return .invalid(error.refusal.invalidProof)
    }
  }

  /// Verifies and reads a signed transaction.
  ///
  /// - Throws: ``AppStoreError`` for a text that is not signed by Apple, belongs to another app or
  ///   environment, or is not a transaction.
  public func transaction(_ text: String) async throws(AppStoreError) -> AppStoreTransaction {
    try transaction(try await payload(of: text, at: JSONPath(), .transaction))
  }

  /// Verifies and reads a signed renewal.
  ///
  /// - Throws: ``AppStoreError`` for a text that is not signed by Apple, belongs to another
  ///   environment, or is not a renewal. A renewal names no app; that of its transaction counts.
  public func renewal(_ text: String) async throws(AppStoreError) -> AppStoreRenewal {
    try renewal(try await payload(of: text, at: JSONPath(), .renewal))
  }

  /// Verifies and reads a signed download of the app.
  ///
  /// - Throws: ``AppStoreError`` for a text that is not signed by Apple, belongs to another app or
  ///   environment, or is not a download.
  public func appTransaction(_ text: String) async throws(AppStoreError) -> AppStoreAppTransaction {
    try appTransaction(try await payload(of: text, at: JSONPath(), .appTransaction))
  }
}

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

/// The app and the environments whose purchases are accepted.
///
/// ```swift
/// let shop = AppStoreApp(
///   bundleID: "com.example.app", appleID: 1_234_567_890, environments: [.production, .sandbox])
/// let verifier = AppStoreVerifier(shop, signatures: AppleSignatureCheck())
/// ```
public struct AppStoreApp: Sendable, Hashable {
  /// Its bundle id: `com.example.app`.
  public var bundleID: String
  /// Its Apple ID, the number in its App Store address. Data from production that names one
  /// (notifications, downloads of the app) is refused without it; transactions name none.
  public var appleID: Int64?
  /// The accepted environments. Records keep their environment, and a ledger counts only those that
  /// its terms accept.
  public var environments: Set<StoreEnvironment>

  /// Creates an app that by default accepts production only.
  public init(
    bundleID: String, appleID: Int64? = nil, environments: Set<StoreEnvironment> = [.production]
  ) {
    self.bundleID = bundleID
    self.appleID = appleID
    self.environments = environments
  }

  /// Refuses another app.
  func check(bundleID: String) throws(AppStoreRefusal) {
    guard bundleID == self.bundleID else { throw .app(bundleID) }
  }

  /// Refuses another or unknown environment.
  func check(_ environment: StoreEnvironment) throws(AppStoreRefusal) {
    guard environment != .other, environments.contains(environment) else {
      throw .environment(environment)
    }
  }

  /// Refuses another app by its Apple ID, which matters only in production.
  func check(appleID found: Int64?, in environment: StoreEnvironment) throws(AppStoreRefusal) {
    guard environment == .production else { return }
    guard let appleID else { throw .appleIDNeeded }
    guard found == appleID else { throw .appleID(found ?? 0) }
  }
}
