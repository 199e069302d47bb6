import TollgateKit
public import TollgatePurchases

/// Believes what Apple signed for one app, and nothing else: the signature and its chain, the app
/// and the environment are checked before anything is said about a purchase.
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
/// Nothing is fetched: whether Apple has since withdrawn a certificate is not asked.
public struct AppStoreVerifier: PurchaseVerifier {
  /// The app that everything must be of.
  public let app: AppStoreApp
  /// What the App Store leaves open.
  public let mapping: AppStoreMapping
  let signatures: any SignatureCheck
  let verification: Verification

  /// A verifier of one app's purchases.
  ///
  /// - Parameters:
  ///   - app: What everything must be of.
  ///   - signatures: Tells whether Apple signed a text.
  ///   - mapping: What the App Store leaves open.
  ///   - proof: Where this runs; the records say so.
  public init(
    _ app: AppStoreApp, signatures: any SignatureCheck,
    mapping: AppStoreMapping = AppStoreMapping(), as proof: PurchaseTerms.Proof = .device
  ) {
    self.app = app
    self.mapping = mapping
    self.signatures = signatures
    verification = proof == .server ? .server : .device
  }

  /// Verifies a signed transaction, such as `VerificationResult.jwsRepresentation` of StoreKit.
  ///
  /// A renewal is not taken here: it is signed apart, and beside an old transaction it would make
  /// a refund unseen. ``read(_:)`` takes both where the App Store itself puts them together.
  ///
  /// - Returns: The record, or why it is not believed. Never `unavailable`: nothing is fetched.
  public func verify(_ signedTransaction: String) async -> VerificationResult {
    do throws(AppStoreError) {
      let transaction = try await transaction(signedTransaction)
      return .genuine(try record(transaction, nil, at: JSONPath()))
    } catch {
      return .invalid(error.fault.invalidProof)
    }
  }

  /// What a signed transaction says.
  ///
  /// - Throws: ``AppStoreError`` for what is not signed by Apple, of another app or environment, or
  ///   no transaction.
  public func transaction(_ text: String) async throws(AppStoreError) -> AppStoreTransaction {
    try transaction(try await payload(of: text, at: JSONPath(), .transaction))
  }

  /// What a signed renewal says.
  ///
  /// - Throws: ``AppStoreError`` for what is not signed by Apple, of another environment, or no
  ///   renewal. A renewal names no app; that of its transaction counts.
  public func renewal(_ text: String) async throws(AppStoreError) -> AppStoreRenewal {
    try renewal(try await payload(of: text, at: JSONPath(), .renewal))
  }

  /// What a signed download of the app says.
  ///
  /// - Throws: ``AppStoreError`` for what is not signed by Apple, of another app or environment, or
  ///   no download.
  public func appTransaction(_ text: String) async throws(AppStoreError) -> AppStoreAppTransaction {
    try appTransaction(try await payload(of: text, at: JSONPath(), .appTransaction))
  }
}
