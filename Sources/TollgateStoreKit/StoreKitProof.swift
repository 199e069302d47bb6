public import TollgatePurchases

/// A transaction as StoreKit signed it, with what StoreKit itself found when it looked at the
/// signature on the device.
///
/// The signed texts are for a verifier that asks a server. They stand in no description and are
/// never stored.
public struct StoreKitProof: Sendable, Hashable {
  /// What is proved.
  public let record: PurchaseRecord
  /// Why StoreKit does not believe it; nothing for what it verified.
  public let fault: InvalidProof?
  /// The transaction as the App Store signed it (`VerificationResult.jwsRepresentation`).
  public let signedTransaction: String
  /// The renewal info as the App Store signed it, where there is some.
  public let signedRenewal: String?

  /// A proof of what was read.
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
  /// Which transaction it proves, and nothing of what is signed.
  public var description: String {
    "StoreKitProof(\(record.transactionID), \(fault?.rawValue ?? "verified"))"
  }

  /// The same.
  public var debugDescription: String { description }

  /// The same: a dump shows no signed text either.
  public var customMirror: Mirror {
    Mirror(self, children: ["transaction": record.transactionID, "fault": fault as Any])
  }
}

/// Believes what StoreKit has verified on the device. An app that asks its server instead brings a
/// ``/TollgatePurchases/PurchaseVerifier`` of its own with the same proof.
public struct StoreKitVerifier: PurchaseVerifier {
  /// A verifier.
  public init() {}

  /// What StoreKit found.
  public func verify(_ proof: StoreKitProof) async -> VerificationResult {
    if let fault = proof.fault { return .invalid(fault) }
    var record = proof.record
    record.verification = .device
    return .genuine(record)
  }
}
