import Foundation
import TestSupport
import Testing
import TollgateKit
@testable import TollgatePopulation
import TollgateRuntime

/// Users are counted a block at a time, and decided as one by one.
@Suite struct BlockTests {
  private static let count = 12 * Cases.factor

  /// A policy, the same with other limits, and users at the borders of both.
  private static func example(
    _ seed: UInt64
  ) throws -> (policies: [Policy], users: [Snapshot], now: Instant)? {
    var generator = Naive.Generator(
      seed: 200_000 + seed, hasLadders: seed % 2 == 1, hasUses: seed % 3 == 2)
    let naive = generator.policy()
    let evaluator = Naive.Evaluator(naive)
    let situations = (0..<20).map { _ in generator.situation(for: evaluator) }
    let source = naive.source()
    let policy = try Policy(source: source)
    let other = source.replacingOccurrences(of: " > 1", with: " > 2")
      .replacingOccurrences(of: "requires nothing", with: "requires e0")
    let policies = [policy] + ((try? Policy(source: other)).map { [$0] } ?? [])
    let now = Instant(milliseconds: Int64(situations[0].ask.now))
    guard var boundaries = try? Boundaries(policies, at: now, seed: seed) else { return nil }
    var users = boundaries.users()
    for (snapshot, _) in situations {
      let read = try Snapshot(json: snapshot.json()).resolvingFacts(for: policy.graph)
      users.append(read.0)
    }
    return (policies, users, now)
  }

  /// A user who is read back from the columns has the same outcome, rule and figures.
  @Test func aUserOfTheColumns() throws {
    var tried = 0
    for seed in 0..<UInt64(BlockTests.count) {
      guard let (policies, users, now) = try BlockTests.example(seed) else { continue }
      let graph = policies[0].graph
      let prepared = users.map { graph.prepareOnce($0) }
      let cohort = graph.cohort(of: prepared, at: now)
      for (place, before) in prepared.enumerated() {
        let after = cohort.user(place)
        for target in graph.targets {
          tried += 1
          let words = "seed \(seed), user \(place): \(graph.parts.targets[Int(target.index)].name)"
          #expect(
            graph.answer(target.index, for: after, at: now)
              == graph.answer(target.index, for: before, at: now), "\(words)")
          let figures = [before, after].map { user -> [Int64?] in
            let verdict = graph.verdict(target, for: user, at: now)
            return [verdict.limit, verdict.isUnlimited ? 1 : 0, verdict.isUndecided ? 1 : 0]
          }
          #expect(figures[0] == figures[1], "\(words)")
        }
      }
    }
    #expect(tried > 3_000)
  }

  /// What is counted together is the sum of what is counted one by one; and what changes is told
  /// user by user.
  @Test func blocksAndSingleUsers() throws {
    var counted = 0
    var told = 0
    for seed in 0..<UInt64(BlockTests.count) {
      guard let (policies, users, now) = try BlockTests.example(seed) else { continue }
      let graphs = policies.map { $0.graph }
      let impact = Impact(of: graphs, at: now)
      let cohorts = graphs.map { graph in
        graph.cohort(of: users.map { graph.prepareOnce($0) }, at: now)
      }
      let groups = users.indices.map { $0 % 3 == 0 ? "a" : "b" }
      var together = ImpactCounter(impact)
      var changes: [String] = []
      together.add(cohorts, groups: groups, id: { "\($0)" }) { user, change in
        changes.append("\(user) \(change.target) \(change.before) \(change.after)")
      }
      var apart = ImpactCounter(impact)
      var others: [String] = []
      for (place, user) in users.enumerated() {
        let one = graphs.map { $0.cohort(of: [$0.prepareOnce(user)], at: now) }
        apart.add(one, groups: [groups[place]], id: { _ in "\(place)" }) { _, change in
          others.append("\(place) \(change.target) \(change.before) \(change.after)")
        }
      }
      #expect(changes == others, "seed \(seed)")
      told += changes.count
      let (one, other) = (together.finish(), apart.finish())
      #expect(one.users == users.count && other.users == users.count)
      for target in one.targets.indices {
        counted += BlockTests.compare(one.counts[target], other.counts[target], seed)
        for group in ["a", "b"] {
          guard let first = one.groups[group], let second = other.groups[group] else {
            Issue.record("seed \(seed): there is no group \(group)")
            continue
          }
          _ = BlockTests.compare(first[target], second[target], seed)
        }
      }
    }
    #expect(counted > 50 * Cases.factor && told > 50 * Cases.factor)
  }

  /// How many rules and values were compared.
  private static func compare(
    _ one: Impact.Count, _ other: Impact.Count, _ seed: UInt64
  ) -> Int {
    for before in Standing.allCases {
      for after in Standing.allCases {
        #expect(one.users(before, after) == other.users(before, after), "seed \(seed)")
      }
    }
    #expect(one.stale == other.stale, "seed \(seed)")
    #expect(one.lines == other.lines, "seed \(seed)")
    #expect(one.values == other.values, "seed \(seed)")
    #expect(one.examples == other.examples, "seed \(seed)")
    return one.lines.count + one.values.count
  }

  /// Those who are alike are told apart by 40 conditions and a number.
  @Test func manyConditions() {
    var alike = Alike(TruthBlock.width)
    for bit in 0..<40 {
      var truth = TruthBlock.no
      for user in 0..<TruthBlock.width where user >> (bit % 10) & 1 == 1 {
        truth.surely[user: user] = bit % 3 != 0
        truth.possibly[user: user] = true
      }
      alike.divide(by: truth)
    }
    #expect(alike.parts.count == TruthBlock.width)
    var keys: Set<[Int64]> = []
    for part in alike.close() {
      #expect(part.users.bitCount == 1)
      #expect(keys.insert(part.key).inserted)
    }
  }
}
