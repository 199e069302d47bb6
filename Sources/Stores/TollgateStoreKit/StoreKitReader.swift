#if canImport(StoreKit)
  import Foundation
  import StoreKit
  import TollgatePurchases

  /// Reads StoreKit's values; it decides nothing.
  @available(iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 8.0, visionOS 1.0, *)
  struct StoreKitReader: Sendable {
    typealias Status = StoreKit.Product.SubscriptionInfo.Status
    typealias Result = StoreKit.VerificationResult<StoreKit.Transaction>

    /// How long non-renewing subscriptions last, in milliseconds, by product.
    let durations: [String: Int64]

    /// Reads a transaction; for the last one of a subscription, with its status.
    func transactionWithStatus(_ result: Result) async -> StoreTransaction<StoreKitProof> {
      let transaction = result.unsafePayloadValue
      guard transaction.productType == .autoRenewable else {
        return self.transaction(result, status: nil)
      }
      return self.transaction(result, status: await transaction.subscriptionStatus)
    }

    /// The status of each subscription, by the id of its last transaction, with one request per
    /// group.
    func statuses(of results: [Result]) async throws -> [UInt64: Status] {
      var statuses: [UInt64: Status] = [:]
      let groups = Set(results.compactMap { $0.unsafePayloadValue.subscriptionGroupID })
      for group in groups.sorted() {
        for status in try await StoreKit.Product.SubscriptionInfo.status(for: group) {
          statuses[status.transaction.unsafePayloadValue.id] = status
        }
      }
      return statuses
    }

    /// Reads a transaction with the status of its subscription. A status of another transaction is
    /// ignored.
    func transaction(_ result: Result, status: Status?) -> StoreTransaction<StoreKitProof> {
      let transaction = result.unsafePayloadValue
      let own = status.flatMap { status in
        status.transaction.unsafePayloadValue.id == transaction.id ? status : nil
      }
      var reading = StoreKitReading(transaction)
      reading.renewal = own.map { StoreKitReading.Renewal($0) }
      if transaction.productType == .nonRenewable, let length = durations[transaction.productID] {
        reading.expires = transaction.purchaseDate.addingTimeInterval(Double(length) / 1000)
      }
      let record = reading.record
      return StoreTransaction(
        record,
        proof: StoreKitProof(
          record, fault: result.fault, signedTransaction: result.jwsRepresentation,
          signedRenewal: own?.renewalInfo.jwsRepresentation))
    }
  }

  @available(iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 8.0, visionOS 1.0, *)
  extension StoreKit.VerificationResult where SignedType == StoreKit.Transaction {
    /// The reason why StoreKit refused it.
    var fault: InvalidProof? {
      guard case .unverified(_, let error) = self else { return nil }
      switch error {
      case .invalidSignature: return .signature
      case .invalidCertificateChain, .revokedCertificate: return .signer
      case .invalidDeviceVerification: return .app
      case .invalidEncoding, .missingRequiredProperties: return .malformed
      @unknown default: return .signature
      }
    }
  }
#endif
