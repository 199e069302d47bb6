import Testing
import TollgateRuntime
import TollgateSyntax

@testable import TollgateCompiler

/// The minimal sets of names that would meet a requirement.
struct NeedsTests {
  private static let names = """
    tiers free < plus < pro
    entitlements basic, advanced, x, y
    entitlement full includes basic and advanced
    fact beta is yes or no

    """

  private func needs(_ requirement: String) throws -> [[String]] {
    let parts = try parts("\(Self.names)f requires \(requirement)\n")
    return parts.rules[0].needs.map { set in
      set.map { need in
        switch need {
        case .entitlement(let index): parts.entitlements[Int(index)].name
        case .fact(let index): parts.facts[Int(index)].name
        }
      }
    }
  }

  @Test(
    arguments: [
      ("pro", [["pro"]]), ("nothing", []), ("not pro", [[]]), ("free", [[]]),
      ("pro or free", [[]]), ("pro and free", [["pro"]]),
      ("advanced or full", [["advanced"], ["full"]]),
      ("basic and full", [["full"]]), ("full and basic", [["full"]]),
      ("basic and advanced", [["basic", "advanced"]]),
      ("(basic and x) or full", [["full"], ["basic", "x"]]),
      ("(basic and advanced) or full", [["full"], ["basic", "advanced"]]),
      ("plus and pro", [["pro"]]), ("plus or pro", [["plus"], ["pro"]]),
      ("beta and not banned", [["beta"]]), ("x and (beta or y)", [["x", "beta"], ["x", "y"]]),
      ("not (x or not y)", [[]]), ("not not x", [[]]), ("x and not (y and not beta)", [["x"]]),
      ("x or (x and y)", [["x"]]),
      ("(y or x) and (x or beta)", [["x"], ["y", "beta"]]),
    ] as [(String, [[String]])])
  func minimal(_ requirement: String, _ expected: [[String]]) throws {
    let text = requirement.contains("banned") ? "beta and not x" : requirement
    #expect(try needs(text) == expected)
  }

  @Test func offNeedsNothing() throws {
    #expect(try parts("f is off\n").rules[0].needs == [])
  }

  /// Against all subsets of the written names, tried one by one.
  @Test func agreesWithBruteForce() throws {
    var random = SeededRandom(4)
    for _ in 0..<150 {
      let requirement = randomRequirement(&random, depth: 3)
      let policy = try policy("\(Self.names)f requires \(requirement)\n")
      guard case .requires(let checked) = policy.rules[0].effect else { continue }
      var needs = Needs(policy: policy)
      let found = Set(needs.minimal(checked).map { Set($0) })
      #expect(found == bruteForce(checked, policy), "\(requirement)")
    }
  }

  private func randomRequirement(_ random: inout SeededRandom, depth: Int) -> String {
    let names = ["free", "plus", "pro", "basic", "advanced", "full", "x", "beta"]
    if depth == 0 || Int.random(in: 0..<4, using: &random) == 0 {
      return names.randomElement(using: &random) ?? "x"
    }
    if Int.random(in: 0..<6, using: &random) == 0 {
      return "not (\(randomRequirement(&random, depth: depth - 1)))"
    }
    let join = Bool.random(using: &random) ? " and " : " or "
    let count = Int.random(in: 2...3, using: &random)
    let parts = (0..<count).map { _ in "(\(randomRequirement(&random, depth: depth - 1)))" }
    return parts.joined(separator: join)
  }

  private func bruteForce(
    _ requirement: CheckedExpression, _ policy: CheckedPolicy
  ) -> Set<Set<Rule.Need>> {
    var written: Set<Rule.Need> = []
    collect(requirement, &written)
    let names = Array(written)
    var meeting: [Set<Rule.Need>] = []
    for bits in 0..<(1 << names.count) {
      let set = Set(names.indices.filter { bits >> $0 & 1 == 1 }.map { names[$0] })
      var held = Set(set.flatMap { closure($0, policy) })
      held.insert(.entitlement(0))
      if holds(requirement, held) { meeting.append(set) }
    }
    return Set(meeting.filter { set in !meeting.contains { $0.isStrictSubset(of: set) } })
  }

  private func closure(_ need: Rule.Need, _ policy: CheckedPolicy) -> [Rule.Need] {
    guard case .entitlement(let index) = need else { return [need] }
    return policy.entitlements[Int(index)].gives.map { .entitlement($0) }
  }

  private func collect(_ expression: CheckedExpression, _ names: inout Set<Rule.Need>) {
    switch expression {
    case .entitlement(let index, _): names.insert(.entitlement(index))
    case .factIs(let fact, _, _): names.insert(.fact(fact))
    case .all(let list, _), .any(let list, _): list.forEach { collect($0, &names) }
    default: break
    }
  }

  /// Whether a set meets a requirement in which every `not` is met.
  private func holds(_ expression: CheckedExpression, _ held: Set<Rule.Need>) -> Bool {
    switch expression {
    case .entitlement(let index, _): held.contains(.entitlement(index))
    case .factIs(let fact, _, _): held.contains(.fact(fact))
    case .all(let list, _): list.allSatisfy { holds($0, held) }
    case .any(let list, _): list.contains { holds($0, held) }
    default: true
    }
  }

  @Test func thereAreAtMostSixtyFour() throws {
    let pairs = (0..<20).map { "(a\($0) or b\($0))" }.joined(separator: " and ")
    let needs = try parts("f requires \(pairs)\n").rules[0].needs
    #expect(needs.count == 64)
    #expect(needs.allSatisfy { $0.count == 20 })
    let many = (0..<3000).map { "e\($0)" }.joined(separator: " or ")
    #expect(try parts("f requires \(many)\n").rules[0].needs.count == 64)
    let all = (0..<3000).map { "(a\($0) or b\($0))" }.joined(separator: " and ")
    #expect(try parts("f requires \(all)\n").rules[0].needs.first?.count == 3000)
  }
}
