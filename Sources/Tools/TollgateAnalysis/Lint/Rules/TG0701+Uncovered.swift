import TollgateCompiler
import TollgateRuntime
import TollgateSyntax

extension LintRule {
  static let uncovered = LintRule(
    DiagnosticPage(
      "TG0701", "a rule that the scenarios do not cover", level: .note,
      what: "Scenarios do not show all there is to show of a rule: that it holds, that it fails, "
        + "that it alone decides, both sides of its limit and of each step, how far money goes, each "
        + "way to meet it and each reminder of an end. Or they do not show an amount that a use "
        + "takes. Only `lint --strict` looks for this.",
      why: "A part that no scenario shows may change unnoticed.",
      avoid: "csv-export requires pro\nscenario \"free\"\n  expect csv-export denied\n",
      prefer: "csv-export requires pro\nscenario \"free\"\n  expect csv-export denied\n"
        + "scenario \"pro\"\n  given pro\n  expect csv-export allowed\n",
      exceptions: "Nothing is asked for that no scenario can show. A scenario that fails shows "
        + "nothing. A policy without any scenario has one finding."
    )
  ) { pass in
    guard pass.options.isStrict else { return }
    var coverage = Coverage(of: pass.graph, run: pass.options.run)
    let runner = ScenarioRunner(graph: pass.graph)
    for scenario in pass.policy.scenarios {
      runner.run(scenario, into: &coverage)
    }
    let uncovered = coverage.places.indices.filter { !coverage.missing(Int32($0)).isEmpty }
    guard let first = uncovered.first else { return }
    guard !pass.policy.scenarios.isEmpty else {
      return pass.report(
        "this policy has no scenario", at: pass.span(ofCovered: first),
        "the first rule that one could show",
        about: uncovered.filter { $0 < pass.policy.rules.count }.map { .rule($0) },
        help: ["write a `scenario` for each rule; `tollgate test --suggest` proposes them"])
    }
    for rule in uncovered {
      let missing = coverage.missing(Int32(rule))
      if missing.subtracting(coverage.undecided[rule]).isEmpty {
        pass.reportUndecided(
          whether: "a scenario can show more of this rule", at: pass.span(ofCovered: rule),
          about: pass.topics(ofCovered: rule))
      } else {
        pass.report(rule, missing: missing, coverage)
      }
    }
  }
}

extension LintPass {
  /// Where a rule, or an amount that a use takes, is written.
  fileprivate func span(ofCovered index: Int) -> Span {
    index < policy.rules.count
      ? policy.rules[index].subjectSpan : amounts[index - policy.rules.count].span
  }

  fileprivate func topics(ofCovered index: Int) -> [LintTopic] {
    index < policy.rules.count ? [.rule(index)] : []
  }

  fileprivate mutating func report(
    _ index: Int, missing: CoverageMarks, _ coverage: Coverage
  ) {
    let isUntouched = missing == coverage.goals[index]
    let kind = index < policy.rules.count ? "rule" : "amount"
    let words = missing.goals.map { self.words(for: $0, of: index) }
    let list = words.prefix(3) + (words.count > 3 ? ["\(words.count - 3) more"] : [])
    report(
      isUntouched
        ? "no scenario covers this \(kind)" : "scenarios show only a part of this \(kind)",
      at: span(ofCovered: index), "not shown: " + list.joined(separator: ", "),
      about: topics(ofCovered: index),
      help: ["add a scenario; `tollgate test --suggest` proposes one"],
      names: words.count > 3 ? words : [])
  }

  private func words(for goal: CoverageGoal, of rule: Int) -> String {
    switch goal {
    case .held: "whom it lets through"
    case .failed: "whom it stops"
    case .decided: "whom it alone stops"
    case .inside, .outside, .insideStep, .outsideStep:
      graph.words(for: goal, of: Int32(rule)) + " the limit"
    case .met, .step, .lastForMoney, .beyondMoney, .forMoney, .reminded, .taken:
      graph.words(for: goal, of: Int32(rule))
    }
  }
}
