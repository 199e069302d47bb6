import TollgateAnalysis
import TollgateCompiler
import TollgateEditor
import TollgateKit
import TollgateRuntime
import TollgateSyntax

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A command that an editor runs about a policy. Its first argument is the address of a file.
enum EditorCommand: String, CaseIterable {
  /// The policy in plain words, as Markdown.
  case describe = "tollgate.describe"
  /// The results of all scenarios and claims of a file.
  case check = "tollgate.check"
  /// The result of the scenario or claim at a line, from 1, in words.
  case run = "tollgate.run"
  /// Why a target is open or locked for a snapshot: target, snapshot (the text of its document, or
  /// an object), and an instant if wanted.
  case explain = "tollgate.explain"
  /// The plan table as an HTML page.
  case table = "tollgate.table"
  /// The picture of the rules as an HTML page; of one target, if it is named.
  case graph = "tollgate.graph"
  /// Who gains and who loses since a revision of git, by default `HEAD`, as Markdown.
  case diff = "tollgate.diff"

  /// The title that an editor shows while it runs.
  var title: String {
    switch self {
    case .describe: "describing the policy"
    case .check, .run: "running scenarios"
    case .explain: "explaining"
    case .table, .graph: "drawing"
    case .diff: "comparing with git"
    }
  }

  /// Everything that it needs, so that it runs beside other requests.
  struct Job: Sendable {
    var project: Project
    /// Every policy that has the file, that one first.
    var projects: [Project]
    var path: FilePath
    var graph: RuleGraph
    var arguments: [JSONValue]

    var policy: Policy { Policy(graph: graph) }
  }

  func run(_ job: Job, _ cancellation: Cancellation) throws(ProtocolError) -> JSONValue {
    switch self {
    case .describe: return .text(job.policy.plainDescription(in: "en").markdown)
    case .check: return try check(job, cancellation)
    case .run: return try result(job, cancellation)
    case .explain: return try explanation(job)
    case .table: return .text(HTMLTable(job.policy.planTable(in: "en", at: .now)).text)
    case .graph: return try picture(job)
    case .diff: return try difference(job, cancellation)
    }
  }

  private func check(_ job: Job, _ cancellation: Cancellation) throws(ProtocolError) -> JSONValue {
    guard let file = job.project.file(job.path),
      let lenses = CodeLens.all(
        in: job.path, of: job.projects, isCancelled: { cancellation.isCancelled })
    else { throw .cancelled }
    return .list(
      lenses.filter { $0.subject != .rule }.map { lens in
        .dictionary([
          "line": .whole(file.line(at: lens.place.span.start)),
          "title": .text(lens.title), "isFailure": .boolean(lens.isFailure),
        ])
      })
  }

  /// The output of `test` about the scenario or claim at a line.
  private func result(
    _ job: Job, _ cancellation: Cancellation
  ) throws(ProtocolError) -> JSONValue {
    guard let line = job.arguments.first?.number else {
      throw .invalidParams("the second argument of `\(rawValue)` is a line, from 1")
    }
    let tester = PolicyTester(
      filter: nil, measuresCoverage: false,
      run: RunOptions.begin { cancellation.isCancelled })
    var results: [(tested: TestedFile, found: CheckReport)] = []
    for project in job.projects {
      var tested = tester.test(project.source)
      let name = project.file(job.path)?.name ?? ""
      let all = tested.result?.reports ?? []
      // A claim or a scenario goes on to the next one.
      let found = all.filter { $0.file == name && $0.line <= line }.max { $0.line < $1.line }
      guard let found else { continue }
      tested.result?.reports = [found]
      results.append((tested, found))
    }
    // Of several policies that use the file, one in which it fails says more.
    guard
      let (tested, found) = results.first(where: { !$0.found.failures.isEmpty }) ?? results.first
    else { throw .failed("there is no scenario and no claim at line \(line)") }
    let passes = found.kind == .claim ? "is proved for every user" : "passes"
    let text = TestText(tested, showsCoverage: false).text
    return .dictionary([
      "title": .text(found.title), "line": .whole(found.line),
      "isFailure": .boolean(!found.failures.isEmpty),
      "text": .text(
        text.isEmpty ? "the \(found.kind.rawValue) “\(found.title)” \(passes)\n" : text),
    ])
  }

  private func explanation(_ job: Job) throws(ProtocolError) -> JSONValue {
    guard let target = job.arguments.first?.text else {
      throw .invalidParams("the second argument of `\(rawValue)` is the name of a target")
    }
    var now = Instant.now
    if job.arguments.count > 2, let text = job.arguments[2].text {
      guard case .success(let instant) = InstantText.parse(text) else {
        throw .invalidParams(
          "the fourth argument of `\(rawValue)` is an instant such as 2026-03-01")
      }
      now = instant
    }
    guard job.graph.members(of: target) != nil else {
      throw .failed(Situation.unknownTarget(target, in: job.graph).message)
    }
    let given = job.arguments.count > 1 ? job.arguments[1] : .object([.init("schema", .integer(1))])
    do throws(SnapshotError) {
      var document = given
      if let text = given.text { document = try SnapshotError.read(Array(text.utf8)) }
      let snapshot = try SnapshotFile.snapshot(of: document, for: job.graph)
      let decision = job.graph.decide(
        target, ask: Ask(), for: job.policy.prepareOnce(snapshot), at: now)
      return .text(decision.explanation() + "\n")
    } catch {
      throw .failed("the snapshot cannot be read: \(error.description(in: "en"))")
    }
  }

  private func picture(_ job: Job) throws(ProtocolError) -> JSONValue {
    let target = job.arguments.first?.text
    guard let picture = job.policy.picture(of: target, in: nil, locale: "en") else {
      throw .failed(Situation.unknownTarget(target ?? "", in: job.graph).message)
    }
    guard let svg = picture.svg else {
      throw .failed(
        "a drawing has at most \(GraphPicture.mostDrawn) boxes; name a target to draw")
    }
    let title = HTMLText.element("title", job.graph.name.isEmpty ? "Policy" : job.graph.name)
    return .text("<!doctype html>\n<meta charset=\"utf-8\">\n\(title)\n\(svg)")
  }

  private func difference(
    _ job: Job, _ cancellation: Cancellation
  ) throws(ProtocolError) -> JSONValue {
    let revision = job.arguments.first?.text ?? "HEAD"
    do throws(Failure) {
      guard job.path.text.hasPrefix("/") else {
        throw .unreadable("only a file has versions in git")
      }
      let old = try GitPolicy(job.path.text, at: revision).policy()
      let budget = Budget(run: RunOptions.begin { cancellation.isCancelled })
      return .text(
        DiffReport.comparing(old, job.policy, budget: budget, withPlans: true, at: .now).markdown)
    } catch {
      throw .failed(error.message)
    }
  }
}

/// A policy as it is in the last commit, kept until there is another commit.
struct CommittedPolicy: Sendable {
  private var commit: String
  private var policy: Policy

  /// Who gains and who loses by the text in the editor, in a line: `since the last commit: 1 target
  /// loses; 3 decide as before`. Nil where git has no such file, or nothing changed.
  static func changes(
    to policy: Policy, at path: FilePath, _ known: Locked<[FilePath: CommittedPolicy]>,
    _ run: RunBudget
  ) -> String? {
    guard path.text.hasPrefix("/"), let old = committed(path, known) else { return nil }
    // A lens is looked at in passing: the command behind it has more time.
    let budget = Budget(nodes: 20_000, steps: 5_000, run: run)
    let report = DiffReport.comparing(old, policy, budget: budget, withPlans: false, at: .now)
    return report.difference.isEmpty ? nil : "since the last commit: " + report.summary
  }

  private static func committed(
    _ path: FilePath, _ known: Locked<[FilePath: CommittedPolicy]>
  ) -> Policy? {
    do throws(Failure) {
      let commit = try Git(folder: path.folder).commit("HEAD")
      if let found = known.withLock({ $0[path] }), found.commit == commit { return found.policy }
      let policy = try GitPolicy(path.text, at: commit).policy()
      known.withLock { $0[path] = CommittedPolicy(commit: commit, policy: policy) }
      return policy
    } catch {
      return nil
    }
  }
}

/// The settings of an editor, below `tollgate`.
struct ServerSettings {
  /// The least level of findings that is shown; nil for none but errors of the compiler.
  var level: Diagnostic.Level? = .note
  var showsHints = true
  var isStrict = false
  /// The day to lint for; nil for the present one.
  var today: Instant?

  /// Reads settings: `{"lint": {"level": "warning", "strict": false}, "hints": true,
  /// "today": "2026-03-01"}`. A setting that is missing or wrong stays as it was.
  mutating func read(_ value: JSONValue) {
    let value = value.has("tollgate") ? value["tollgate"] : value
    if let text = value["lint"]["level"].text {
      if let level = Diagnostic.Level(rawValue: text) { self.level = level }
      if text == "none" { level = nil }
    }
    if let strict = value["lint"]["strict"].boolean { isStrict = strict }
    if let hints = value["hints"].boolean { showsHints = hints }
    if let text = value["today"].text, case .success(let day) = InstantText.parse(text) {
      today = day
    }
    if value.has("today"), value["today"] == .null || value["today"] == .text("") { today = nil }
  }

  var lintOptions: LintOptions {
    LintOptions(today: today ?? Instant.now.startOfDay, isStrict: isStrict)
  }

  /// Whether a finding is shown.
  func shows(_ finding: Diagnostic) -> Bool {
    switch (level, finding.level) {
    case (_, .error): true
    case (nil, _), (.error, _): false
    case (.warning, .warning): true
    case (.warning, .note): false
    case (.note, _): true
    }
  }
}
