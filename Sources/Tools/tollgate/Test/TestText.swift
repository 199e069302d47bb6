import TollgateKit
import TollgateAnalysis
import TollgateCompiler
import TollgateRuntime
import TollgateSyntax

/// The results of one file, for people: the scenarios that fail, and the coverage.
struct TestText {
  private let file: TestedFile
  private let showsCoverage: Bool
  /// How many targets of a line are named besides the one that is explained.
  private static let mostNamed = 8

  init(_ file: TestedFile, showsCoverage: Bool) {
    self.file = file
    self.showsCoverage = showsCoverage
  }

  /// `nil` if there is nothing to tell.
  var text: String {
    guard let result = file.result else { return "" }
    var blocks: [[String]] = []
    for report in result.reports where !report.failures.isEmpty { blocks.append(lines(report)) }
    if showsCoverage, let coverage = result.coverage { blocks.append(lines(coverage)) }
    let texts = blocks.map { $0.map { Escape.line($0) + "\n" }.joined() }
    return texts.joined(separator: "\n")
  }

  // MARK: Scenarios

  private func lines(_ report: CheckReport) -> [String] {
    let fault = report.kind == .claim ? "does not hold" : "fails"
    var lines = [
      "\(Escape.name(report.file)):\(report.line): the \(report.kind.rawValue) “\(report.title)” \(fault)"
    ]
    for failure in report.failures {
      lines.append("")
      if report.kind == .scenario { lines.append("  line \(failure.line): \(failure.text)") }
      for (index, one) in failure.cases.enumerated() {
        if index > 0 { lines.append("") }
        lines += self.lines(one, of: report)
      }
      lines += failure.notes.map { "    " + $0 }
      if failure.toPass.isEmpty { continue }
      lines.append("")
      let count = failure.toPass.count == 1 ? "this" : "these"
      lines.append("    for it to pass, write \(count) in its place")
      lines += failure.toPass.map { "      " + $0 }
    }
    return lines
  }

  private func lines(_ one: CheckFailure.Case, of report: CheckReport) -> [String] {
    var lines = ["    expected  \(one.expected)", "    it is     \(one.actual)"]
    if one.targets.count > 1 {
      let more = one.targets.dropFirst()
      let names = more.prefix(TestText.mostNamed).joined(separator: ", ")
      let rest = more.count - TestText.mostNamed
      lines.append("    and so    \(names)\(rest > 0 ? " and \(rest) more" : "")")
    }
    lines.append("")
    for line in one.decision.explanation().split(
      separator: "\n", omittingEmptySubsequences: false)
    {
      lines.append(line.isEmpty ? "" : "      " + line)
    }
    lines.append("")
    if let rule = one.decidedBy {
      lines.append("    decided by \(report.line(of: rule)): \(rule.rule)")
    } else {
      lines.append("    no rule about it fails")
    }
    return lines
  }

  // MARK: Coverage

  private func lines(_ coverage: Coverage) -> [String] {
    var lines = [
      "\(Escape.name(file.source.name)): \(coverage.percentage) % covered, "
        + "\(coverage.covered) of \(coverage.total)"
    ]
    let hasFiles = !coverage.graph.parts.rows.names.isEmpty
    let numbers = coverage.places.map { place in
      let (file, line) = coverage.graph.parts.place(ofRow: place.row)
      return hasFiles ? "\(file):\(line)" : "\(line)"
    }
    let width = numbers.reduce(0) { max($0, $1.count) }
    let indent = String(repeating: " ", count: width + 4)
    let order = coverage.places.indices.sorted {
      (coverage.places[$0].row.number, $0) < (coverage.places[$1].row.number, $1)
    }
    for index in order where !coverage.goals[index].isEmpty {
      let number = numbers[index]
      let gap = String(repeating: " ", count: width - number.count)
      lines.append("  \(gap)\(number)  \(coverage.places[index].text)")
      lines.append(indent + marks(coverage, Int32(index)))
    }
    return lines
  }

  /// `held ✓  failed ✓  decided ✗`
  private func marks(_ coverage: Coverage, _ rule: Int32) -> String {
    let missing = coverage.missing(rule)
    let marks = coverage.goals[Int(rule)].goals.map { goal in
      coverage.graph.words(for: goal, of: rule) + (missing.contains(goal) ? " ✗" : " ✓")
    }
    return marks.joined(separator: "  ")
  }
}
