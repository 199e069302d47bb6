import Foundation
import TollgateAnalysis
import TollgateCompiler
import TollgateKit
import TollgateSyntax

extension PolicyTool.Report {
  /// Runs the scenarios of policies and proves their claims.
  mutating func test(_ sources: [Source]) {
    var (scenarios, claims) = (0, 0)
    for source in sources {
      let compiled = Compiler.compile(source, mending: true)
      guard let policy = compiled.policy, let graph = compiled.graph else {
        tell(compiled.diagnostics, in: source)
        continue
      }
      let runner = ScenarioRunner(graph: graph)
      for scenario in policy.scenarios {
        scenarios += 1
        for failure in runner.run(scenario).failures { fail(scenario.title, failure, source) }
      }
      for checked in ClaimCheck.run(policy, graph) {
        claims += 1
        fail(checked, source)
      }
    }
    let verdict = hasFailed ? "there are failures" : "all passed"
    let counts = [
      PolicyTool.count(scenarios, "scenario", "scenarios"),
      PolicyTool.count(claims, "claim", "claims"),
    ]
    lines.append(
      "\(counts.joined(separator: " and ")) in \(PolicyTool.policies(sources.count)): \(verdict)")
  }

  private mutating func fail(
    _ title: String, _ failure: ScenarioReport.Failure, _ source: Source
  ) {
    let differences = failure.differences.map { "expected \($0.expected), found \($0.actual)" }
    fail(
      "\(Self.place(failure.span, in: source)): error: \(failure.decision.target): "
        + differences.joined(separator: "; "))
    lines.append("  in the scenario \"\(title)\"")
    if let blocker = failure.decision.blockers.first {
      lines.append("  \(blocker.rule)  [\(blocker.file):\(blocker.line)]")
    }
  }

  /// A claim that is not proved; one that was not decided is not taken for proved.
  private mutating func fail(_ checked: ClaimReport, _ source: Source) {
    let place = Self.place(checked.claim.span, in: source)
    let claim = ClaimCheck.words(of: checked.claim, in: source)
    switch checked.verdict {
    case .proved: break
    case .undecided(let exhausted):
      fail("\(place): error: `\(claim)` is undecided: stopped after \(exhausted.words)")
    case .refuted(let refutation):
      fail(
        "\(place): error: `\(claim)` does not hold: \(ClaimCheck.words(of: refutation))")
      lines += (refutation.example?.scenario ?? "").split(separator: "\n").map { "  " + $0 }
    }
  }
}

extension PolicyTool.Report {
  /// Every finding in policies, as `tollgate lint` has them.
  mutating func lint(_ sources: [Source]) {
    var count = 0
    for source in sources {
      let findings = Linter.lint(source, LintOptions(today: .now)).findings
      count += findings.count
      tell(findings, in: source)
    }
    let found = count == 0 ? "no findings" : count == 1 ? "1 finding" : "\(count) findings"
    lines.append("\(found) in \(PolicyTool.policies(sources.count))")
  }
}

extension PolicyTool.Report {
  /// Writes files in their canonical form; one that cannot be read as a policy stays as it is.
  mutating func format(_ sources: [Source]) {
    var changed = 0
    for source in sources {
      switch PolicySyntax.format(source) {
      case .text(source.bytes): break
      case .text(let bytes):
        do {
          // A link stays one.
          let file = URL(fileURLWithPath: source.name).resolvingSymlinksInPath()
          try Data(bytes).write(to: file, options: .atomic)
          lines.append("\(source.name): formatted")
          changed += 1
        } catch {
          fail("\(source.name): error: it cannot be written")
        }
      case .unreadable(let diagnostics):
        tell(diagnostics, in: source)
        lines.append("\(source.name): not changed, because of these errors")
      case .refused(let span):
        fail(
          "\(Self.place(span, in: source)): error: not changed, because the new layout"
            + " would change its meaning; please report this with the file")
      }
    }
    lines.append(
      "\(changed) of \(sources.count == 1 ? "1 file" : "\(sources.count) files") formatted")
  }
}
