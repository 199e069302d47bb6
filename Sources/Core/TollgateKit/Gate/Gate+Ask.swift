public import TollgateRuntime

extension Gate {
  /// Whether the user may use a feature now; for a group, all of its members. As fast as
  /// ``Policy/isAllowed(_:ask:for:at:)``, but for one lock.
  public func can(_ feature: FeatureName<Names>) -> Bool {
    isAllowed(feature.name, feature.place, Ask())
  }

  /// Whether the user may use more of a meter.
  ///
  /// - Parameters:
  ///   - meter: The meter.
  ///   - amount: How much more, in the meter's unit. 0 or less raises nothing, and passes every
  ///     limit.
  public func allows(_ meter: MeterName<Names>, adding amount: Int64 = 1) -> Bool {
    isAllowed(meter.name, meter.place, Ask(.adding(amount)))
  }

  /// Whether the user may use a meter up to a value, in the meter's unit.
  public func allows(_ meter: MeterName<Names>, reaching value: Int64) -> Bool {
    isAllowed(meter.name, meter.place, Ask(.reaching(value)))
  }

  /// The value that the user surely has of a setting.
  ///
  /// Where a newer policy has no such setting, or one of another kind, it is the value of who has
  /// nothing, as in the policy that the app was built with.
  public func value<Value>(of setting: SettingName<Names, Value>) -> Value {
    if store.isObserved { _ = store.decide(setting.name) }
    let prepared = store.prepared
    guard let target = prepared.target(setting.name, setting.place, of: graph),
      let value = prepared.graph.value(of: target, for: prepared, at: clock.now())
    else { return setting.first }
    return setting.read(value) ?? setting.first
  }

  /// The decision about a feature, with its reason and every way in.
  public func decision(_ feature: FeatureName<Names>) -> Decision {
    store.decide(feature.name)
  }

  /// The decision about using more of a meter, in its unit.
  public func decision(_ meter: MeterName<Names>, adding amount: Int64 = 1) -> Decision {
    store.decide(meter.name, adding: amount)
  }

  /// The decision about using a meter up to a value, in its unit.
  public func decision(_ meter: MeterName<Names>, reaching value: Int64) -> Decision {
    store.decide(meter.name, reaching: value)
  }

  /// The decision about a setting, with its value and the better ones that can be bought.
  public func decision<Value>(_ setting: SettingName<Names, Value>) -> Decision {
    store.decide(setting.name)
  }

  /// The decision about a feature: the present one, then one whenever it changes, also by the clock
  /// alone.
  public func changes(for feature: FeatureName<Names>) -> DecisionChanges {
    store.changes(for: feature.name)
  }

  /// The decision about using more of a meter, likewise.
  public func changes(for meter: MeterName<Names>, adding amount: Int64 = 1) -> DecisionChanges {
    store.changes(for: meter.name, adding: amount)
  }

  /// The decision about using a meter up to a value, likewise.
  public func changes(for meter: MeterName<Names>, reaching value: Int64) -> DecisionChanges {
    store.changes(for: meter.name, reaching: value)
  }

  /// The decision about a setting, likewise: also one whenever its value is another.
  ///
  /// ```swift
  /// for await _ in gate.changes(for: .history) { show("\(gate.value(of: .history) / 86_400) days") }
  /// ```
  public func changes<Value>(for setting: SettingName<Names, Value>) -> DecisionChanges {
    store.changes(for: setting.name)
  }

  /// The decision about every target of the policy in use, now: features and series in order of
  /// declaration, then meters. No observer is told.
  public var access: [Decision] { read { $0.access(in: $1, at: $2) } }

  /// How much of a meter there is now and how much is left, in its unit; nil where a newer policy
  /// has no such meter.
  public func quota(of meter: MeterName<Names>) -> Quota? {
    read { $0.quota(meter.name, in: $1, at: $2) }
  }

  /// The amounts that one use of a feature takes from meters now, at most; empty where it takes
  /// nothing. No observer is told.
  ///
  /// ```swift
  /// for taken in gate.cost(of: .csvExport) { show("\(taken.amount) \(taken.meter)") }
  /// ```
  public func cost(of feature: FeatureName<Names>) -> [TakenAmount] {
    read { $0.graph.decide(feature.name, for: $1, at: $2).uses }
  }

  /// The reminders that are due now, one a meter at the most, in order of declaration.
  public var reminders: [DueReminder] { read { $0.reminders(in: $1, at: $2) } }

  /// The name of the highest tier that is surely held now; nil where the policy has no tiers.
  public var tier: String? { read { $0.tier(in: $1, at: $2) } }

  /// Notes that the user dismissed a prompt: it stays away as long as the policy says.
  public func dismiss(_ prompt: Prompt) {
    dismiss(id: prompt.id)
  }

  /// Notes that the user dismissed a reminder, likewise.
  public func dismiss(_ reminder: DueReminder) {
    dismiss(id: reminder.id)
  }

  /// Notes that the user dismissed a paywall: the prompt of its target stays away as long as the
  /// policy says. A paywall without a target has none.
  ///
  /// ```swift
  /// let paywall = gate.paywall(for: .csvExport)
  /// if paywall.target?.prompt?.snoozedUntil == nil { show(paywall) }
  /// gate.dismiss(paywall)  // it was closed
  /// ```
  public func dismiss(_ paywall: Paywall) {
    if let prompt = paywall.target?.prompt { dismiss(prompt) }
  }

  private func dismiss(id: String) {
    let now = clock.now()
    update { $0.dismissed[id] = now }
  }

  /// Reads the policy and the user's data in use together, at the gate's time.
  private func read<Answer>(_ answer: (Policy, PreparedSnapshot, Instant) -> Answer) -> Answer {
    let prepared = store.prepared
    return answer(Policy(graph: prepared.graph), prepared, clock.now())
  }

  private func isAllowed(_ name: String, _ place: Int32?, _ ask: Ask) -> Bool {
    store.isAllowed(name, place, of: graph, ask)
  }
}

// Not of the gate, which is generic: the compiler cannot specialise it for an app's names.
extension PolicyStore {
  fileprivate func isAllowed(
    _ name: String, _ place: Int32?, of built: RuleGraph, _ ask: Ask
  ) -> Bool {
    if isObserved { return answer(StoreQuestion(target: name, ask: ask), at: nil).isAllowed }
    let prepared = prepared
    guard let target = prepared.target(name, place, of: built) else {
      return prepared.graph.verdict(name, ask: ask, for: prepared, at: clock.now()).isAllowed
    }
    return prepared.graph.isAllowed(target, ask: ask, for: prepared, at: clock.now())
  }
}

extension PreparedSnapshot {
  /// The target of a name: by its place in the policy that the app was built with, else looked up.
  fileprivate func target(_ name: String, _ place: Int32?, of built: RuleGraph) -> Target? {
    if let place, graph === built, place >= 0, Int(place) < graph.targetRuleStarts.count - 1 {
      return Target(index: place)
    }
    return graph.target(name)
  }
}
