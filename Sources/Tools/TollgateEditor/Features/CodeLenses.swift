import TollgateAnalysis
import TollgateCompiler
import TollgateRuntime
package import TollgateSyntax

/// A line of words above a statement.
package struct CodeLens: Sendable, Hashable {
  package enum Subject: Sendable, Hashable {
    case scenario, claim, rule
  }

  package var place: FilePlace
  package var subject: Subject
  package var title: String
  /// Whether it tells of something that is not as it should be.
  package var isFailure: Bool
}

extension Project {
  /// The results of the scenarios and claims of a file, and how many scenarios decide by each of
  /// its rules. It may take long; it is nil once `isCancelled` says yes.
  package func codeLenses(
    in path: FilePath, isCancelled: @escaping @Sendable () -> Bool = { false }
  ) -> [CodeLens]? {
    guard let policy = compiled.policy, let graph = compiled.graph else { return [] }
    var lenses: [CodeLens] = []
    var deciding = [Int](repeating: 0, count: policy.rules.count)
    let runner = ScenarioRunner(graph: graph)
    for scenario in policy.scenarios {
      if isCancelled() { return nil }
      var rules: Set<Int> = []
      let report = runner.run(scenario) { decision in
        for blocker in decision.blockers { rules.insert(Int(blocker.index)) }
      }
      for rule in rules where rule < deciding.count { deciding[rule] += 1 }
      if isIn(scenario.span, path) { lenses.append(lens(of: report)) }
    }
    for (index, rule) in policy.rules.enumerated() where isIn(rule.span, path) {
      let count = deciding[index]
      let times = count == 1 ? "1 scenario" : "\(count) scenarios"
      lenses.append(
        CodeLens(
          place: place(of: rule.span), subject: .rule,
          title: count == 0 ? "denies in no scenario" : "denies in \(times)", isFailure: false))
    }
    let budget = Budget(run: RunBudget(limit: 1) { isCancelled() ? 1 : 0 })
    for report in ClaimCheck.run(policy, graph, budget: budget)
    where isIn(report.claim.span, path) {
      lenses.append(lens(of: report))
    }
    if isCancelled() { return nil }
    return lenses.sorted { $0.place.span.start < $1.place.span.start }
  }

  private func lens(of report: ScenarioReport) -> CodeLens {
    var title = "passes"
    if let failure = report.failures.first {
      let parts = failure.differences.map { "expected \($0.expected), it is \($0.actual)" }
      title = "fails: " + parts.joined(separator: "; ")
    }
    return CodeLens(
      place: place(of: report.span), subject: .scenario, title: title,
      isFailure: !report.failures.isEmpty)
  }

  private func lens(of report: ClaimReport) -> CodeLens {
    let title: String
    var isFailure = false
    switch report.verdict {
    case .proved: title = "proved for every user"
    case .undecided(let exhausted): title = "undecided: \(exhausted.ending)"
    case .refuted(let refutation):
      isFailure = true
      let example = refutation.example.map { ", for example \($0.words)" } ?? ""
      title = "wrong: " + ClaimCheck.words(of: refutation) + example
    }
    return CodeLens(
      place: place(of: report.claim.span), subject: .claim, title: title, isFailure: isFailure)
  }
}
