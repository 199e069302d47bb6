import TestSupport
import Testing
import TollgateKit
import TollgateRuntime

/// A compiled file may hold any graph that is sound, also what no text compiles to. It is told
/// without a crash.
@Suite struct OddGraphTests {
  private static let text = """
    tiers free < pro
    product annual
      grants pro
    meter bills
    feature a
    fact choice is x or y
    fact day is a date
    fact flag is yes or no
    fact version is a version
    fact number is a number
    rollout some is 50% of users
    grant pro when version since 1.4
    bills > 5 requires pro
      reminder at 3
    a requires pro when choice is x and day since 2026-01-01
    """

  private func parts() throws -> RuleGraph.Parts {
    try policy(OddGraphTests.text).graph.parts
  }

  private func tell(_ parts: RuleGraph.Parts) throws -> [String] {
    tell(try RuleGraph(verifying: parts))
  }

  private func tell(_ graph: RuleGraph) -> [String] {
    let policy = Policy(graph: graph)
    return ["en", "zh-Hans"].map { policy.plainDescription(in: $0).text }
  }

  /// Every kind of node, with every value at the edges, in every place of a rule.
  @Test(arguments: Node.Kind.allCases) func everyNodeHasWordsEverywhere(kind: Node.Kind) throws {
    let parts = try parts()
    var count = 0
    for value in [Int64.min, -1, 0, 1, 2, 86_400_000, .max] {
      for fact in 0..<Int32(parts.facts.count) {
        var odd = parts
        let isJoined = kind == .all || kind == .any
        odd.edges.append(0)
        let node = Node(
          kind, a: try operand(kind, fact, odd), b: isJoined ? 1 : kind == .entitlement ? -1 : 0,
          value: kind == .usageAtLeast ? max(0, value) : value)
        odd.nodes.append(node)
        let index = Int32(odd.nodes.count - 1)
        odd.nodes.append(Node(.not, a: index))
        for place in 0..<4 {
          var rule = odd.rules[1]
          let node = place % 2 == 0 ? index : index + 1
          rule.requirement = node
          rule.inForce = node
          rule.condition = place < 2 ? index : index + 1
          rule.soft = node
          odd.replace(rules: odd.rules.enumerated().map { $0 == 1 ? rule : $1 })
          // A value that no text can write is refused.
          guard let graph = try? RuleGraph(verifying: odd) else { continue }
          count += 1
          for text in tell(graph) { #expect(text.contains("\n  a\n")) }
        }
      }
    }
    #expect(count >= 4)
  }

  private func operand(_ kind: Node.Kind, _ fact: Int32, _ parts: RuleGraph.Parts) throws -> Int32 {
    switch kind {
    case .all, .any: Int32(parts.edges.count - 1)
    case .factIs, .factAtLeast, .timeSince, .monthsSince: fact
    default: 0
    }
  }

  @Test func controlCharactersDoNotReachATerminal() throws {
    var odd = try parts()
    odd.name = "a\u{1B}[31m\nb"
    #expect(throws: GraphError.self) { try RuleGraph(verifying: odd) }
  }

  @Test func aDeepConditionIsToldToItsEnd() throws {
    var odd = try parts()
    for depth in 0..<400 {
      odd.edges += [Int32(odd.nodes.count - 1), 0]
      odd.nodes.append(
        Node(depth % 2 == 0 ? .all : .any, a: Int32(odd.edges.count - 2), b: 2))
    }
    var rules = Array(odd.rules)
    rules[1].condition = Int32(odd.nodes.count - 1)
    odd.replace(rules: rules)
    #expect(try tell(odd).allSatisfy { !$0.isEmpty })
  }
}
