import TestSupport
import Testing
import TollgateCompiler
import TollgateRuntime
import TollgateSyntax

/// What is worked out ahead has an end; what lies beyond it is decided all the same.
@Suite struct PatternTests {
  /// 1,200 features, each with a requirement of its own.
  private static let source: String = {
    var text = (0..<74).map { "entitlement e\($0)" }.joined(separator: "\n") + "\nmeter bills\n"
    for index in 0..<1200 { text += "feature f\(index)\n" }
    for index in 0..<1200 { text += "f\(index) requires e\(index / 24) and e\(50 + index % 24)\n" }
    return text + "bills > 5 requires e1\n"
  }()

  @Test func whatIsFavoredIsWorkedOutAhead() throws {
    let graph = try #require(
      Compiler.compile(Source(name: "a.gate", text: PatternTests.source)).graph)
    let last = try #require(graph.target("f1199"))
    #expect(graph.patterns.plain.count == Patterns.mostPlain)
    #expect(graph.patterns.slots[Int(last.index)] < 0)
    let favoring = graph.favoring([last])
    #expect(favoring.patterns.slots[Int(last.index)] == 0)
    #expect(favoring.fingerprint == graph.fingerprint)
  }

  @Test func anAnswerIsTheSameWorkedOutAheadOrNot() throws {
    let graph = try #require(
      Compiler.compile(Source(name: "a.gate", text: PatternTests.source)).graph)
    let favoring = graph.favoring(Array(graph.targets.suffix(600)))
    let now = Instant(milliseconds: 1_780_000_000_000)
    let snapshot = Snapshot(
      asOf: now, grants: (20..<70).map { Grant(entitlement: "e\($0)") }, usage: ["bills": Usage(5)])
    let (prepared, other) = (graph.prepareTyped(snapshot), favoring.prepareTyped(snapshot))
    let unprepared = graph.prepareOnce(snapshot)
    var all: [Verdict] = []
    graph.verdicts(for: prepared, at: now, into: &all)
    for (target, verdict) in zip(graph.targets, all) {
      #expect(graph.verdict(target, for: prepared, at: now) == verdict)
      #expect(favoring.verdict(target, for: other, at: now) == verdict)
      #expect(graph.verdict(target, for: unprepared, at: now) == verdict)
      #expect(graph.isAllowed(target, for: unprepared, at: now) == verdict.isAllowed)
    }
    #expect(Set(all.map { $0.reason }) == [.granted, .notHeld, .limitReached])
  }
}
