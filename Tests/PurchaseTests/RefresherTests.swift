import TestSupport
import Testing
import TollgateKit
import TollgatePurchases
import TollgateTesting

/// The refresher: one request at a time, and no decision waits.
@Suite struct RefresherTests {
  static let day: Instant = "2026-03-02T00:00:00Z"

  private func refresher(
    _ store: ManualRefresh, _ clock: TestClock, isOnline: Bool = true
  ) -> Refresher {
    let freshness = Freshness(
      trust: 86_400_000, launchVerification: .ifStale, confirmed: "2026-03-01",
      isOnline: isOnline)
    return Refresher(
      freshness, clock: clock, refresh: { await store.ask() }, flushOutbox: { await store.flush() })
  }

  @Test("LG-NET-3 a hundred asks are one request, and all who wait have its answer")
  func hundred() async {
    let store = ManualRefresh()
    let refresher = refresher(store, TestClock(Self.day))
    // A decision returns while the store does not answer.
    for _ in 1...100 { await refresher.handle(.asked) }
    let answers = await withTaskGroup(of: Refresher.Outcome.self) { group in
      for _ in 1...100 { group.addTask { await refresher.refreshIfStale() } }
      await store.answer(with: .success(Self.day))
      // A caller after the request gets its answer, too.
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
    let store = ManualRefresh()
    let refresher = refresher(store, TestClock(Self.day), isOnline: false)
    await refresher.handle(.launched)
    #expect(await refresher.refreshIfStale() == .failure(.networkError))
    #expect(await store.requests == 0)
    for _ in 1...2 { await refresher.handle(.networkRestored) }
    await refresher.waitUntilFlushed()
    await store.answer(with: .success(Self.day))
    #expect(await store.requests == 1)
    #expect(await store.flushes == 1)
  }

  @Test("a refresh that failed is made again by the clock")
  func retry() async {
    let store = ManualRefresh()
    let clock = TestClock(Self.day)
    let refresher = refresher(store, clock)
    await refresher.handle(.asked)
    await store.answer(with: .failure(.networkError))
    await clock.untilAwaited()
    #expect(await refresher.freshness.lastError == .networkError)
    clock.set(Self.day.advanced(by: 1000))
    await store.answer(with: .success(Self.day))
    let isConfirmed = await eventually { await refresher.freshness.confirmed == Self.day }
    #expect(isConfirmed)
    #expect(await store.requests == 2)
  }
}
