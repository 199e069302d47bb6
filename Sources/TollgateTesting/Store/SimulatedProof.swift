public import TollgatePurchases

/// What the simulated store hands over with a transaction, as a real one does a signed text.
public struct SimulatedProof: Sendable, Hashable {
  /// What it says. Who changes it is found out.
  public var record: PurchaseRecord
  private let seal: Int

  init(_ record: PurchaseRecord, secret: UInt64) {
    self.record = record
    seal = SimulatedProof.seal(of: record, secret: secret)
  }

  /// Whether the store with this secret made it, and nobody has changed it.
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

/// Verifies what a simulated store hands over, as its ``SimulatedStore/verification`` says.
public struct SimulatedVerifier: PurchaseVerifier {
  /// Whose transactions it verifies.
  public let store: SimulatedStore

  /// A verifier of what a store hands over; what another one made is false.
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
