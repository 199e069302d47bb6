public import TollgateKit
public import TollgateRuntime
public import TollgatePurchases

/// Why a signed text or a document of the App Store is not read or not believed: the facts. Nothing
/// of a signed text is in them. The words are ``AppStoreError``'s.
public enum AppStoreRefusal: Error, Sendable, Hashable {
  // MARK: The text cannot be read.

  /// There is nothing in it.
  case empty
  /// It is longer than is read.
  case tooLong(bytes: Int, most: Int)
  /// A document is not JSON.
  case notJSON(SnapshotError)
  /// A document is JSON, and none of those that the App Store sends.
  case unknownDocument
  /// A signed text has three parts with points between them; this one has another number.
  case parts(Int)
  /// A part is not base64url.
  case encoding(Part)
  /// A part is no JSON object.
  case unreadable(Part)
  /// It is signed by another way than ES256, or not at all; the name is there if it is a
  /// registered one.
  case algorithm(String?)
  /// Its header asks for something to be understood that is not (`crit`).
  case criticalHeader
  /// A field is not there.
  case missing(Expected)
  /// A field is something else.
  case wrong(Expected)
  /// It is a signed text of another kind, such as a renewal in the place of a transaction.
  case kind

  // MARK: It is not signed as it must be.

  /// Its chain has another number of certificates than three.
  case chainLength(Int)
  /// A certificate cannot be read.
  case certificate(Certificate)
  /// The chain ends in a root that is not trusted.
  case root
  /// A certificate lacks the mark that Apple gives to those of the App Store.
  case marker(Certificate)
  /// A certificate was not valid when the text was signed.
  case notValid(Certificate, at: Instant)
  /// The certificates do not vouch for each other.
  case chain
  /// Who signed has a key on another curve than P-256.
  case curve
  /// The signature has another length than 64 bytes; about 70 is one in DER.
  case signatureLength(Int)
  /// The signature is not that of the text.
  case signature
  /// This build has nothing to check Apple's signatures with.
  case unchecked

  // MARK: It is genuine, and not for this app.

  /// It is of the app with this bundle id.
  case app(String)
  /// It is of the app with this Apple ID; 0 if it has none.
  case appleID(Int64)
  /// It is of production and has an Apple ID, and the app's own is not known.
  case appleIDNeeded
  /// It is of an environment that does not count.
  case environment(StoreEnvironment)

  // MARK: It cannot become a record.

  /// A non-renewing product has no length; see ``AppStoreMapping/lengths``.
  case length(product: String)
  /// A renewal without the transaction that it is about.
  case renewalAlone
  /// A transaction and a renewal that stand together are of different subscriptions.
  case mismatch

  /// A part of a signed text.
  public enum Part: String, Sendable, Hashable, CaseIterable {
    /// How it is signed.
    case header
    /// What it says.
    case payload
    /// The signature.
    case signature
  }

  /// A certificate of a chain, in its order there.
  public enum Certificate: String, Sendable, Hashable, CaseIterable {
    /// Who signed.
    case leaf
    /// Who vouches for the leaf.
    case intermediate
    /// Who vouches for the intermediate.
    case root
  }

  /// What a field must be.
  public enum Expected: Sendable, Hashable, CaseIterable {
    /// A text that is not empty.
    case text
    /// `true` or `false`.
    case boolean
    /// A whole number from 0.
    case wholeNumber
    /// Milliseconds since 1970, within the years 1 to 9999.
    case time
    /// Thousandths of a per cent: a whole number from 0 to 100,000.
    case percentage
    /// Three capital letters.
    case currency
    /// An object.
    case object
    /// A list.
    case list
    /// A text in three parts that Apple signed.
    case signedText
  }

  /// What a ``PurchaseVerifier`` answers for it.
  public var invalidProof: InvalidProof {
    switch self {
    case .signature, .signatureLength: .signature
    case .chainLength, .certificate, .root, .marker, .notValid, .chain, .curve, .unchecked: .signer
    case .app, .appleID, .appleIDNeeded: .app
    case .environment: .environment
    case .empty, .tooLong, .notJSON, .unknownDocument, .parts, .encoding, .unreadable, .algorithm,
      .criticalHeader, .missing, .wrong, .kind, .length, .renewalAlone, .mismatch:
      .malformed
    }
  }
}
