package import TollgateCompiler
package import TollgateRuntime

/// Runs the scenarios of a policy on its graph, as `test` does.
package struct ScenarioRunner {
  private let graph: RuleGraph

  package init(graph: RuleGraph) {
    self.graph = graph
  }

  /// What a scenario comes to.
  package func run(_ scenario: CheckedScenario) -> ScenarioReport {
    var report = ScenarioReport(title: scenario.title, span: scenario.span)
    let prepared = graph.prepare(scenario.snapshot)
    for expectation in scenario.expectations {
      let ask = Ask(expectation.growth.asked, continuing: expectation.isContinuing)
      for target in expectation.targets {
        let decision = graph.decide(
          Target(index: target), ask: ask, for: prepared, at: scenario.now)
        let differences = differences(of: decision, from: expectation)
        report.asks += 1
        guard !differences.isEmpty else { continue }
        report.failures.append(
          ScenarioReport.Failure(
            span: expectation.span, decision: decision, differences: differences))
      }
    }
    return report
  }

  private func differences(
    of decision: Decision, from expectation: CheckedExpectation
  ) -> [ScenarioReport.Difference] {
    var comparison = Comparison()
    comparison.compare(expectation.outcome.rawValue, decision.outcome.rawValue)
    if let reason = expectation.reason {
      comparison.compare("because " + reason.rawValue, "because " + decision.reason.rawValue)
    }
    if let remaining = expectation.remaining {
      comparison.compare(words(remaining), words(remainingOf: decision.quota))
    }
    compareReminder(of: decision, with: expectation, &comparison)
    if let unlockedBy = expectation.unlockedBy {
      comparison.compare(words(sets: names(unlockedBy)), words(sets: sets(in: decision.waysIn)))
    }
    switch expectation.validity {
    case .until(let instant):
      comparison.compare(words(until: instant), words(until: decision.validUntil))
    case .forEver: comparison.compare(words(until: nil), words(until: decision.validUntil))
    case nil: break
    }
    return comparison.differences
  }

  private func compareReminder(
    of decision: Decision, with expectation: CheckedExpectation, _ comparison: inout Comparison
  ) {
    let due = decision.reminder
    let actual = due.map { "with reminder at \($0.at)" } ?? "with no reminder"
    var isReminderNamed = false
    switch expectation.reminder {
    case .at(let value):
      isReminderNamed = true
      comparison.compare("with reminder at \(value)", actual)
    case ExpectedReminder.none?: comparison.compare("with no reminder", actual)
    case nil: break
    }
    guard let snoozed = expectation.snoozedUntil else { return }
    let until = isReminderNamed ? due?.snoozedUntil : decision.prompt?.snoozedUntil
    comparison.compare(
      "snoozed until " + InstantText.print(snoozed),
      until.map { "snoozed until " + InstantText.print($0) } ?? "not snoozed")
  }

  private typealias ExpectedReminder = CheckedExpectation.ExpectedReminder

  private func words(_ remaining: CheckedExpectation.Remaining) -> String {
    switch remaining {
    case .quantity(let quantity): return "remaining \(quantity)"
    case .unlimited: return "unlimited"
    }
  }

  private func words(remainingOf quota: Quota?) -> String {
    guard let quota else { return "no quota" }
    if quota.isUnlimited { return "unlimited" }
    return quota.remaining.map { "remaining \($0)" } ?? "remaining unknown"
  }

  private func words(until instant: Instant?) -> String {
    instant.map { "until " + InstantText.print($0) } ?? "for ever"
  }

  /// Product sets in one order, so that two lists of the same sets read alike.
  private func words(sets: [[String]]) -> String {
    guard !sets.isEmpty else { return "unlocked by nothing" }
    var texts: [String] = []
    for set in sets { texts.append(set.sorted().joined(separator: " and ")) }
    return "unlocked by " + texts.sorted().joined(separator: " or ")
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

/// Collects what differs.
private struct Comparison {
  var differences: [ScenarioReport.Difference] = []

  mutating func compare(_ expected: String, _ actual: String) {
    guard expected != actual else { return }
    differences.append(ScenarioReport.Difference(expected: expected, actual: actual))
  }
}

extension CheckedExpectation.Growth? {
  fileprivate var asked: Ask.Growth {
    switch self {
    case .adding(let amount): return .adding(amount)
    case .reaching(let value): return .reaching(value)
    case nil: return .adding(1)
    }
  }
}
