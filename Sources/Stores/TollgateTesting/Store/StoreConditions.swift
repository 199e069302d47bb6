public import TollgatePurchases
import TollgateRuntime

/// The conditions of a simulated store.
///
/// ```swift
/// let conditions = StoreConditions(grace: .days(16), environment: .sandbox)
/// let app = try await SimulatedApp(policy: policy, at: now, conditions: conditions)
/// ```
public struct StoreConditions: Sendable, Hashable {
  /// The grace after a failed payment; nil for none, the default in the App Store. A weekly plan has
  /// at most 6 days of it, as in the App Store.
  public var grace: StorePeriod?
  /// The renewals that have the grace.
  public var graceCovers: GraceCover
  /// How long the store tries to charge after the paid time; then the subscription ends.
  public var retry: StorePeriod
  /// The environment of the purchases.
  public var environment: StoreEnvironment
  /// The payment method.
  public var method: PaymentMethod

  /// Creates conditions; the defaults are those of the App Store without a billing grace.
  public init(
    grace: StorePeriod? = nil, graceCovers: GraceCover = .allRenewals,
    retry: StorePeriod = .days(60), environment: StoreEnvironment = .production,
    method: PaymentMethod = .appleIAP
  ) {
    self.grace = grace
    self.graceCovers = graceCovers
    self.retry = retry
    self.environment = environment
    self.method = method
  }

  /// The renewals that have a grace, as the App Store lets an app choose.
  public enum GraceCover: Sendable, Hashable, CaseIterable {
    /// All renewals, also the first payment after a free trial.
    case allRenewals
    /// Only a renewal after a paid period.
    case paidToPaid
  }

  /// The grace of a purchase whose renewal was not paid; nil for none.
  func grace(of product: SimulatedProduct, afterTrial: Bool) -> StorePeriod? {
    guard let grace, !(afterTrial && graceCovers == .paidToPaid) else { return nil }
    let start = Instant(milliseconds: 0)
    guard let period = product.period, period.instant(after: start) <= StoreConditions.week,
      grace.instant(after: start) > StoreConditions.mostOfAWeek
    else { return grace }
    return .days(6)
  }

  private static let week = StorePeriod.weeks(1).instant(after: Instant(milliseconds: 0))
  private static let mostOfAWeek = StorePeriod.days(6).instant(after: Instant(milliseconds: 0))
}

/// The result of verifying a transaction.
///
/// ```swift
/// app.store.verification = .unavailable(.networkError)
/// let outcome = await app.buy("annual")  // waits: nobody could say that it is genuine
/// app.store.verification = .works(.server)
/// await app.update()
/// ```
public enum SimulatedVerification: Sendable, Hashable {
  /// It succeeds, on the device or by a server.
  case works(Verification)
  /// The verifier cannot be reached.
  case unavailable(PurchaseError)
  /// The proof is refused.
  case refuses(InvalidProof)
}
