import TestSupport
import Testing
import TollgateRuntime
import TollgateSyntax

@testable import TollgateCompiler

/// From the checked policy to the parts of the graph.
struct LoweringTests {
  /// A condition written out.
  private func words(_ node: Int32, _ parts: RuleGraph.Parts) -> String {
    let found = parts.nodes[Int(node)]
    func list(_ sign: String) -> String {
      let children = parts.edges[Int(found.a)..<Int(found.a) + Int(found.b)]
      return "(" + children.map { words($0, parts) }.joined(separator: sign) + ")"
    }
    switch found.kind {
    case .never: return "never"
    case .always: return "always"
    case .all: return list(" & ")
    case .any: return list(" | ")
    case .not: return "!" + words(found.a, parts)
    case .entitlement:
      let name = parts.entitlements[Int(found.a)].name
      return found.b < 0 ? name : "\(name)<\(words(found.b, parts))>"
    case .paid: return "paid " + parts.entitlements[Int(found.a)].name
    case .statement: return "#\(found.b)" + words(found.a, parts)
    case .factIs: return "\(parts.facts[Int(found.a)].name)=\(found.value)"
    case .factAtLeast: return "\(parts.facts[Int(found.a)].name)>=\(found.value)"
    case .usageAtLeast: return "\(parts.meters[Int(found.a)].name)/\(found.b)>=\(found.value)"
    case .inRollout: return "in \(parts.rollouts[Int(found.a)].name)"
    case .timeAtLeast: return "t>=\(found.value)"
    case .timeSince: return "t>=\(parts.facts[Int(found.a)].name)+\(found.value)"
    case .monthsSince: return "t>=\(parts.facts[Int(found.a)].name)+\(found.value)M"
    }
  }

  private func condition(_ condition: String, _ declarations: String = "") throws -> String {
    let parts = try parts("\(declarations)\nx is off when \(condition)\n")
    return words(parts.rules[0].condition, parts)
  }

  @Test(arguments: [
    ("p is ios", "p=0"), ("p is not ios", "!p=0"), ("p is one of ios, web", "(p=0 | p=1)"),
    ("not not p is ios", "p=0"), ("p is ios and p is ios", "p=0"),
    ("(p is ios and p is web) and p is mac", "(p=0 & p=1 & p=2)"),
    ("p is ios or not p is ios", "(p=0 | !p=0)"),
    ("d before 1970-01-02", "!d>=86400000"), ("d since 1970-01-02", "d>=86400000"),
    ("m > 5", "m/0>=6"), ("m >= 5", "m/0>=5"), ("m < 5 per day", "!m/1>=5"),
    ("m <= 5 per year", "!m/4>=6"), ("m is 5", "(m/0>=5 & !m/0>=6)"),
    ("m > 9223372036854775807", "never"), ("m <= 9223372036854775807", "always"),
    ("m is not 5", "!(m/0>=5 & !m/0>=6)"), ("p is ios and m > 9223372036854775807", "never"),
  ])
  func conditions(_ text: String, _ expected: String) throws {
    #expect(try condition(text) == expected)
  }

  @Test func declaredFacts() throws {
    let facts = "fact b is yes or no\nfact n is a number\nrollout r is 12.5% of users"
    #expect(try condition("b", facts) == "b=1")
    #expect(try condition("b is no", facts) == "b=0")
    #expect(try condition("n > 3", facts) == "n>=4")
    #expect(try condition("n is 3", facts) == "(n>=3 & !n>=4)")
    #expect(try condition("n is 9223372036854775807", facts) == "n>=9223372036854775807")
    #expect(try condition("in r and not b", facts) == "(in r & !b=1)")
    #expect(try parts(facts + "\n").rollouts[0].share == 1250)
  }

  @Test func versionsBecomeRanks() throws {
    let parts = try parts(
      """
      fact v is a version, otherwise 1.5
      a is off when v before 2.0
      b is off when v since 1.4 and v before 2
      c is off when v since 1.4.0
      """)
    #expect(parts.facts[0].versions == [Version(1, 4), Version(2)])
    #expect(parts.facts[0].otherwise == 1)
    #expect(parts.rules.map { words($0.condition, parts) } == ["!v>=2", "(!v>=2 & v>=1)", "v>=1"])
  }

  @Test func timeAndSoftness() throws {
    let parts = try parts(
      """
      fact d is a date
      a requires pro from 1970-01-01T00:00:01Z until 1970-01-01T00:00:02Z
      b requires pro from 1 day after d
        soft until 2 days after d
      c requires pro unless d before 1970-01-01
        soft
      """)
    #expect(
      parts.rules.map { words($0.inForce, parts) } == [
        "(t>=1000 & !t>=2000)", "t>=d+86400000", "always",
      ])
    #expect(parts.rules.map { words($0.soft, parts) } == ["never", "!t>=d+172800000", "always"])
    #expect(words(parts.rules[2].condition, parts) == "d>=0")
  }

  @Test func grantsOfThePolicy() throws {
    let parts = try parts(
      """
      tiers free < pro < max
      fact d is a date
      grant max for 1 day after d when d since 1970-01-01
      grant pro until 1970-01-01T00:00:01Z
      a requires pro
      b requires max
      c requires free
      """)
    let pro = "pro<(#0(t>=d+0 & !t>=d+86400000 & d>=0) | #1!t>=1000)>"
    #expect(parts.statementGrants.map(\.entitlement) == [2, 1])
    #expect(parts.statementGrants.map(\.row.number) == [3, 4])
    #expect(words(parts.rules[0].requirement, parts).count == pro.count)
    #expect(words(parts.rules[0].requirement, parts).hasPrefix("pro<("))
    #expect(words(parts.rules[1].requirement, parts).hasPrefix("max<#0("))
    #expect(parts.nodes.filter { $0.kind == .entitlement }.count == 3)
  }

  @Test func limits() throws {
    let parts = try parts(
      """
      meter seats
      feature f
      seats > 5 requires pro
      seats >= 5 per month requires pro
      seats > undecided requires pro
      seats > allowance requires pro
      seats > allowance otherwise 3 requires pro
      seats requires pro
      seats > 9 is not allowed
      f is off
      f requires nothing
      """)
    #expect(
      parts.rules.map { $0.limit?.kind } == [
        .atMost(5), .atMost(4), .undecided, .allowance(otherwise: nil), .allowance(otherwise: 3),
        .bare, .atMost(9), nil, nil,
      ])
    #expect(parts.rules[1].limit?.window == .month)
    #expect(
      parts.rules.map(\.effect) == [
        .requires, .requires, .requires, .requires, .requires, .requires, .off, .off,
        .requiresNothing,
      ])
    #expect(parts.targets.map(\.rules) == [[7, 8], [0, 1, 2, 3, 4, 5, 6]])
    #expect(parts.rules[6].needs.isEmpty)
  }

  @Test func targetsAndGroups() throws {
    let parts = try parts(
      """
      meter m
      feature a "A"
        benefit "first"
      series L1..L3 "Lesson"
      feature b
      group inner is L2..L3, a
      group outer is inner, b
      everything except outer requires pro
      outer requires max
      """)
    #expect(parts.targets.map(\.name) == ["a", "L1", "L2", "L3", "b", "m"])
    #expect(parts.targets.map(\.rules) == [[1], [0], [1], [1], [1], []])
    #expect(parts.targets.map(\.meter) == [nil, nil, nil, nil, nil, 0])
    #expect(parts.targets[0].benefits.count == 1)
    #expect(parts.targets[1].label == parts.targets[3].label)
    #expect(parts.groups.map(\.name) == ["inner", "outer", "L1..L3"])
    #expect(parts.groups.map(\.members) == [[0, 2, 3], [0, 2, 3, 4], [1, 2, 3]])
  }

  @Test func placesAndTexts() throws {
    let parts = try parts(
      "# a comment\n\nL1 .. L3 ,\n  x  and y   requires ( a  or b )   # why\n  soft\n")
    #expect(parts.rules[0].place.text == "L1..L3, x and y requires (a or b)")
    #expect(parts.rules[0].place.row.number == 3)
    #expect(parts.file == "Test.gate")
  }

  @Test func productsKeptApartSaySoBoth() throws {
    let parts = try parts("product a\n  not with b, c\nproduct b\nproduct c\n  not with b\n")
    #expect(parts.products.map(\.notWith) == [[1, 2], [0, 2], [0, 1]])
  }

  @Test func labelsAreOne() throws {
    let parts = try parts("feature a \"X\"\nfeature b \"X\"\nfeature c \"X\" de \"Y\"\nfeature d\n")
    #expect(parts.targets.map(\.label) == [0, 0, 1, nil])
  }

  @Test func equalConditionsAreOneNode() throws {
    let parts = try parts(
      """
      a requires x and (y or z) when p is ios and q is no
      b requires (z or y) and x when q is no and p is ios
      c requires (x and y) or z when p is ios
      """)
    #expect(parts.rules[0].requirement == parts.rules[1].requirement)
    #expect(parts.rules[0].condition == parts.rules[1].condition)
    #expect(Set(parts.nodes).count == parts.nodes.count)
  }

  @Test func claimsExtendTheGraph() throws {
    let text = "tiers free < pro\ngrant pro when b > 3\nx requires pro\nalways x allowed with pro\n"
    let result = compile(text)
    let policy = try #require(result.policy)
    let graph = try #require(result.graph)
    var lowering = Lowering(policy, extending: graph.parts)
    let node = lowering.extend(policy.claims[0].requirement)
    #expect(node == graph.parts.rules[0].requirement)
    #expect(lowering.extended.nodes == graph.parts.nodes)
    _ = lowering.extend(policy.claims[0].applies)
    _ = try RuleGraph(verifying: lowering.extended)
  }
}
