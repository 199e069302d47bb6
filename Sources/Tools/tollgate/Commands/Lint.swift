import ArgumentParser
import TollgateKit
import TollgateAnalysis
import TollgateRuntime
import TollgateSyntax

/// `tollgate lint PATH…`
struct Lint: AnsweringCommand {
  static let configuration = CommandConfiguration(
    commandName: "lint",
    abstract: "Finds mistakes in policies, and rules that probably do not mean what they say.",
    discussion: """
      In folders, all .gate files are checked, except hidden ones. A comment `# allow CODE: reason` \
      suppresses one finding; `tollgate explain CODE` explains a code. Exit status: 0 no finding at \
      the level of --fail-on; 1 findings at that level; 2 a file that cannot be read.
      """
  )

  /// The lowest level of findings that makes the command fail.
  enum FailLevel: String, ExpressibleByArgument, CaseIterable {
    case error, warning, never

    /// Whether a finding of a level makes the command fail.
    func includes(_ level: Diagnostic.Level) -> Bool {
      switch self {
      case .error: level == .error
      case .warning: level != .note
      case .never: false
      }
    }
  }

  @Argument(help: "Files and folders; - is standard input.", completion: .policies)
  var paths: [String]

  @Option(help: "The format of the findings.")
  var format: LintFormat = .text

  @Option(help: "The lowest level of findings that makes the command fail.")
  var failOn: FailLevel = .error

  @Flag(help: "Also report rules that no scenario covers.")
  var strict = false

  @Option(help: ArgumentHelp("The day to check for (default: today).", valueName: "instant"))
  var today: String?

  @Option(
    help: ArgumentHelp(
      "The steps that one question may take before the answer is undecided.", valueName: "n"))
  var budget = LintOptions.usualBudget

  @OptionGroup var run: RunOptions

  @Option(help: ArgumentHelp("Leave out the findings in this file.", valueName: "file"))
  var baseline: String?

  @Option(help: ArgumentHelp("Write all findings to this file.", valueName: "file"))
  var writeBaseline: String?

  @Flag(help: "Apply the safe fixes, and report the remaining findings.")
  var fix = false

  func validate() throws {
    if fix, paths.contains("-") {
      throw ValidationError("--fix changes files in place, so it cannot read standard input.")
    }
    if budget < 1 { throw ValidationError("--budget takes a number from 1 on.") }
    if baseline != nil, writeBaseline != nil {
      throw ValidationError("Give --baseline or --write-baseline, not both.")
    }
    try StandardInput.checkUsedOnce([
      "PATH": paths.contains("-") ? "-" : nil, "--baseline": baseline,
    ])
  }

  func answer(on output: Output) throws(Failure) -> ExitStatus {
    let options = try options()
    var known: Baseline?
    if let baseline { known = try Baseline(contentsOf: baseline) }
    let search = PolicySearch(paths)
    if let writeBaseline {
      let inputs = search.files + search.policies.flatMap(PolicyFile.files)
      try OutputFile.check(writeBaseline, of: "--write-baseline", inputs: inputs)
    }
    var failures = search.failures
    var files = lint(search.policies, options, &failures)
    if let writeBaseline {
      known = Baseline(at: writeBaseline, recording: files)
      try OutputFile.write(Array((known?.json ?? "").utf8), to: writeBaseline)
    }
    for index in files.indices { known?.apply(to: &files[index]) }
    var report = LintReport(format: format, failingOn: failOn)
    for file in files { try report.add(file, to: output) }
    try report.finish(failures, on: output)
    try output.flush()
    for failure in failures { Console.say("Error: \(failure.message)") }
    if let stale = known?.stale(in: files), stale > 0 {
      Console.say(
        "\(Escape.name(baseline ?? "")): \(stale) recorded and no longer found; write it again")
    }
    Console.say(report.summary(failures))
    if !failures.isEmpty { return .unreadable }
    return report.fails ? .negative : .success
  }

  private func lint(
    _ paths: [String], _ options: LintOptions, _ failures: inout [Failure]
  ) -> [LintedFile] {
    var files: [LintedFile] = []
    var progress = Progress("files", of: paths.count)
    for path in paths {
      do throws(Failure) {
        let source = try PolicyFile.source(at: path)
        let mended = fix ? try Fixer.mend(source, at: path, options) : source
        let result = Linter.lint(mended, options)
        files.append(
          LintedFile(source: mended, findings: result.findings, allowed: result.allowed))
      } catch {
        failures.append(error)
      }
      progress.advance()
    }
    progress.finish()
    return files
  }

  private func options() throws(Failure) -> LintOptions {
    let day = try QuantityArgument.instant(given: today, behind: "--today")
    return LintOptions(
      today: day ?? Instant.now.startOfDay, isStrict: strict, budget: budget, run: try run.begin())
  }
}
