import ArgumentParser
import TollgateSyntax

/// `tollgate lint PATH…`
struct Lint: AnsweringCommand {
  static let configuration = CommandConfiguration(
    commandName: "lint",
    abstract: "Finds every mistake in policies.",
    discussion: """
      Folders are searched for .gate files, hidden ones apart. Exit status: 0 nothing at the level \
      of --fail-on; 1 findings at that level; 2 a file that cannot be read.
      """
  )

  /// From which level on findings make the command fail.
  enum FailLevel: String, ExpressibleByArgument, CaseIterable {
    case error, warning, never
  }

  @Argument(help: "Files and folders; - is standard input.", completion: .policies)
  var paths: [String]

  @OptionGroup var format: FormatOptions

  @Option(help: "From which level on findings make the command fail.")
  var failOn: FailLevel = .error

  @Flag(help: "Apply the fixes that are safe, and tell what is left.")
  var fix = false

  func validate() throws {
    if fix, paths.contains("-") {
      throw ValidationError("--fix changes files in place, and standard input is none.")
    }
  }

  func answer(on output: Output) throws(Failure) -> ExitStatus {
    let search = PolicySearch(paths)
    var failures = search.failures
    var report = LintReport(format: format.format)
    var progress = Progress("files", of: search.files.count)
    for path in search.files {
      do throws(Failure) {
        let source = try PolicyFile.source(at: path)
        let mended = fix ? try Fixer.mend(source, at: path) : source
        try report.add(Linter.findings(in: mended), in: mended, to: output)
      } catch {
        failures.append(error)
      }
      progress.advance()
    }
    progress.finish()
    try report.finish(on: output)
    try output.flush()
    for failure in failures { Console.say("Error: \(failure.message)") }
    Console.say(report.summary)
    if !failures.isEmpty { return .unreadable }
    return report.fails(on: failOn) ? .negative : .success
  }
}
