public import TollgatePurchases

/// A transaction with its signed text, and the result of StoreKit's own verification on the device.
///
/// The signed texts are for a verifier that asks a server. They appear in no description and are
/// never stored.
public struct StoreKitProof: Sendable, Hashable {
  /// The record that is proved.
  public let record: PurchaseRecord
  /// The reason why StoreKit refused it; nil for a verified transaction.
  public let fault: InvalidProof?
  /// The transaction as the App Store signed it (`VerificationResult.jwsRepresentation`).
  public let signedTransaction: String
  /// The renewal info as the App Store signed it; nil for none.
  public let signedRenewal: String?

  /// Creates a proof.
  public init(
    _ record: PurchaseRecord, fault: InvalidProof?, signedTransaction: String,
    signedRenewal: String? = nil
  ) {
    self.record = record
    self.fault = fault
    self.signedTransaction = signedTransaction
    self.signedRenewal = signedRenewal
  }
}

extension StoreKitProof: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The transaction's id, without any signed text.
  public var description: String {
    "StoreKitProof(\(record.transactionID), \(fault?.rawValue ?? "verified"))"
  }

  /// The description.
  public var debugDescription: String { description }

  /// A mirror without any signed text.
  public var customMirror: Mirror {
    Mirror(self, children: ["transaction": record.transactionID, "fault": fault as Any])
  }
}

/// Accepts what StoreKit has verified on the device. An app that asks its server instead implements
/// its own ``/TollgatePurchases/PurchaseVerifier`` with the same proof.
public struct StoreKitVerifier: PurchaseVerifier {
  /// Creates a verifier.
  public init() {}

  /// The result of StoreKit's verification.
  public func verify(_ proof: StoreKitProof) async -> VerificationResult {
    if let fault = proof.fault { return .invalid(fault) }
    var record = proof.record
    record.verification = .device
    return .genuine(record)
  }
}
