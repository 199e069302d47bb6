import Foundation
import TestSupport
import Testing

/// The pages of `Examples/Billiards` are what the command writes.
///
/// With `TOLLGATE_RECORD=1` what was written replaces what is there, and the run fails.
@Suite struct ExamplePageTests {
  @Test(arguments: [("plans.html", "en"), ("plans.zh-Hans.html", "zh-Hans")])
  func thePageIsAsGenerated(file: String, locale: String) throws {
    let policy = Repository.url("Policies/Billiards.gate").path
    let result = try Command.run("table", policy, "--format", "html", "--locale", locale)
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
