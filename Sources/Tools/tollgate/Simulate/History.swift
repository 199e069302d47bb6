import TollgateKit
import TollgateCompiler
import TollgatePurchases
import TollgateRuntime
import TollgateSyntax
import TollgateTesting

/// The steps of a user and a store: the file that `simulate` plays.
struct History: Sendable {
  let source: Source
  /// The policy of the simulation.
  let policy: Policy
  /// The products that differ from the policy, and the store's conditions.
  var settings: [(span: Span, setting: Setting)] = []
  /// The steps in the order of time.
  var steps: [Step] = []

  /// A line before the first step.
  enum Setting: Sendable {
    case product(String, PurchaseRecord.Kind, StorePeriod?)
    case grace(StorePeriod, StoreConditions.GraceCover)
    case retry(StorePeriod)
    case sandbox
  }

  /// A line of the file.
  struct Step: Sendable {
    var span: Span
    var at: Instant
    /// Nil for a line that only sets the time.
    var action: Action?
  }

  enum Action: Sendable {
    case buy(String)
    case ask(String)
    case approve(String)
    case decline(String)
    case cancel(String)
    case uncancel(String)
    case switchPlan(from: String, to: String, atOnce: Bool)
    case fail(String?)
    case recover(String?)
    case refund(String, percent: Int)
    case reverseRefund(String)
    case share(String)
    case unshare(String)
    case raisePrice(String, Money?)
    case acceptPrice(String)
    case declinePrice(String)
    case network(isOnline: Bool)
    case verification(SimulatedVerification)
    case restore
    case relaunch
    case status
    /// Changes usage and facts.
    case given(Snapshot)
    /// Asks for decisions.
    case check(CheckedScenario)
    /// Compares decisions with expectations.
    case expect(CheckedScenario)
  }
}
