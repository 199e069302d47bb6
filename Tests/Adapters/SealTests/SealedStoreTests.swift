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

  /// Each is refused with its own error, and what was in use stays.
  @Test func whatIsNotForThisStoreIsRefused() throws {
    let key = try Sample.key()
    let store = try SealedStore(
      Sample.policy(key, sequence: 7), keys: Sample.keys(1, 2, revoked: ["key-2"]), named: "Shop",
      subject: "user-42", clock: clock)
    try store.update(Sample.sealed(key, sequence: 7))
    let kept = (store.floor, store.decide("export").isAllowed)
    let none = Sample.header.replacing("EdDSA", with: "none")
    let soon = Sample.now.advanced(by: 1000)
    func sealed(
      _ key: SigningKey, policy: String = "Shop", subject: String = "user-42",
      sequence: Int64 = 8, expires: Instant = Sample.end
    ) throws -> SealedSnapshot {
      var snapshot = Sample.snapshot
      snapshot.subject = subject
      return SealedSnapshot(
        try key.seal(
          snapshot, policy: policy, sequence: sequence, issued: Sample.now, expires: expires))
    }
    clock.set(soon)
    let snapshots: [(String, SealedSnapshot)] = [
      ("unsigned", try Sample.signed(none, Sample.claims)),
      ("unreadable", SealedSnapshot(Sample.snapshot.json())),
      ("expired", try sealed(key, expires: soon)),
      ("otherSubject", try sealed(key, subject: "user-43")),
      ("otherPolicy", try sealed(key, policy: "Other")),
      ("unknownKey", try sealed(Sample.key(3))),
      ("revokedKey", try sealed(Sample.key(2))),
      ("signature", try sealed(Sample.key(3, id: "key-1"))),
      ("rolledBack", try sealed(key, sequence: 6)),
    ]
    for (error, snapshot) in snapshots { #expect(name { try store.update(snapshot) } == error) }

    let sound = try Sample.policy(key, sequence: 8)
    let bare = sound.seal.split(separator: ".").prefix(2).joined(separator: ".") + "."
    let other = try Policy(source: Sample.text.replacing("Shop", with: "Other")).graph.compiled()
    let otherSeal = try key.seal(policy: other, sequence: 8, issued: Sample.now)
    let policies: [(String, SealedPolicy)] = [
      ("unsigned", SealedPolicy(file: sound.file, seal: bare)),
      ("unreadable", SealedPolicy(file: sound.file, seal: "")),
      ("file", SealedPolicy(file: other, seal: sound.seal)),
      ("expired", try Sample.policy(key, sequence: 8, expires: soon)),
      ("otherPolicy", SealedPolicy(file: other, seal: otherSeal)),
      ("unknownKey", try Sample.policy(Sample.key(3), sequence: 8)),
      ("revokedKey", try Sample.policy(Sample.key(2), sequence: 8)),
      ("signature", try Sample.policy(Sample.key(3, id: "key-1"), sequence: 8)),
      ("rolledBack", try Sample.policy(key, sequence: 6)),
    ]
    for (error, policy) in policies { #expect(name { try store.replace(policy) } == error) }
    #expect(store.floor.policy == kept.0.policy && store.floor.snapshot == kept.0.snapshot)
    #expect(kept.1 && store.decide("export").isAllowed)
    try store.replace(sound)
    #expect(store.floor.policy == 8)
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
