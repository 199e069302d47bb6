import TollgateKit
import TollgateAnalysis
import TollgateCompiler
import TollgateRuntime
import TollgateSyntax

/// The results of `test` for one file.
struct TestedFile {
  let source: Source
  /// The diagnostics of the compiler.
  let diagnostics: [Diagnostic]
  /// `nil` if it does not compile.
  var result: Result?

  struct Result {
    let policy: Policy
    /// Everything that was checked.
    var reports: [CheckReport]
    /// How many scenarios there are, those that were left out too.
    let scenarios: Int
    var coverage: Coverage?
  }
}

/// Tests one policy after the other.
struct PolicyTester {
  let filter: String?
  let measuresCoverage: Bool
  /// The time of the run that the tests are a part of.
  let run: RunBudget

  /// Compiles a file and checks all there is to check.
  func test(_ path: String) throws(Failure) -> TestedFile {
    test(try PolicyFile.source(at: path))
  }

  /// The same of a text that was read already.
  func test(_ source: Source) -> TestedFile {
    let compiled = Compiler.compile(source, mending: true)
    var file = TestedFile(source: source, diagnostics: compiled.diagnostics)
    guard let graph = compiled.graph, let policy = compiled.policy else { return file }
    var result = TestedFile.Result(
      policy: Policy(graph: graph), reports: [], scenarios: policy.scenarios.count,
      coverage: measuresCoverage ? Coverage(of: graph, run: run) : nil)
    // Everything that is checked, one kind after the other.
    result.reports += scenarios(of: policy, graph, source, &result.coverage)
    result.reports += claims(of: policy, graph, source)
    file.result = result
    return file
  }

  /// Whether a title is asked for.
  private func isWanted(_ title: String) -> Bool {
    guard let filter else { return true }
    return title.lowercased().contains(filter.lowercased())
  }

  // MARK: Scenarios

  private func scenarios(
    of policy: CheckedPolicy, _ graph: RuleGraph, _ source: Source, _ coverage: inout Coverage?
  ) -> [CheckReport] {
    let runner = ScenarioRunner(graph: graph)
    var reports: [CheckReport] = []
    for scenario in policy.scenarios where isWanted(scenario.title) {
      let run = run(scenario, on: runner, &coverage)
      var report = CheckReport(
        title: run.title, file: source.file(at: run.span.start).name,
        line: source.line(at: run.span.start), asks: run.asks)
      let failures = Dictionary(grouping: run.failures) { $0.expectation }
      for (index, expectation) in scenario.expectations.enumerated() {
        guard let failures = failures[index] else { continue }
        report.failures.append(
          CheckFailure(
            line: source.line(at: expectation.span.start),
            text: PolicyTester.oneLine(source.text(expectation.span)),
            cases: cases(of: failures),
            toPass: runner.remedy(for: expectation, failures: failures)))
      }
      for (index, expected) in scenario.values.enumerated() {
        guard let failures = failures[scenario.expectations.count + index] else { continue }
        report.failures.append(
          CheckFailure(
            line: source.line(at: expected.span.start),
            text: PolicyTester.oneLine(source.text(expected.span)), cases: cases(of: failures),
            toPass: runner.remedy(for: expected, failures: failures)))
      }
      report.failures.sort { $0.line < $1.line }
      reports.append(report)
    }
    return reports
  }

  private func run(
    _ scenario: CheckedScenario, on runner: ScenarioRunner, _ coverage: inout Coverage?
  ) -> ScenarioReport {
    guard var measured = coverage else { return runner.run(scenario) }
    coverage = nil
    defer { coverage = measured }
    return runner.run(scenario, into: &measured)
  }

  // MARK: Claims

  private func claims(
    of policy: CheckedPolicy, _ graph: RuleGraph, _ source: Source
  ) -> [CheckReport] {
    var wanted = policy
    wanted.claims = policy.claims.filter { isWanted(ClaimCheck.words(of: $0, in: source)) }
    wanted.valueClaims = policy.valueClaims.filter { claim in
      let target = graph.target(ofSetting: claim.says.setting).index
      return isWanted(ClaimCheck.words(of: claim.sentence(about: target), in: source))
    }
    return ClaimCheck.run(wanted, graph, budget: Budget(run: run)).map { checked in
      let claim = checked.claim
      let title = ClaimCheck.words(of: claim, in: source)
      let line = source.line(at: claim.span.start)
      var report = CheckReport(
        kind: .claim, title: title, file: source.file(at: claim.span.start).name, line: line,
        asks: claim.targets.count)
      if var failure = failure(of: checked, graph) {
        (failure.line, failure.text) = (line, title)
        report.failures = [failure]
      }
      return report
    }
  }

  /// The fault of a claim; one that was not decided is not taken for proved.
  private func failure(of checked: ClaimReport, _ graph: RuleGraph) -> CheckFailure? {
    var failure = CheckFailure(line: 0, text: "", cases: [], toPass: [])
    switch checked.verdict {
    case .proved: return nil
    case .undecided(let exhausted):
      failure.notes = ["undecided: stopped after \(exhausted.words)"]
    case .refuted(let refutation):
      guard let example = refutation.example else {
        failure.notes = [ClaimCheck.words(of: refutation)]
        return failure
      }
      failure.cases = [
        CheckFailure.Case(
          targets: refutation.targets, expected: expected(by: checked, graph),
          actual: actual(of: example), decision: example.decision)
      ]
      failure.notes = ["for example \(example.words)"]
      failure.notes += (example.scenario ?? "").split(separator: "\n").map { "  " + $0 }
    }
    return failure
  }

  /// The words for what a claim says of its targets.
  private func expected(by checked: ClaimReport, _ graph: RuleGraph) -> String {
    let outcome = checked.claim.outcome.rawValue
    let words = checked.says.map { ScenarioRunner(graph: graph).words($0) } ?? outcome
    return checked.claim.isAlways ? words : "not \(words)"
  }

  private func actual(of example: ClaimReport.Counterexample) -> String {
    if let value = example.value { return "is " + SettingLiteral.print(value) }
    return "\(example.decision.outcome.rawValue) because \(example.decision.reason.rawValue)"
  }

  // MARK: Failures

  /// The targets that decide alike are one case.
  private func cases(of failures: [ScenarioReport.Failure]) -> [CheckFailure.Case] {
    var cases: [CheckFailure.Case] = []
    var places: [String: Int] = [:]
    for failure in failures {
      let actual = failure.parts.map { $0.actual }.joined(separator: " ")
      if let place = places[actual] {
        cases[place].targets.append(failure.decision.target)
      } else {
        places[actual] = cases.count
        cases.append(
          CheckFailure.Case(
            targets: [failure.decision.target],
            expected: failure.parts.map { $0.expected }.joined(separator: " "),
            actual: actual, decision: failure.decision))
      }
    }
    return cases
  }

  /// A piece of a policy without its comments and line breaks.
  private static func oneLine(_ text: String) -> String {
    let lines = text.split(whereSeparator: { $0.isNewline }).map { line in
      line.prefix { $0 != "#" }
    }
    return lines.joined(separator: " ").split(separator: " ").joined(separator: " ")
  }
}
