import TollgateAnalysis
import TollgateKit
import TollgateSyntax

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
