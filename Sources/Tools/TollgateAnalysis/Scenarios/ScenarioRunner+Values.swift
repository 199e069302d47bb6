package import TollgateCompiler
import TollgateRuntime
import TollgateSyntax

extension ScenarioRunner {
  /// The value that the user of a scenario has, if it is not the expected one. `place` is that of
  /// the line after the other expectations.
  func failure(
    of expected: CheckedValueExpectation, at place: Int, _ prepared: PreparedSnapshot,
    _ now: Instant
  ) -> ScenarioReport.Failure? {
    let target = graph.target(ofSetting: expected.says.setting)
    guard let value = graph.value(of: target, for: prepared, at: now),
      !isMet(expected.says, by: value)
    else { return nil }
    let part = ScenarioReport.Part(
      expected: words(expected.says), actual: "is " + SettingLiteral.print(value))
    return ScenarioReport.Failure(
      span: expected.span, expectation: place, target: target.index,
      decision: graph.decide(target, for: prepared, at: now), parts: [part])
  }

  /// The decision about reaching the value that a line expects.
  func reaching(
    _ says: CheckedValueSentence, _ prepared: PreparedSnapshot, _ now: Instant
  ) -> Decision {
    let target = graph.target(ofSetting: says.setting)
    return graph.decide(target, ask: Ask(reaching: says.value), for: prepared, at: now)
  }

  /// The `expect` line that would pass.
  package func remedy(
    for expected: CheckedValueExpectation, failures: [ScenarioReport.Failure]
  ) -> [String] {
    let name = Spelled.name(graph.name(ofSetting: expected.says.setting))
    return failures.map { failure in
      "expect \(name) " + failure.parts.map { $0.actual }.joined(separator: " ")
    }
  }

  /// `is at least 30 days`
  package func words(_ says: CheckedValueSentence) -> String {
    let value = SettingLiteral.print(graph.value(says.value, of: says.setting))
    guard says.isOrBetter else { return "is \(value)" }
    return (isSmallerBetter(says.setting) ? "is at most " : "is at least ") + value
  }

  private func isMet(_ says: CheckedValueSentence, by value: SettingValue) -> Bool {
    let expected = graph.value(says.value, of: says.setting)
    if value == expected { return true }
    guard says.isOrBetter else { return false }
    guard let level = value.level else { return true }
    guard let least = expected.level else { return false }
    return isSmallerBetter(says.setting) ? level < least : level > least
  }

  private func isSmallerBetter(_ setting: SettingIndex) -> Bool {
    graph.parts.ladders[Int(graph.parts.settings[Int(setting)].ladder)].isSmallerBetter
  }
}

extension SettingValue {
  /// The number or place by which the values of one setting are compared; nil for `unlimited`,
  /// which is above all.
  fileprivate var level: Int64? {
    if case .choice(_, let place) = self { return Int64(place) }
    return number
  }
}

extension Ask {
  /// Whether a value is within reach.
  init(reaching value: Ladder.Value) {
    switch value {
    case .quantity(let quantity): self.init(.reaching(quantity))
    case .unlimited: self.init(.reachingUnlimited)
    }
  }
}
