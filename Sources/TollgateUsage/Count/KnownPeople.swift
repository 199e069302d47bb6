import TollgateKit
import TollgateRuntime

/// The people that a counter has decided about last, each in the terms of the policy and without
/// counters: those come from the book, at every use. While nothing else of a person changes,
/// nothing is looked up again.
final class KnownPeople: Sendable {
  private let people = Locked<[String: Known]>([:])

  /// How many stay in memory.
  private static let most = 1_000

  private final class Known: Sendable {
    let snapshot: Snapshot
    let prepared: PreparedSnapshot

    init(_ snapshot: Snapshot, _ prepared: PreparedSnapshot) {
      self.snapshot = snapshot
      self.prepared = prepared
    }
  }

  /// A person in the terms of a policy, without counters.
  ///
  /// - Parameter now: The time that counts. What the person's snapshot has seen until then says
  ///   nothing new, so another time seen is no reason to prepare again.
  func prepared(
    _ person: UsageCounter.Person, by policy: Policy, at now: Instant
  ) -> PreparedSnapshot {
    let known = people.withLock { $0[person.id] }
    if let known, known.snapshot.isSame(as: person.snapshot, at: now) { return known.prepared }
    var bare = person.snapshot
    bare.usage = [:]
    let prepared = policy.prepareOnce(bare)
    people.withLock { people in
      if people[person.id] == nil, people.count >= KnownPeople.most { people = [:] }
      people[person.id] = Known(bare, prepared)
    }
    return prepared
  }
}

extension Snapshot {
  /// Whether two snapshots say the same at a time, what is used left aside.
  fileprivate func isSame(as other: Snapshot, at now: Instant) -> Bool {
    (latestSeen == other.latestSeen || max(latestSeen ?? now, other.latestSeen ?? now) <= now)
      && asOf == other.asOf && subject == other.subject && grants == other.grants
      && allowances == other.allowances && facts == other.facts && dismissed == other.dismissed
  }
}
