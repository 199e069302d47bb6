import Foundation
import TestSupport
import Testing
import TollgateKit
import TollgatePopulation

/// The generated SQL says of every user what the engine says.
///
/// SQLite comes with Python. `.ci/population` names further engines in TOLLGATE_ENGINES.
@Suite struct ExactnessTests {
  private static let now = Instant(milliseconds: 1_772_323_200_000)
  private static let environment = ProcessInfo.processInfo.environment
  private static let engines = (environment["TOLLGATE_ENGINES"] ?? "sqlite")
    .split(separator: ",").map { String($0) }
  /// So many random policies; CI tries three times as many.
  private static let count = 20 * Cases.factor

  @Test func theShippedPolicies() throws {
    var lines: [Data] = []
    for path in try FileManager.default.subpathsOfDirectory(atPath: Repository.url("Policies").path)
    where path.hasSuffix(".gate") {
      let url = Repository.url("Policies/\(path)")
      let source = try String(contentsOf: url, encoding: .utf8)
      guard (try? Policy(source: source)) != nil else { continue }
      let other = ExactnessTests.changed(source)
      #expect(other != source || !source.contains(" > "), "\(path)")
      // By itself, and both ways to itself with other limits.
      for versions in other == source ? [[source]] : [[source], [source, other], [other, source]] {
        var example = try PopulationCase(path, versions, at: ExactnessTests.now)
        var boundaries = try Boundaries(example.policies, at: example.now, seed: 1)
        example.users = boundaries.users().enumerated().map { ("u\($0.offset)", $0.element) }
        lines.append(try #require(try example.line(), "\(path) has no SQL"))
      }
    }
    #expect(lines.count >= 20)
    try agree(lines)
  }

  @Test func randomPolicies() throws {
    var lines: [Data] = []
    var refused = 0
    var sentences: Set<String> = []
    for seed in 0..<ExactnessTests.count {
      let (policy, random) = ExactnessTests.random(UInt64(seed))
      var example = try PopulationCase("seed \(seed)", [policy], at: random.now)
      guard
        var boundaries = try? Boundaries(example.policies, at: random.now, seed: UInt64(seed))
      else {
        refused += 1
        continue
      }
      example.users = (random.snapshots + boundaries.users()).enumerated()
        .map { ("u\($0.offset)", $0.element) }
      sentences.formUnion(example.policies[0].graph.sentences)
      if let line = try example.line() { lines.append(line) } else { refused += 1 }
    }
    #expect(refused * 20 <= ExactnessTests.count)
    #expect(sentences.count == 4, "\(sentences)")
    try agree(lines)
  }

  /// Limits that go on for money, that rise by what was carried, and that are for each of something,
  /// by themselves and together.
  @Test func whatPeoplePayForAsTheyUseIt() throws {
    var lines: [Data] = []
    for (place, limit) in ExactnessTests.limits.enumerated() {
      let source = "\(ExactnessTests.shop)\n\(limit)\n"
      let other = ExactnessTests.changed(source)
      for versions in other == source ? [[source]] : [[source], [source, other]] {
        var example = try PopulationCase("limit \(place)", versions, at: ExactnessTests.now)
        for seed in 0..<UInt64(2 * Cases.factor) {
          var boundaries = try Boundaries(example.policies, at: example.now, seed: seed)
          for user in boundaries.users() {
            example.users.append(("u\(example.users.count)", user))
          }
        }
        lines.append(try #require(try example.line(), "\(source)"))
      }
    }
    try agree(lines)
  }

  private static let shop = """
    tiers free < pro < team
    trust snapshots for 7 days
    product monthly
      grants pro
      price 5 USD per month for each of seats
    product pack
      adds 10 to credits
    product big
      grants team
    meter seats
    meter credits
    feature image
    fact projects is a number
    fact partner is yes or no
    image uses 2 credits
    image uses 3 credits when partner
    """
  private static let limits = [
    """
    credits at most 20 per month
      100 with pro
      unused rolls over with pro, at most 15 carried
    """,
    """
    credits at most 20 per month
      unused rolls over
    """,
    """
    credits at most 20 per month
      100 with pro
      unused rolls over with pro, at most 50% carried
    """,
    """
    credits at most 20 per month
      30 for each of seats with pro
      unused rolls over with team, at most 25% carried
    """,
    """
    credits at most 20 per month
      10 for each of projects with pro
      then 0.05 USD for each credit with team, at most 7 more
    """,
    """
    credits at most 5 for each of seats per month
      30 with pro
      then 0.05 USD for each credit with team, at most 1 USD
    """,
    """
    credits at most allowance otherwise 20 per month
      30 with pro
      unused rolls over with team, at most 50% carried
      then 0.05 USD for each credit with pro, at most 9 more
    """,
    """
    credits > 20 per month is not allowed
    setting history is 3 for each of projects
      20 with pro
      unlimited with team
    setting sites is 2
      1 for each of seats with pro
    """,
  ]

  /// A policy and itself with other limits, and with another trust, in both directions.
  @Test func randomDifferences() throws {
    var lines: [Data] = []
    var kinds: Set<String> = []
    for seed in 0..<ExactnessTests.count / 2 {
      let (policy, random) = ExactnessTests.random(UInt64(50_000 + seed))
      var generator = Naive.SplitMix64(seed: UInt64(seed))
      let others = [policy.changingLimits(&generator), policy.changingTrust()].compactMap { $0 }
      for pair in others.flatMap({ [[policy, $0], [$0, policy]] }) {
        guard var example = try? PopulationCase("seeds \(seed)", pair, at: random.now),
          var boundaries = try? Boundaries(example.policies, at: random.now, seed: UInt64(seed))
        else { continue }
        example.users = (random.snapshots + boundaries.users()).enumerated()
          .map { ("u\($0.offset)", $0.element) }
        guard let line = try example.line() else { continue }
        lines.append(line)
        kinds.formUnion(try ExactnessTests.kinds(in: line))
      }
    }
    #expect(lines.count > ExactnessTests.count / 2)
    #expect(kinds == Set(ChangeKind.allCases.map { $0.name }))
    try agree(lines)
  }

  /// A user who is read back from the long tables is the same to every target.
  @Test func theLongTablesAreReadBack() throws {
    for seed in 0..<ExactnessTests.count / 2 {
      let (naive, random) = ExactnessTests.random(UInt64(100_000 + seed))
      let policy = try Policy(source: naive.source())
      guard var boundaries = try? Boundaries([policy], at: random.now, seed: UInt64(seed)) else {
        continue
      }
      let graph = policy.graph
      for (place, snapshot) in (random.snapshots + boundaries.users()).enumerated() {
        let long = try LongRows(for: [graph], at: random.now)
        let rows = try long.rows(of: [snapshot], id: "u\(place)")
        let read = try LongReader(rows).snapshot(for: graph)
        let (before, after) = (graph.prepareOnce(snapshot), graph.prepareOnce(read))
        for target in graph.parts.targets.indices {
          #expect(
            graph.answer(Int32(target), for: after, at: random.now)
              == graph.answer(Int32(target), for: before, at: random.now),
            "seed \(seed), user \(place): \(graph.parts.targets[target].name)\n\(rows)")
        }
      }
    }
  }

  /// A comparison that is wrong by one is seen.
  @Test func aWrongTranslationIsCaught() throws {
    let source = try String(
      contentsOf: Repository.url("Policies/ExpenseTracker.gate"), encoding: .utf8)
    var example = try PopulationCase("wrong", [source], at: ExactnessTests.now)
    var boundaries = try Boundaries(example.policies, at: example.now, seed: 1)
    example.users = boundaries.users().enumerated().map { ("u\($0.offset)", $0.element) }
    let line = try #require(
      try example.line {
        $0.replacingOccurrences(of: "used_bills <= 499", with: "used_bills <= 500")
      })
    let result = try PopulationCase.compare([line], ["sqlite"])
    #expect(result.status == 1)
    #expect(result.output.contains("the list differs"))
  }

  /// The changes that are found in a case.
  private static func kinds(in line: Data) throws -> Set<String> {
    let object = try JSONSerialization.jsonObject(with: line) as? [String: Any]
    let list = object?["list"] as? [[String]] ?? []
    return Set(list.compactMap { $0.last })
  }

  private func agree(_ lines: [Data]) throws {
    let result = try PopulationCase.compare(lines, ExactnessTests.engines)
    #expect(result.status == 0, "\(result.output.prefix(6000))\(result.errors.suffix(2000))")
  }

  private static func random(
    _ seed: UInt64
  ) -> (policy: Naive.Policy, (now: Instant, snapshots: [Snapshot])) {
    var generator = Naive.Generator(
      seed: seed, hasLadders: seed % 2 == 1, hasUses: seed % 3 == 2)
    if seed % 4 == 1 { generator.hasOverages = true }
    let policy = generator.policy()
    let evaluator = Naive.Evaluator(policy)
    let situations = (0..<12).map { _ in generator.situation(for: evaluator) }
    let now = Instant(milliseconds: Int64(situations[0].ask.now))
    let graph = try? Policy(source: policy.source()).graph
    let snapshots = situations.compactMap { situation -> Snapshot? in
      guard let line = try? BatchLine(json: situation.ask.json(with: situation.snapshot)),
        let graph, let snapshot = line.snapshot, isWithinTables(snapshot)
      else { return nil }
      return snapshot.resolvingFacts(for: graph).0
    }
    return (policy, (now, snapshots))
  }

  /// Whether no number is above those that the tables may hold.
  private static func isWithinTables(_ snapshot: Snapshot) -> Bool {
    var most: Int64 = 0
    for amount in snapshot.allowances.values { most = max(most, amount) }
    for usage in snapshot.usage.values {
      usage.forEach { most = max(most, $1.used, $1.carried, $1.then.map { $0.carried }.max() ?? 0) }
    }
    return most <= 1 << 53 && snapshot.grants.allSatisfy { $0.quantity <= 1_000_000_000 }
  }

  /// The same policy with the quantities of its limits halved.
  private static func changed(_ source: String) -> String {
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      guard let range = line.range(of: " > ") ?? line.range(of: " at most "),
        !line.hasPrefix("#"), !line.hasPrefix("tiers"), !line.hasPrefix(" ")
      else { return String(line) }
      let rest = line[range.upperBound...]
      let digits = rest.prefix { $0.isNumber || $0 == "_" }
      guard let number = Int64(digits.filter { $0 != "_" }), number > 1 else {
        return String(line)
      }
      return "\(line[..<range.upperBound])\(number / 2)\(rest.dropFirst(digits.count))"
    }
    let text = lines.joined(separator: "\n")
    return (try? Policy(source: text)) == nil ? source : text
  }
}

extension RuleGraph {
  /// Which sentences of edition 3 it has that raise a limit, or go beyond it.
  fileprivate var sentences: Set<String> {
    var sentences: Set<String> = []
    if hasOverages { sentences.insert("then") }
    if !parts.rollovers.isEmpty { sentences.insert("rolls over") }
    for ladder in parts.ladders {
      switch ladder.source {
      case .bought: sentences.insert("for each of what is bought")
      case .fact: sentences.insert("for each of a fact")
      case nil: break
      }
    }
    return sentences
  }
}
