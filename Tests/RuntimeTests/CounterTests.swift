import Testing
import TollgateCompiler
import TollgateSyntax

@testable import TollgateRuntime

@Suite struct CounterTests {
  private func step(_ at: Int64, _ used: Int64) -> Counter.Step {
    Counter.Step(at: Instant(milliseconds: at), used: used)
  }

  @Test func everyWindowHasANameThatMeansIt() throws {
    var names: Set<String> = []
    for unit in Window.Unit.allCases {
      for number in [1, 2, 3, 24, 60, 999, 1_000] {
        let window = try #require(Window(number, unit))
        let name = try #require(window.name)
        #expect(Window(name: name) == window)
        #expect(Window(code: Int32(window.code)) == window)
        #expect(names.insert(name).inserted)
      }
      #expect(Window(0, unit) == nil)
      #expect(Window(1_001, unit) == nil)
    }
    #expect(Window(24, .hour) != .day)
    #expect(Window(3, .hour)?.name == "3 hours")
    #expect(Window.total.name == nil)
  }

  @Test(arguments: [
    "", "days", "1 day", "1 days", "3 hour", "3  hours", "03 hours", "3hours", "1001 days",
    "99999999999999999999 days", " day", "day ", "Day", "3 seconds", "0 days", "-3 days", "3 ",
  ])
  func noOtherTextMeansAWindow(_ text: String) {
    #expect(Window(name: text) == nil)
  }

  @Test func noOtherCodeIsAWindow() {
    var codes = 0
    for code in Int32(-10)...70_000 where Window(code: code) != nil { codes += 1 }
    #expect(codes == 1 + 6 * 1_000)
    #expect(Window(code: 1 << 3 | 1) == nil)
  }

  @Test func stepsOutOfOrderOrUpwardsAreRefused() {
    #expect(throws: CounterError.rises(0, from: 5, to: 6)) { try Counter(5, then: [step(1, 6)]) }
    #expect(throws: CounterError.rises(1, from: 3, to: 4)) {
      try Counter(5, then: [step(1, 3), step(2, 4)])
    }
    #expect(throws: CounterError.notLater(1)) {
      try Counter(5, then: [step(1, 3), step(1, 2)])
    }
    #expect(throws: CounterError.negative(0)) { try Counter(5, then: [step(1, -1)]) }
    let most = (0..<1_000).map { step(Int64($0), 0) }
    #expect(throws: Never.self) { try Counter(5, then: most) }
    #expect(throws: CounterError.tooMany(1_001)) { try Counter(5, then: most + [step(2_000, 0)]) }
  }

  @Test func resetsTakesThePlaceOfSteps() throws {
    var counter = try Counter(5, then: [step(1, 3)])
    counter.resets = Instant(milliseconds: 9)
    #expect(counter.then.isEmpty)
    #expect(counter == Counter(5, resets: Instant(milliseconds: 9)))
  }

  @Test func usageKeepsEveryWindow() throws {
    var usage = Usage()
    let three = try #require(Window(3, .hour))
    usage[three] = Counter(4)
    usage[.day] = Counter(5)
    usage.total = Counter(6)
    #expect(usage.windows == [.total, three, .day])
    #expect(usage[three] == Counter(4))
    #expect(usage[.hour] == nil)
    #expect(usage == Usage([three: Counter(4), .day: Counter(5), .total: Counter(6)]))
    usage[three] = nil
    #expect(usage == Usage(total: Counter(6), day: Counter(5)))
  }
}

/// What decisions make of counters that fall.
@Suite struct FallingCounterTests {
  private let now = Instant(milliseconds: 1_000)

  private func graph() throws -> RuleGraph {
    let source = """
      meter messages
      messages > 40 per 3 hours requires plus
      messages > 100 per day requires plus
      """
    return try #require(Compiler.compile(Source(name: "policy.gate", text: source)).graph)
  }

  private func falling(_ used: Int64, _ steps: [(Int64, Int64)]) throws -> Counter {
    try Counter(
      used, then: steps.map { Counter.Step(at: Instant(milliseconds: $0.0), used: $0.1) })
  }

  @Test func theLastStepThatIsNotLaterCounts() throws {
    let (graph, window) = (try graph(), try #require(Window(3, .hour)))
    let target = try #require(graph.target("messages"))
    let counter = try falling(60, [(2_000, 45), (3_000, 12), (4_000, 0)])
    let snapshot = Snapshot(usage: ["messages": Usage([window: counter, .day: Counter(0)])])
    for prepared in [graph.prepareTyped(snapshot), graph.prepareOnce(snapshot)] {
      for (time, used) in [(1_999, 60), (2_000, 45), (2_999, 45), (3_000, 12), (9_000, 0)] {
        let at = Instant(milliseconds: Int64(time))
        let verdict = graph.verdict(target, for: prepared, at: at)
        #expect(verdict.used == Int64(used) && verdict.window == window, "at \(time)")
        #expect(verdict.isAllowed == (used < 40), "at \(time)")
      }
      let decision = graph.decide(target, for: prepared, at: now)
      #expect(decision.validUntil == Instant(milliseconds: 3_000))
      #expect(decision.waysIn.contains(.wait(until: Instant(milliseconds: 3_000))))
      #expect(decision.quota?.resets == Instant(milliseconds: 2_000))
      #expect(decision.quota?.over == 20)
    }
  }

  @Test func countingAgainForgetsTheStepsOfBefore() throws {
    let (graph, window) = (try graph(), try #require(Window(3, .hour)))
    let target = try #require(graph.target("messages"))
    let day = try falling(7, [(5_000, 1)])
    var prepared = graph.prepareTyped(Snapshot(usage: ["messages": Usage([.day: day])]))
    for use in Int64(1)...50 {
      let counter = try falling(use, [(2_000, use - 1), (3_000, 0)])
      prepared = graph.prepare(prepared, counting: target, in: window, counter)
      #expect(prepared.input.steps.count == 3)
      let verdict = graph.verdict(target, for: prepared, at: Instant(milliseconds: 2_500))
      #expect(verdict.used == use - 1)
      #expect(prepared.input.used(0, .day, at: 6_000) == 1)
    }
  }

  @Test func aWindowThatNoRuleReadsIsPassedOver() throws {
    let graph = try graph()
    let week = try #require(Window(2, .week))
    let prepared = graph.prepareTyped(Snapshot(usage: ["messages": Usage([week: Counter(5)])]))
    let target = try #require(graph.target("messages"))
    #expect(graph.verdict(target, for: prepared, at: now).reason == .unknownUsage)
    let counted = graph.prepare(prepared, counting: target, in: week, Counter(7))
    #expect(graph.verdict(target, for: counted, at: now).reason == .unknownUsage)
  }
}
