import ArgumentParser
import TollgateAnalysis
import TollgateRuntime
import TollgateSyntax

/// `tollgate test PATH…`
struct TestPolicies: AnsweringCommand {
  static let configuration = CommandConfiguration(
    commandName: "test",
    abstract: "Runs the scenarios of policies, and proves their claims.",
    discussion: """
      Folders are searched for .gate files, hidden ones apart. A scenario never sees the clock: its \
      time is that of its `at` line, or 2026-01-01. Exit status: 0 everything passed; 1 a scenario \
      or a claim failed, or less is covered than --min-coverage asks for; 2 a policy that cannot be read or \
      does not compile; 64 wrong usage, also a --filter that no title matches.

      Coverage counts what scenarios that pass have shown of each rule: that it held, failed, and \
      decided an outcome; both sides of its limit; each alternative that meets its requirement. \
      What cannot be is not asked for. Percentages are rounded down.

      JSON (schema 1): {"schema", "files": [{"file", "policy", "fingerprint", "diagnostics", \
      "scenarios": [{"title", "line", "asks", "passed", "failures": [{"line", "targets", \
      "expected", "actual", "toPass", "decidedBy", "decision"}]}], "claims": [the same], \
      "coverage": {"covered", \
      "total", "percentage", "rules": [{"line", "rule", "covered", "missing"}]}}], "summary": \
      {"files", "scenarios", "failedScenarios", "claims", "failedClaims", "asks", "failedAsks"}}.
      """
  )

  @Argument(help: "Files and folders; - is standard input.", completion: .policies)
  var paths: [String]

  @Option(help: "How to write the answer.")
  var format: TestFormat = .text

  @Option(
    help: ArgumentHelp(
      "Run only the scenarios with this in their title, in capitals or not.", valueName: "text"))
  var filter: String?

  @Flag(help: "Show each rule, and what the scenarios have shown of it.")
  var coverage = false

  @Option(
    help: ArgumentHelp("Fail where less of a policy is covered.", valueName: "percent"))
  var minCoverage: Percentage?

  @Flag(help: "Write scenarios that show what is missing, to be pasted into the policy.")
  var suggest = false

  func validate() throws {
    guard suggest else { return }
    if filter != nil {
      throw ValidationError("--suggest looks at all scenarios: leave out --filter.")
    }
    if format != .text || coverage {
      throw ValidationError("--suggest writes scenarios: leave out --format and --coverage.")
    }
  }

  func answer(on output: Output) throws(Failure) -> ExitStatus {
    let search = PolicySearch(paths)
    var failures = search.failures
    var report = TestReport(
      format: suggest ? nil : format, showsCoverage: coverage, minimum: minCoverage)
    let tester = PolicyTester(
      filter: filter, measuresCoverage: coverage || minCoverage != nil || suggest)
    var progress = Progress("files", of: search.files.count, isStreaming: true)
    for path in search.files {
      do throws(Failure) {
        let file = try tester.test(path)
        if suggest { try Suggestions.write(for: file, among: search.files, to: output) }
        try report.add(file, to: output)
      } catch {
        failures.append(error)
      }
      progress.advance()
    }
    progress.finish()
    if let filter, report.matchesNothing, failures.isEmpty {
      throw .usage("none of the \(report.scenarios) titles contains `\(filter)`")
    }
    try report.finish(on: output)
    try output.flush()
    for failure in failures { Console.say("Error: \(failure.message)") }
    report.say()
    if !failures.isEmpty || report.hasUncompiled { return .unreadable }
    return report.hasFailed ? .negative : .success
  }
}

/// How the results are written.
enum TestFormat: String, ExpressibleByArgument, CaseIterable {
  case text, json, junit, github
}
