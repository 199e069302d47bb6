#if canImport(StoreKit)
  import Foundation
  import StoreKit
  import TollgatePurchases

  /// Reads what StoreKit hands over; it decides nothing.
  @available(iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 8.0, visionOS 1.0, *)
  struct StoreKitReader: Sendable {
    typealias Status = Product.SubscriptionInfo.Status
    typealias Result = StoreKit.VerificationResult<StoreKit.Transaction>

    /// For how long non-renewing subscriptions last, in milliseconds, by product.
    let durations: [String: Int64]

    /// A transaction; for the last one of a subscription, with its status.
    func transactionWithStatus(_ result: Result) async -> StoreTransaction<StoreKitProof> {
      let transaction = result.unsafePayloadValue
      guard transaction.productType == .autoRenewable else {
        return self.transaction(result, status: nil)
      }
      return self.transaction(result, status: await transaction.subscriptionStatus)
    }

    /// The status of each subscription, by the id of its last transaction: one question for each
    /// group.
    func statuses(of results: [Result]) async throws -> [UInt64: Status] {
      var statuses: [UInt64: Status] = [:]
      let groups = Set(results.compactMap { $0.unsafePayloadValue.subscriptionGroupID })
      for group in groups.sorted() {
        for status in try await Product.SubscriptionInfo.status(for: group) {
          statuses[status.transaction.unsafePayloadValue.id] = status
        }
      }
      return statuses
    }

    /// A transaction with the status of its subscription; a status that is of another transaction
    /// of the line says nothing about this one.
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
    /// Why StoreKit does not believe it.
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
