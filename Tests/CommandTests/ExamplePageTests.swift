import Foundation
import TestSupport
import Testing

/// The pages of `Examples/Billiards` are what the command writes.
///
/// With `TOLLGATE_RECORD=1` what was written replaces what is there, and the run fails.
@Suite struct ExamplePageTests {
  @Test(arguments: [("plans.html", "en"), ("plans.zh-Hans.html", "zh-Hans")])
  func thePageIsAsGenerated(file: String, locale: String) throws {
    try compare(file, with: ["table", "--format", "html", "--locale", locale])
  }

  @Test(arguments: [("rules.svg", []), ("L12.svg", ["L12", "--has", "basic"])])
  func thePictureIsAsGenerated(file: String, asked: [String]) throws {
    let now = asked.isEmpty ? [] : ["--at", "2026-03-01"]
    try compare(file, with: ["graph", "--format", "svg", "--locale", "en"], asked + now)
  }

  /// Compares a file with what a command writes about the policy.
  private func compare(_ file: String, with words: [String], _ rest: [String] = []) throws {
    let policy = Repository.url("Policies/Billiards.gate").path
    let command = [words[0], policy] + rest + words.dropFirst()
    let result = try Shell.run(Shell.tollgate, command)
    #expect(result.status == 0)
    let url = Repository.url("Examples/Billiards/" + file)
    let isRecording = ProcessInfo.processInfo.environment["TOLLGATE_RECORD"] == "1"
    let recorded = try? String(contentsOf: url, encoding: .utf8)
    guard recorded != result.output else { return }
    if isRecording { try result.output.write(to: url, atomically: true, encoding: .utf8) }
    let fate = isRecording ? "was recorded anew: read the change" : "is not what the command writes"
    Issue.record("Examples/Billiards/\(file) \(fate)")
  }
}
