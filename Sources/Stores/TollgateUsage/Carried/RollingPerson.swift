import TollgateKit
import TollgateRuntime

/// How what is unused of a person's limits rolls over, by the snapshot at hand.
final class RollingPerson {
  /// When the purchases were confirmed.
  private let asOf: Int64
  /// When the person's first grant began; nil if no grant tells when.
  let firstGrant: Int64?
  private let prepare: () -> PreparedSnapshot
  /// Made when it is asked: most questions about a book do not ask it.
  private lazy var prepared = prepare()

  /// The rows of windows that were worked out for a reading.
  var rows: [Window: CarriedRow] = [:]

  /// - Parameter prepare: Gives the snapshot in the terms of the policy.
  init(_ snapshot: Snapshot, _ prepare: @escaping () -> PreparedSnapshot) {
    asOf = snapshot.asOf?.milliseconds ?? 0
    firstGrant = snapshot.grants.compactMap { $0.start?.milliseconds }.min()
    self.prepare = prepare
  }

  /// How a window rolls over: by the limit and the requirement at its last millisecond.
  ///
  /// - Parameter end: The first instant after the window.
  func rollover(
    of meter: MeterIndex, _ window: Window, endingAt end: Int64
  ) -> KnownRollover {
    let last = Instant(milliseconds: end.saturatingAdd(-1))
    let rolling = prepared.rollingOver(meter, window, at: last)
    return KnownRollover(asOf: asOf, limit: rolling?.limit, most: rolling?.most)
  }
}

extension UsageCounter {
  @inline(__always)
  func reading(
    _ book: UsageBook, _ meter: MeteredTarget, _ person: Person, at now: Instant
  ) -> Reading {
    reading(book, meter, person, clock(of: person, at: now), at: book.effective(now))
  }

  @inline(__always)
  func reading(
    _ book: UsageBook, _ meter: MeteredTarget, _ person: Person, _ clock: WindowClock,
    at time: Int64
  ) -> Reading {
    reading(book, meter, meter.key(for: person.thing), person, clock, at: time)
  }

  /// - Parameter key: Which of the counters of the meter.
  @inline(__always)
  func reading(
    _ book: UsageBook, _ meter: MeteredTarget, _ key: TallyKey, _ person: Person,
    _ clock: WindowClock, at time: Int64
  ) -> Reading {
    rollsOver && meter.rollsOver
      ? rolling(book, meter, key, person, clock, at: time)
      : Reading(book, meter, key, clock, on: device, at: time)
  }

  /// A reading that knows how unused amounts of a person roll over. Never inlined: most readings need
  /// no such thing, and nothing of the person after they began.
  @inline(never)
  private func rolling(
    _ book: UsageBook, _ meter: MeteredTarget, _ key: TallyKey, _ person: Person,
    _ clock: WindowClock, at time: Int64
  ) -> Reading {
    let reading = Reading(book, meter, key, clock, on: device, at: time)
    reading.rolling = RollingPerson(person.snapshot) {
      atHand(book, person, clock, at: time)
    }
    return reading
  }

  /// The snapshot of a person in the terms of the policy; with the counters where conditions read
  /// some, but without what is carried, which conditions do not see.
  private func atHand(
    _ book: UsageBook, _ person: Person, _ clock: WindowClock, at time: Int64
  ) -> PreparedSnapshot {
    let now = Instant(milliseconds: time)
    let prepared = people.preparedOnce(person, by: policy, at: now)
    if policy.graph.isToldWithCountersBeside { return prepared }
    var counters: [(counter: CounterIndex, state: Counter)] = []
    for meter in meters {
      if isKept(meter, in: book, for: person) {
        let key = meter.key(for: person.thing)
        let reading = Reading(book, meter, key, clock, on: device, at: time)
        counters += reading.countersWithoutCarried
      } else {
        person.snapshot.usage[meter.name]?.forEach { window, counter in
          counters.append((CounterIndex(meter.index, window), counter))
        }
      }
    }
    return policy.graph.prepareOnce(prepared, counting: counters)
  }
}

extension MeteredTarget {
  /// The windows of a meter whose unused amounts roll over, in ascending order.
  static func rollovers(of meter: MeterIndex, in graph: RuleGraph) -> [Window] {
    if graph.parts.rollovers.isEmpty { return [] }
    var windows: [Window] = []
    for rollover in graph.parts.rollovers {
      guard let counter = graph[rule: rollover.rule].limit?.counter, counter.meter == meter else {
        continue
      }
      windows.append(counter.window)
    }
    return windows.sorted()
  }
}
