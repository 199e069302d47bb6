import Foundation
import TestSupport
import Testing

/// Completion knows what may follow: see ``CompletionWalk``.
@Suite struct CompletionWalkTests {
  /// The places at which a word is missing (`→`) or refused (`+`). They may become fewer only:
  /// `TOLLGATE_CASES=3 TOLLGATE_RECORD=1` writes them.
  private static let known = Repository.url("Tests/EditorTests/completion-walk.txt")

  /// An eighth of the places; all of them in CI.
  @Test func onlyKnownWordsAreMissingOrRefused() throws {
    var walk = CompletionWalk(share: Cases.factor > 1 ? 1 : 8)
    for text in try CompletionWalk.policies() { walk.walk(text) }
    #expect(walk.asked > 2_000 / walk.share && walk.offered > 6_000 / walk.share)
    let found = Set((walk.missing + walk.refused).map { $0.replacing("\n", with: "⏎") })
    if ProcessInfo.processInfo.environment["TOLLGATE_RECORD"] == "1", walk.share == 1 {
      print("asked \(walk.asked), offered \(walk.offered)")
      print("missing \(walk.missing.count), refused \(walk.refused.count)")
      let lines = found.sorted().map { $0 + "\n" }.joined()
      try lines.write(to: CompletionWalkTests.known, atomically: true, encoding: .utf8)
    }
    let known = try String(contentsOf: CompletionWalkTests.known, encoding: .utf8)
    let new = found.subtracting(known.split(separator: "\n").map { String($0) })
    #expect(new.sorted() == [])
  }
}
