import TollgateKit
public import TollgatePurchases

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
