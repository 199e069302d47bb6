/// Why the simulated store cannot do what it is told; each is a mistake of the test.
public enum SimulationError: Error, Sendable, Hashable {
  /// The policy has no such product.
  case unknownProduct(String)
  /// The policy has the product, and does not say how it is sold.
  case notSold(String)
  /// It ends, and nothing says when.
  case noPeriod(String)
  /// It was never bought.
  case notBought(String)
  /// It is no subscription that is running.
  case notRunning(String)
  /// It has been switched off before.
  case isCancelled(String)
  /// It will be renewed as it is.
  case isRenewing(String)
  /// Nobody is asked whether it may be bought.
  case nothingPending(String)
  /// No higher price awaits an answer.
  case noPriceIncrease(String)
  /// It was refunded before.
  case isRefunded(String)
  /// It was not refunded.
  case notRefunded(String)
  /// A percentage is from 1 to 100.
  case percentage(Int)
  /// Nobody in the family shares it.
  case notShared(String)
  /// It is paid, as far as the store knows.
  case isPaid(String)
  /// A subscription can become another subscription, and not this one.
  case noSwitch(from: String, to: String)
}

extension SimulationError: CustomStringConvertible {
  /// What is wrong, for the people who wrote the test.
  public var description: String {
    switch self {
    case .unknownProduct(let name): "the policy has no product called `\(name)`"
    case .notSold(let name): "the policy does not say how `\(name)` is sold"
    case .noPeriod(let name): "nothing says how long `\(name)` lasts"
    case .notBought(let name): "`\(name)` was not bought"
    case .notRunning(let name): "`\(name)` is no subscription that is running"
    case .isCancelled(let name): "`\(name)` is cancelled already"
    case .isRenewing(let name): "`\(name)` will be renewed already"
    case .nothingPending(let name): "`\(name)` does not wait for approval"
    case .noPriceIncrease(let name): "no new price of `\(name)` waits for consent"
    case .isRefunded(let name): "`\(name)` is refunded already"
    case .notRefunded(let name): "`\(name)` was not refunded"
    case .percentage(let value): "a refund is from 1 to 100 %, and not \(value) %"
    case .notShared(let name): "nobody in the family shares `\(name)`"
    case .isPaid(let name): "`\(name)` is paid"
    case .noSwitch(let old, let new): "`\(old)` cannot become `\(new)`"
    }
  }
}
