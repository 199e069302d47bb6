import Foundation
import TestSupport
import Testing

/// `.ci/commits`: the newest commits say what changed and why.
@Suite struct CommitTests {
  @Test func aCommitThatDoesNotSayWhyIsFound() throws {
    let folder = try Shell.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    func git(_ arguments: String...) throws -> String {
      let names = ["-c", "user.name=Ada", "-c", "user.email=ada@example.com"]
      let result = try Shell.run(
        URL(fileURLWithPath: "/usr/bin/env"), ["git"] + names + arguments, in: folder)
      try #require(result.status == 0, "\(result.errors)")
      return result.output.trimmingCharacters(in: .newlines)
    }
    func commit(_ message: String) throws {
      _ = try git("commit", "--quiet", "--allow-empty", "--message", message)
    }
    /// The faults of the commits after one that is perhaps not there, as in a shallow clone.
    func faults(after base: String) throws -> [String] {
      let result = try Shell.run(
        Repository.url(".ci/commits"), [base], in: folder,
        environment: ["GIT_DIR": folder.appendingPathComponent(".git").path])
      let lines = result.output.split(separator: "\n").map(String.init)
      #expect(result.errors.isEmpty && (result.status == 0) == lines.isEmpty, "\(result)")
      return lines
    }
    func count(_ words: String, in lines: [String]) -> Int {
      lines.count { $0.hasSuffix(": " + words) }
    }

    _ = try git("init", "--quiet", "--initial-branch", "main")
    try commit("From before there was a rule")
    let base = try git("rev-parse", "HEAD")
    #expect(try faults(after: base).isEmpty)
    try commit(String(repeating: "界", count: 72) + "\n\nAs long as may be, in characters.")
    #expect(try faults(after: base).isEmpty)
    let unknown = String(repeating: "0", count: 40)
    let noBody = "there is no body that says why"
    #expect(try count(noBody, in: faults(after: unknown)) == 1)

    try commit(String(repeating: "a", count: 73) + "\n\nOne too many.")
    try commit("Nobody knows why")
    try commit("Nobody knows why, but who\n\nCo-authored-by: Bo <bo@example.com>")
    _ = try git("checkout", "--quiet", "-b", "side", base)
    try commit("A commit of a branch is another one's matter")
    _ = try git("checkout", "--quiet", "main")
    _ = try git("merge", "--quiet", "--no-ff", "side", "--message", "A merge without a word")
    let lines = try faults(after: base)
    #expect(count("the subject has 73 characters; 72 at most", in: lines) == 1)
    #expect(count(noBody, in: lines) == 3)
    #expect(lines.count == 4, "\(lines)")
  }
}
