/// What an app decides about its purchases beside the policy: which proof it asks for, when it asks
/// the store again, what it does without a network.
///
/// How long a status is trusted is the policy's to say (`trust snapshots for 24h`), and so is
/// whether family-shared purchases count (`shared with family`).
public struct PurchaseTerms: Sendable, Hashable {
  /// The proof that a purchase needs before it counts.
  public var proof: Proof
  /// Where purchases must have been made to count.
  public var environments: Set<StoreEnvironment>
  /// Whether purchases that await payment or approval stand in the snapshot, as grants in state
  /// `pending`: they open nothing, but the reason of a denial tells of them, and the product is not
  /// offered a second time.
  public var showsPending: Bool
  /// When the status is verified as the app starts.
  public var launchVerification: LaunchVerification
  /// How often and when a failed attempt is made again.
  public var retries: RetrySchedule
  /// What becomes of a purchase that is begun without a network.
  public var offlinePurchase: OfflinePurchase
  /// Whether a person is told when a subscription has ended.
  public var tellsOfExpiry: Bool
  /// What becomes of a purchase of whose price the store paid back a part
  /// (``PurchaseRecord/refundPercentage``).
  public var partialRefund: PartialRefund
  /// Whether the app has a server that is to hear of each change.
  public var hasServer: Bool

  /// Terms; those that are left out are those of an app that sells for real, verifies on the
  /// device and asks the store at every start.
  public init(
    proof: Proof = .device, environments: Set<StoreEnvironment> = [.production],
    showsPending: Bool = false, launchVerification: LaunchVerification = .always,
    retries: RetrySchedule = .standard, offlinePurchase: OfflinePurchase = .refuse,
    tellsOfExpiry: Bool = false, partialRefund: PartialRefund = .ends, hasServer: Bool = false
  ) {
    self.proof = proof
    self.environments = environments
    self.showsPending = showsPending
    self.launchVerification = launchVerification
    self.retries = retries
    self.offlinePurchase = offlinePurchase
    self.tellsOfExpiry = tellsOfExpiry
    self.partialRefund = partialRefund
    self.hasServer = hasServer
  }

  /// The proof that a purchase needs before it counts.
  public enum Proof: Sendable, Hashable, CaseIterable {
    /// Verified on the device, or by a server.
    case device
    /// Verified by a server.
    case server
  }

  /// When the status is verified as the app starts.
  public enum LaunchVerification: Sendable, Hashable, CaseIterable {
    /// At every start.
    case always
    /// Only when it is stale.
    case ifStale
  }

  /// What becomes of a purchase that is begun without a network.
  public enum OfflinePurchase: Sendable, Hashable, CaseIterable {
    /// It is kept, and handed out once there is a network.
    case queue
    /// It is refused as ``PurchaseError/networkError``.
    case refuse
  }

  /// What becomes of a purchase of whose price a part was paid back.
  public enum PartialRefund: Sendable, Hashable, CaseIterable {
    /// It ends at once, as with the whole price.
    case ends
    /// It counts on to its end. What was paid back whole ends all the same.
    case keeps
  }

  /// Whether a reading of this standing counts.
  func accepts(_ standing: PurchaseRecord.Standing) -> Bool {
    switch standing {
    case .waiting, .invalid: false
    case .device: proof == .device
    case .server: true
    }
  }
}
