#if canImport(StoreKit)
  import Foundation
  public import StoreKit
  public import TollgateKit
  public import TollgatePurchases

  /// The App Store through StoreKit 2, for a ``/TollgatePurchases/StoreSession``.
  ///
  /// ```swift
  /// let session = try await StoreSession.launch(
  ///   policy, in: StoreKitStore(), journal: journal, verifier: StoreKitVerifier())
  /// ```
  ///
  /// It only passes values on: the session and its processor decide about processing and finishing,
  /// and ``StoreKitReading`` interprets a transaction. Both are tested without an Apple device.
  /// **This file is not**: on Linux it is checked against declarations of StoreKit
  /// (`Tests/StoreKitShape`), and its authors never ran it on an Apple device.
  ///
  /// An account is the text of a UUID, as `UUID.uuidString` writes it, because the store keeps only
  /// that (`appAccountToken`). Call ``purchases()`` only with a network, as a `Refresher` does:
  /// without one StoreKit answers from its cache, and does not say so.
  @available(iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 8.0, visionOS 1.0, *)
  public struct StoreKitStore: PurchaseStore {
    /// Shows the sheet in which the user confirms a purchase.
    public typealias Confirmation =
      @MainActor @Sendable (StoreKit.Product, Set<StoreKit.Product.PurchaseOption>) async throws
      -> StoreKit.Product.PurchaseResult

    /// The App Store's name in the policy.
    public let name: String
    private let reader: StoreKitReader
    private let confirm: Confirmation

    /// Creates a connection to the App Store.
    ///
    /// - Parameters:
    ///   - name: The App Store's name in the policy.
    ///   - durations: How long each non-renewing subscription lasts, in milliseconds, by its store
    ///     id, because the store does not know it. A missing one is not processed.
    ///   - confirm: Shows the sheet: `{ try await $0.purchase(confirmIn: scene, options: $1) }`.
    public init(
      name: String = "app-store", durations: [String: Int64] = [:],
      confirm: @escaping Confirmation
    ) {
      self.name = name
      reader = StoreKitReader(durations: durations)
      self.confirm = confirm
    }

    #if !os(visionOS)
      /// Creates a connection that finds the place for its sheet by itself.
      public init(name: String = "app-store", durations: [String: Int64] = [:]) {
        self.init(name: name, durations: durations) { product, options in
          try await product.purchase(options: options)
        }
      }
    #endif

    /// The store's products of a policy; products that the store does not know are left out.
    public func products(of policy: Policy) async throws(PurchaseError) -> [StoreKit.Product] {
      let ids = policy.storeIDs(on: name).values.map { $0.text }
      do {
        return try await StoreKit.Product.products(for: ids.sorted())
      } catch {
        throw StoreKitFailure(error).error
      }
    }

    // MARK: For a session

    /// The transactions from now on.
    public func updates() -> AsyncStream<StoreTransaction<StoreKitProof>> {
      AsyncStream { [reader] continuation in
        let transactions = Task {
          for await result in StoreKit.Transaction.updates {
            continuation.yield(await reader.transactionWithStatus(result))
          }
        }
        let statuses = Task {
          for await status in StoreKit.Product.SubscriptionInfo.Status.updates {
            continuation.yield(reader.transaction(status.transaction, status: status))
          }
        }
        continuation.onTermination = { _ in
          transactions.cancel()
          statuses.cancel()
        }
      }
    }

    /// The transactions that are not finished.
    public func unfinished() async -> [StoreTransaction<StoreKitProof>] {
      var found: [StoreTransaction<StoreKitProof>] = []
      for await result in StoreKit.Transaction.unfinished {
        found.append(await reader.transactionWithStatus(result))
      }
      return found
    }

    /// All purchases, also expired and revoked ones, without finished consumables.
    public func purchases() async throws(PurchaseError) -> [StoreTransaction<StoreKitProof>] {
      var results: [StoreKit.VerificationResult<StoreKit.Transaction>] = []
      for await result in StoreKit.Transaction.all { results.append(result) }
      do {
        let statuses = try await reader.statuses(of: results)
        return results.map { result in
          reader.transaction(result, status: statuses[result.unsafePayloadValue.id])
        }
      } catch {
        throw StoreKitFailure(error).error
      }
    }

    /// Asks the servers again; the user may be asked for a password.
    public func synchronize() async throws(PurchaseError) {
      do {
        try await AppStore.sync()
      } catch {
        throw StoreKitFailure(error).error
      }
    }

    /// The App Store's id of a product.
    public func storeID(of product: String, in policy: Policy) -> StoreID? {
      policy.storeID(of: product, on: name)
    }

    /// Lets the user buy a product.
    public func buy(
      _ product: StoreID, account: String?
    ) async -> StorePurchaseResult<StoreKitProof> {
      var options: Set<StoreKit.Product.PurchaseOption> = []
      if let account {
        // A UUID in another spelling would come back as a different account.
        guard let token = UUID(uuidString: account), token.uuidString == account else {
          return .failed(.purchaseFailed(reason: "the account is not a UUID in capital letters"))
        }
        options.insert(.appAccountToken(token))
      }
      do {
        guard let found = try await StoreKit.Product.products(for: [product.text]).first else {
          return .failed(.productNotFound)
        }
        return await answer(to: try await confirm(found, options))
      } catch {
        let failure = StoreKitFailure(error)
        return failure == .userCancelled ? .userCancelled : .failed(failure.error)
      }
    }

    private func answer(
      to result: StoreKit.Product.PurchaseResult
    ) async -> StorePurchaseResult<StoreKitProof> {
      switch result {
      case .success(let verified): .paid(await reader.transactionWithStatus(verified))
      case .userCancelled: .userCancelled
      case .pending: .pending
      @unknown default: .failed(StoreKitFailure.unknown.error)
      }
    }

    /// Finishes a transaction, if it is not finished yet.
    public func finish(_ transactionID: String) async {
      for await result in StoreKit.Transaction.unfinished {
        guard case .verified(let transaction) = result,
          String(transaction.id) == transactionID
        else { continue }
        await transaction.finish()
      }
    }
  }
#endif
