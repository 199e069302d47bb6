/// The settings of an app's purchases beside the policy: the verification it requires, when it asks
/// the store, and its behaviour without a network.
///
/// ```swift
/// // A test build also takes the purchases of the sandbox.
/// let terms = PurchaseTerms(environments: [.production, .sandbox])
/// let snapshot = ledger.snapshot(policy: policy, terms: terms, at: .now)
/// ```
///
/// The policy says how long a status is trusted (`trust snapshots for 24h`), and whether
/// family-shared purchases count (`shared with family`).
public struct PurchaseTerms: Sendable, Hashable {
  /// Where a purchase must be verified before it counts.
  public var verifiedBy: VerificationPlace
  /// The environments whose purchases count.
  public var environments: Set<StoreEnvironment>
  /// Whether the snapshot includes purchases that await payment or approval, as grants in state
  /// `pending`. They open nothing, but a denial names them as its reason, and the product is not
  /// offered again.
  public var showsPending: Bool
  /// When the status is verified at launch.
  public var launchVerification: LaunchVerification
  /// The retries of a failed attempt.
  public var retries: RetrySchedule
  /// The handling of a purchase that is begun without a network.
  public var offlinePurchase: OfflinePurchase
  /// Whether the user is notified when a subscription has ended.
  public var notifiesOfExpiry: Bool
  /// The effect of a partial refund (``PurchaseRecord/refundPercentage``).
  public var partialRefund: PartialRefund
  /// Whether the app has a server that is sent each change.
  public var hasServer: Bool

  /// Creates terms. The defaults suit an app that sells in production, verifies on the device and
  /// asks the store at every launch.
  public init(
    verifiedBy: VerificationPlace = .device, environments: Set<StoreEnvironment> = [.production],
    showsPending: Bool = false, launchVerification: LaunchVerification = .always,
    retries: RetrySchedule = .standard, offlinePurchase: OfflinePurchase = .refuse,
    notifiesOfExpiry: Bool = false, partialRefund: PartialRefund = .ends, hasServer: Bool = false
  ) {
    self.verifiedBy = verifiedBy
    self.environments = environments
    self.showsPending = showsPending
    self.launchVerification = launchVerification
    self.retries = retries
    self.offlinePurchase = offlinePurchase
    self.notifiesOfExpiry = notifiesOfExpiry
    self.partialRefund = partialRefund
    self.hasServer = hasServer
  }

  /// Where a purchase is verified.
  public enum VerificationPlace: Sendable, Hashable, CaseIterable {
    /// On the device, or by a server.
    case device
    /// By a server.
    case server
  }

  /// When the status is verified at launch.
  public enum LaunchVerification: Sendable, Hashable, CaseIterable {
    /// At every launch.
    case always
    /// Only when it is stale.
    case ifStale
  }

  /// The handling of a purchase that is begun without a network.
  public enum OfflinePurchase: Sendable, Hashable, CaseIterable {
    /// It is queued until there is a network.
    case queue
    /// It is refused as ``PurchaseError/networkError``.
    case refuse
  }

  /// The effect of a partial refund.
  public enum PartialRefund: Sendable, Hashable, CaseIterable {
    /// The purchase ends at once, as after a full refund.
    case ends
    /// The purchase continues to its end. A full refund still ends it.
    case keeps
  }

  /// Whether a purchase of this verification counts.
  package func accepts(_ verification: Verification) -> Bool {
    switch verification {
    case .waiting, .invalid: false
    case .device: verifiedBy == .device
    case .server: true
    }
  }
}
