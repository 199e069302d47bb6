import TollgateAnalysis
import TollgateKit
import TollgateRuntime
import TollgateSyntax

/// The page of `watch`: findings, failed scenarios and claims, plan tables.
struct WatchPage {
  let isStrict: Bool
  let showsTable: Bool
  /// The language of a policy's plan table.
  let locale: (Policy) -> String
  let within: String

  /// The page for files as they are now.
  func text(of files: WatchedFiles) throws(Failure) -> String {
    let run = try RunOptions.begin(within)
    var failures = files.failures
    var linted: [LintedFile] = []
    var tested: [TestedFile] = []
    let tester = PolicyTester(filter: nil, measuresCoverage: true, run: run)
    let options = LintOptions(today: Instant.now.startOfDay, isStrict: isStrict, run: run)
    for path in files.policies {
      do throws(Failure) {
        let source = try PolicyFile.source(at: path)
        let result = Linter.lint(source, options)
        linted.append(
          LintedFile(source: source, findings: result.findings, allowed: result.allowed))
        tested.append(try tester.test(path))
      } catch {
        failures.append(error.message)
      }
    }
    var text = Descriptor.clock + "\n\n"
    text += failures.map { Escape.lines("Error: \($0)") + "\n" }.joined()
    text += try WatchPage.kept { output throws(Failure) in
      var lint = LintReport(format: .text, failingOn: .error)
      for file in linted { try lint.add(file, to: output) }
      if linted.contains(where: { !$0.findings.isEmpty }) { try output.write("\n") }
      try output.show(lint.summary + "\n")
      var test = TestReport(format: .text, showsCoverage: false, minimum: nil)
      if tested.contains(where: { $0.hasFailed }) { try output.write("\n") }
      for file in tested { try test.add(file, to: output) }
      if tested.contains(where: { $0.hasFailed }) { try output.write("\n") }
      // Errors were told above.
      if tested.contains(where: { $0.result != nil }) { try output.show(test.summary + "\n") }
      if showsTable { try tables(of: tested, to: output) }
    }
    return text
  }

  private func tables(of files: [TestedFile], to output: Output) throws(Failure) {
    for file in files {
      guard let policy = file.result?.policy else { continue }
      try output.show("\n\(Escape.name(file.source.name))\n")
      let table = policy.planTable(in: locale(policy), at: .now)
      try output.show(TableFormat.text.text(table), isPainted: true)
    }
  }

  /// The text that `body` writes to the output it is given.
  private static func kept(_ body: (Output) throws(Failure) -> Void) throws(Failure) -> String {
    var bytes: [UInt8] = []
    let output = Output { bytes += $0 }
    try body(output)
    try output.flush()
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension TestedFile {
  fileprivate var hasFailed: Bool { result?.reports.contains { !$0.failures.isEmpty } ?? false }
}
