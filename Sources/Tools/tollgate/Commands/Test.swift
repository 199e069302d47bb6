import ArgumentParser
import TollgateAnalysis
import TollgateRuntime
import TollgateSyntax

/// `tollgate test PATH…`
struct TestPolicies: AnsweringCommand {
  static let configuration = CommandConfiguration(
    commandName: "test",
    abstract: "Runs the scenarios of policies and proves their claims.",
    discussion: """
      In folders, all .gate files are tested, except hidden ones. A scenario does not depend on the \
      clock: its time is that of its `at` line, or 2026-01-01. Exit status: 0 everything passed; 1 a \
      scenario or a claim failed, or the coverage is below --min-coverage; 2 a policy that cannot \
      be read or does not compile; 64 wrong usage, such as a --filter that matches no title.

      Coverage counts what passing scenarios show of each rule: that it holds, fails, and decides \
      an outcome; both sides of its limit; and each alternative that meets its requirement. \
      Impossible cases do not count. Percentages are rounded down.

      `tollgate schema test` prints the schema of the JSON.
      """
  )

  @Argument(help: "Files and folders; - is standard input.", completion: .policies)
  var paths: [String]

  @Option(help: "The format of the output.")
  var format: TestFormat = .text

  @Option(
    help: ArgumentHelp(
      "Run only scenarios whose title contains this text, in any case.", valueName: "text"))
  var filter: String?

  @Flag(help: "Show what the scenarios cover of each rule.")
  var coverage = false

  @Option(
    help: ArgumentHelp("Fail if the coverage of a policy is lower.", valueName: "percent"))
  var minCoverage: Percentage?

  @OptionGroup var run: RunOptions

  @Flag(help: "Write the missing scenarios, ready to paste into the policy.")
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
      filter: filter, measuresCoverage: coverage || minCoverage != nil || suggest,
      run: try run.begin())
    let policies = search.policies
    var progress = Progress("files", of: policies.count, isStreaming: true)
    for path in policies {
      do throws(Failure) {
        let file = try tester.test(path)
        if suggest { try Suggestions.write(for: file, tester.run, among: policies, to: output) }
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
    report.say(failures)
    if !failures.isEmpty || report.hasUncompiled { return .unreadable }
    return report.hasFailed ? .negative : .success
  }
}

/// The format of the results.
enum TestFormat: String, ExpressibleByArgument, CaseIterable {
  case text, json, junit, github
}
