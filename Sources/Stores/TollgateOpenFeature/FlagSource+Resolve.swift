import TollgateCompiler
import TollgateKit
import TollgateRuntime
import TollgateSyntax

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
    case .count(let number)?, .bytes(let number)?, .seconds(let number)?:
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
