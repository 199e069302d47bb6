import Foundation
import TestSupport
import Testing

@testable import tollgate

/// Progress: only where somebody waits and sees it, and never among results.
@Suite struct ProgressTests {
  /// What is shown when each step takes so many seconds.
  private func shown(_ steps: Int, of total: Int?, each: Double, isShown: Bool = true) -> [String] {
    var now = 0.0
    var lines: [String] = []
    var progress = Progress(
      "files", of: total, isShown: isShown, seconds: { now }, show: { lines.append($0) })
    for _ in 0..<steps {
      now += each
      progress.advance()
    }
    return lines
  }

  @Test func nothingIsShownWithinASecond() {
    #expect(shown(9, of: 9, each: 0.1) == [])
    #expect(shown(3, of: 9, each: 0.5) == ["2 of 9 files, 22 % …", "3 of 9 files, 33 % …"])
  }

  @Test func aLineStandsForAWhile() {
    #expect(shown(2000, of: nil, each: 0.001).count <= 11)
    #expect(shown(2, of: nil, each: 5) == ["1 files …", "2 files …"])
  }

  @Test func whereNobodySeesItNothingIsShown() {
    #expect(shown(9, of: 9, each: 5, isShown: false) == [])
  }

  /// A batch whose second line comes more than a second after the first is answered, as `script`
  /// shows it. On a busy machine the command may begin late; where its results are in a file, the
  /// second line waits for the first of them.
  private func onTerminal(_ redirection: String, _ folder: Folder) throws -> String? {
    guard FileManager.default.fileExists(atPath: "/usr/bin/script") else { return nil }
    try folder.write("bills > 5 requires pro\n", to: "a.gate")
    let waiting =
      redirection.contains("results") ? "until test -s results; do sleep 0.1; done;" : ""
    try folder.write(
      """
      rm -f results
      (echo '{"target":"bills"}'; \(waiting) sleep 2; echo '{"target":"bills"}'; echo '{}') |
        "$tollgate" check a.gate --batch - \(redirection)
      """, to: "slow")
    #if os(Linux)
      let line = "script -qec 'sh slow' /dev/null < /dev/null"
    #else
      let line = "script -q /dev/null sh slow < /dev/null"
    #endif
    return try Command.shell(line, in: folder.url, environment: ["TERM": "xterm"]).output
  }

  @Test func onATerminalItIsShownAndErased() throws {
    let folder = try Folder()
    guard let output = try onTerminal("> results", folder) else { return }
    #expect(output.contains(" lines …"))
    #expect(output.hasSuffix("\r\u{1B}[K"))
    #expect(try folder.text("results").split(separator: "\n").count == 3)
    #expect(!(try folder.text("results").contains("lines …")))
  }

  @Test func neverAmongResultsNorWithoutATerminal() throws {
    let folder = try Folder()
    guard let output = try onTerminal("", folder) else { return }
    #expect(!output.contains("lines …"))
    let piped = try #require(try onTerminal("2> errors > results", folder))
    #expect(piped == "")
    #expect(try folder.text("errors") == "")
  }
}
