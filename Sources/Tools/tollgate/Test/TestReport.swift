import ArgumentParser
import TollgateAnalysis
import TollgateCompiler
import TollgateKit
import TollgateRuntime
import TollgateSyntax
import TollgateWords

/// The results of `test`, file by file.
struct TestReport {
  /// `nil` if the results are not written.
  private let format: TestFormat?
  let showsCoverage: Bool
  /// How much of each policy is to be covered, if that was asked for.
  let minimum: Percentage?
  var files: [TestedFile] = []
  private var hasWritten = false

  init(format: TestFormat?, showsCoverage: Bool, minimum: Percentage?) {
    self.format = format
    self.showsCoverage = showsCoverage
    self.minimum = minimum
  }

  /// Takes in what was found in a file; text is written at once.
  mutating func add(_ file: TestedFile, to output: Output) throws(Failure) {
    if format == .text {
      let text = TestText(file, showsCoverage: showsCoverage).text
      if !text.isEmpty {
        if hasWritten { try output.write("\n") }
        try output.show(text)
        hasWritten = true
      }
    }
    files.append(file)
  }

  /// Writes what has to wait for the end.
  func finish(on output: Output) throws(Failure) {
    switch format {
    case .text, nil: break
    case .json: try output.line(TestJSON(report: self).text)
    case .junit: try output.write(TestXML(report: self).text)
    case .github: try output.write(WorkflowCommands(report: self).text)
    }
  }

  // MARK: The result

  private var results: [TestedFile.Result] { files.compactMap { $0.result } }
  private var reports: [CheckReport] { results.flatMap { $0.reports } }

  /// How many scenarios there are, those that were left out too.
  var scenarios: Int { results.reduce(0) { $0 + $1.scenarios } }
  var checked: Int { reports.count }
  var failed: Int { reports.filter { !$0.failures.isEmpty }.count }
  var asks: Int { reports.reduce(0) { $0 + $1.asks } }
  var failedAsks: Int { reports.reduce(0) { $0 + $1.failedAsks } }

  func checked(_ kind: CheckReport.Kind) -> Int { reports.filter { $0.kind == kind }.count }

  func failed(_ kind: CheckReport.Kind) -> Int {
    reports.filter { $0.kind == kind && !$0.failures.isEmpty }.count
  }

  var hasFailed: Bool { failed > 0 || files.contains { isUncovered($0) } }
  var hasUncompiled: Bool { files.contains { $0.result == nil } }
  /// Whether every scenario was left out.
  var matchesNothing: Bool { checked == 0 && !hasUncompiled }

  /// Whether less of a policy is covered than was asked for.
  func isUncovered(_ file: TestedFile) -> Bool {
    guard let minimum, let coverage = file.result?.coverage else { return false }
    return !coverage.isAtLeast(minimum.numerator, over: minimum.denominator)
  }

  /// Tells on standard error what went wrong, and the sum of it. `failures` is what could not be
  /// read.
  func say(_ failures: [Failure]) {
    for file in files {
      guard let result = file.result else {
        let renderer = Console.renderer(for: file.source)
        Console.write(renderer.render(file.diagnostics.filter { $0.level == .error }))
        continue
      }
      if result.scenarios == 0, result.reports.isEmpty {
        Console.say("\(Escape.name(file.source.name)): no scenarios")
      }
      guard isUncovered(file), let coverage = result.coverage, let minimum else { continue }
      Console.say(
        "\(Escape.name(file.source.name)): \(coverage.percentage) % is covered, less than \(minimum.text) %"
      )
    }
    let untested = failures.count + files.count { $0.result == nil }
    Console.say(untested == 0 ? summary : summary + "; \(untested) could not be tested")
  }

  /// One line: `12 scenarios, 48 asks passed in 2 files, 97.5 % covered`.
  var summary: String {
    let files = TestReport.count(results.count, "file")
    let claims = checked(.claim)
    let scenarios = checked(.scenario)
    func sum(_ part: (_ number: Int) -> String = { _ in "" }) -> String {
      var counts: [String] = []
      if scenarios > 0 || claims == 0 {
        counts.append(part(failed(.scenario)) + TestReport.count(scenarios, "scenario"))
      }
      if claims > 0 { counts.append(part(failed(.claim)) + TestReport.count(claims, "claim")) }
      let asks = part(failedAsks) + TestReport.count(asks, "ask")
      return counts.joined(separator: " and ") + ", " + asks
    }
    var text = checked == 0 ? "no scenarios" : sum() + " passed"
    if failed > 0 { text = sum { "\($0) of " } + " failed" }
    text += " in \(files)"
    let covered = results.compactMap { $0.coverage }
    if !covered.isEmpty {
      text +=
        ", "
        + Coverage.percentage(
          covered.reduce(0) { $0 + $1.covered }, of: covered.reduce(0) { $0 + $1.total })
        + " % covered"
    }
    return text
  }

  private static func count(_ count: Int, _ word: String) -> String {
    "\(AmountText.grouped(Int64(count))) \(word)\(count == 1 ? "" : "s")"
  }
}

/// One thing that `test` checks about a policy, and what became of it.
struct CheckReport {
  var kind = Kind.scenario
  /// The title of a scenario; a claim as it is written.
  var title: String
  /// The file and the line that it begins on.
  var file: String
  var line: Int
  /// How many decisions were compared.
  var asks: Int
  var failures: [CheckFailure] = []

  enum Kind: String {
    case scenario, claim
  }

  /// Where a rule is for who reads this scenario or claim: `line 3`, and the file if it is another.
  func line(of rule: Blocker) -> String {
    rule.file == file ? "line \(rule.line)" : "line \(rule.line) of \(rule.file)"
  }

  /// How many decisions came out otherwise.
  var failedAsks: Int {
    failures.reduce(0) { $0 + $1.cases.reduce(0) { $0 + $1.targets.count } }
  }
}

/// An `expect` line that is not met, or a claim that does not hold.
struct CheckFailure {
  var line: Int
  /// The line as it is written, on one line.
  var text: String
  var cases: [Case]
  /// The lines that would pass in its place; none for a claim.
  var toPass: [String]
  /// Further lines: the smallest case that a claim fails for.
  var notes: [String] = []

  /// The targets of the line that decide alike.
  struct Case {
    var targets: [String]
    var expected: String
    var actual: String
    /// The decision about the first of them.
    var decision: Decision

    /// The rule that gave a denial or a warning its reason.
    var decidedBy: Blocker? { decision.blockers.deciding }
  }
}

/// A percentage from 0 to 100, with decimals, kept exactly.
struct Percentage: ExpressibleByArgument {
  /// `numerator / denominator` percent.
  let numerator: Int
  let denominator: Int
  /// The text from the command line.
  let text: String

  /// Reads `90`, `99.5` or `99.5%`.
  init?(argument: String) {
    let written = argument.hasSuffix("%") ? argument.dropLast() : argument[...]
    let parts = written.split(separator: ".", omittingEmptySubsequences: false)
    let digits = parts.joined()
    guard parts.count <= 2, parts.allSatisfy({ !$0.isEmpty }), digits.utf8.count <= 9,
      digits.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }), let number = Int(digits)
    else { return nil }
    var scale = 1
    if parts.count == 2 { for _ in parts[1] { scale *= 10 } }
    guard number <= 100 * scale else { return nil }
    numerator = number
    denominator = scale
    text = String(written)
  }
}

/// Writes the scenarios that show what is missing, to be pasted into a policy.
enum Suggestions {
  /// Writes those for one file; each file gets a heading where there are several.
  static func write(
    for file: TestedFile, _ run: RunBudget, among files: [String], to output: Output
  ) throws(Failure) {
    guard let coverage = file.result?.coverage else { return }
    let suggester = Suggester(coverage, run: run)
    let name = Escape.name(file.source.name)
    if files.count > 1, !suggester.suggestions.isEmpty { try output.line("# \(name)\n") }
    for suggestion in suggester.suggestions { try output.line(suggestion.text) }
    for note in notes(of: suggester) { Console.say(note) }
    if coverage.covered == coverage.total { Console.say("\(name): nothing is missing") }
  }

  /// A line for each thing that no scenario was found for, and one about all that was not looked for
  /// to the end.
  static func notes(of suggester: Suggester) -> [String] {
    let coverage = suggester.coverage
    let parts = coverage.graph.parts
    func place(_ rule: Int32) -> String {
      let (file, line) = parts.place(ofRow: coverage.places[Int(rule)].row)
      return "\(Escape.name(file)):\(line)"
    }
    var notes = suggester.missing.map { rule, goal in
      let words = coverage.graph.words(for: goal, of: rule)
      let isOpen = coverage.undecided[Int(rule)].contains(goal)
      let what =
        isOpen ? "undecided whether a scenario can show" : "no scenario was found that shows"
      return "\(place(rule)): \(what): \(words)"
    }
    guard let exhausted = suggester.exhausted, let first = suggester.undecided.first else {
      return notes
    }
    let others = suggester.undecided.count - 1
    let rules = others == 0 ? "this rule" : "this rule and \(others) more"
    notes.append(
      "\(place(first)): undecided whether a scenario can show more of \(rules): "
        + exhausted.ending
        + (exhausted.resource == .time ? "; give it more with --within" : ""))
    return notes
  }
}

/// The results as workflow commands of GitHub Actions, which become annotations at the lines
/// they name.
struct WorkflowCommands {
  let report: TestReport

  var text: String {
    report.files.map(commands).joined()
  }

  private func commands(for file: TestedFile) -> String {
    guard let result = file.result else { return errors(in: file) }
    var text = ""
    for report in result.reports {
      for failure in report.failures {
        text += command(
          "error", report.file, failure.line,
          title: "\(report.kind.rawValue): \(report.title)", words(failure, of: report))
      }
    }
    if report.showsCoverage, let coverage = result.coverage { text += missing(coverage) }
    if report.isUncovered(file), let coverage = result.coverage, let minimum = report.minimum {
      text += command(
        "error", file.source.name, 1, title: "coverage",
        "\(coverage.percentage) % is covered, less than \(minimum.text) %")
    }
    return text
  }

  private func errors(in file: TestedFile) -> String {
    var text = ""
    for error in file.diagnostics where error.level == .error {
      let line = file.source.line(at: error.span.start)
      let name = file.source.file(at: error.span.start).name
      let message = ([error.headline] + error.help).joined(separator: "\n")
      text += command("error", name, line, title: error.code, message)
    }
    return text
  }

  private func words(_ failure: CheckFailure, of report: CheckReport) -> String {
    var lines: [String] = []
    for one in failure.cases {
      lines.append("\(one.targets.joined(separator: ", ")): expected \(one.expected)")
      lines.append("it is \(one.actual)")
      if let rule = one.decidedBy {
        lines.append("decided by \(report.line(of: rule)): \(rule.rule)")
      }
    }
    lines += failure.notes
    if !failure.toPass.isEmpty { lines += ["to pass:"] + failure.toPass }
    return lines.joined(separator: "\n")
  }

  private func missing(_ coverage: Coverage) -> String {
    var text = ""
    for (index, place) in coverage.places.enumerated() {
      let missing = coverage.missing(Int32(index)).goals
      guard !missing.isEmpty else { continue }
      let words = missing.map { coverage.graph.words(for: $0, of: Int32(index)) }
      let (file, line) = coverage.graph.parts.place(ofRow: place.row)
      text += command(
        "warning", file, line, title: "not covered",
        "no scenario shows: \(words.joined(separator: ", "))")
    }
    return text
  }

  private func command(
    _ level: String, _ file: String, _ line: Int, title: String, _ message: String
  ) -> String {
    WorkflowCommand(
      name: level,
      properties: [("file", file), ("line", "\(line)"), ("title", title)],
      message: message
    ).text
  }
}
