#if canImport(StoreKit)
  import Foundation
  public import StoreKit
  public import TollgateKit
  public import TollgatePurchases

  /// The App Store by StoreKit 2: what a ``/TollgatePurchases/StoreSession`` is launched with.
  ///
  /// ```swift
  /// let session = try await StoreSession.launch(
  ///   StoreKitStore(), journal: journal, verifier: StoreKitVerifier())
  /// ```
  ///
  /// It only passes on: what is taken in, in which order, and when a transaction is finished is for
  /// the session and its processor; what a transaction means is ``StoreKitReading``'s. Both are tested
  /// without an Apple device. **This file is not**: on Linux it is checked against the declarations
  /// of StoreKit that it uses (`Tests/StoreKitShape`), and it was never run on an Apple device by
  /// those who wrote it.
  ///
  /// An account is the text of a UUID, as `UUID.uuidString` writes it: the store keeps nothing else
  /// (`appAccountToken`). Ask for ``purchases()`` only where there is a network, as a `Refresher`
  /// does: without one StoreKit answers from what it remembers, and does not say so.
  @available(iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 8.0, visionOS 1.0, *)
  public struct StoreKitStore: PurchaseStore {
    /// Shows the sheet in which the person confirms a purchase.
    public typealias Confirmation =
      @MainActor @Sendable (Product, Set<Product.PurchaseOption>) async throws
      -> Product.PurchaseResult

    private let reader: StoreKitReader
    private let confirm: Confirmation

    /// The App Store.
    ///
    /// - Parameters:
    ///   - durations: For how long each non-renewing subscription lasts, in milliseconds, by its id
    ///     in the store, which does not say so. One that is missing here cannot be taken in.
    ///   - confirm: Shows the sheet: `{ try await $0.purchase(confirmIn: scene, options: $1) }`.
    public init(durations: [String: Int64] = [:], confirm: @escaping Confirmation) {
      reader = StoreKitReader(durations: durations)
      self.confirm = confirm
    }

    #if !os(visionOS)
      /// The App Store, which finds the place for its sheet by itself.
      public init(durations: [String: Int64] = [:]) {
        self.init(durations: durations) { product, options in
          try await product.purchase(options: options)
        }
      }
    #endif

    /// The products of a policy as the store sells them; those that it does not know are left out.
    ///
    /// - Parameter store: The App Store as the policy names it.
    public func products(
      of policy: Policy, on store: String = "app-store"
    ) async throws(PurchaseError) -> [Product] {
      do {
        return try await Product.products(for: policy.storeIDs(on: store).values.sorted())
      } catch {
        throw StoreKitFailure(error).error
      }
    }

    // MARK: What a session asks for

    /// What happens from now on.
    public func updates() -> AsyncStream<StoreTransaction<StoreKitProof>> {
      AsyncStream { [reader] continuation in
        let transactions = Task {
          for await result in StoreKit.Transaction.updates {
            continuation.yield(await reader.transactionWithStatus(result))
          }
        }
        let statuses = Task {
          for await status in Product.SubscriptionInfo.Status.updates {
            continuation.yield(reader.transaction(status.transaction, status: status))
          }
        }
        continuation.onTermination = { _ in
          transactions.cancel()
          statuses.cancel()
        }
      }
    }

    /// What was not finished.
    public func unfinished() async -> [StoreTransaction<StoreKitProof>] {
      var found: [StoreTransaction<StoreKitProof>] = []
      for await result in StoreKit.Transaction.unfinished {
        found.append(await reader.transactionWithStatus(result))
      }
      return found
    }

    /// Everything that the store knows: what ran and was taken back too. Consumables that are
    /// finished are not among it.
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

    /// Asks the servers again; the person may be asked for their password.
    public func synchronize() async throws(PurchaseError) {
      do {
        try await AppStore.sync()
      } catch {
        throw StoreKitFailure(error).error
      }
    }

    /// Lets the person buy a product.
    public func buy(_ product: String, account: String?) async -> StorePurchaseResult<StoreKitProof>
    {
      var options: Set<Product.PurchaseOption> = []
      if let account {
        // One that is spelled otherwise would come back as somebody else's.
        guard let token = UUID(uuidString: account), token.uuidString == account else {
          return .failed(.purchaseFailed(reason: "the account is not a UUID in capital letters"))
        }
        options.insert(.appAccountToken(token))
      }
      do {
        guard let found = try await Product.products(for: [product]).first else {
          return .failed(.productNotFound)
        }
        return await answer(to: try await confirm(found, options))
      } catch {
        let failure = StoreKitFailure(error)
        return failure == .userCancelled ? .userCancelled : .failed(failure.error)
      }
    }

    private func answer(
      to result: Product.PurchaseResult
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
