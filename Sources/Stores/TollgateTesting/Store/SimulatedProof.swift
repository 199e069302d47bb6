public import TollgatePurchases

/// The proof of a simulated transaction, like a signed text of a real store.
///
/// ```swift
/// var proof = transaction.proof
/// proof.record.product = "lifetime"  // forged
/// let result = await SimulatedVerifier(simulation).verify(proof)  // invalid: the signature
/// ```
public struct SimulatedProof: Sendable, Hashable {
  /// The proved record. The verifier detects a change.
  public var record: PurchaseRecord
  private let seal: Int

  init(_ record: PurchaseRecord, secret: UInt64) {
    self.record = record
    seal = SimulatedProof.seal(of: record, secret: secret)
  }

  /// Whether the store with this secret made it and nobody changed it.
  func isGenuine(_ secret: UInt64) -> Bool {
    seal == SimulatedProof.seal(of: record, secret: secret)
  }

  private static func seal(of record: PurchaseRecord, secret: UInt64) -> Int {
    var hasher = Hasher()
    hasher.combine(secret)
    hasher.combine(record)
    return hasher.finalize()
  }
}

/// Verifies the proofs of a simulated store, as its ``SimulatedStore/verification`` says.
///
/// ```swift
/// let simulation = SimulatedStore(policy: policy, clock: clock)
/// try await gate.launch(
///   simulation.device(), verifier: SimulatedVerifier(simulation), journal: MemoryJournal())
/// ```
public struct SimulatedVerifier: PurchaseVerifier {
  /// The store whose transactions it verifies.
  public let store: SimulatedStore

  /// Creates a verifier for a store; transactions of another one are false.
  public init(_ store: SimulatedStore) {
    self.store = store
  }

  /// Verifies a transaction.
  public func verify(_ proof: SimulatedProof) async -> VerificationResult {
    guard proof.isGenuine(store.secret) else { return .invalid(.signature) }
    switch store.verification {
    case .unavailable(let error): return .unavailable(error)
    case .refuses(let reason): return .invalid(reason)
    case .works(let verification):
      var record = proof.record
      record.verification = verification
      return .genuine(record)
    }
  }
}
