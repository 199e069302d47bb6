import Foundation
import TollgateKit
import TollgateSeals
import Testing

/// A clock that tests move by hand; sleeping ends when its time has come.
private final class HandClock: StoreClock, @unchecked Sendable {
  private let lock = NSLock()
  // Invariant: read and written only while `lock` is held.
  private var time = Sample.now

  func now() -> Instant { lock.withLock { time } }

  func set(_ instant: Instant) { lock.withLock { time = instant } }

  func sleep(until instant: Instant) async throws {
    while now() < instant { try await Task.sleep(nanoseconds: 1_000_000) }
  }
}

@Suite struct SealedStoreTests {
  private let clock = HandClock()

  private func store(floor: SealFloor = SealFloor()) throws -> SealedStore {
    try SealedStore(
      Sample.policy(Sample.key()), keys: Sample.keys(1, 2), named: "Shop", subject: "user-42",
      floor: floor, clock: clock)
  }

  @Test func itTakesSealedOnesOnly() throws {
    let store = try store()
    #expect(!store.decide("export").isAllowed)
    try store.update(Sample.sealed(Sample.key()))
    #expect(store.decide("export").isAllowed)
    #expect(name { try store.update(Sample.sealed(Sample.key(3))) } == "unknownKey")
    #expect(store.decide("export").isAllowed)
    #expect(store.decide("bills", usage: ["bills": Usage(9)]).isAllowed)
  }

  @Test func aPolicyThatLacksWhatTheAppAsksForIsRefused() throws {
    let store = try store()
    let text = Sample.text.split(separator: "\n").filter { !$0.contains("export") }
      .joined(separator: "\n")
    let less = try Sample.policy(Sample.key(), sequence: 9, text: text)
    #expect(name { try store.replace(less) } == "policy")
    #expect(store.floor.policy == 7)
    try store.replace(less, allowing: .missingNames)
    #expect(store.floor.policy == 9)
    #expect(store.decide("export").reason == .undeclared)
  }

  @Test func nothingOlderComesBack() throws {
    let store = try store()
    try store.update(Sample.sealed(Sample.key(), sequence: 9))
    #expect(name { try store.update(Sample.sealed(Sample.key(), sequence: 8)) } == "rolledBack")
    try store.update(Sample.sealed(Sample.key(), sequence: 9))
    #expect(name { try store.replace(Sample.policy(Sample.key(), sequence: 6)) } == "rolledBack")
    try store.replace(Sample.policy(Sample.key(2), sequence: 12))
    #expect(store.floor == SealFloor(policy: 12, snapshot: 9, latestSeen: Sample.now))
    let kept = try SealFloor(json: store.floor.json)
    #expect(kept == store.floor)
    #expect(name { try self.store(floor: kept) } == "rolledBack")
  }

  @Test func anExpiredSnapshotGivesNothing() throws {
    let store = try store()
    try store.update(Sample.sealed(Sample.key()))
    #expect(!store.decide("export", at: Sample.end).isAllowed)
    #expect(store.decide("export").isAllowed)
    clock.set(Sample.end)
    #expect(!store.decide("export").isAllowed)
    // A clock that is set back brings nothing back.
    clock.set(Sample.now)
    #expect(!store.decide("export").isAllowed)
    #expect(name { try store.update(Sample.sealed(Sample.key())) } == "expired")
  }

  @Test func theEndOfThePolicyEndsTheSnapshot() throws {
    let store = try store()
    try store.update(Sample.sealed(Sample.key()))
    let soon = Sample.now.advanced(by: 60_000)
    try store.replace(Sample.policy(Sample.key(), expires: soon))
    #expect(store.decide("export").isAllowed)
    clock.set(soon)
    #expect(!store.decide("export").isAllowed)
  }

  @Test func whoFollowsChangesLearnsOfTheEnd() async throws {
    let store = try store()
    try store.update(Sample.sealed(Sample.key()))
    var changes = store.changes(for: "export").makeAsyncIterator()
    #expect(await changes.next()?.isAllowed == true)
    clock.set(Sample.end)
    #expect(await changes.next()?.isAllowed == false)
  }
}
