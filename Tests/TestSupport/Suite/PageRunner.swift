import Foundation
import TollgateAnalysis
import TollgateCompiler
import TollgateRuntime
package import TollgateSyntax

/// Runs the tests of a page.
///
/// - `gate [NAME]`: a policy. It must compile and its scenarios must pass, unless a `diagnostics`
///   block follows. It also goes through every check that any policy goes through
///   (`PolicyChecks`), and is written to a folder as `NAME` (`policy.gate` unless told). It may
///   `use` the policies above it in the same test.
/// - `diagnostics`: the diagnostics of the policy above, as the plain narrated text.
/// - `lint`, directly after a policy: all that the linter finds in it on 2026-06-01, as the plain
///   narrated text; an empty block says that it finds nothing.
/// - `cursor [NAME]`: a policy in an editor, with the cursor at `|`; `NAME` is `main.gate` unless told.
///   Below it stand requests of an editor, each with its answer: see `EditorPage`.
/// - `json NAME`, `jsonl NAME`: a file for the commands below.
/// - `console`: lines that begin with `$ ` are commands, the others what they print, standard
///   error last; a line `[status N]` ends what a command with another status than 0 prints.
/// - `mistakes`: what people type below the policy `base.gate` of the page, with what they read
///   about it; see `MistakesBlock`.
/// - Any other block is left alone.
///
/// With `TOLLGATE_RECORD=1` what was printed replaces what was expected, and the run fails.
public struct PageRunner {
  private let page: Page
  /// The policies of the test so far, by their names: a policy may use them.
  private var policies: [String: String] = [:]
  /// The policies with a cursor of the test so far, by their names.
  private var marked: [String: String] = [:]
  /// The last policy called `base.gate`, for the mistakes below it.
  private var base = ""
  private var changes: [(range: Range<Int>, text: String)] = []
  /// The failures, each with its page and line.
  public private(set) var failures: [String] = []

  public init(_ page: Page) {
    self.page = page
  }

  /// Runs every test of the page.
  public mutating func run() throws {
    for test in page.tests { try run(test) }
    guard !changes.isEmpty, ProcessInfo.processInfo.environment["TOLLGATE_RECORD"] == "1" else {
      return
    }
    var lines = page.lines
    for change in changes.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
      var new = change.text.components(separatedBy: "\n")
      if new.last == "" { new.removeLast() }
      lines.replaceSubrange(change.range, with: new)
    }
    try lines.joined(separator: "\n").write(
      to: Repository.url(page.path), atomically: true, encoding: .utf8)
  }

  private mutating func run(_ test: Page.Test) throws {
    let folder = try Shell.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    for name in ["Policies", "Examples"] {
      try FileManager.default.createSymbolicLink(
        at: folder.appendingPathComponent(name), withDestinationURL: Repository.url(name))
    }
    (policies, marked) = ([:], [:])
    for (index, block) in test.blocks.enumerated() {
      let next = index + 1 < test.blocks.count ? test.blocks[index + 1] : nil
      switch block.info.first {
      case "gate":
        let name = block.info.count > 1 ? block.info[1] : "policy.gate"
        try write(block.text, to: folder.appendingPathComponent(name))
        policies[name] = block.text
        if name == "base.gate" { base = block.text }
        check(block, named: name, diagnostics: next?.info == ["diagnostics"] ? next : nil)
        if let next, next.info.first == "lint" { lint(block, named: name, findings: next) }
      case "cursor": marked[block.info.count > 1 ? block.info[1] : "main.gate"] = block.text
      case let request? where EditorPage.requests.contains(request):
        compare(block, with: try EditorPage.answer(block.info, marked))
      case "json" where block.info.count > 1, "jsonl" where block.info.count > 1:
        try write(block.text, to: folder.appendingPathComponent(block.info[1]))
      case "mistakes":
        var mistakes = MistakesBlock(below: base)
        compare(block, with: mistakes.answered(block.text))
        for failure in mistakes.failures { fail(block, failure) }
      case "console": try console(block, in: folder)
      default: break
      }
    }
  }

  private func write(_ text: String, to url: URL) throws {
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(to: url, atomically: true, encoding: .utf8)
  }

  private mutating func check(_ block: Page.Block, named name: String, diagnostics: Page.Block?) {
    for failure in PolicyChecks.failures(of: Source(name: name, text: block.text)) {
      fail(block, failure)
    }
    let source = source(of: block, named: name)
    let result = Compiler.compile(source, mending: true)
    let printed = PageRunner.narrated(result.diagnostics, in: source)
    if let diagnostics {
      compare(diagnostics, with: printed)
      for failure in SafeFixes.failures(of: source) { fail(block, failure) }
      return
    }
    guard let graph = result.graph, let policy = result.policy else {
      fail(block, "does not compile:\n" + printed)
      return
    }
    let runner = ScenarioRunner(graph: graph)
    for scenario in policy.scenarios {
      for failure in runner.run(scenario).failures {
        fail(block, scenario.title + ": " + ScenarioWords.describe(failure, in: source))
      }
    }
  }

  private mutating func lint(_ block: Page.Block, named name: String, findings: Page.Block) {
    let source = source(of: block, named: name)
    let isStrict = findings.info.contains("strict")
    compare(findings, with: PageRunner.findings(in: source, isStrict: isStrict))
  }

  /// A policy with the files above it that it uses.
  private func source(of block: Page.Block, named name: String) -> Source {
    let policies = policies
    return Source(name: name, text: block.text).joined { path, _ throws(UseFault) in
      guard let text = policies[path] else { throw .missing(near: nil) }
      return FoundFile(path: path, bytes: Array(text.utf8))
    }
  }

  /// The text of a `diagnostics` block below a policy.
  package static func diagnostics(in source: Source) -> String {
    narrated(Compiler.compile(source, mending: true).diagnostics, in: source)
  }

  /// The text of a `lint` block below a policy.
  package static func findings(in source: Source, isStrict: Bool = false) -> String {
    // 2026-06-01
    let options = LintOptions(
      today: Instant(milliseconds: 1_780_272_000_000), isStrict: isStrict)
    return narrated(Linter.lint(source, options).findings, in: source)
  }

  private static func narrated(_ diagnostics: [Diagnostic], in source: Source) -> String {
    TextRenderer(source: source, color: false, narrated: true).render(diagnostics)
  }

  private mutating func console(_ block: Page.Block, in folder: URL) throws {
    var printed = ""
    for line in block.text.split(separator: "\n", omittingEmptySubsequences: false)
    where line.hasPrefix("$ ") {
      let command = String(line.dropFirst(2))
      printed += line + "\n"
      // These cannot run inside a test run; `.ci/run` runs them.
      guard command.contains("tollgate"), !command.hasPrefix("git ") else { return }
      printed += try PageRunner.output(of: command, in: folder)
    }
    compare(block, with: printed)
  }

  /// The output of a command line, with `tollgate` for `swift run tollgate`.
  private static func output(of command: String, in folder: URL) throws -> String {
    let path = "'" + Shell.tollgate.path + "'"
    var line = command.replacingOccurrences(of: "swift run tollgate", with: "tollgate")
    line = line.replacingOccurrences(of: "tollgate ", with: path + " ")
    let result = try Shell.run(
      URL(fileURLWithPath: "/bin/bash"), ["-c", line], in: folder,
      environment: ["NO_COLOR": "1"])
    let status = result.status == 0 ? "" : "[status \(result.status)]\n"
    return result.output + result.errors + status
  }

  private mutating func compare(_ block: Page.Block, with printed: String) {
    func even(_ text: String) -> String {
      text.replacingOccurrences(of: "\r\n", with: "\n")
        .split(separator: "\n", omittingEmptySubsequences: false)
        .map { line in
          var line = line
          while line.last == " " { line.removeLast() }
          return String(line)
        }
        .joined(separator: "\n").trimmingCharacters(in: .newlines)
    }
    guard even(printed) != even(block.text) else { return }
    changes.append((block.range, even(printed)))
    fail(block, "expected:\n\(even(block.text))\nprinted:\n\(even(printed))")
  }

  private mutating func fail(_ block: Page.Block, _ words: String) {
    failures.append("\(page.path):\(block.range.lowerBound): \(words)")
  }
}
