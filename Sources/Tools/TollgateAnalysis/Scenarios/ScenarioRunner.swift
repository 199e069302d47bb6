package import TollgateCompiler
package import TollgateRuntime
package import TollgateSyntax

/// Runs the scenarios of a policy on its graph, as `test` does.
package struct ScenarioRunner {
  let graph: RuleGraph

  package init(graph: RuleGraph) {
    self.graph = graph
  }

  /// The result of a scenario. `seesMet` is told every decision that is as it was expected, and
  /// `seesValue` of every value that is, the decision about reaching it.
  package func run(
    _ scenario: CheckedScenario, seesMet: (Decision) -> Void = { _ in },
    seesValue: (Decision) -> Void = { _ in }
  ) -> ScenarioReport {
    var report = ScenarioReport(title: scenario.title, span: scenario.span)
    let prepared = graph.prepareTyped(scenario.snapshot)
    for (index, expectation) in scenario.expectations.enumerated() {
      let ask = Ask(expectation.growth ?? .adding(1), continuing: expectation.isContinuing)
      for target in expectation.targets {
        let decision = graph.decide(
          Target(index: target), ask: ask, for: prepared, at: scenario.now)
        let parts = parts(of: expectation, decision)
        report.asks += 1
        if parts.allSatisfy({ $0.expected == $0.actual }) {
          seesMet(decision)
        } else {
          report.failures.append(
            ScenarioReport.Failure(
              span: expectation.span, expectation: index, target: target, decision: decision,
              parts: parts))
        }
      }
    }
    for (index, expected) in scenario.values.enumerated() {
      report.asks += 1
      let place = scenario.expectations.count + index
      if let failure = failure(of: expected, at: place, prepared, scenario.now) {
        report.failures.append(failure)
      } else {
        seesValue(reaching(expected.says, prepared, scenario.now))
      }
    }
    return report
  }

  /// Every part that an expectation names, in the order in which a line says them.
  private func parts(
    of expectation: CheckedExpectation, _ decision: Decision
  ) -> [ScenarioReport.Part] {
    var comparison = ExpectationParts()
    comparison.compare(expectation.outcome.rawValue, decision.outcome.rawValue)
    if let reason = expectation.reason {
      comparison.compare("because " + reason.rawValue, "because " + decision.reason.rawValue)
    }
    if let remaining = expectation.remaining {
      compare(remaining, decision.quota, &comparison)
    }
    if let uses = expectation.uses {
      let expected = uses.map { (meter: graph[meter: $0.meter].name, amount: $0.amount) }
      let actual = decision.uses.map { (meter: $0.meter, amount: $0.amount) }
      comparison.compare(words(uses: expected), words(uses: actual))
    }
    if let left = expectation.usesLeft {
      if let uses = decision.quota?.uses {
        comparison.compare("uses left \(left)", "uses left \(uses)")
      } else {
        comparison.compare("uses left \(left)", else: "how many uses are left is not known")
      }
    }
    if let charged = expectation.charged {
      comparison.compare(
        words(charged: [(charged.amount, charged.currency)]), words(charged: decision))
    }
    compareReminder(of: decision, with: expectation, &comparison)
    if let instead = expectation.instead {
      let expected = instead.map { graph.parts.targets[Int($0)].name }
      comparison.compare(words(instead: expected), words(instead: decision.instead))
    }
    if let unlockedBy = expectation.unlockedBy {
      compare(unlockedBy, decision, &comparison)
    }
    switch expectation.validity {
    case .until(let instant):
      comparison.compare(words(until: instant), words(until: decision.validUntil))
    case .forEver: comparison.compare(words(until: nil), words(until: decision.validUntil))
    case nil: break
    }
    return comparison.parts
  }

  /// A search that ended early says nothing about the sets that it did not try, so it meets no
  /// expectation.
  private func compare(
    _ unlockedBy: [[Int32]], _ decision: Decision, _ comparison: inout ExpectationParts
  ) {
    let expected = words(sets: names(unlockedBy))
    let (ways, areMore) = decision.inquiry?.waysIn(from: decision.outcome) ?? ([], false)
    guard areMore else { return comparison.compare(expected, words(sets: sets(in: ways))) }
    comparison.compare(expected, else: "not all combinations of products tried")
  }

  private func compare(
    _ expected: CheckedExpectation.Remaining, _ quota: Quota?, _ comparison: inout ExpectationParts
  ) {
    guard let quota else { return comparison.compare(words(expected), else: "no quota") }
    if quota.isUnlimited { return comparison.compare(words(expected), "unlimited") }
    guard let remaining = quota.remaining else {
      return comparison.compare(words(expected), else: "remaining unknown")
    }
    comparison.compare(words(expected), "remaining \(remaining)")
  }

  private func compareReminder(
    of decision: Decision, with expectation: CheckedExpectation,
    _ comparison: inout ExpectationParts
  ) {
    let due = decision.reminder
    let actual =
      switch (due?.at, due?.ends) {
      case (let at?, _): "with reminder at \(at)"
      case (nil, let ends?): "ends " + InstantText.print(ends)
      case (nil, nil): "with no reminder"
      }
    var isReminderNamed = false
    switch expectation.reminder {
    case .at(let value):
      isReminderNamed = true
      comparison.compare("with reminder at \(value)", actual)
    case ExpectedReminder.none?: comparison.compare("with no reminder", actual)
    case nil: break
    }
    if let ends = expectation.ends {
      isReminderNamed = true
      let expected = "ends " + InstantText.print(ends)
      if let actual = due?.ends {
        comparison.compare(expected, "ends " + InstantText.print(actual))
      } else {
        comparison.compare(expected, else: "no reminder of an end")
      }
    }
    guard let snoozed = expectation.snoozedUntil else { return }
    let until = isReminderNamed ? due?.snoozedUntil : decision.prompt?.snoozedUntil
    let expected = "snoozed until " + InstantText.print(snoozed)
    guard let until else { return comparison.compare(expected, else: "not snoozed") }
    comparison.compare(expected, "snoozed until " + InstantText.print(until))
  }

  private typealias ExpectedReminder = CheckedExpectation.ExpectedReminder

  private func words(_ remaining: CheckedExpectation.Remaining) -> String {
    switch remaining {
    case .quantity(let quantity): return "remaining \(quantity)"
    case .unlimited: return "unlimited"
    }
  }

  /// Amounts in one order, so that two lists of the same read alike.
  private func words(uses amounts: [(meter: String, amount: Int64)]) -> String {
    guard !amounts.isEmpty else { return "uses nothing" }
    let texts = amounts.map { "\($0.amount) of \(Spelled.name($0.meter))" }
    return "uses " + texts.sorted().joined(separator: " and ")
  }

  /// The charge of a decision: nothing where it is denied.
  private func words(charged decision: Decision) -> String {
    let charges = decision.isAllowed ? decision.blockers.compactMap { $0.charge } : []
    return words(charged: charges.map { ($0.amount, $0.currency) })
  }

  /// Amounts of money, those of one currency together.
  private func words(charged amounts: [(amount: String, currency: String)]) -> String {
    var sums: [String: MoneyAmount] = [:]
    for (text, currency) in amounts {
      let amount = MoneyAmount(text)
      sums[currency] = sums[currency].map { $0.plus(amount) } ?? amount
    }
    guard !sums.isEmpty else { return "charged nothing" }
    let texts = sums.keys.sorted().map { currency in
      let text = sums[currency]?.text(decimals: Currencies.decimals(of: currency)) ?? "0"
      return "\(text) \(currency)"
    }
    return "charged " + texts.joined(separator: " and ")
  }

  private func words(until instant: Instant?) -> String {
    instant.map { "until " + InstantText.print($0) } ?? "for ever"
  }

  /// Product sets in one order, so that two lists of the same sets read alike.
  private func words(sets: [[String]]) -> String {
    guard !sets.isEmpty else { return "unlocked by nothing" }
    let texts = sets.map { set in
      set.map { Spelled.name($0) }.sorted().joined(separator: " and ")
    }
    return "unlocked by " + texts.sorted().joined(separator: " or ")
  }

  /// Targets in one order, so that two lists of the same read alike.
  private func words(instead names: [String]) -> String {
    guard !names.isEmpty else { return "instead nothing" }
    return "instead " + names.map { Spelled.name($0) }.sorted().joined(separator: ", ")
  }

  private func names(_ sets: [[Int32]]) -> [[String]] {
    sets.map { set in set.map { graph.parts.products[Int($0)].name } }
  }

  private func sets(in ways: [WayIn]) -> [[String]] {
    var sets: [[String]] = []
    for way in ways {
      if case .buy(let offers) = way { sets.append(offers.map { $0.product }) }
    }
    return sets
  }
}

/// Collects the parts of an expectation.
private struct ExpectationParts {
  var parts: [ScenarioReport.Part] = []

  mutating func compare(_ expected: String, _ actual: String) {
    parts.append(ScenarioReport.Part(expected: expected, actual: actual))
  }

  /// The expected thing is missing, and no line can say what is there.
  mutating func compare(_ expected: String, else actual: String) {
    parts.append(
      ScenarioReport.Part(expected: expected, actual: actual, canBeExpected: false))
  }
}

extension ScenarioRunner {
  /// The `expect` lines that would replace one so that all its targets pass:
  /// one line for those that pass already, and one for each way in which the others decide.
  package func remedy(
    for expectation: CheckedExpectation, failures: [ScenarioReport.Failure]
  ) -> [String] {
    var groups: [(parts: String, targets: [Int32])] = []
    var places: [String: Int] = [:]
    var failed: Set<Int32> = []
    for failure in failures {
      failed.insert(failure.target)
      let parts = failure.parts.filter { $0.canBeExpected }
      let text = parts.map { $0.actual }.joined(separator: " ")
      if let place = places[text] {
        groups[place].targets.append(failure.target)
      } else {
        places[text] = groups.count
        groups.append((text, [failure.target]))
      }
    }
    let passing = expectation.targets.filter { !failed.contains($0) }
    if let first = failures.first, !passing.isEmpty {
      let parts = first.parts.map { $0.expected }.joined(separator: " ")
      groups.insert((parts, passing), at: 0)
    }
    return groups.map { group in
      "expect " + spelled(group.targets) + ask(of: expectation) + " " + group.parts
    }
  }

  /// `L4..L8, csv-export`
  private func spelled(_ targets: [Int32]) -> String {
    graph.runs(of: targets).map { run in
      let first = Spelled.name(graph.parts.targets[Int(run.lowerBound)].name)
      if run.count == 1 { return first }
      return first + ".." + Spelled.name(graph.parts.targets[Int(run.upperBound)].name)
    }.joined(separator: ", ")
  }

  private func ask(of expectation: CheckedExpectation) -> String {
    var text = ""
    switch expectation.growth {
    case .adding(let amount): text = " adding \(amount)"
    case .reaching(let value): text = " reaching \(value)"
    case .reachingUnlimited: text = " reaching unlimited"
    case nil: break
    }
    return expectation.isContinuing ? text + " continuing" : text
  }
}

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

/// The result of running a scenario.
package struct ScenarioReport: Sendable {
  package var title: String
  package var span: Span
  /// How many decisions were compared.
  package var asks = 0
  package var failures: [Failure] = []

  /// One target of one `expect` that decided otherwise.
  package struct Failure: Sendable {
    /// The `expect` line, and its place among those of the scenario; those about values come last.
    package var span: Span
    package var expectation: Int
    package var target: Int32
    package var decision: Decision
    /// Every part that the line names.
    package var parts: [Part]

    /// Every part that differs.
    package var differences: [Part] { parts.filter { $0.expected != $0.actual } }
  }

  /// A part of an expectation, as it was expected and as it is; both in the words of the language.
  package struct Part: Sendable, Hashable {
    package var expected: String
    package var actual: String
    /// Whether an `expect` line could say what is.
    package var canBeExpected = true
  }
}
