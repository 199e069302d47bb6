import Testing

@testable import TollgateKit

/// The decisions about one question as they change.
@Suite struct DecisionChangesTests {
  private let clock: ManualClock
  private let start: Instant

  init() throws {
    start = try instant("2026-01-01")
    clock = ManualClock(start)
  }

  private func store(_ source: String, _ snapshot: Snapshot = Snapshot()) throws -> PolicyStore {
    PolicyStore(try policy(source), snapshot: snapshot, clock: clock)
  }

  /// Waits until the recorder sleeps again, and moves the clock to an instant.
  private func set(_ now: Instant) async {
    await soon { [clock] in !clock.deadlines.isEmpty }
    clock.set(now)
  }

  /// Waits until the only consumer has seen what is in use now, and sleeps again.
  private func settle(_ store: PolicyStore) async {
    await soon { store.shared.withLock { !$0.waiting.isEmpty } }
  }

  @Test func thePresentDecisionComesAtOnce() async throws {
    var changes = try store("csv requires pro").changes(for: "csv").makeAsyncIterator()
    #expect(await changes.next()?.reason == .notHeld)
    var unknown = try store("csv requires pro").changes(for: "coffee").makeAsyncIterator()
    #expect(await unknown.next()?.reason == .undeclared)
  }

  @Test func aSnapshotThatMattersBringsTheNext() async throws {
    let store = try store("meters bills, pets\nbills > 5 requires pro\npets > 5 requires pro")
    let recorder = Recorder(store.changes(for: "bills", adding: 2))
    #expect(await recorder.decisions(1).map { $0.reason } == [.unknownUsage])
    store.update(Snapshot(usage: ["bills": Usage(3)]))
    #expect(await recorder.decisions(2).last?.reason == .withinLimit)
    // Neither another meter nor the same snapshot again is news.
    store.update { $0.usage["pets"] = Usage(1) }
    await settle(store)
    store.update(store.snapshot)
    await settle(store)
    #expect(recorder.decisions.count == 2)
    store.update { $0.usage["bills"] = Usage(4) }
    #expect(
      await recorder.decisions(3).map { $0.reason } == [.unknownUsage, .withinLimit, .limitReached]
    )
    // The outcome stays, the quota does not.
    store.update { $0.usage["bills"] = Usage(5) }
    #expect(await recorder.decisions(4).map { $0.quota?.remaining } == [nil, 2, 1, 0])
  }

  @Test func aPolicyThatMattersBringsTheNext() async throws {
    let store = try store("csv requires pro\n  message \"Pro only\"")
    let recorder = Recorder(store.changes(for: "csv"))
    _ = await recorder.decisions(1)
    // The same rule on another line, a rule about something else, and a policy with a mistake.
    try store.reload(source: "# moved\n\ncsv requires pro\n  message \"Pro only\"")
    await settle(store)
    try store.reload(source: "csv requires pro\n  message \"Pro only\"\nsync requires pro")
    await settle(store)
    #expect(throws: PolicyError.self) { try store.reload(source: "csv requires") }
    await settle(store)
    #expect(recorder.decisions.count == 1)
    // What the person reads is news, and so is what the rule requires.
    try store.reload(source: "csv requires pro\n  message \"For Pro only\"")
    #expect(await recorder.decisions(2).map { $0.reason } == [.notHeld, .notHeld])
    try store.reload(source: "csv requires max\n  message \"For Pro only\"")
    #expect(await recorder.decisions(3).last?.blockers.map { $0.needs } == [[["max"]]])
    try store.reload(source: "csv requires nothing")
    #expect(await recorder.decisions(4).last?.reason == .ungated)
  }

  @Test func reachingIsFollowedToo() async throws {
    let store = try store("bills > 5 requires pro", Snapshot(usage: ["bills": Usage(1)]))
    let recorder = Recorder(store.changes(for: "bills", reaching: 6))
    #expect(await recorder.decisions(1).map { $0.outcome } == [.denied])
    store.update { $0.grants = [Grant(entitlement: "pro")] }
    #expect(await recorder.decisions(2).map { $0.outcome } == [.denied, .allowed])
  }

  // MARK: The clock alone

  @Test func aPurchaseEnds() async throws {
    let until = start.advanced(by: 3_600_000)
    let store = try store(
      "csv requires pro",
      Snapshot(grants: [Grant(entitlement: "pro", until: until)])
    )
    let recorder = Recorder(store.changes(for: "csv"))
    #expect(await recorder.decisions(1).map { $0.validUntil } == [until])
    await set(until.advanced(by: -1))
    await soon { [clock] in clock.deadlines == [until] }
    #expect(recorder.decisions.count == 1)
    clock.set(until)
    #expect(await recorder.decisions(2).map { $0.reason } == [.granted, .expired])
  }

  @Test func itSleepsAQuarterOfAnHourAtTheMost() async throws {
    let until = start.advanced(by: 40 * 60_000)
    let store = try store(
      "csv requires pro",
      Snapshot(grants: [Grant(entitlement: "pro", until: until)])
    )
    let recorder = Recorder(store.changes(for: "csv"))
    for minutes in [Int64(15), 30, 40] {
      let deadline = start.advanced(by: minutes * 60_000)
      await soon { [clock] in clock.deadlines == [deadline] }
      #expect(recorder.decisions.count == 1)
      clock.set(deadline)
    }
    #expect(await recorder.decisions(2).last?.reason == .expired)
  }

  @Test func aCounterBeginsAgain() async throws {
    let resets = start.advanced(by: 600_000)
    let day = Usage(day: Counter(3, resets: resets))
    let store = try store("exports > 3 per day requires pro", Snapshot(usage: ["exports": day]))
    // It adds nothing, so that it is allowed all the while: only the quota changes.
    let recorder = Recorder(store.changes(for: "exports", adding: 0))
    _ = await recorder.decisions(1)
    await set(resets)
    #expect(await recorder.decisions(2).map { $0.quota?.remaining } == [0, 3])
    #expect(recorder.decisions.map { $0.validUntil } == [nil, nil])
  }

  @Test func whatWasDismissedComesBack() async throws {
    let source = """
      snooze prompts for 5min
      bills > 5 requires pro
        reminder at 3 snooze 10min
      """
    let dismissed = ["bills": start, "bills@3": start]
    let store = try store(source, Snapshot(usage: ["bills": Usage(5)], dismissed: dismissed))
    let recorder = Recorder(store.changes(for: "bills"))
    _ = await recorder.decisions(1)
    for minutes in [Int64(5), 10] {
      let instant = start.advanced(by: minutes * 60_000)
      await soon { [clock] in clock.deadlines == [instant] }
      clock.set(instant)
    }
    let decisions = await recorder.decisions(3)
    #expect(decisions.map { $0.prompt?.snoozedUntil } == [start.advanced(by: 300_000), nil, nil])
    #expect(
      decisions.map { $0.reminder?.snoozedUntil }
        == [start.advanced(by: 600_000), start.advanced(by: 600_000), nil]
    )
  }

  @Test func newsGrowsStale() async throws {
    let store = try store(
      "trust snapshots for 10min\ncsv requires pro",
      Snapshot(asOf: start, grants: [Grant(entitlement: "pro")])
    )
    let recorder = Recorder(store.changes(for: "csv"))
    _ = await recorder.decisions(1)
    await set(start.advanced(by: 600_000))
    #expect(await recorder.decisions(2).map { $0.reason } == [.granted, .stale])
  }

  @Test func anAllowanceGrowsStaleWhileTheOutcomeStays() async throws {
    let source = """
      trust snapshots for 10min
      product space
        adds 10 to photos
      meter photos
      photos > 5 requires pro
      """
    let grant = Grant(product: "space")
    let store = try store(
      source, Snapshot(asOf: start, grants: [grant], usage: ["photos": Usage(1)]))
    let recorder = Recorder(store.changes(for: "photos", adding: 0))
    _ = await recorder.decisions(1)
    await set(start.advanced(by: 600_000))
    #expect(await recorder.decisions(2).map { $0.quota?.limit } == [15, 5])
    #expect(recorder.decisions.allSatisfy { $0.outcome == .allowed })
  }

  @Test func theRulesOfThePolicyBegin() async throws {
    let source = """
      fact installed is a date
      features csv, sync
      csv requires pro from 2026-01-01T00:10Z
      sync requires nothing
      csv is off from 14min after installed
      """
    let store = try store(source, Snapshot(facts: ["installed": .choice("2026-01-01")]))
    let recorder = Recorder(store.changes(for: "csv"))
    for minutes in [Int64(10), 14] {
      let instant = start.advanced(by: minutes * 60_000)
      await soon { [clock] in clock.deadlines == [instant] }
      clock.set(instant)
    }
    #expect(await recorder.decisions(3).map { $0.blockers.count } == [0, 1, 2])
  }

  @Test func anAddOnEnds() async throws {
    let source = """
      product space
        adds 10 to photos
      meter photos
      photos > 5 requires pro
      """
    let until = start.advanced(by: 60_000)
    let grant = Grant(product: "space", until: until)
    let store = try store(source, Snapshot(grants: [grant], usage: ["photos": Usage(1)]))
    let recorder = Recorder(store.changes(for: "photos"))
    _ = await recorder.decisions(1)
    await set(until)
    #expect(await recorder.decisions(2).map { $0.quota?.limit } == [15, 5])
  }

  @Test func aClockThatWasBehindIsBelievedAgain() async throws {
    let seen = start.advanced(by: 10 * 60_000)
    let store = try store("csv requires pro", Snapshot(latestSeen: seen))
    let recorder = Recorder(store.changes(for: "csv"))
    _ = await recorder.decisions(1)
    await soon { [clock, start] in clock.deadlines == [start.advanced(by: 300_000)] }
    clock.set(start.advanced(by: 300_000))
    #expect(await recorder.decisions(2).map { $0.isClockBehind } == [true, false])
  }

  @Test func aClockThatIsSetBackIsNoticed() async throws {
    let store = try store("csv requires pro", Snapshot(latestSeen: start))
    let recorder = Recorder(store.changes(for: "csv"))
    _ = await recorder.decisions(1)
    await set(start.advanced(by: -3_600_000))
    // Nobody is woken by that, but the next look sees it.
    #expect(recorder.decisions.count == 1)
    store.update { $0.subject = "somebody" }
    #expect(await recorder.decisions(2).map { $0.isClockBehind } == [false, true])
  }

  // MARK: The end

  @Test func aCancelledTaskEndsIt() async throws {
    let store = try store("csv requires pro")
    let recorder = Recorder(store.changes(for: "csv"))
    _ = await recorder.decisions(1)
    await soon { [clock] in !clock.deadlines.isEmpty }
    recorder.cancel()
    await soon { recorder.hasEnded }
    #expect(clock.deadlines.isEmpty)
    #expect(store.shared.withLock { $0.waiting.isEmpty })
    #expect(recorder.decisions.count == 1)
  }

  @Test func aConsumerThatStopsLeavesNothingRunning() async throws {
    weak var released: PolicyStore?
    do {
      let store = try store("csv requires pro")
      released = store
      for await _ in store.changes(for: "csv") { break }
      #expect(clock.deadlines.isEmpty)
      #expect(store.shared.withLock { $0.waiting.isEmpty })
    }
    #expect(released == nil)
  }

  @Test func manyConsumersFollowOneStore() async throws {
    let store = try store("bills > 100000 requires pro", Snapshot(usage: ["bills": Usage(0)]))
    let recorders = (0..<20).map { _ in Recorder(store.changes(for: "bills")) }
    for recorder in recorders { _ = await recorder.decisions(1) }
    for used in Int64(1)...200 { store.update { $0.usage["bills"] = Usage(used) } }
    for recorder in recorders {
      await soon { recorder.decisions.last?.quota?.used == 200 }
      let seen = recorder.decisions.compactMap { $0.quota?.used }
      #expect(seen == seen.sorted() && Set(seen).count == seen.count)
      recorder.cancel()
    }
    await soon { store.shared.withLock { $0.waiting.isEmpty } }
  }

  @Test func aClockThatCannotSleepDoesNotSpin() async throws {
    struct Sleepless: StoreClock {
      let asked = Locked(0)

      func now() -> Instant { Instant(milliseconds: 0) }

      func sleep(until instant: Instant) async throws {
        asked.withLock { $0 += 1 }
        throw CancellationError()
      }
    }
    let clock = Sleepless()
    let store = PolicyStore(try policy("csv requires pro"), clock: clock)
    let recorder = Recorder(store.changes(for: "csv"))
    _ = await recorder.decisions(1)
    store.update(Snapshot(grants: [Grant(entitlement: "pro")]))
    #expect(await recorder.decisions(2).map { $0.isAllowed } == [false, true])
    #expect(clock.asked.withLock { $0 } <= 2)
  }
}
