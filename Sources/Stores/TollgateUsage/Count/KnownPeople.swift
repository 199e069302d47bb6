import TollgateKit
import TollgateRuntime

/// The people that a counter has decided about last, each in the terms of the policy and without
/// counters: those come from the book, at every use. While nothing else of a person changes,
/// nothing is looked up again.
final class KnownPeople: Sendable {
  private let people = Locked(People())

  /// How many stay in memory.
  private static let most = 1_000

  private struct People: Sendable {
    var known: [String: Known] = [:]
    /// The one who was asked about last, who is often the one on this device.
    var last: Known?

    func known(_ person: String) -> Known? {
      if let last, last.person == person { return last }
      return known[person]
    }
  }

  private final class Known: Sendable {
    let person: String
    let snapshot: Snapshot
    let prepared: PreparedSnapshot

    init(_ person: String, _ snapshot: Snapshot, _ prepared: PreparedSnapshot) {
      self.person = person
      self.snapshot = snapshot
      self.prepared = prepared
    }

    /// Whether another snapshot says the same at a time, what is used left aside.
    func isSame(as other: Snapshot, at now: Instant) -> Bool {
      (snapshot.latestSeen == other.latestSeen
        || max(snapshot.latestSeen ?? now, other.latestSeen ?? now) <= now)
        && snapshot.asOf == other.asOf && snapshot.subject == other.subject
        && snapshot.grants == other.grants && snapshot.allowances == other.allowances
        && snapshot.facts == other.facts && snapshot.dismissed == other.dismissed
    }
  }

  /// A person in the terms of a policy, without counters. Whoever asks again is prepared for many
  /// asks, if that helps.
  ///
  /// - Parameter now: The time that counts. The times that the person's snapshot has seen until
  ///   then say nothing new, so another time seen is no reason to prepare again.
  func prepared(
    _ person: UsageCounter.Person, by policy: Policy, at now: Instant
  ) -> PreparedSnapshot {
    var known = people.withLock { $0.known(person.id) }
    if let found = known, !found.isSame(as: person.snapshot, at: now) { known = nil }
    if let known, known.prepared.isSettled || !policy.graph.isToldWithCountersBeside {
      return known.prepared
    }
    var bare = person.snapshot
    bare.usage = [:]
    let prepared = known?.prepared.settling() ?? policy.prepareOnce(bare)
    let new = Known(person.id, bare, prepared)
    people.withLock { people in
      if people.known[person.id] == nil, people.known.count >= KnownPeople.most {
        people.known = [:]
      }
      people.known[person.id] = new
      people.last = new
    }
    return prepared
  }
}
