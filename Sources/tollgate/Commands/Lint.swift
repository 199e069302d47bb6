import ArgumentParser
import TollgateKit
import TollgateAnalysis
import TollgateRuntime
import TollgateSyntax

/// `tollgate lint PATH…`
struct Lint: AnsweringCommand {
  static let configuration = CommandConfiguration(
    commandName: "lint",
    abstract: "Finds every mistake in policies, and what they probably do not mean.",
    discussion: """
      Folders are searched for .gate files, hidden ones apart. A comment `# allow CODE: reason` \
      allows one finding; `tollgate explain CODE` tells what a code means. Exit status: 0 nothing \
      at the level of --fail-on; 1 findings at that level; 2 a file that cannot be read.
      """
  )

  /// From which level on findings make the command fail.
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

  @Option(help: "How to write the findings.")
  var format: LintFormat = .text

  @Option(help: "From which level on findings make the command fail.")
  var failOn: FailLevel = .error

  @Flag(help: "Tell also what no scenario covers.")
  var strict = false

  @Option(help: ArgumentHelp("The day to lint for (default: today).", valueName: "instant"))
  var today: String?

  @Option(help: ArgumentHelp("How many steps a question may take.", valueName: "n"))
  var budget = LintOptions.usualBudget

  @Option(help: ArgumentHelp("Leave out the findings that a file records.", valueName: "file"))
  var baseline: String?

  @Option(help: ArgumentHelp("Record the findings in a file.", valueName: "file"))
  var writeBaseline: String?

  @Flag(help: "Apply the fixes that are safe, and tell what is left.")
  var fix = false

  func validate() throws {
    if fix, paths.contains("-") {
      throw ValidationError("--fix changes files in place, and standard input is none.")
    }
    if budget < 1 { throw ValidationError("--budget takes a whole number from 1 on.") }
    if baseline != nil, writeBaseline != nil {
      throw ValidationError("--baseline and --write-baseline exclude each other: give one of them.")
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
      try AtomicFile.checkOutput(writeBaseline, of: "--write-baseline", inputs: search.files)
    }
    var failures = search.failures
    var files = lint(search.files, options, &failures)
    if let writeBaseline {
      known = Baseline(at: writeBaseline, recording: files)
      try AtomicFile.write(Array((known?.json ?? "").utf8), to: writeBaseline)
    }
    for index in files.indices { known?.apply(to: &files[index]) }
    var report = LintReport(format: format, failingOn: failOn)
    for file in files { try report.add(file, to: output) }
    try report.finish(failures, on: output)
    try output.flush()
    for failure in failures { Console.say("Error: \(failure.message)") }
    if let stale = known?.stale(in: files), stale > 0 {
      Console.say("\(baseline ?? ""): \(stale) recorded and no longer found; write it again")
    }
    Console.say(report.summary)
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
    var day = Instant.now
    if let today { day = try QuantityArgument.instant(today, behind: "--today") }
    // A day begins at midnight UTC, as an instant without a time does.
    let start = day.milliseconds - max(day.milliseconds % 86_400_000, 0)
    let now = today == nil ? Instant(milliseconds: start) : day
    return LintOptions(today: now, isStrict: strict, budget: budget)
  }
}
