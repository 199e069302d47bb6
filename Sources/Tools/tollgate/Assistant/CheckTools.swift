import TollgateAnalysis
import TollgateCompiler
import TollgateKit
import TollgateSyntax

/// A policy with everything that the linter, its scenarios and its claims say about it.
struct CheckedText {
  let source: Source
  let linted: LintedFile
  let tested: TestedFile
  private let report: TestReport

  /// - Parameter options: Those of the linter, with the time of all of it.
  init(_ source: Source, _ options: LintOptions, measuresCoverage: Bool) throws(Failure) {
    self.source = source
    let result = Linter.lint(source, options)
    linted = LintedFile(source: source, findings: result.findings, allowed: result.allowed)
    tested = PolicyTester(filter: nil, measuresCoverage: measuresCoverage, run: options.run)
      .test(source)
    var report = TestReport(format: .json, showsCoverage: false, minimum: nil)
    report.files = [tested]
    self.report = report
  }

  /// The options for today.
  static func options(_ run: RunBudget) -> LintOptions {
    LintOptions(today: Instant.now.startOfDay, run: run)
  }

  var compiles: Bool { tested.result != nil }

  /// Whether every scenario passes and every claim is proved.
  var passes: Bool { compiles && !report.hasFailed }

  var coverage: Coverage? { tested.result?.coverage }

  /// `2 errors in 1 file`, and what became of scenarios and claims.
  var summary: String {
    var lint = LintReport(format: .json, failingOn: .error)
    lint.files = [linted]
    guard compiles else { return "It does not compile: \(lint.summary)." }
    return "\(lint.summary); \(report.summary)."
  }

  /// The findings, and the scenarios and claims that fail, for people.
  var text: String {
    let findings = TextRenderer(source: source, color: false, narrated: true)
      .render(linted.findings)
    let failures = TestText(tested, showsCoverage: false).text
    return [findings, failures].filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// The documents of `tollgate lint` and `tollgate test`.
  var documents: [(key: String, json: String)] {
    var lint = LintReport(format: .json, failingOn: .error)
    lint.files = [linted]
    return [("lint", lint.json), ("test", TestJSON(report: report).text)]
  }

  static let members: Shape.Members = [
    "compiles": .boolean(),
    "errors": .integer(from: 0),
    "warnings": .integer(from: 0),
    "notes": .integer(from: 0),
    "scenarios": counts,
    "claims": counts,
    "coverage": .orNull(
      .text(), "How much of the rules the scenarios show, in percent; null if not measured."),
  ]

  private static let counts = Shape.object([
    "count": .integer(from: 0), "failed": .integer("Claims that are undecided too.", from: 0),
  ])

  var json: [JSONValue.Member] {
    func count(_ level: Diagnostic.Level) -> JSONValue {
      .whole(linted.findings.count { $0.level == level })
    }
    func counts(_ kind: CheckReport.Kind) -> JSONValue {
      .dictionary([
        "count": .whole(report.checked(kind)), "failed": .whole(report.failed(kind)),
      ])
    }
    return [
      .init("compiles", .boolean(compiles)), .init("errors", count(.error)),
      .init("warnings", count(.warning)), .init("notes", count(.note)),
      .init("scenarios", counts(.scenario)), .init("claims", counts(.claim)),
      .init("coverage", coverage.map { .text($0.percentage) } ?? .null),
    ]
  }
}

extension AssistantTool {
  static let checkPolicy = AssistantTool(
    name: "check_policy", title: "Check a policy",
    about: """
      Compiles a policy, lints it, runs its scenarios, proves its claims and measures what the \
      scenarios cover. Call it after every change of a text. Each finding has a code; `look_up` \
      explains it.
      """,
    input: policy + place,
    output: CheckedText.members + [
      "lint": .document(.lint),
      "test": .document(.test),
    ],
    steps: 2
  ) { call throws(Failure) in
    let source = try call.policy().source()
    try call.work.step("checking")
    let checked = try CheckedText(
      source, CheckedText.options(call.work.run), measuresCoverage: true)
    try call.work.step("writing")
    var answer = ToolAnswer(checked.summary, text: checked.text, [:], documents: checked.documents)
    answer.members = checked.json
    return answer
  }

  static let formatPolicy = AssistantTool(
    name: "format_policy", title: "Format a policy",
    about: """
      The canonical form of a policy: only white space changes. Give it a text, or the `path` of a \
      file, which is not changed.
      """,
    input: policy + place,
    output: [
      "changed": .boolean("Whether the text was not canonical."),
      "formatted": .orNull(.text(), "The canonical text; null if it is too long for an answer."),
    ]
  ) { call throws(Failure) in
    let source = try call.policy().source()
    let file = source.files.first ?? source
    let bytes = try Fmt.canonical(file)
    let isChanged = bytes != file.bytes
    let text = String(decoding: bytes, as: UTF8.self)
    let isShort = bytes.count <= ToolAnswer.mostDocument
    return ToolAnswer(
      isChanged ? "This is the canonical form." : "The text is canonical already.", text: text,
      ["changed": .boolean(isChanged), "formatted": isShort ? .text(text) : .null])
  }

  static let suggestScenarios = AssistantTool(
    name: "suggest_scenarios", title: "Suggest scenarios",
    about: """
      Writes scenarios for what the scenarios of a policy do not show yet, ready to paste. They say \
      what the policy does now: read each one, for it may show a mistake.
      """,
    input: policy + place,
    output: [
      "coverage": .text("How much is covered now, in percent."),
      "scenarios": .list(.text(), "The first ones; the text has all."),
      "count": .integer("How many there are.", from: 0),
      "missing": .list(.text(), "For what no scenario was found, at most twenty."),
    ],
    steps: 2
  ) { call throws(Failure) in
    let source = try call.policy().source()
    try call.work.step("measuring what is covered")
    let run = call.work.run
    let tested = PolicyTester(filter: nil, measuresCoverage: true, run: run).test(source)
    guard let coverage = tested.result?.coverage else {
      throw .rendered(
        TextRenderer(source: source, color: false, narrated: true).render(tested.diagnostics))
    }
    try call.work.step("looking for scenarios")
    let suggester = Suggester(coverage, run: run)
    let texts = suggester.suggestions.map { $0.text }
    let notes = Suggestions.notes(of: suggester)
    let found =
      texts.isEmpty ? "Nothing was found to suggest" : "Suggested scenarios: \(texts.count)"
    return ToolAnswer(
      "\(coverage.percentage) % is covered. \(found).",
      text: (texts + notes.map { $0 + "\n" }).joined(separator: "\n"),
      [
        "coverage": .text(coverage.percentage),
        "scenarios": .list(texts.prefix(50).map { .text($0) }), "count": .whole(texts.count),
        "missing": .list(notes.prefix(20).map { .text($0) }),
      ])
  }
}
