public import TollgateKit
public import TollgateRuntime

/// A ``PolicyStore`` that takes sealed policies and sealed snapshots only, for a whole app or server.
///
/// ```swift
/// let store = try SealedStore(sealedPolicy, keys: keys, named: "Shop", subject: "user-42", floor: floor)
/// try store.update(SealedSnapshot(text))
/// if store.decide("bills", adding: 1).isAllowed { save() }
/// keep(store.floor.json)
/// ```
///
/// A refused document changes nothing. An accepted one raises the floor, so that nothing older
/// comes back. When the seal of the policy or of the snapshot expires, the snapshot is let go of:
/// every decision is then made as if nothing were known of the user. Counters and facts of the
/// device itself go with each question, as `usage` and `facts`.
public final class SealedStore: Sendable {
  /// The keys that are accepted.
  public let keys: SealKeys
  /// The name of the policy.
  public let name: String
  /// The user.
  public let subject: String
  let store: PolicyStore
  package let clock: any StoreClock
  /// Held while something is put into use, so that two threads do not undo each other's work.
  private let writing = Locked(())
  private let held: Locked<Held>

  private struct Held {
    var floor: SealFloor
    var policyEnds: Instant?
    var snapshotEnds: Instant?
    var watch: Task<Void, Never>?

    /// When the snapshot in use ends; nil if none is in use.
    var ends: Instant? { snapshotEnds.map { min($0, policyEnds ?? $0) } }

    func hasEnded(at now: Instant) -> Bool {
      ends.map { floor.effective(now) >= $0 } ?? false
    }
  }

  /// A store with a sealed policy; nothing is known of the user yet.
  ///
  /// - Parameters:
  ///   - policy: The policy to begin with.
  ///   - keys: The keys that are accepted. To revoke one while the app runs, make another store.
  ///   - name: The name of the policy that is expected.
  ///   - subject: The user whose snapshots are accepted.
  ///   - floor: The lowest that is accepted, as the app kept it.
  ///   - clock: Where the time comes from.
  public init(
    _ policy: SealedPolicy, keys: SealKeys, named name: String, subject: String,
    floor: SealFloor = SealFloor(), clock: any StoreClock = SystemClock()
  ) throws(SealError) {
    let now = clock.now()
    let opened = try policy.open(keys: keys, named: name, floor: floor, at: now)
    var floor = floor
    floor.accept(opened.claims, at: now)
    self.keys = keys
    self.name = name
    self.subject = subject
    self.clock = clock
    held = Locked(Held(floor: floor, policyEnds: opened.claims.expires))
    let nothing = Snapshot(subject: subject, latestSeen: floor.latestSeen)
    store = PolicyStore(opened.policy, snapshot: nothing, clock: clock)
  }

  deinit { held.withLock { $0.watch }?.cancel() }

  /// The lowest that is accepted now. The app keeps it, and gives it back at the next start.
  public var floor: SealFloor { held.withLock { $0.floor } }

  /// The policy in use.
  public var policy: Policy { store.policy }

  /// Puts another policy into use, if it has all that the app asks for by name.
  ///
  /// - Parameters:
  ///   - policy: The policy.
  ///   - allowed: The differences that do not matter.
  /// - Throws: ``SealError``; the policy in use stays then.
  public func replace(
    _ policy: SealedPolicy, allowing allowed: PolicyDifferences = []
  ) throws(SealError) {
    let opened = try check(policy, allowing: allowed)
    try use(opened.claims) { store, _ in store.put(opened.policy) }
  }

  /// A policy and what its seal says, if it may come into use now.
  package func check(
    _ policy: SealedPolicy, allowing allowed: PolicyDifferences
  ) throws(SealError) -> (policy: Policy, claims: SealClaims) {
    try policy.open(
      keys: keys, named: name, floor: floor, at: clock.now(), instead: store.original,
      allowing: allowed)
  }

  /// Puts another snapshot into use.
  ///
  /// - Throws: ``SealError``; the snapshot in use stays then.
  public func update(_ sealed: SealedSnapshot) throws(SealError) {
    let opened = try sealed.open(
      keys: keys, policy: name, subject: subject, floor: floor, at: clock.now())
    try use(opened.claims) { store, floor in
      var snapshot = opened.snapshot
      snapshot.latestSeen = max(snapshot.latestSeen ?? floor, floor)
      store.update(snapshot)
    }
  }

  /// Raises the floor and puts something into use, unless something newer was put into use since.
  private func use(
    _ claims: SealClaims, _ put: @Sendable (PolicyStore, Instant) -> Void
  ) throws(SealError) {
    let now = clock.now()
    let result = writing.withLock { _ -> Result<Void, SealError> in
      let raised = held.withLock { held -> Result<Instant, SealError> in
        let least = claims.subject == nil ? held.floor.policy : held.floor.snapshot
        guard claims.sequence >= least else {
          return .failure(.rolledBack(sequence: claims.sequence, floor: least))
        }
        held.floor.accept(claims, at: now)
        if claims.subject == nil {
          held.policyEnds = claims.expires
        } else {
          held.snapshotEnds = claims.expires
        }
        return .success(held.floor.effective(now))
      }
      return raised.map { put(store, $0) }
    }
    try result.get()
    watch()
  }
}

// MARK: Ends of seals

extension SealedStore {
  /// The time that decisions are made at; the snapshot is let go of if a seal has expired.
  ///
  /// - Parameter told: A time other than the clock's; the floor takes no note of it.
  func time(_ told: Instant?) -> Instant {
    if let told { return told }
    let now = clock.now()
    let hasEnded = held.withLock { held in
      held.floor.see(now)
      return held.hasEnded(at: now)
    }
    if hasEnded { letGo() }
    return now
  }

  /// Whether a seal of what is in use has expired at a time.
  func hasEnded(at now: Instant) -> Bool {
    held.withLock { $0.hasEnded(at: now) }
  }

  private func letGo() {
    writing.withLock { _ in
      let now = clock.now()
      let seen = held.withLock { held -> Instant? in
        guard held.hasEnded(at: now) else { return nil }
        held.snapshotEnds = nil
        return held.floor.effective(now)
      }
      guard let seen else { return }
      store.update(Snapshot(subject: subject, latestSeen: seen))
    }
  }

  /// Lets go of the snapshot when its time comes, for those who follow changes.
  private func watch() {
    let clock = clock
    let task = Task { [weak self] in
      while let end = self?.nextEnd {
        // A device sleeps, and its clock is set: look again after a while.
        let soon = clock.now().advanced(by: 15 * 60 * 1000)
        do {
          try await clock.sleep(until: min(end, soon))
        } catch {
          return
        }
        _ = self?.time(nil)
      }
    }
    held.withLock { held -> Task<Void, Never>? in
      defer { held.watch = task }
      return held.watch
    }?.cancel()
  }

  /// When a snapshot in use ends; nil if none is in use.
  private var nextEnd: Instant? {
    held.withLock { $0.ends }
  }
}

extension SealedPolicy {
  /// The policy and what its seal says, if it may take the place of an app's.
  package func open(
    keys: SealKeys, named name: String, floor: SealFloor, at now: Instant,
    instead original: Policy, allowing allowed: PolicyDifferences
  ) throws(SealError) -> (policy: Policy, claims: SealClaims) {
    let opened = try open(keys: keys, named: name, floor: floor, at: now)
    if let mismatch = original.mismatch(with: opened.policy, allowing: allowed) {
      throw .policy(.mismatch(mismatch))
    }
    return opened
  }
}

extension SealFloor {
  /// Takes note of what was accepted.
  package mutating func accept(_ claims: SealClaims, at now: Instant) {
    if claims.subject == nil {
      policy = max(policy, claims.sequence)
    } else {
      snapshot = max(snapshot, claims.sequence)
    }
    see(now)
    see(claims.issued)
  }
}

extension SealedStore {
  /// Decides with the policy and the snapshot in use. The parameters are those of ``PolicyStore``.
  public func decide(
    _ target: String, adding: Int64 = 1, continuing: Bool = false,
    usage: [String: Usage] = [:], facts: [String: FactValue] = [:], at told: Instant? = nil
  ) -> Decision {
    let now = time(told)
    return current(at: now).decide(
      target, adding: adding, continuing: continuing, usage: usage, facts: facts, at: now)
  }

  /// Decides about using a meter up to a value. The parameters are those of ``PolicyStore``.
  public func decide(
    _ target: String, reaching: Int64, continuing: Bool = false,
    usage: [String: Usage] = [:], facts: [String: FactValue] = [:], at told: Instant? = nil
  ) -> Decision {
    let now = time(told)
    return current(at: now).decide(
      target, reaching: reaching, continuing: continuing, usage: usage, facts: facts, at: now)
  }

  /// The decision about a target, then one whenever it changes, as ``PolicyStore`` gives them.
  public func changes(
    for target: String, adding: Int64 = 1, continuing: Bool = false,
    usage: [String: Usage] = [:], facts: [String: FactValue] = [:]
  ) -> DecisionChanges {
    _ = time(nil)
    return store.changes(
      for: target, adding: adding, continuing: continuing, usage: usage, facts: facts)
  }

  /// The store, or for a time at which a seal has expired one that knows nothing of the user.
  private func current(at now: Instant) -> PolicyStore {
    guard hasEnded(at: now) else { return store }
    return PolicyStore(
      store.policy, snapshot: Snapshot(subject: subject, latestSeen: floor.latestSeen))
  }
}
