public import TollgateKit

/// Verifies that a purchase is genuine. An app has one for each of its stores: one that checks
/// signatures on the device, or one that asks a server.
///
/// ```swift
/// switch await verifier.verify(proof) {
/// case .genuine(let record): try ledger.insert(record)
/// case .invalid(let reason): log("refused: \(reason)")
/// case .unavailable: queue.add(record, id: record.transactionID, at: .now)
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
///
/// ```swift
/// let result = await verifier.verify(proof)
/// if case .genuine(let record) = result { try ledger.insert(record) }
/// if let error = result.error { alert(error.description(in: "en")) }
/// ```
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
///
/// ```swift
/// if case .invalid(let reason) = await verifier.verify(proof) {
///   log("refused: \(reason)")  // refused: it belongs to another app
/// }
/// ```
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

extension InvalidProof: WordedError {
  /// The reason in words: Simplified Chinese for `zh…`, else English.
  public func description(in locale: String) -> String {
    let isChinese = Language(locale) == .chinese
    switch self {
    case .signature: return isChinese ? "签名与内容不符" : "its signature does not match the text"
    case .signer: return isChinese ? "签名者不是所要求的" : "its signer is not the required one"
    case .app: return isChinese ? "属于另一个应用" : "it belongs to another app"
    case .environment:
      return isChinese ? "来自无效的环境" : "it comes from an environment that does not count"
    case .malformed: return isChinese ? "无法读取" : "it cannot be read"
    }
  }
}
