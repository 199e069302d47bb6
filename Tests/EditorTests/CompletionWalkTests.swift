import Foundation
import TestSupport
import Testing

/// Completion knows what may follow: see ``CompletionWalk``.
@Suite struct CompletionWalkTests {
  @Test func everyWordOfTheSuiteIsOfferedAndNoOfferIsRefused() throws {
    var walk = CompletionWalk()
    for text in try CompletionWalk.policies() { walk.walk(text) }
    if let path = ProcessInfo.processInfo.environment["TOLLGATE_WALK"] {
      let lines =
        ["asked \(walk.asked), offered \(walk.offered)", "missing \(walk.missing.count)"]
        + walk.missing + ["refused \(walk.refused.count)"] + walk.refused
      try lines.joined(separator: "\n").write(toFile: path, atomically: true, encoding: .utf8)
    }
  }
}
