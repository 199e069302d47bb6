public import Foundation
import TollgateAnalysis
public import TollgateKit
import TollgateRuntime
import TollgateUsage

/// A policy that is served: the one in use, and where the next one comes from.
final class ServedPolicy: Sendable {
  /// The policy that answers now, with its parts; they are swapped together.
  struct State: Sendable {
    let policy: Policy
    let counter: UsageCounter
    /// The policy that is tried beside it; nil for none.
    let shadow: Policy?
    /// When it came into use.
    let since: Instant
    /// Counts the swaps.
    let version: Int
  }

  /// The name in addresses, and before the ids of users in the store: that of the first policy.
  let name: String
  let origin: PolicyOrigin
  let trial = ShadowTrial()
  private let store: any DocumentStore
  private let inUse: Locked<State>
  /// Why the newest policy is not in use; nil if it is.
  private let refusal = Locked<String?>(nil)

  init(
    _ policy: Policy, from origin: PolicyOrigin, shadow: Policy?, in store: any DocumentStore,
    at now: Instant
  ) {
    name = policy.name
    self.origin = origin
    self.store = store
    inUse = Locked(ServedPolicy.state(policy, shadow, store, now, 0))
  }

  var state: State { inUse.withLock { $0 } }

  var problem: String? { refusal.withLock { $0 } }

  /// The id of a user, and of its book, in the store: each policy has its own users.
  func key(_ user: String) -> String { "\(name)/\(UserID.normal(user))" }

  /// Puts another policy into use.
  ///
  /// - Returns: Whether it is another one.
  @discardableResult
  func replace(_ policy: Policy, at now: Instant) throws(Problem) -> Bool {
    guard policy.name == name else {
      throw Problem(
        .refused, "the policy is called \(policy.name) now; users are kept under \(name)")
    }
    refusal.withLock { $0 = nil }
    guard policy.fingerprint != state.policy.fingerprint else { return false }
    inUse.withLock { state in
      state = ServedPolicy.state(policy, state.shadow, store, now, state.version + 1)
    }
    return true
  }

  /// Notes that a newer policy cannot be used, and why.
  func refuse(_ reason: String?) {
    refusal.withLock { $0 = reason }
  }

  private static func state(
    _ policy: Policy, _ shadow: Policy?, _ store: any DocumentStore, _ now: Instant, _ version: Int
  ) -> State {
    State(
      policy: policy, counter: UsageCounter(policy, in: store, device: "server"), shadow: shadow,
      since: now, version: version)
  }
}

/// Where a policy comes from.
///
/// ```swift
/// let server = try DecisionServer(policies: [.file(URL(fileURLWithPath: "Shop.gate"))])
/// ```
public enum PolicyOrigin: Sendable {
  /// A policy file, text or compiled, which is read again when it changes.
  case file(URL)
  /// A policy that stays as it is.
  case fixed(Policy)
  /// A sealed policy at an address, which is asked again and again; fetch it once before.
  case sealed(SealedAddress)

  /// The policy as it is now.
  func policy() throws -> Policy {
    switch self {
    case .file(let url): return try Policy(contentsOf: url)
    case .fixed(let policy): return policy
    case .sealed(let address):
      guard let policy = address.policy else {
        throw ServerError.address(address.name, "it was not fetched yet")
      }
      return policy
    }
  }
}

/// The policies of a server by their names.
final class PolicyShelf: Sendable {
  let policies: [ServedPolicy]

  init(_ policies: [ServedPolicy]) {
    self.policies = policies
  }

  /// The policy with a name; without one, the only one.
  func policy(_ name: String?) throws(Problem) -> ServedPolicy {
    guard let name else {
      guard policies.count == 1 else {
        throw Problem(
          .unknownPolicy,
          "the server has several policies: begin the path with /p/ and the name of one; "
            + "GET /v1/policies lists them")
      }
      return policies[0]
    }
    guard let policy = policies.first(where: { $0.name == name }) else {
      throw Problem(
        .unknownPolicy, "the server has no such policy; GET /v1/policies lists those it has")
    }
    return policy
  }
}
