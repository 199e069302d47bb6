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

  /// The page for files as they are now, for a terminal of so many columns; nil for none.
  func text(of files: WatchedFiles, _ columns: Int?) throws(Failure) -> String {
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
    return try WatchPage.kept(columns) { output throws(Failure) in
      try output.show(Descriptor.clock + "\n\n")
      for failure in failures { try output.show("Error: \(failure)\n") }
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
  }

  private func tables(of files: [TestedFile], to output: Output) throws(Failure) {
    for file in files {
      guard let policy = file.result?.policy else { continue }
      try output.show("\n\(Escape.name(file.source.name))\n")
      let table = policy.planTable(in: locale(policy), at: .now)
      try output.show(TextTable(table, on: output.page).text, isPainted: true)
    }
  }

  /// The text that `body` writes to the output it is given.
  private static func kept(
    _ columns: Int?, _ body: (Output) throws(Failure) -> Void
  ) throws(Failure) -> String {
    var bytes: [UInt8] = []
    let output = Output(columns: columns) { bytes += $0 }
    try body(output)
    try output.flush()
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension TestedFile {
  fileprivate var hasFailed: Bool { result?.reports.contains { !$0.failures.isEmpty } ?? false }
}
