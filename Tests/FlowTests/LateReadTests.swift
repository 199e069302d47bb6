import TestSupport
import Testing
import TollgateKit
import TollgatePurchases
import TollgateTesting
import TollgateUsage

/// A task that read a book before a use never puts what it read over the use.
@Suite struct LateReadTests {
  enum App: PolicyNames {
    // Invariant: the text compiles.
    static let policy = try! Policy(source: "meter bills\nbills > 5 requires nothing")
    static let bills = MeterName<App>("bills")
  }

  /// A store whose answers to one task wait to be let go.
  private final class SlowStore: UsageStore {
    @TaskLocal static var isLate = false
    private let store = MemoryUsageStore()
    /// Hears of each answer for the late task, and whether it may go.
    private let (answers, answered) = AsyncStream<Void>.makeStream()
    private let (goes, go) = AsyncStream<Void>.makeStream()

    func book(of person: String) async throws(UsageError) -> StoredUsage {
      let stored = store.book(of: person)
      if SlowStore.isLate {
        answered.yield()
        for await _ in goes { break }
      }
      return stored
    }

    func apply(
      _ change: UsageChange, to person: String, at version: Int64
    ) async throws(UsageError) -> Bool {
      store.apply(change, to: person, at: version)
    }

    func close() {}

    /// Waits until the late task has read.
    func untilRead() async { for await _ in answers { break } }
    func letGo() { go.yield() }
    func letAllGo() { go.finish() }
  }

  @Test func aUseStaysWhateverWasReadBefore() async throws {
    let store = SlowStore()
    let gate = Gate<App>(clock: TestClock("2026-01-31T08:00:00Z"))
    try await gate.count(in: store, device: "phone")
    #expect(try await gate.use(App.bills).isAllowed)
    let late = Task {
      await SlowStore.$isLate.withValue(true) { await gate.part(PurchaseFollower.self)?.take() }
    }
    await store.untilRead()
    #expect(try await gate.use(App.bills).isAllowed)
    #expect(gate.snapshot.usage["bills"]?.total?.used == 2)
    // It has read the book without the use; now it looks again, and the use is still there.
    store.letGo()
    await store.untilRead()
    #expect(gate.snapshot.usage["bills"]?.total?.used == 2)
    store.letAllGo()
    await late.value
    #expect(gate.snapshot.usage["bills"]?.total?.used == 2)
  }
}
