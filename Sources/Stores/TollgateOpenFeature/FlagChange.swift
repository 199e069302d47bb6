import TollgateKit
import TollgateRuntime

/// Answers that are others than before, or not to be relied on any more.
///
/// ```swift
/// flags.follow { change in
///   for flag in change.flags { log("\(flag) may have another answer now") }
/// }
/// ```
public struct FlagChange: Sendable, Hashable {
  /// The flags whose answer changed, in order of declaration.
  public let flags: [String]
  /// Whether purchase data has become too old, or fresh again; nil for neither.
  public let isStale: Bool?
}

/// The answers to all flags as they change.
struct FlagChanges: Sendable {
  /// The parts by which two answers differ.
  private struct Answer: Equatable, Sendable {
    let outcome: Decision.Outcome
    let reason: Reason
    let left: Int64?
    let value: SettingValue?
  }

  private let store: PolicyStore
  private var state: PolicyStore.State
  private var answers: [String: Answer]
  private(set) var isStale: Bool

  init(_ store: PolicyStore, in context: FlagContext) {
    self.store = store
    state = store.state
    answers = [:]
    isStale = false
    _ = next(state, in: context)
  }

  /// The state in use once it may answer otherwise; nil when the task is cancelled.
  func wait() async -> PolicyStore.State? {
    await store.wait(after: state.version, until: state.nextLook(after: store.clock.now()))
    return Task.isCancelled ? nil : store.state
  }

  /// The answers of a state that differ from the one before; nil for none.
  mutating func next(_ state: PolicyStore.State, in context: FlagContext) -> FlagChange? {
    self.state = state
    // A context that cannot be read has no answers; the questions themselves say so.
    guard let known = (try? Known(state, context)) ?? (try? Known(state, FlagContext())) else {
      return nil
    }
    let graph = known.policy.graph
    let now = store.clock.now()
    var found: [String: Answer] = [:]
    var changed: [String] = []
    for target in graph.targets {
      let decision = graph.decide(target, for: known.prepared, at: now)
      let answer = Answer(
        outcome: decision.outcome, reason: decision.reason, left: decision.quota?.remaining,
        value: graph.value(of: target, for: known.prepared, at: now))
      found[decision.target] = answer
      if answers[decision.target] != answer { changed.append(decision.target) }
    }
    // Flags that another policy does not have any more.
    changed += answers.keys.filter { found[$0] == nil }.sorted()
    answers = found
    let wasStale = isStale
    isStale = found.values.contains { $0.reason == .stale }
    guard !changed.isEmpty else { return nil }
    return FlagChange(flags: changed, isStale: isStale == wasStale ? nil : isStale)
  }
}
