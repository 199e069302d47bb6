public import TollgateKit
public import TollgateRuntime
public import TollgatePurchases

/// The reason why a signed text or a document of the App Store is refused, without any part of the
/// text. ``AppStoreError`` has the words.
///
/// ```swift
/// do {
///   let reading = try await appStore.read(body)
///   for record in reading.records { try ledger.insert(record) }
/// } catch let error as AppStoreError where error.refusal == .signature {
///   log("somebody changed it")
/// }
/// ```
public enum AppStoreRefusal: Error, Sendable, Hashable {
  // MARK: The text cannot be read.

  /// The text is empty.
  case empty
  /// The text is too long.
  case tooLong(bytes: Int, most: Int)
  /// A document is not JSON.
  case notJSON(SnapshotError)
  /// A document is JSON, but not a document of the App Store.
  case unknownDocument
  /// A signed text has three parts separated by points; this one has another number.
  case parts(Int)
  /// A part is not base64url.
  case encoding(Part)
  /// A part is not a JSON object.
  case unreadable(Part)
  /// A part is not JSON.
  case badJSON(Part, SnapshotError)
  /// It is not signed with ES256; the name is given for a registered algorithm.
  case algorithm(String?)
  /// Its header requires an extension (`crit`).
  case criticalHeader
  /// A field is missing.
  case missing(Expected)
  /// A field has the wrong type or value.
  case wrong(Expected)
  /// It is another kind of signed text, such as a renewal instead of a transaction.
  case kind

  // MARK: It is not signed as it must be.

  /// Its chain does not have three certificates.
  case chainLength(Int)
  /// A certificate cannot be read.
  case certificate(Certificate)
  /// The chain ends in a root that is not trusted.
  case root
  /// A certificate lacks Apple's marker for the App Store.
  case marker(Certificate)
  /// A certificate was not valid when the text was signed.
  case notValid(Certificate, at: Instant)
  /// The certificates do not form a valid chain.
  case chain
  /// The signer's key is not on the curve P-256.
  case curve
  /// The signature does not have 64 bytes; one of about 70 bytes is in DER.
  case signatureLength(Int)
  /// The signature does not match the text.
  case signature
  /// This build cannot check Apple's signatures.
  case unchecked

  // MARK: It is genuine, but not for this app.

  /// It belongs to the app with this bundle id.
  case app(String)
  /// It belongs to the app with this Apple ID; 0 for none.
  case appleID(Int64)
  /// It is from production and has an Apple ID, and the app's own is unknown.
  case appleIDNeeded
  /// It is from an environment that does not count.
  case environment(StoreEnvironment)

  // MARK: It cannot become a record.

  /// A non-renewing product has no length; see ``AppStoreMapping/lengths``.
  case length(product: String)
  /// A renewal comes without its transaction.
  case renewalAlone
  /// A transaction and its renewal belong to different subscriptions.
  case mismatch

  /// A part of a signed text.
  public enum Part: String, Sendable, Hashable, CaseIterable {
    /// The algorithm and the certificates.
    case header
    /// The content.
    case payload
    /// The signature.
    case signature
  }

  /// A certificate of a chain, in the chain's order.
  public enum Certificate: String, Sendable, Hashable, CaseIterable {
    /// The signer.
    case leaf
    /// The issuer of the leaf.
    case intermediate
    /// The issuer of the intermediate.
    case root
  }

  /// The type that a field must have.
  public enum Expected: Sendable, Hashable, CaseIterable {
    /// A non-empty text.
    case text
    /// `true` or `false`.
    case boolean
    /// A whole number from 0.
    case wholeNumber
    /// Milliseconds since 1970, within the years 1 to 9999.
    case time
    /// Thousandths of a percent: a whole number from 0 to 100,000.
    case percentage
    /// Three capital letters.
    case currency
    /// An object.
    case object
    /// A list.
    case list
    /// A signed text in three parts.
    case signedText
  }

  /// The reason that a ``PurchaseVerifier`` reports.
  public var invalidProof: InvalidProof {
    switch self {
    case .signature, .signatureLength: .signature
    case .chainLength, .certificate, .root, .marker, .notValid, .chain, .curve, .unchecked: .signer
    case .app, .appleID, .appleIDNeeded: .app
    case .environment: .environment
    case .empty, .tooLong, .notJSON, .unknownDocument, .parts, .encoding, .unreadable, .badJSON,
      .algorithm,
      .criticalHeader, .missing, .wrong, .kind, .length, .renewalAlone, .mismatch:
      .malformed
    }
  }
}
