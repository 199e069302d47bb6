import Testing
import Tollgate
import TollgatePurchases

/// The refresher: one request at a time, and no ask that waits.
@Suite struct RefresherTests {
  /// A clock that is set by hand; who sleeps wakes when it is set past the hour.
  private actor Alarm {
    private var sleepers: [(until: Instant, wake: CheckedContinuation<Void, Never>)] = []
    private var now: Instant

    init(_ now: Instant) { self.now = now }

    func sleep(until instant: Instant) async {
      guard now < instant else { return }
      await withCheckedContinuation { sleepers.append((instant, $0)) }
    }

    func set(_ instant: Instant) {
      now = instant
      let woken = sleepers.filter { $0.until <= instant }
      sleepers.removeAll { $0.until <= instant }
      for sleeper in woken { sleeper.wake.resume() }
    }

    var isAwaited: Bool { !sleepers.isEmpty }
  }

  private final class HandClock: StoreClock, @unchecked Sendable {
    // Invariant: tests read it only after they have set it, from one task.
    private(set) var time: Instant
    private let alarm: Alarm

    init(_ time: Instant) {
      self.time = time
      alarm = Alarm(time)
    }

    func now() -> Instant { time }
    func sleep(until instant: Instant) async throws { await alarm.sleep(until: instant) }

    func set(_ instant: Instant) async {
      time = instant
      await alarm.set(instant)
    }

    /// Returns once somebody sleeps.
    func untilAwaited() async {
      while !(await alarm.isAwaited) { await Task.yield() }
    }
  }

  /// A store that answers when it is told to.
  private actor Store {
    private(set) var requests = 0
    private(set) var flushes = 0
    private var open: [CheckedContinuation<Refresher.Answer, Never>] = []

    func ask() async -> Refresher.Answer {
      requests += 1
      return await withCheckedContinuation { open.append($0) }
    }

    func flush() { flushes += 1 }

    /// Answers the request that is open; waits for one.
    func answer(_ answer: Refresher.Answer) async {
      while open.isEmpty { await Task.yield() }
      open.removeFirst().resume(returning: answer)
    }
  }

  static let day: Instant = "2026-03-02T00:00:00Z"

  private func refresher(
    _ store: Store, _ clock: HandClock, isOnline: Bool = true
  ) -> Refresher {
    let freshness = Freshness(
      trust: 86_400_000, launchVerification: .ifStale, confirmed: "2026-03-01",
      isOnline: isOnline)
    return Refresher(
      freshness, clock: clock, refresh: { await store.ask() }, flushOutbox: { await store.flush() })
  }

  @Test("LG-NET-3 a hundred asks are one request, and all who wait have its answer")
  func hundred() async {
    let store = Store()
    let refresher = refresher(store, HandClock(Self.day))
    // An ask returns while the store is silent: none of these has been answered.
    for _ in 1...100 { await refresher.handle(.asked) }
    let answers = await withTaskGroup(of: Refresher.Answer.self) { group in
      for _ in 1...100 { group.addTask { await refresher.answer() } }
      await store.answer(.success(Self.day))
      // Who comes too late for the request has its answer all the same.
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(answers == Array(repeating: .success(Self.day), count: 100))
    #expect(await store.requests == 1)
    #expect(await refresher.freshness.confirmed == Self.day)
    await refresher.handle(.asked)
    #expect(await store.requests == 1, "it is fresh now")
  }

  @Test("offline nobody is asked; with a network there is one request and one flush")
  func offline() async {
    let store = Store()
    let refresher = refresher(store, HandClock(Self.day), isOnline: false)
    await refresher.handle(.launched)
    #expect(await refresher.answer() == .failure(.networkError))
    #expect(await store.requests == 0)
    for _ in 1...2 { await refresher.handle(.networkRestored) }
    await refresher.flushed()
    await store.answer(.success(Self.day))
    #expect(await store.requests == 1)
    #expect(await store.flushes == 1)
  }

  @Test("a refresh that failed is made again by the clock")
  func retry() async {
    let store = Store()
    let clock = HandClock(Self.day)
    let refresher = refresher(store, clock)
    await refresher.handle(.asked)
    await store.answer(.failure(.networkError))
    await clock.untilAwaited()
    #expect(await refresher.freshness.lastError == .networkError)
    await clock.set(Self.day.advanced(by: 1000))
    await store.answer(.success(Self.day))
    while await refresher.freshness.confirmed != Self.day { await Task.yield() }
    #expect(await store.requests == 2)
  }
}
