public import TollgateRuntime

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
      question: Question(target: target, ask: ask, usage: usage, facts: facts)
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
      question: Question(target: target, ask: ask, usage: usage, facts: facts)
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
  let question: Question

  /// Begins with the present decision.
  public func makeAsyncIterator() -> Iterator {
    Iterator(store: store, question: question)
  }

  /// Gives out one decision after the other.
  public struct Iterator: AsyncIteratorProtocol, Sendable {
    let store: PolicyStore
    let question: Question
    private var last: DecisionContent?

    init(store: PolicyStore, question: Question) {
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
