import TestSupport
import Testing
import TollgateCompiler
import TollgateRuntime
import TollgateSyntax

/// A cohort that is filled from arrays, and one of snapshots that say the same, over several
/// blocks of users: the answers are those of `decide` for each.
@Suite struct CohortTests {
  static let source = """
    policy Columns
    trust snapshots for 30 days
    tiers free < pro < max
    entitlement pack
    product annual
      sold as "com.shop.annual"
      grants pro
    product monthly
      grants pack
    product space
      adds 10 to bills
    meter bills
    meter storage in bytes
    feature export
    feature sync
    feature old
    feature early
    feature fair
    group tools is export, sync
    fact platform is ios, android or web
    fact installed is a date
    fact build is a number
    rollout new-sync is 50% of users
    grant pro for 7 days after installed when platform is ios
    bills > 500 requires pro
    bills > 20 per day requires max
    storage > 5 GB requires pro or pack
    export requires pro or max unless platform is web
    sync requires max when in new-sync
      soft
    old requires not pack
    early is off when build >= 40000
    fair requires pro when bills >= 300
    """

  private let graph: RuleGraph
  private let now = Instant(milliseconds: 1_780_000_000_000)

  init() throws {
    let result = Compiler.compile(Source(name: "columns.gate", text: CohortTests.source))
    graph = try #require(result.graph, "\(result.diagnostics)")
  }

  /// What a backend has: one array for each thing.
  private struct Tables {
    var proUntil: [Instant] = []
    var packUntil: [Instant] = []
    var spaceUntil: [Instant] = []
    var spaces: [Int64] = []
    var bills: [Int64] = []
    var today: [Int64] = []
    var bytes: [Int64] = []
    var allowances: [Int64] = []
    var platforms: [FactValue?] = []
    var installed: [FactValue?] = []
    var builds: [FactValue?] = []
    var subjects: [String] = []
  }

  private func tables(_ count: Int, seed: UInt64) -> Tables {
    var random = Naive.SplitMix64(seed: seed)
    var tables = Tables()
    func pick<T>(_ values: T...) -> T { values[Int(random.next() % UInt64(values.count))] }
    let past = now.advanced(by: -1)
    let ends = [past, now, now.advanced(by: 1), Instant(milliseconds: .max)]
    for user in 0..<count {
      tables.proUntil.append(pick(past, past, ends[user % 4]))
      tables.packUntil.append(pick(past, past, ends[user / 4 % 4]))
      tables.spaceUntil.append(pick(past, past, past, ends[user / 16 % 4]))
      tables.spaces.append(pick(0, 1, 2, .max))
      tables.bills.append(pick(-1, 0, 299, 300, 499, 500, 501, 509, 510, 519, 520, 70_000))
      tables.today.append(pick(-1, 0, 19, 20, 21))
      tables.bytes.append(pick(-1, 0, 4_999_999_999, 5_000_000_000, 5_000_000_001, .max))
      tables.allowances.append(pick(-1, -1, 0, 10, .max))
      tables.platforms.append(pick(nil, .choice("ios"), .choice("web"), .choice("android")))
      let week = Int64(7 * 86_400_000)
      tables.installed.append(
        pick(nil, .date(now), .date(now.advanced(by: -week)), .date(now.advanced(by: 1 - week))))
      tables.builds.append(pick(nil, .number(39_999), .number(40_000), .number(40_001)))
      tables.subjects.append("user-\(user)")
    }
    return tables
  }

  private func cohort(of tables: Tables, _ count: Int) throws -> Cohort {
    var cohort = Cohort(count: count, at: now, in: graph)
    try cohort.grant(product: "com.shop.annual", until: tables.proUntil)
    try cohort.grant(entitlement: "pack", until: tables.packUntil)
    try cohort.grant(product: "space", until: tables.spaceUntil, quantities: tables.spaces)
    try cohort.use("bills", tables.bills)
    try cohort.use("bills", tables.today, per: .day)
    try cohort.use("storage", tables.bytes)
    try cohort.allow("storage", tables.allowances)
    try cohort.report("platform", tables.platforms)
    try cohort.report("installed", tables.installed)
    try cohort.report("build", tables.builds)
    try cohort.identify(tables.subjects)
    return cohort
  }

  private func snapshot(of user: Int, in tables: Tables) -> Snapshot {
    var snapshot = Snapshot(subject: tables.subjects[user], asOf: now)
    snapshot.grants = [
      Grant(product: "annual", until: tables.proUntil[user]),
      Grant(entitlement: "pack", until: tables.packUntil[user]),
      Grant(product: "space", until: tables.spaceUntil[user], quantity: tables.spaces[user]),
    ]
    func counter(_ used: Int64) -> Counter? { used < 0 ? nil : Counter(used) }
    snapshot.usage["bills"] = Usage(
      total: counter(tables.bills[user]), day: counter(tables.today[user]))
    snapshot.usage["storage"] = Usage(total: counter(tables.bytes[user]))
    if tables.allowances[user] >= 0 { snapshot.allowances["storage"] = tables.allowances[user] }
    snapshot.facts["platform"] = tables.platforms[user]
    snapshot.facts["installed"] = tables.installed[user]
    snapshot.facts["build"] = tables.builds[user]
    return snapshot
  }

  @Test(arguments: [0, 1, 511, 512, 513, 1300]) func arraysAndSnapshotsSayTheSame(
    count: Int
  ) throws {
    let tables = tables(count, seed: UInt64(count))
    let snapshots = (0..<count).map { graph.prepareTyped(snapshot(of: $0, in: tables)) }
    let filled = try cohort(of: tables, count)
    let gathered = graph.cohort(of: snapshots, at: now)
    let asks = [
      Ask(), Ask(.adding(0)), Ask(.adding(11)), Ask(.adding(.max)), Ask(.reaching(500)),
      Ask(.reaching(5_000_000_001)), Ask(continuing: true),
    ]
    for (place, name) in ["bills", "storage", "export", "sync", "old", "early", "fair", "tools"]
      .enumerated()
    {
      for ask in place < 2 ? asks : [Ask()] {
        let alone = snapshots.map { graph.decide(name, ask: ask, for: $0, at: now).outcome }
        for outcomes in [
          filled.outcomes(of: name, ask: ask), gathered.outcomes(of: name, ask: ask),
        ] {
          #expect((0..<count).map { outcomes[$0] } == alone, "\(name), \(ask)")
          #expect(outcomes.allowedCount == alone.count { $0 == .allowed })
          #expect(outcomes.warnedCount == alone.count { $0 == .warned })
          #expect(outcomes.deniedCount == alone.count { $0 == .denied })
          #expect(outcomes.users(.warned) == (0..<count).filter { alone[$0] == .warned })
        }
      }
    }
  }

  @Test func aTargetAndItsNameGetTheSame() throws {
    let tables = tables(600, seed: 7)
    let cohort = try cohort(of: tables, 600)
    let target = try #require(graph.target("export"))
    #expect(
      cohort.outcomes(of: target).users(.denied) == cohort.outcomes(of: "export").users(.denied))
    #expect(cohort.outcomes(of: "nothing").deniedCount == 600)
    #expect(cohort.outcomes(of: "nothing")[599] == .denied)
  }

  @Test func whatIsNotFilledInIsUnknown() throws {
    let cohort = Cohort(count: 3, at: now, in: graph)
    #expect(cohort.outcomes(of: "bills").deniedCount == 3)
    #expect(cohort.outcomes(of: "export").deniedCount == 3)
    #expect(cohort.outcomes(of: "old").allowedCount == 3)
    #expect(Cohort(count: -1, at: now, in: graph).outcomes(of: "bills").deniedCount == 0)
  }

  @Test func whatCannotBeFilledInIsTold() throws {
    var cohort = Cohort(count: 2, at: now, in: graph)
    #expect(throws: CohortError.unknown("gold", kind: "entitlement")) {
      try cohort.grant(entitlement: "gold", until: [now, now])
    }
    #expect(throws: CohortError.unknown("gold", kind: "product")) {
      try cohort.grant(product: "gold", until: [now, now])
    }
    #expect(throws: CohortError.unknown("export", kind: "meter")) {
      try cohort.use("export", [1, 2])
    }
    #expect(throws: CohortError.unknown("mood", kind: "fact")) {
      try cohort.report("mood", [nil, nil])
    }
    #expect(throws: CohortError.count(of: "the counters of `bills`", expected: 2, found: 3)) {
      try cohort.use("bills", [1, 2, 3])
    }
    #expect(throws: CohortError.self) { try cohort.identify(["one"]) }
    #expect(throws: CohortError.self) {
      try cohort.grant(product: "space", until: [now, now], quantities: [1])
    }
    #expect(
      "\(CohortError.count(of: "the subjects", expected: 2, found: 1))"
        == "the subjects are 1, for 2 users; give one for each")
  }

  /// A column is as narrow as its numbers, and says the same in every width.
  @Test func aColumnKeepsItsNumbers() {
    let edges: [Int64] = [
      .min, .min + 1, -32_769, -32_768, -32_767, -1, 0, 1, 32_767, 32_768, 2_147_483_647,
      2_147_483_648, -2_147_483_647, -2_147_483_648, -2_147_483_649, .max,
    ]
    for low in edges.indices {
      for high in low..<edges.count {
        let numbers = [edges[low], 0, edges[high], .min]
        let column = Column(numbers)
        #expect(numbers.indices.map { column[$0] } == numbers)
      }
    }
    #expect(Column([5, 5]).shared == 5)
    #expect(Column([5, 6]).shared == nil)
  }
}
