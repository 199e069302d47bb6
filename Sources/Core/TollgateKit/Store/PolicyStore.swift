public import TollgateRuntime
import TollgateSyntax

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

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

    package init(
      policy: Policy, snapshot: Snapshot, account: String? = nil, version: Int = 0,
      prepared: PreparedSnapshot? = nil
    ) {
      self.policy = policy
      self.snapshot = snapshot
      self.prepared = prepared ?? policy.prepare(snapshot)
      self.account = account
      self.version = version
    }

    /// The next state, of the same account, with another policy.
    fileprivate func next(policy: Policy) -> State {
      State(policy: policy, snapshot: snapshot, account: account, version: version + 1)
    }

    /// The next state, of the same account, with another snapshot. Where only counters are others, as
    /// after a use, nothing else is worked out anew.
    fileprivate func next(snapshot new: Snapshot) -> State {
      State(
        policy: policy, snapshot: new, account: account, version: version + 1,
        prepared: new.counters(since: snapshot).map { policy.prepare(prepared, usage: $0) })
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

extension PolicyStore {
  /// The decision about a target: the present one at once, then one whenever it changes, because
  /// the snapshot or the policy was swapped, or by the clock alone.
  ///
  /// ```swift
  /// for await decision in store.changes(for: "bills", adding: 1) { show(decision) }
  /// ```
  ///
  /// A decision has changed when its outcome, reason, flags, quota, blockers, ways in, reminder,
  /// prompt or ``Decision/validUntil`` has. Where a rule is written does not count. More changes
  /// than the consumer can follow become one: it always gets the latest.
  ///
  /// Time alone changes more than the outcome: a counter begins again, a reminder comes back after
  /// it was dismissed, an add-on ends, purchase data grows stale. The sequence wakes at each
  /// instant at which anything of the kind may happen, and every 15 minutes at the latest, because
  /// devices sleep and clocks are set; in between it costs nothing. It ends when its task is
  /// cancelled; a consumer that stops asking leaves nothing running. It keeps the store alive.
  ///
  /// The parameters are those of `decide`.
  public func changes(
    for target: String,
    adding: Int64 = 1,
    continuing: Bool = false,
    usage: [String: Usage] = [:],
    facts: [String: FactValue] = [:]
  ) -> DecisionChanges {
    let ask = Ask(.adding(adding), continuing: continuing)
    return DecisionChanges(
      store: self,
      question: StoreQuestion(target: target, ask: ask, usage: usage, facts: facts)
    )
  }

  /// The decision about using a meter up to a value, likewise.
  public func changes(
    for target: String,
    reaching: Int64,
    continuing: Bool = false,
    usage: [String: Usage] = [:],
    facts: [String: FactValue] = [:]
  ) -> DecisionChanges {
    let ask = Ask(.reaching(reaching), continuing: continuing)
    return DecisionChanges(
      store: self,
      question: StoreQuestion(target: target, ask: ask, usage: usage, facts: facts)
    )
  }

  /// Waits until another state than this version is in use, this instant has come, or the task is
  /// cancelled. Nothing is left running.
  package func wait(after version: Int, until instant: Instant) async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await self.waitForSwap(after: version) }
      group.addTask {
        do {
          try await self.clock.sleep(until: instant)
        } catch {
          // A clock that cannot sleep must not keep the loop spinning.
          await self.waitForSwap(after: version)
        }
      }
      await group.next()
      group.cancelAll()
    }
  }

  private func waitForSwap(after version: Int) async {
    let waiter = shared.withLock { shared in
      shared.nextWaiter += 1
      return shared.nextWaiter
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let waits = shared.withLock { shared in
          // A task that is cancelled before this is seen here, one that is cancelled after it
          // finds its continuation below.
          guard shared.inUse.state.version == version, !Task.isCancelled else { return false }
          shared.waiting[waiter] = continuation
          return true
        }
        if !waits { continuation.resume() }
      }
    } onCancel: {
      shared.withLock { $0.waiting.removeValue(forKey: waiter) }?.resume()
    }
  }
}

/// The decisions about one question as they change: what ``PolicyStore`` gives for `changes`.
///
/// ```swift
/// for await decision in gate.changes(for: .csvExport) {
///   show(decision.isAllowed ? "Export" : "Export (Pro)")
/// }
/// ```
public struct DecisionChanges: AsyncSequence, Sendable {
  /// A decision.
  public typealias Element = Decision

  let store: PolicyStore
  let question: StoreQuestion

  /// Begins with the present decision.
  public func makeAsyncIterator() -> Iterator {
    Iterator(store: store, question: question)
  }

  /// Gives out one decision after the other.
  public struct Iterator: AsyncIteratorProtocol, Sendable {
    let store: PolicyStore
    let question: StoreQuestion
    private var last: DecisionContent?

    init(store: PolicyStore, question: StoreQuestion) {
      self.store = store
      self.question = question
    }

    /// The next decision that differs from the one before; nothing once the task is cancelled.
    public mutating func next() async -> Decision? {
      while !Task.isCancelled {
        let state = store.state
        let now = store.clock.now()
        let decision = question.decision(for: state.prepared, at: now)
        let content = DecisionContent(of: decision)
        guard content == last else {
          last = content
          return decision
        }
        let instant = decision.nextLook(after: now, in: state)
        await store.wait(after: state.version, until: instant)
      }
      return nil
    }
  }
}

extension PolicyStore {
  /// Decides about a feature, a member of a series, a meter, or all members of a group or range at
  /// once, with the policy and the snapshot in use.
  ///
  /// - Parameters:
  ///   - target: Its name; one that the policy does not know is denied as ``Reason/undeclared``.
  ///   - adding: For a meter, how much more is to be used, in the meter's unit. 0 or less raises
  ///     nothing, and passes every limit.
  ///   - continuing: Whether a use that began while it was allowed is still running.
  ///   - usage: Counters of the thing at hand; they go before the snapshot's for this ask.
  ///   - facts: Facts of the thing at hand; they go before the snapshot's for this ask.
  ///   - now: The time; by default, that of the store's clock.
  public func decide(
    _ target: String,
    adding: Int64 = 1,
    continuing: Bool = false,
    usage: [String: Usage] = [:],
    facts: [String: FactValue] = [:],
    at now: Instant? = nil
  ) -> Decision {
    let ask = Ask(.adding(adding), continuing: continuing)
    return answer(StoreQuestion(target: target, ask: ask, usage: usage, facts: facts), at: now)
  }

  /// Decides about using a meter up to a value: `reaching` is in the meter's unit, and is compared
  /// with every limit of the meter.
  public func decide(
    _ target: String,
    reaching: Int64,
    continuing: Bool = false,
    usage: [String: Usage] = [:],
    facts: [String: FactValue] = [:],
    at now: Instant? = nil
  ) -> Decision {
    let ask = Ask(.reaching(reaching), continuing: continuing)
    return answer(StoreQuestion(target: target, ask: ask, usage: usage, facts: facts), at: now)
  }

  /// Answers a question, and tells the observer. Without one it costs what the decision costs: the
  /// question is taken apart where it is made, and the observer is not looked at.
  @inline(__always)
  func answer(_ question: StoreQuestion, at now: Instant?) -> Decision {
    let now = now ?? clock.now()
    if isObserved { return tell(question, at: now) }
    return question.decision(for: prepared, at: now)
  }

  @inline(never)
  private func tell(_ question: StoreQuestion, at now: Instant) -> Decision {
    let state = state
    let decision = question.decision(for: state.prepared, at: now)
    observer?.decided(
      DecisionEvent(
        decision, ask: question.ask, usage: question.usage, facts: question.facts,
        snapshot: state.snapshot, policy: state.policy, at: now))
    return decision
  }
}

/// A question to a store, asked once or again and again.
struct StoreQuestion: Sendable {
  var target: String
  var ask: Ask
  var usage: [String: Usage] = [:]
  var facts: [String: FactValue] = [:]

  /// The decision for a snapshot, in the terms of the policy that prepared it.
  func decision(for prepared: PreparedSnapshot, at now: Instant) -> Decision {
    guard usage.isEmpty, facts.isEmpty else {
      let known = Policy(graph: prepared.graph).prepare(prepared, usage: usage, facts: facts)
      return known.graph.decide(target, ask: ask, for: known, at: now)
    }
    return prepared.graph.decide(target, ask: ask, for: prepared, at: now)
  }
}

extension PolicyStore.State: CustomStringConvertible {
  /// The policy, then the user's data line by line. It shows who the user is.
  public var description: String { "\(policy)\n\(snapshot)" }
}

extension Policy {
  /// Compiles the text of a policy with the files that it uses.
  ///
  /// ```swift
  /// let policy = try Policy(source: text, files: { path in bundle[path] })
  /// ```
  ///
  /// - Parameters:
  ///   - source: The text of the first file.
  ///   - name: Its name in messages.
  ///   - files: The text of a file; `nil` if there is none. It is called once for each path. A path
  ///     begins in the folder of the first file, with `/` between its parts and without `..`.
  public init(
    source: String, name: String = "policy.gate", files: @escaping (_ path: String) -> String?
  ) throws(PolicyError) {
    let first = Source(name: name, text: source)
    try self.init(
      first.joined { path, _ throws(UseFault) in
        guard let text = files(path) else { throw .missing(near: nil) }
        return FoundFile(path: path, bytes: Array(text.utf8))
      })
  }
}

extension Snapshot {
  /// The counters that are not as in another snapshot; nil if anything else is not, or if it has a
  /// counter more.
  fileprivate func counters(since old: Snapshot) -> [String: Usage]? {
    var same = self
    same.usage = old.usage
    guard same == old else { return nil }
    var changed = usage
    for (meter, known) in old.usage {
      guard let usage = usage[meter] else { return nil }
      if usage == known {
        changed[meter] = nil
      } else if known.windows.contains(where: { usage[$0] == nil }) {
        return nil
      }
    }
    return changed
  }
}
