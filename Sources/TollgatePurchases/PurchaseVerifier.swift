/// Tells whether a purchase is genuine. An app brings one for each of its stores: one that checks
/// signatures on the device, one that asks a server.
///
/// ```swift
/// switch await verifier.verify(proof) {
/// case .genuine(let record): try ledger.insert(record)
/// case .invalid(let reason): log("refused: \(reason)")
/// case .unavailable: queue.add(record.transactionID, at: .now)
/// }
/// ```
public protocol PurchaseVerifier<Proof>: Sendable {
  /// What a store hands over to be verified: a signed transaction, a receipt. It stays with the
  /// verifier; no record has a place for it.
  associatedtype Proof: Sendable

  /// Verifies a purchase.
  ///
  /// - Returns: Never a record without proof: where the verifier cannot tell, it is unavailable.
  func verify(_ proof: Proof) async -> VerificationResult
}

/// What a verifier found.
public enum VerificationResult: Sendable, Hashable {
  /// It is genuine, and this is what was bought. Its ``PurchaseRecord/verification`` says who
  /// verified it.
  case genuine(PurchaseRecord)
  /// It is false or was tampered with, and is not to be tried again.
  case invalid(InvalidProof)
  /// It could not be verified now, and is to be tried again.
  case unavailable(PurchaseError)

  /// What is shown to the person; nothing for a genuine purchase.
  public var error: PurchaseError? {
    switch self {
    case .genuine: nil
    case .invalid: .verificationFailed
    case .unavailable(let error): error
    }
  }
}

/// Why a proof is not believed.
public enum InvalidProof: String, Error, Sendable, Hashable, CaseIterable {
  /// The signature is not that of its text.
  case signature
  /// Who signed is not who must.
  case signer
  /// It is of another app.
  case app
  /// It is of an environment that does not count.
  case environment
  /// It cannot be read.
  case malformed
}
