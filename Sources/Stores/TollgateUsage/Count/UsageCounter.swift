public import Foundation
public import TollgateKit
public import TollgatePurchases
public import TollgateRuntime

/// Counts what people use: it decides and records as one step.
///
/// ```swift
/// let counter = UsageCounter(policy, in: try FileUsageStore(path: path), device: deviceID)
/// let ada = UsageCounter.Person("ada", snapshot: snapshot)
/// let answer = try await counter.use("exports", by: ada, id: "export-7")
/// if answer.isAllowed { export() }
/// ```
///
/// Every device of a person has its own name, for good: what one device wrote is never changed by
/// another. All processes of a server may share one name.
public struct UsageCounter: Sendable {
  /// The policy that decides.
  public let policy: Policy
  /// Where the books are kept.
  public let store: any UsageStore
  /// The name of this device.
  public let device: String
  /// In order of declaration.
  let meters: [MeteredTarget]
  private let metersByName: [String: MeteredTarget]
  /// Whether a window follows the subscription.
  private let isSubscriptionRead: Bool
  let people = KnownPeople()
  /// The store if it is in memory: it takes a step without waiting.
  private let memory: MemoryUsageStore?

  /// How often a step is tried if others change the book at the same moment.
  public static let mostAttempts = 100

  /// Counts with a policy, on a device.
  public init(_ policy: Policy, in store: any UsageStore, device: String) {
    self.policy = policy
    self.store = store
    memory = store as? MemoryUsageStore
    self.device = device
    meters = MeteredTarget.all(of: policy)
    metersByName = Dictionary(uniqueKeysWithValues: meters.map { ($0.name, $0) })
    isSubscriptionRead = meters.contains { $0.style == .subscription }
  }

  /// Who uses something, where and when.
  public struct Person: Sendable {
    /// Whose book it is, such as an account.
    public var id: String
    /// The person's data apart from what is counted: purchases, facts, allowances. Usage
    /// in it counts for meters that are counted elsewhere.
    public var snapshot: Snapshot
    /// Where the person is.
    public var timeZone: TimeZone
    /// When the present subscription began; nil for the one in the snapshot.
    public var subscription: Instant?
    /// The packs that the person bought; see ``Ledger/packs(policy:terms:account:)``. Then the
    /// counter keeps what is left of them in the allowances. Nil if somebody else keeps those.
    public var packs: [PurchasedPack]?
    /// The thing at hand for meters that are `counted per` one, such as a team.
    public var thing: String?

    /// A person.
    public init(
      _ id: String, snapshot: Snapshot = Snapshot(), in timeZone: TimeZone = .current,
      subscription: Instant? = nil, thing: String? = nil, packs: [PurchasedPack]? = nil
    ) {
      self.id = id
      self.snapshot = snapshot
      self.timeZone = timeZone
      self.subscription = subscription
      self.thing = thing
      self.packs = packs
    }
  }

  // MARK: Reading

  /// The snapshot of a person with the counters of all meters of the policy, and how they fall
  /// later if nothing more is used.
  public func snapshot(
    of person: Person, at now: Instant = .now
  ) async throws(UsageError) -> Snapshot {
    counted(try await store.book(of: person.id).book, person, at: now)
  }

  /// The counters of a book, by the name of the meter: what belongs into a snapshot. A meter in
  /// which nothing was counted holds 0. Meters that are counted per thing are left out if the
  /// person has no thing at hand.
  public func counters(
    _ book: UsageBook, of person: Person, at now: Instant
  ) -> [String: Usage] {
    let clock = clock(of: person, at: now)
    let time = book.effective(now)
    var usage: [String: Usage] = [:]
    for meter in meters where meter.isCounted(for: person.thing) {
      usage[meter.name] = reading(book, meter, person, clock, at: time).usage
    }
    return usage
  }

  /// The person's snapshot with what the book counts. A meter that the app counts itself, and that
  /// the book never saw, stays as it is. The latest instant of the book is its own: it says where
  /// windows are, not whether purchases are over.
  func counted(_ book: UsageBook, _ person: Person, at now: Instant) -> Snapshot {
    let clock = clock(of: person, at: now)
    let time = book.effective(now)
    var snapshot = withPacks(person, in: book, clock, at: time).snapshot
    for meter in meters where isKept(meter, in: book, for: person) {
      snapshot.usage[meter.name] = reading(book, meter, person, clock, at: time).usage
    }
    return snapshot
  }

  /// Whether the book keeps the counters of a meter; if not, the person's snapshot has them.
  func isKept(_ meter: MeteredTarget, in book: UsageBook, for person: Person) -> Bool {
    guard meter.isCounted(for: person.thing) else { return false }
    let usage = person.snapshot.usage
    return usage.isEmpty || usage[meter.name] == nil || book.hasCounted(meter.name)
  }

  func reading(
    _ book: UsageBook, _ meter: MeteredTarget, _ person: Person, _ clock: WindowClock,
    at time: Int64
  ) -> Reading {
    Reading(book, meter, meter.key(for: person.thing), clock, on: device, at: time)
  }

  func clock(of person: Person, at now: Instant) -> WindowClock {
    guard isSubscriptionRead else { return WindowClock(in: person.timeZone) }
    let start = person.subscription ?? policy.subscriptionStart(in: person.snapshot, at: now)
    return WindowClock(in: person.timeZone, subscription: start)
  }

  // MARK: The question

  /// The meter with a name; nil if there is none.
  func meter(called name: String) -> MeteredTarget? {
    // A few names are compared sooner than one is hashed.
    meters.count <= 8 ? meters.first { $0.name == name } : metersByName[name]
  }

  /// The meter with a name, for a person who has the thing at hand that it is counted for.
  func meter(_ name: String, for person: Person) throws(UsageError) -> MeteredTarget {
    guard let meter = meter(called: name) else {
      throw policy.target(name) == nil ? .unknownTarget(name) : .notAMeter(name)
    }
    guard meter.isCounted(for: person.thing) else {
      throw .missingThing(meter: name, thing: meter.countedPer)
    }
    return meter
  }

  /// Reads a book, works out a change and applies it; again if somebody else was faster.
  @inline(__always)
  func step<Result: Sendable>(
    _ person: String,
    _ work: (UsageBook) throws(UsageError) -> (change: UsageChange?, result: Result)
  ) async throws(UsageError) -> Result {
    if let memory { return try memory.step(person, work) }
    for attempt in 0..<UsageCounter.mostAttempts {
      let (step, version) = try worked(out: try await store.book(of: person), work)
      guard let change = step.change else { return step.result }
      if try await store.apply(change, to: person, at: version) { return step.result }
      // Those who try in step lose in step: whoever lost a few times waits for a moment of chance.
      if attempt < 4 {
        await Task.yield()
      } else {
        try? await Task.sleep(nanoseconds: .random(in: 0...UInt64(attempt) * 100_000))
      }
    }
    throw .busy(attempts: UsageCounter.mostAttempts)
  }

  /// Apart, so that the book is let go of before the change is applied: a store that has the only
  /// reference to it copies nothing.
  @inline(never)
  private func worked<Result>(
    out stored: consuming StoredUsage,
    _ work: (UsageBook) throws(UsageError) -> (change: UsageChange?, result: Result)
  ) throws(UsageError) -> (step: (change: UsageChange?, result: Result), version: Int64) {
    (try work(stored.book), stored.version)
  }
}

extension Policy {
  /// When the subscription began that gives access now; nil without one. Of several it is the one
  /// that began first.
  fileprivate func subscriptionStart(in snapshot: Snapshot, at now: Instant) -> Instant? {
    let now = max(now, snapshot.latestSeen ?? now)
    var first: Instant?
    for grant in snapshot.grants where grant.state.givesAccess {
      guard let start = grant.start, start <= now, grant.until.map({ $0 > now }) ?? true,
        let index = grant.product.flatMap({ graph.names.products[$0] }),
        graph[product: index].renews
      else { continue }
      first = min(first ?? start, start)
    }
    return first
  }
}

extension Product {
  /// Whether it is a subscription.
  fileprivate var renews: Bool {
    prices.contains { price in
      switch price.period {
      case .weeks, .months: true
      case .once, .use: false
      }
    }
  }
}
