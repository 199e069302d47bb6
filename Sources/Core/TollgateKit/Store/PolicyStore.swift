#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
public import TollgateRuntime

/// The policy and the snapshot that are in use now, for a whole app or server.
///
/// ```swift
/// let store = PolicyStore(try Policy(contentsOf: url))
/// store.update(snapshot)
/// if store.decide("bills", adding: 1).isAllowed { save() }
/// for await decision in store.changes(for: "csv-export") { show(decision) }
/// ```
///
/// Both are swapped as a whole: whoever reads sees one state or the next, never a mixture, and a
/// policy that does not compile never takes the place of one that does. It can be used from any
/// thread; a lock is held only for as long as it takes to read or swap a reference.
public final class PolicyStore: Sendable {
  /// A policy and a snapshot that belong together.
  public struct State: Sendable {
    /// The policy.
    public let policy: Policy
    /// The user's data.
    public let snapshot: Snapshot
    /// The snapshot in the terms of the policy.
    public let prepared: PreparedSnapshot
    /// Whose data it is; nil for nobody who is signed in.
    package let account: String?
    /// Counts the swaps.
    package let version: Int

    init(policy: Policy, snapshot: Snapshot, account: String? = nil, version: Int = 0) {
      self.policy = policy
      self.snapshot = snapshot
      prepared = policy.prepare(snapshot)
      self.account = account
      self.version = version
    }

    /// The next state, of the same account.
    fileprivate func next(policy: Policy? = nil, snapshot: Snapshot? = nil) -> State {
      State(
        policy: policy ?? self.policy, snapshot: snapshot ?? self.snapshot, account: account,
        version: version + 1)
    }
  }

  let shared: Locked<Shared>
  /// The policy that the store was made with: the app asks for its names.
  package let original: Policy
  package let clock: any StoreClock
  /// Is told every decision; nil for nobody.
  public let observer: (any DecisionObserver)?
  /// Whether there is one: to ask the observer itself copies it, at every decision.
  let isObserved: Bool

  /// A state behind one reference, so that the lock is held for no more than counting it.
  final class InUse: Sendable {
    let state: State

    init(_ state: State) {
      self.state = state
    }
  }

  /// The state, and who waits for the next one; a lock guards both.
  struct Shared: Sendable {
    var inUse: InUse
    var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
    var nextWaiter = 0
  }

  /// A store with a policy and the user's data so far.
  ///
  /// - Parameters:
  ///   - policy: The policy to begin with.
  ///   - snapshot: The user; by default, one who has nothing.
  ///   - clock: Where the time comes from.
  ///   - observer: Is told every decision.
  public convenience init(
    _ policy: Policy,
    snapshot: Snapshot = Snapshot(),
    clock: any StoreClock = SystemClock(),
    observer: (any DecisionObserver)? = nil
  ) {
    self.init(policy, snapshot: snapshot, account: nil, clock: clock, observer: observer)
  }

  /// The same for the data of an account.
  init(
    _ policy: Policy, snapshot: Snapshot, account: String?, clock: any StoreClock,
    observer: (any DecisionObserver)?
  ) {
    let state = State(policy: policy, snapshot: snapshot, account: account)
    shared = Locked(Shared(inUse: InUse(state)))
    original = policy
    self.clock = clock
    self.observer = observer
    isObserved = observer != nil
  }

  /// The policy and the snapshot in use, read together.
  public var state: State { shared.withLock { $0.inUse }.state }

  /// The snapshot in use, which knows its policy: all that a decision needs, for one count of one
  /// reference.
  var prepared: PreparedSnapshot { shared.withLock { $0.inUse.state.prepared } }

  /// The policy in use.
  public var policy: Policy { state.policy }

  /// The snapshot in use.
  public var snapshot: Snapshot { state.snapshot }

  /// Reads a policy from a file, as ``Policy/init(contentsOf:trusting:)`` does, and puts it into use.
  ///
  /// - Parameters:
  ///   - url: The file.
  ///   - allowed: As for ``replace(_:allowing:)``.
  /// - Throws: ``PolicyError`` with every diagnostic, or ``PolicyError/mismatch(_:)``; the policy in
  ///   use stays then.
  public func reload(
    contentsOf url: URL, allowing allowed: PolicyDifferences = []
  ) throws(PolicyError) {
    try replace(Policy(contentsOf: url), allowing: allowed)
  }

  /// Compiles the text of a policy and puts it into use; `name` is the file's name in messages.
  ///
  /// - Throws: As ``reload(contentsOf:allowing:)``.
  public func reload(
    source: String, name: String = "policy.gate", allowing allowed: PolicyDifferences = []
  ) throws(PolicyError) {
    try replace(Policy(source: source, name: name), allowing: allowed)
  }

  /// Puts another policy into use, if it has all that the app asks for: the targets, products and
  /// facts of the policy that the store was made with, each of the same kind, and its name.
  ///
  /// - Parameters:
  ///   - policy: The policy.
  ///   - allowed: The differences that do not matter.
  /// - Throws: ``PolicyError/mismatch(_:)`` with the list; the policy in use stays then.
  public func replace(
    _ policy: Policy, allowing allowed: PolicyDifferences = []
  ) throws(PolicyError) {
    if let mismatch = original.mismatch(with: policy, allowing: allowed) {
      throw .mismatch(mismatch)
    }
    put(policy)
  }

  /// Puts a policy into use that was compared with the app's.
  package func put(_ policy: Policy) {
    swap { $0.next(policy: policy) }
  }

  /// Puts another snapshot into use.
  public func update(_ snapshot: Snapshot) {
    swap { $0.next(snapshot: snapshot) }
  }

  /// Changes the snapshot in use, in one step: nothing that another thread wrote is lost.
  ///
  /// ```swift
  /// store.update { $0.usage["bills"] = Usage(501) }
  /// ```
  ///
  /// - Parameter change: Changes the snapshot and does nothing else; where two threads come
  ///   together it runs again.
  public func update(_ change: (inout Snapshot) -> Void) {
    swap { state in
      var snapshot = state.snapshot
      change(&snapshot)
      return state.next(snapshot: snapshot)
    }
  }

  /// The same if the data is still this account's: what is late for one never reaches another.
  ///
  /// - Returns: Whether it is.
  package func update(of account: String?, _ change: (inout Snapshot) -> Void) -> Bool {
    swap { state in
      guard state.account == account else { return nil }
      var snapshot = state.snapshot
      change(&snapshot)
      return state.next(snapshot: snapshot)
    } != nil
  }

  /// Puts the data of another account into use.
  ///
  /// - Returns: The last state of the account before.
  package func changeAccount(to account: String?, _ snapshot: (State) -> Snapshot) -> State? {
    swap { state in
      State(
        policy: state.policy, snapshot: snapshot(state), account: account,
        version: state.version + 1)
    }
  }

  /// Puts the next state into use; nothing happens if there is none. It is prepared before the lock
  /// is taken, and prepared again if another thread was faster. The old one is let go of behind the
  /// lock: with a large policy that takes a while.
  ///
  /// - Returns: The state before; nil if nothing happened.
  @discardableResult
  private func swap(_ next: (State) -> State?) -> State? {
    while true {
      let old = shared.withLock { $0.inUse }
      guard let state = next(old.state) else { return nil }
      let new = InUse(state)
      let waiting = shared.withLock { shared -> [Int: CheckedContinuation<Void, Never>]? in
        guard shared.inUse === old else { return nil }
        defer { shared.waiting = [:] }
        shared.inUse = new
        return shared.waiting
      }
      withExtendedLifetime(old) {}
      guard let waiting else { continue }
      for waiter in waiting.values { waiter.resume() }
      return old.state
    }
  }
}
