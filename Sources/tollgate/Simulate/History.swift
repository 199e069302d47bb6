import TollgateKit
import TollgateCompiler
import TollgatePurchases
import TollgateRuntime
import TollgateSyntax
import TollgateTesting

/// What a person and a store do, step by step: the file that `simulate` plays.
struct History: Sendable {
  let source: Source
  /// The policy that it is played with.
  let policy: Policy
  /// What is sold otherwise than the policy says, and what the store is like.
  var settings: [(span: Span, setting: Setting)] = []
  /// The steps in the order of time.
  var steps: [Step] = []

  /// What is said before the first step.
  enum Setting: Sendable {
    case product(String, PurchaseRecord.Kind, StorePeriod?)
    case grace(StorePeriod)
    case retry(StorePeriod)
    case sandbox
  }

  /// A line of the file.
  struct Step: Sendable {
    var span: Span
    var at: Instant
    /// Nothing for a line that only says what time it is.
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
    /// What the app knows from now on beside the purchases.
    case given(Snapshot)
    /// What is asked.
    case check(CheckedScenario)
    /// What is asked, and what is expected.
    case expect(CheckedScenario)
  }
}
