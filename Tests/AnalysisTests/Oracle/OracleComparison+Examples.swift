import TollgateCompiler
import TollgateRuntime
import TollgateSyntax

@testable import TollgateAnalysis

extension OracleComparison {
  /// What is wrong with the examples of the linter's findings, one line each.
  var mistakesInExamples: [String] {
    linter.compactMap { told in
      guard let scenario = told.diagnostic.example?.scenario, !scenario.isEmpty,
        let mistake = mistake(in: scenario, of: told)
      else { return nil }
      return "\(told.diagnostic.code) \(told.diagnostic.headline): \(mistake)\n\(scenario)"
    }
  }

  /// Pasted into the policy, an example compiles and passes, and shows what is found.
  private func mistake(in scenario: String, of told: Told) -> String? {
    let text = String(decoding: source.bytes, as: UTF8.self) + scenario
    let compiled = Compiler.compile(Source(name: "pasted.gate", text: text))
    guard let pasted = compiled.policy?.scenarios.last, let graph = compiled.graph,
      compiled.policy?.scenarios.count == policy.scenarios.count + 1
    else { return "it does not compile: \(compiled.diagnostics.map { $0.headline })" }
    let report = ScenarioRunner(graph: graph).run(pasted)
    guard report.failures.isEmpty, report.asks > 0 else {
      return "it fails: \(report.failures.flatMap { $0.differences })"
    }
    guard let expectation = pasted.expectations.first, pasted.expectations.count == 1 else {
      return "it does not ask once"
    }
    let targets = expectation.targets
    let ask = Ask(expectation.growth ?? .adding(1), continuing: expectation.isContinuing)
    guard targets.allSatisfy({ told.subjects.contains(.target($0)) || isRule(told, about: $0) })
    else { return "it asks about something else" }
    return targets.allSatisfy { shows(told, in: pasted, $0, ask) } ? nil : "it does not show it"
  }

  private func isRule(_ told: Told, about target: Int32) -> Bool {
    told.subjects.contains { subject in
      guard case .rule(let rule) = subject else { return false }
      return graph.parts.targets[Int(target)].rules.contains(Int32(rule))
    }
  }

  private func shows(
    _ told: Told, in scenario: CheckedScenario, _ target: Int32, _ ask: Ask
  ) -> Bool {
    func outcome(_ snapshot: Snapshot) -> Decision.Outcome {
      decision(about: target, ask, snapshot, scenario.now).outcome
    }
    let snapshot = scenario.snapshot
    switch told.diagnostic.code {
    case "TG0208": return outcome(snapshot) != .allowed
    case "TG0212", "TG0213":
      var more = snapshot
      more.grants.append(Grant(entitlement: firstQuoted(told.diagnostic.headline)))
      return outcome(snapshot) != .denied && outcome(more) == .denied
    case "TG0304":
      return outcome(snapshot) == .denied && raised(snapshot).contains { outcome($0) != .denied }
    case "TG0402":
      let isBought = snapshot.grants.allSatisfy { $0.product != nil && $0.entitlement == nil }
      let decision = decision(about: target, ask, snapshot, scenario.now)
      return isBought && decision.outcome == .denied && !decision.offersPurchase
    default: return true
    }
  }

  private func decision(
    about target: Int32, _ ask: Ask, _ snapshot: Snapshot, _ now: Instant
  ) -> Decision {
    graph.decide(Target(index: target), ask: ask, for: graph.prepareTyped(snapshot), at: now)
  }

  /// The same with more of one counter.
  private func raised(_ snapshot: Snapshot) -> [Snapshot] {
    var raised: [Snapshot] = []
    for (meter, usage) in snapshot.usage {
      for window in usage.windows {
        guard let counter = usage[window] else { continue }
        for amount in Int64(1)...12 {
          var more = snapshot
          more.usage[meter]?[window] = Counter(counter.used + amount, resets: counter.resets)
          raised.append(more)
        }
      }
    }
    return raised
  }

  private func firstQuoted(_ headline: String) -> String {
    let parts = headline.split(separator: "`", omittingEmptySubsequences: false)
    return parts.count > 1 ? String(parts[1]) : ""
  }
}
