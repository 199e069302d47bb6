import Foundation
import TestSupport
import Testing
import TollgateRuntime

@testable import TollgateKit

/// The policy and the snapshot in use, and how they are swapped.
@Suite struct PolicyStoreTests {
  private func store(_ source: String, _ snapshot: Snapshot = Snapshot()) throws -> PolicyStore {
    let clock = ManualClock(try instant("2026-01-01"))
    return PolicyStore(try policy(source), snapshot: snapshot, clock: clock)
  }

  @Test func itDecidesWithWhatIsInUse() throws {
    let store = try store("bills > 500 requires pro", Snapshot(usage: ["bills": Usage(499)]))
    #expect(store.decide("bills").isAllowed)
    #expect(!store.decide("bills", adding: 2).isAllowed)
    #expect(store.decide("bills", reaching: 500).isAllowed)
    #expect(!store.decide("bills", usage: ["bills": Usage(500)]).isAllowed)
    store.update(Snapshot(usage: ["bills": Usage(500)]))
    #expect(!store.decide("bills").isAllowed)
    try store.replace(policy("bills > 600 requires pro"))
    #expect(store.decide("bills").isAllowed)
    try store.reload(source: "bills > 500 requires pro")
    #expect(!store.decide("bills").isAllowed)
    #expect(store.snapshot == Snapshot(usage: ["bills": Usage(500)]))
  }

  @Test func nowIsTheClocksUnlessTold() throws {
    let until = Grant(entitlement: "pro", until: try instant("2026-01-02"))
    let store = try store("csv requires pro", Snapshot(grants: [until]))
    #expect(store.decide("csv").isAllowed)
    #expect(!store.decide("csv", at: try instant("2026-01-02")).isAllowed)
    #expect(PolicyStore(store.policy).clock is SystemClock)
  }

  /// After a use only counters are worked out anew. Whatever is asked then, the answer is that of a
  /// store which was made with the snapshot.
  @Test(arguments: 0..<20) func oneCounterMoreChangesNoOtherAnswer(seed: UInt64) throws {
    let policy = try policy(
      """
      tiers free < pro
      meters bills, credits, seats
      features image, export
      fact members is a number
      image uses 4 credits and 1 of bills
      bills > 5 requires pro
        reminder at 4
      credits at most 10 per month
        30 with pro
        unused rolls over
      seats at most 3
      export is off when bills > 7 and members > 2
      setting keep is 7 days
        30 days with pro
      """)
    var random = Naive.SplitMix64(seed: seed)
    let store = PolicyStore(policy, clock: ManualClock(try instant("2026-01-10")))
    let end = try instant("2026-02-01")
    for _ in 0..<60 {
      store.update { snapshot in
        let used = Int64(random.below(12))
        switch random.below(9) {
        case 0: snapshot.usage["bills"] = Usage(used)
        case 1: snapshot.usage["bills"]?.day = Counter(used)
        case 2: snapshot.usage["credits"] = Usage(month: Counter(used, resets: end))
        case 3: snapshot.usage["credits"] = Usage(month: Counter(used, carried: 3, resets: end))
        case 4: snapshot.usage["seats"] = Usage(used)
        case 5: snapshot.usage[random.one(of: "bills", "credits", "seats")] = nil
        case 6: snapshot.usage["credits"]?.month = nil
        case 7: snapshot.facts["members"] = .number(Int64(random.below(4)))
        default:
          snapshot.grants = snapshot.grants.isEmpty ? [Grant(entitlement: "pro")] : []
        }
      }
      let made = PolicyStore(policy, snapshot: store.snapshot, clock: store.clock)
      for target in ["image", "export", "bills", "credits", "seats", "keep"] {
        let adding = Int64(random.below(4))
        let decision = store.decide(target, adding: adding).json(policy: policy)
        #expect(decision == made.decide(target, adding: adding).json(policy: policy))
      }
    }
  }

  @Test func factsAreResolved() throws {
    let source = """
      fact installed is a date
      feature a
      a is off when installed since 2026-01-05
      """
    let store = try store(source, Snapshot(facts: ["installed": .choice("2026-01-04")]))
    #expect(store.decide("a").isAllowed)
    #expect(store.decide("a", facts: ["installed": .choice("2026-01-05")]).reason == .off)
  }

  @Test func aBrokenPolicyNeverReplacesAGoodOne() throws {
    let store = try store("csv requires pro")
    let fingerprint = store.policy.fingerprint
    let error = #expect(throws: PolicyError.self) {
      try store.reload(source: "csv requires", name: "broken.gate")
    }
    #expect(error?.diagnostics.isEmpty == false)
    #expect(throws: PolicyError.self) {
      try store.reload(contentsOf: URL(fileURLWithPath: "/nowhere/at-all.gate"))
    }
    #expect(store.policy.fingerprint == fingerprint)
    #expect(store.decide("csv").reason == .notHeld)
  }

  @Test func aPolicyIsReloadedFromAFile() throws {
    let store = try store("csv requires pro")
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("\(UUID().uuidString).gate")
    defer { try? FileManager.default.removeItem(at: url) }
    try Data("csv requires nothing".utf8).write(to: url)
    try store.reload(contentsOf: url)
    #expect(store.decide("csv").isAllowed)
    try Data("csv requires requires".utf8).write(to: url)
    #expect(throws: PolicyError.self) { try store.reload(contentsOf: url) }
    #expect(store.decide("csv").isAllowed)
  }

  @Test func aSnapshotIsChangedInOneStep() async throws {
    let store = try store("bills > 500 requires pro", Snapshot(usage: ["bills": Usage(0)]))
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<250 {
            store.update { $0.usage["bills"]?.total?.used += 1 }
          }
        }
      }
    }
    #expect(store.snapshot.usage == ["bills": Usage(2000)])
    #expect(store.state.version == 2000)
  }

  @Test func whatComesBetweenIsNotLost() throws {
    let store = try store("meters bills, pets\nbills > 500 requires pro\npets > 5 requires pro")
    let other = try policy("meters pets, bills\nbills > 600 requires pro\npets > 5 requires pro")
    var runs = 0
    store.update { snapshot in
      runs += 1
      // Another thread is faster, twice.
      if runs == 1 { store.update { $0.usage["pets"] = Usage(3) } }
      if runs == 2 { store.put(other) }
      snapshot.usage["bills"] = Usage(550)
    }
    #expect(runs == 3)
    #expect(store.snapshot.usage == ["bills": Usage(550), "pets": Usage(3)])
    #expect(store.decide("bills").quota?.remaining == 50)
    #expect(store.decide("pets").quota?.remaining == 2)
  }

  /// The meters stand in another order in the two policies, so a snapshot that was prepared for
  /// the other one would have another number of bills, or trap.
  @Test func readersNeverSeeAMixture() async throws {
    let one = """
      meters bills, pets, ideas
      bills > 500 requires pro
      pets requires pro
      ideas requires pro
      """
    let other = "meters pets, bills\npets requires pro\nbills > 400 requires pro"
    let snapshot = Snapshot(usage: ["bills": Usage(450), "pets": Usage(7), "ideas": Usage(9)])
    let store = try store(one, snapshot)
    let isDone = Locked(false)
    let counts = await withTaskGroup(of: Int.self) { group in
      for _ in 0..<3 {
        group.addTask {
          var count = 0
          while !isDone.withLock({ $0 }) || count < 100 {
            let decision = store.decide("bills")
            let quota = decision.quota
            #expect(quota?.used == 450)
            #expect(quota?.limit == (decision.isAllowed ? 500 : 400))
            let state = store.state
            #expect(
              state.prepared.input.counters.count == 5 * state.policy.graph.parts.meters.count
            )
            count += 1
            await Task.yield()
          }
          return count
        }
      }
      for round in 1...1000 {
        try? store.reload(source: round % 2 == 0 ? one : other, allowing: .missingNames)
        if round % 10 == 0 {
          #expect(throws: PolicyError.self) { try store.reload(source: "bills >") }
        }
        if round % 7 == 0 { store.update(snapshot) }
      }
      isDone.withLock { $0 = true }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(counts.allSatisfy { $0 >= 100 })
    #expect(store.decide("bills").quota?.limit == 500)
    #expect(store.state.version == 1142)
  }

  /// Decisions are made while a policy is being compiled: no lock is held for that. Who decides has
  /// a thread of its own, so that it gets its turn whatever else the machine is busy with.
  @Test func aReloadHoldsUpNobody() throws {
    let store = try store("bills > 500 requires pro", Snapshot(usage: ["bills": Usage(450)]))
    var large = "bills > 400 requires pro\n"
    for index in 0..<400 { large += "feature f\(index)\nf\(index) requires pro\n" }
    let reloads = Locked(0)
    let isDone = Locked(false)
    let made = Locked(0)
    let wrong = Locked(0)
    let decider = Thread {
      while !isDone.withLock({ $0 }) {
        let before = reloads.withLock { $0 }
        if store.decide("bills").quota?.used != 450 { wrong.withLock { $0 += 1 } }
        // Odd while a policy is compiled: the decision began and ended meanwhile.
        let isMeanwhile = before % 2 == 1 && reloads.withLock { $0 } == before
        if isMeanwhile { made.withLock { $0 += 1 } }
      }
    }
    decider.start()
    for _ in 0..<1000 where made.withLock({ $0 }) < 10 {
      reloads.withLock { $0 += 1 }
      try store.reload(source: large)
      reloads.withLock { $0 += 1 }
    }
    isDone.withLock { $0 = true }
    #expect(made.withLock { $0 } >= 10)
    #expect(wrong.withLock { $0 } == 0)
    #expect(store.decide("bills").quota?.limit == 400)
  }

  @Test func theSystemClockSleepsAndWakes() async throws {
    let clock = SystemClock()
    let start = clock.now()
    try await clock.sleep(until: start.advanced(by: 30))
    #expect(clock.now() >= start.advanced(by: 25))
    try await clock.sleep(until: start)
    let sleeper = Task { try await clock.sleep(until: start.advanced(by: 60_000)) }
    sleeper.cancel()
    await #expect(throws: CancellationError.self) { try await sleeper.value }
  }
}
