import TollgateCompiler
public import TollgateKit
import TollgateRuntime
import TollgateSyntax

/// The flags of a policy: what an OpenFeature provider answers, free of the SDK.
///
/// ```swift
/// let flags = FlagSource(try PolicyStore(Policy(contentsOf: url)))
/// guard case .open = flags.open() else { return }
/// let days = try flags.integer("history").value ?? 604_800
/// if try flags.boolean("csv-export").value == true { save() }
/// ```
///
/// | the app asks for | of | and gets |
/// |---|---|---|
/// | boolean | a feature, a meter, a group | whether the user may use it, or one more of it |
/// | integer | a number, size, duration or percentage | the value: bytes, seconds, hundredths of a percent; unlimited is `Int64.max` |
/// | integer | a meter | how much is left by its limits; unlimited is `Int64.max` |
/// | double | the same | the same, a percentage in percent; unlimited is infinity |
/// | string | a setting | the value as a policy writes it: `30 days`, `high`, `unlimited` |
/// | object | anything | the whole decision, as `tollgate schema decision` describes it |
///
/// Everything else is a type mismatch. ``FlagContext`` says what a context means.
public final class FlagSource: Sendable {
  /// The provider's current state.
  public enum State: Sendable {
    /// Nothing was loaded yet.
    case unopened
    /// It answers.
    case open(PolicyStore)
    /// The policy could not be loaded, for this reason.
    case failed(String)
    /// It answers no more.
    case closed
  }

  private struct Inside: Sendable {
    var state = State.unopened
    var context = FlagContext()
    var follower: Task<Void, Never>?
  }

  private let load: @Sendable () throws -> PolicyStore
  private let inside = Locked(Inside())

  /// The flags of a store; `gate.store` is that of a gate.
  ///
  /// - Parameter store: Worked out by ``open()``, so that a policy that cannot be read is told there.
  public init(_ store: @autoclosure @escaping @Sendable () throws -> PolicyStore) {
    load = store
  }

  deinit { close() }

  /// The provider's current state.
  public var state: State { inside.withLock { $0.state } }

  /// Loads the policy, the first time.
  public func open() -> State {
    guard case .unopened = state else { return state }
    let opened: State
    do {
      opened = .open(try load())
    } catch {
      opened = .failed((error as? PolicyError)?.description ?? "\(error)")
    }
    return inside.withLock { inside in
      guard case .unopened = inside.state else { return inside.state }
      inside.state = opened
      return opened
    }
  }

  /// Stops answering and following.
  public func close() {
    let follower = inside.withLock { inside in
      inside.state = .closed
      defer { inside.follower = nil }
      return inside.follower
    }
    follower?.cancel()
  }

  /// Notes the context that is in use now, for which ``follow(_:)`` tells changes.
  public func use(_ context: FlagContext) {
    inside.withLock { $0.context = context }
  }

  /// The context in use.
  var context: FlagContext { inside.withLock { $0.context } }

  /// The store that answers.
  func store() throws(FlagError) -> PolicyStore {
    switch state {
    case .open(let store): return store
    case .failed(let reason): throw FlagError(code: .providerFatal, message: reason)
    case .unopened, .closed:
      throw FlagError(
        code: .providerNotReady, message: "the policy is not loaded: wait for `setProviderAndWait`")
    }
  }

  /// Tells each change of an answer until it is closed: because of a purchase, a use, another policy,
  /// or only because time passes; first of all, purchase data that is too old already. Of two callers
  /// the later one is told.
  public func follow(_ tell: @escaping @Sendable (FlagChange) -> Void) {
    guard let store = try? store() else { return }
    let first = FlagChanges(store, in: context)
    if first.isStale { tell(FlagChange(flags: [], isStale: true)) }
    let task = Task { [weak self] in
      var changes = first
      while let state = await changes.wait(), let self {
        if let change = changes.next(state, in: self.context) { tell(change) }
      }
    }
    inside.withLock { inside in
      guard case .open = inside.state else { return task.cancel() }
      inside.follower?.cancel()
      inside.follower = task
    }
  }
}

extension FlagSource {
  /// Whether the user may use a feature or a group, or one more of a meter.
  public func boolean(
    _ key: String, in context: FlagContext = FlagContext()
  ) throws(FlagError) -> FlagResolution<Bool> {
    let event = try event(key, in: context)
    guard event.decision.value == nil else {
      throw .typeMismatch("`\(key)` is a setting: ask for its integer, double or string")
    }
    return FlagResolution(
      event.decision.isAllowed, variant: event.decision.outcome.rawValue, of: event)
  }

  /// The value of a setting, or what is left of a meter. Nothing is left to tell where nobody said
  /// how much is used.
  public func integer(
    _ key: String, in context: FlagContext = FlagContext()
  ) throws(FlagError) -> FlagResolution<Int64> {
    try number(key, in: context, unlimited: .max) { number, _ in number }
  }

  /// The same as a number with a fraction; a percentage is in percent. Beyond 2^53 it is rounded.
  public func double(
    _ key: String, in context: FlagContext = FlagContext()
  ) throws(FlagError) -> FlagResolution<Double> {
    try number(key, in: context, unlimited: .infinity) { number, isHundredths in
      isHundredths ? Double(number) / 100 : Double(number)
    }
  }

  /// The value of a setting as a policy writes it.
  public func string(
    _ key: String, in context: FlagContext = FlagContext()
  ) throws(FlagError) -> FlagResolution<String> {
    let event = try event(key, in: context)
    guard let value = event.decision.value?.value else {
      throw .typeMismatch("`\(key)` is no setting, so it has no text: ask for its boolean")
    }
    if case .choice(let name, _) = value {
      return FlagResolution(name, variant: name, of: event)
    }
    let text = SettingLiteral.print(value)
    return FlagResolution(text, variant: text, of: event)
  }

  /// The whole decision, as a structure.
  public func object(
    _ key: String, in context: FlagContext = FlagContext()
  ) throws(FlagError) -> FlagResolution<FlagValue> {
    let event = try event(key, in: context)
    let text = event.decision.json(policy: event.policy)
    let value = (try? SnapshotError.read(Array(text.utf8))).map(FlagValue.init(json:))
    return FlagResolution(value, variant: event.decision.outcome.rawValue, of: event)
  }

  private func number<Number>(
    _ key: String, in context: FlagContext, unlimited: Number,
    _ read: (_ number: Int64, _ isHundredths: Bool) -> Number
  ) throws(FlagError) -> FlagResolution<Number> {
    let event = try event(key, in: context)
    if let quota = event.decision.quota {
      let left = quota.isUnlimited ? unlimited : quota.remaining.map { read($0, false) }
      return FlagResolution(left, variant: event.decision.outcome.rawValue, of: event)
    }
    let value: Number?
    switch event.decision.value?.value {
    case .count(let number)?, .bytes(let number)?, .seconds(let number)?, .months(let number)?:
      value = read(number, false)
    case .basisPoints(let number)?: value = read(number, true)
    case .unlimited?: value = unlimited
    case .choice?: throw .typeMismatch("`\(key)` is one of several choices: ask for its string")
    case nil: throw .typeMismatch("`\(key)` has no number: ask for its boolean")
    }
    let variant = event.decision.value.map { SettingLiteral.print($0.value) }
    return FlagResolution(value, variant: variant, of: event)
  }

  /// The decision about a flag, which the observer of the store is told.
  private func event(
    _ key: String, in context: FlagContext
  ) throws(FlagError) -> DecisionEvent {
    let store = try store()
    let known = try Known(store.state, context)
    let graph = known.policy.graph
    guard graph.members(of: key) != nil else {
      let names = graph.parts.targets.map { $0.name } + graph.parts.groups.map { $0.name }
      let near = EditDistance.nearest(to: key, among: Array(names.prefix(100_000)))
      throw FlagError(
        code: .flagNotFound,
        message: "the policy \(known.policy.name) has no target called `\(key)`"
          + (near.map { "; did you mean `\($0)`?" } ?? ""))
    }
    let now = store.clock.now()
    let event = DecisionEvent(
      graph.decide(key, for: known.prepared, at: now), usage: known.usage, facts: known.facts,
      snapshot: known.snapshot, policy: known.policy, at: now)
    store.observer?.decided(event)
    let rollout = event.rollouts.first { $0.isIn == nil }
    if let rollout, event.decision.reason == .unknownFact || event.decision.value != nil {
      throw FlagError(
        code: .targetingKeyMissing,
        message: "the rollout `\(rollout.name)` needs to know the user: set a targeting key")
    }
    return event
  }
}
