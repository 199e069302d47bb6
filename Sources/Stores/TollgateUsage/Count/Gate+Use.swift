public import Foundation
public import TollgateKit
import TollgatePurchases
import TollgateRuntime

/// The part of a gate that counts: the books of those who use this device.
final class GateCounts: Sendable {
  let store: any UsageStore
  let device: String
  let timeZone: TimeZone?
  private let counter = Locked<UsageCounter?>(nil)
  /// Waits for the end of a window in which packs are used, or from which something is carried.
  private let timer = Locked<Task<Void, Never>?>(nil)
  /// The counters that were brought into the snapshot last though the book counted nothing in them,
  /// by meter: something may be carried into them, so they are worked out anew each time.
  private let brought = Locked<[String: [Usage]]>([:])
  /// How many of a meter stay in memory: several may be on their way into the snapshot.
  private static let mostBrought = 8

  init(store: any UsageStore, device: String, timeZone: TimeZone?) {
    self.store = store
    self.device = device
    self.timeZone = timeZone
  }

  deinit { timer.withLock { $0 }?.cancel() }

  /// Does something at an instant, in the place of what was to be done before.
  func wake(
    at instant: Instant?, by clock: any StoreClock, _ work: @escaping @Sendable () async -> Void
  ) {
    let task = instant.map { instant in
      Task {
        guard (try? await clock.sleep(until: instant)) != nil else { return }
        await work()
      }
    }
    timer.withLock { timer in
      timer?.cancel()
      timer = task
    }
  }

  /// Remembers the counters that are brought into a snapshot though nothing was counted in them,
  /// where unused amounts roll over.
  func bring(
    _ snapshot: Snapshot, _ counter: UsageCounter, _ book: UsageBook, _ person: UsageCounter.Person
  ) {
    guard counter.rollsOver else { return }
    for meter in counter.meters where meter.rollsOver && !book.hasCounted(meter.name) {
      guard counter.isKept(meter, in: book, for: person), let usage = snapshot.usage[meter.name]
      else { continue }
      brought.withLock { brought in
        let others = brought[meter.name, default: []].filter { $0 != usage }
        brought[meter.name] = Array(others.suffix(GateCounts.mostBrought - 1)) + [usage]
      }
    }
  }

  /// A snapshot without the counters that were brought into it: they are not counts of the app.
  func withoutBrought(_ snapshot: Snapshot) -> Snapshot {
    let brought = brought.withLock { $0 }
    if brought.isEmpty { return snapshot }
    var snapshot = snapshot
    for (meter, known) in brought {
      if let usage = snapshot.usage[meter], known.contains(usage) { snapshot.usage[meter] = nil }
    }
    return snapshot
  }

  /// The counter of a policy: the same one until there is another policy.
  func counter(_ policy: Policy) -> UsageCounter {
    if let known = counter.withLock({ $0 }), known.policy.graph === policy.graph { return known }
    let new = UsageCounter(policy, in: store, device: device)
    counter.withLock { $0 = new }
    return new
  }
}

extension Gate {
  /// Connects the books in which uses are counted, one for each account. Then the gate's answers know
  /// what its account used.
  ///
  /// ```swift
  /// try await gate.count(in: FileUsageStore(path: path), device: deviceID)
  /// if try await gate.use(.recommendations).isAllowed { recommend() }
  /// ```
  ///
  /// - Parameters:
  ///   - store: Where the books are kept: that of an account under its name, nobody's under "".
  ///   - device: The name of this device, for good: no two devices of a person have the same.
  ///   - timeZone: Where the person's day begins; by default, where the device is.
  /// - Throws: ``UsageError/store(_:)``; the gate then counts nothing.
  public func count(
    in store: any UsageStore, device: String, in timeZone: TimeZone? = nil
  ) async throws(UsageError) {
    let counts = GateCounts(store: store, device: device, timeZone: timeZone)
    try await takeCounts(counts)
    let hooks = GateHooks(
      accountChanged: { [weak self] change in await self?.follow(change, counts) },
      closed: {
        counts.wake(at: nil, by: SystemClock()) {}
        await store.close()
      })
    add(counts, hooks)
    add(
      PurchaseFollower { [weak self] in
        guard let self, let counts = part(GateCounts.self) else { return }
        try? await takeCounts(counts)
      })
  }

  /// Opens the book of another account. Counts that cannot be read are unknown until the next use,
  /// which says why.
  private func follow(_ change: AccountChange, _ counts: GateCounts) async {
    if change.isAdopting, let account = change.new {
      try? await counts.counter(policy).adopt("", by: account)
    }
    try? await takeCounts(counts)
  }

  /// Uses a meter: decides, and counts if it may go ahead, as one step.
  ///
  /// - Parameters:
  ///   - meter: The meter.
  ///   - amount: How much, in the meter's unit; at least 1.
  ///   - id: Makes the use repeatable: the same id gives the same answer and counts once.
  ///   - thing: The thing at hand for a meter that is `counted per` one, such as a team.
  /// - Throws: ``UsageError``. Nothing is counted then.
  public func use(
    _ meter: MeterName<Names>, adding amount: Int64 = 1, id: String? = nil, of thing: String? = nil
  ) async throws(UsageError) -> UsageAnswer {
    try await counting(thing) { (counter, person, now) throws(UsageError) in
      try await counter.use(meter.name, adding: amount, by: person, id: id, at: now)
    }
  }

  /// Uses a feature that takes from meters: decides, and counts all that it takes if it may go ahead,
  /// as one step.
  ///
  /// ```swift
  /// let answer = try await gate.use(.csvExport)
  /// if answer.isAllowed { export() } else { show(gate.paywall(for: answer.decision)) }
  /// ```
  ///
  /// - Parameters:
  ///   - feature: The feature.
  ///   - count: How often it is used; at least 1.
  ///   - id: Makes the use repeatable: the same id gives the same answer and counts once.
  ///   - thing: The thing at hand for a meter that is `counted per` one, such as a team.
  /// - Throws: ``UsageError``. Nothing is counted then; ``UsageError/notAMeter(_:)`` for a feature that
  ///   takes from none.
  public func use(
    _ feature: FeatureName<Names>, times count: Int64 = 1, id: String? = nil,
    of thing: String? = nil
  ) async throws(UsageError) -> UsageAnswer {
    try await counting(thing) { (counter, person, now) throws(UsageError) in
      try await counter.use(feature.name, adding: count, by: person, id: id, at: now)
    }
  }

  /// Reserves an amount, for a use that takes long or may fail: decides, and counts it until it is
  /// committed, cancelled, or forgotten after so many seconds.
  public func reserve(
    _ meter: MeterName<Names>, adding amount: Int64 = 1, id: String, for seconds: Int64,
    of thing: String? = nil
  ) async throws(UsageError) -> UsageAnswer {
    try await counting(thing) { (counter, person, now) throws(UsageError) in
      try await counter.reserve(
        meter.name, adding: amount, by: person, id: id, for: seconds, at: now)
    }
  }

  /// Reserves a use of a feature that takes from meters, in the same way.
  public func reserve(
    _ feature: FeatureName<Names>, times count: Int64 = 1, id: String, for seconds: Int64,
    of thing: String? = nil
  ) async throws(UsageError) -> UsageAnswer {
    try await counting(thing) { (counter, person, now) throws(UsageError) in
      try await counter.reserve(
        feature.name, adding: count, by: person, id: id, for: seconds, at: now)
    }
  }

  /// Ends a reservation with what was used in the end: at most what was reserved, all of it unless
  /// told.
  public func commit(_ id: String, amount: Int64? = nil) async throws(UsageError) {
    try await counting(nil) { (counter, person, now) throws(UsageError) in
      try await counter.commit(id, amount: amount, by: person, at: now)
    }
  }

  /// Ends a reservation of which nothing was used.
  public func cancel(_ id: String) async throws(UsageError) {
    try await counting(nil) { (counter, person, now) throws(UsageError) in
      try await counter.cancel(id, by: person, at: now)
    }
  }

  /// Takes back a use that turned out not to be one.
  public func refund(_ id: String) async throws(UsageError) {
    try await counting(nil) { (counter, person, now) throws(UsageError) in
      try await counter.refund(id, by: person, at: now)
    }
  }

  /// Counts with the policy in use, and takes the counters into the snapshot.
  private func counting<Result>(
    _ thing: String?,
    _ work: (UsageCounter, UsageCounter.Person, Instant) async throws(UsageError) -> Result
  ) async throws(UsageError) -> Result {
    guard let counts = part(GateCounts.self) else { throw .noBook }
    let state = store.state
    let packs = await packs(of: state.account)
    let person = person(counts, state.account, state.snapshot, thing, packs)
    let result = try await work(counts.counter(state.policy), person, clock.now())
    try await takeCounts(counts)
    return result
  }

  private func person(
    _ counts: GateCounts, _ account: String?, _ snapshot: Snapshot, _ thing: String?,
    _ packs: [PurchasedPack]?
  ) -> UsageCounter.Person {
    UsageCounter.Person(
      account ?? "", snapshot: counts.withoutBrought(snapshot),
      in: counts.timeZone ?? .current, thing: thing, packs: packs)
  }

  /// Brings the counters of the account's book into the snapshot. The app's own counts stay. Another
  /// use may have counted more meanwhile, so it looks again until the book is the newest; and again
  /// when a window ends in which packs are used, or from which something is carried.
  private func takeCounts(_ counts: GateCounts) async throws(UsageError) {
    let counter = counts.counter(policy)
    let account = account
    var read = bookReads.begin()
    var packs = await self.packs(of: account)
    var stored = try await counts.store.book(of: account ?? "")
    while true {
      let taken = stored
      let now = clock.now()
      var end: Instant?
      var isNewest = true
      let isStill = update(of: account) { known in
        isNewest = bookReads.takes(read)
        guard isNewest else { return }
        let person = person(counts, account, known, nil, packs)
        known = counter.counted(taken.book, person, at: now)
        counts.bring(known, counter, taken.book, person)
        end = counter.nextChange(taken.book, person, at: now)
      }
      // Whoever changed the account takes the counts of the other one.
      guard isStill else { return }
      read = bookReads.begin()
      packs = await self.packs(of: account)
      stored = try await counts.store.book(of: account ?? "")
      guard isNewest, stored.version == taken.version else { continue }
      return counts.wake(at: end, by: clock) { [weak self, weak counts] in
        guard let self, let counts else { return }
        try? await takeCounts(counts)
      }
    }
  }
}

/// A meter as counting needs it: its name, and the counters that the policy reads.
final class MeteredTarget: Sendable {
  let index: MeterIndex
  let target: Target
  let name: String
  let style: Meter.Windows
  /// When its days begin; nil for midnight where the person is.
  let begin: DayBegin?
  /// The thing that it is counted for, as in `counted per team`; empty for the person.
  let countedPer: String
  let refill: Meter.Refill?
  /// The windows that rules read, without the total.
  let windows: [Window]
  /// Whether a rule reads the total, or no rule reads anything.
  let readsTotal: Bool
  /// The windows whose unused amounts roll over; empty for most.
  let rollovers: [Window]
  /// Whether there are such.
  let rollsOver: Bool
  /// How its packs are used up; nil if no product brings any.
  let packs: PackUse?
  /// The meters whose counters the rules of this one read, in order of declaration; it is one of
  /// them.
  let read: [Int]

  private init(_ index: MeterIndex, in graph: RuleGraph, windows read: Set<Window>) {
    let meter = graph[meter: index]
    self.index = index
    target = Target(index: graph.names.meterTargets[Int(index)])
    name = meter.name
    style = meter.windows
    begin = meter.begin.map { DayBegin($0) }
    countedPer = meter.countedPer
    refill = meter.refill
    windows = read.subtracting([.total]).sorted()
    readsTotal = read.contains(.total) || read.isEmpty
    rollovers = MeteredTarget.rollovers(of: index, in: graph)
    rollsOver = !rollovers.isEmpty
    packs = PackUse(of: index, in: graph)
    self.read = graph.metersRead(by: target).union([Int(index)]).sorted()
  }

  /// The key of the counters for a thing.
  func key(for thing: String?) -> TallyKey {
    TallyKey(meter: name, thing: countedPer.isEmpty ? "" : thing ?? "")
  }

  /// Whether it is counted for a person with this thing at hand.
  func isCounted(for thing: String?) -> Bool { countedPer.isEmpty || thing != nil }

  /// The meters of a policy, in order of declaration.
  static func all(of policy: Policy) -> [MeteredTarget] {
    let graph = policy.graph
    var read = Array(repeating: Set<Window>(), count: graph.parts.meters.count)
    for counter in graph.countersRead {
      guard read.indices.contains(Int(counter.meter)) else { continue }
      read[Int(counter.meter)].insert(counter.window)
    }
    return read.enumerated().map { index, windows in
      MeteredTarget(MeterIndex(index), in: graph, windows: windows)
    }
  }
}

extension RuleGraph {
  /// The counters that limits and conditions read.
  fileprivate var countersRead: [CounterIndex] {
    var counters: [CounterIndex] = []
    for core in cores {
      if let limit = core.limit, limit.meter != nil { counters.append(limit.counter) }
    }
    for node in parts.nodes {
      if case .usageAtLeast(let counter, _) = node { counters.append(counter) }
    }
    return counters
  }

  /// The meters that the rules of a target depend on.
  fileprivate func metersRead(by target: Target) -> Set<Int> {
    var meters: Set<Int> = []
    for rule in parts.targets[Int(target.index)].rules {
      forEachDependency(under: rule) { dependency in
        switch dependency {
        case .entitlement: break
        case .allowance(let meter), .total(let meter): meters.insert(Int(meter))
        }
      }
    }
    return meters.filter { parts.meters.indices.contains($0) }
  }
}
