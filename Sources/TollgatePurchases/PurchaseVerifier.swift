/// Verifies that a purchase is genuine. An app has one for each of its stores: one that checks
/// signatures on the device, or one that asks a server.
///
/// ```swift
/// switch await verifier.verify(proof) {
/// case .genuine(let record): try ledger.insert(record)
/// case .invalid(let reason): log("refused: \(reason)")
/// case .unavailable: queue.add(record.transactionID, at: .now)
/// }
/// ```
public protocol PurchaseVerifier<Proof>: Sendable {
  /// The data that a store gives for the verification: a signed transaction, a receipt. Only the
  /// verifier uses it; no record stores it.
  associatedtype Proof: Sendable

  /// Verifies a purchase.
  ///
  /// - Returns: A record only with proof; ``VerificationResult/unavailable(_:)`` if the verifier
  ///   cannot tell.
  func verify(_ proof: Proof) async -> VerificationResult
}

/// The result of a verification.
public enum VerificationResult: Sendable, Hashable {
  /// The purchase is genuine, and this is its record. The record's ``PurchaseRecord/verification``
  /// says who verified it.
  case genuine(PurchaseRecord)
  /// The proof is false or was changed; it must not be tried again.
  case invalid(InvalidProof)
  /// The purchase could not be verified now; it must be tried again.
  case unavailable(PurchaseError)

  /// The error to show to the user; nil for a genuine purchase.
  public var error: PurchaseError? {
    switch self {
    case .genuine: nil
    case .invalid: .verificationFailed
    case .unavailable(let error): error
    }
  }
}

/// The reason why a proof is refused.
public enum InvalidProof: String, Error, Sendable, Hashable, CaseIterable {
  /// The signature does not match the text.
  case signature
  /// The signer is not the required one.
  case signer
  /// It belongs to another app.
  case app
  /// It belongs to an environment that does not count.
  case environment
  /// It cannot be read.
  case malformed
}
