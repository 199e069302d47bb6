/// The simulated store cannot do what a test asks; each is a mistake of the test.
///
/// ```swift
/// do {
///   try app.store.cancel("annual")
/// } catch {
///   log("\(error)")  // `annual` was not bought
/// }
/// ```
public enum SimulationError: Error, Sendable, Hashable {
  /// The policy does not have this product.
  case unknownProduct(String)
  /// The policy has the product, but not how it is sold.
  case notSold(String)
  /// The product ends, but has no period.
  case noPeriod(String)
  /// It was never bought.
  case notBought(String)
  /// It is not a running subscription.
  case notRunning(String)
  /// It is already cancelled.
  case isCancelled(String)
  /// It already renews.
  case isRenewing(String)
  /// It does not wait for approval.
  case nothingPending(String)
  /// It has no new price that waits for consent.
  case noPriceIncrease(String)
  /// It is already refunded.
  case isRefunded(String)
  /// It was not refunded.
  case notRefunded(String)
  /// The percentage is not from 1 to 100.
  case percentage(Int)
  /// No family member shares it.
  case notShared(String)
  /// It has no failed payment.
  case isPaid(String)
  /// A subscription cannot become this product.
  case noSwitch(from: String, to: String)
}

extension SimulationError: CustomStringConvertible {
  /// The mistake in words, for the author of the test.
  public var description: String {
    switch self {
    case .unknownProduct(let name): "the policy has no product called `\(name)`"
    case .notSold(let name): "the policy does not say how `\(name)` is sold"
    case .noPeriod(let name): "`\(name)` has no period"
    case .notBought(let name): "`\(name)` was not bought"
    case .notRunning(let name): "`\(name)` is not a running subscription"
    case .isCancelled(let name): "`\(name)` is already cancelled"
    case .isRenewing(let name): "`\(name)` already renews"
    case .nothingPending(let name): "`\(name)` does not wait for approval"
    case .noPriceIncrease(let name): "`\(name)` has no new price that waits for consent"
    case .isRefunded(let name): "`\(name)` is already refunded"
    case .notRefunded(let name): "`\(name)` was not refunded"
    case .percentage(let value): "a refund is from 1 to 100 %, not \(value) %"
    case .notShared(let name): "no family member shares `\(name)`"
    case .isPaid(let name): "`\(name)` has no failed payment"
    case .noSwitch(let old, let new): "`\(old)` cannot become `\(new)`"
    }
  }
}
