import TollgateKit
import TollgateAnalysis
import TollgateCompiler
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
  private(set) var files: [TestedFile] = []
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
