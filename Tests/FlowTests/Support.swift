import Foundation
import TestSupport
import TollgateKit
import TollgatePurchases
public import TollgateRuntime
import TollgateTesting

/// The names of a shop, as the build-tool plugin writes them.
enum Shop: PolicyNames {
  static let source = """
    policy Shop
    trust snapshots for 3 days
    tiers free < pro
    product annual
      sold as "com.shop.annual"
      grants pro
      price 12 CNY per year
    product monthly
      sold as "com.shop.monthly"
      grants pro
      price 2 CNY per month
    features csv-export, night-mode
    meter recommendations
    csv-export requires pro
    rollout trial is 50% of users
    night-mode requires pro when in trial
    recommendations > 3 per day requires pro
    """

  // Invariant: the text above compiles.
  static let policy = try! Policy(source: source)
}

extension FeatureName where Names == Shop {
  static var csvExport: Self { Self("csv-export", place: 0) }
  static var nightMode: Self { Self("night-mode", place: 1) }
}

extension MeterName where Names == Shop {
  static var recommendations: Self { Self("recommendations", place: 2) }
}

extension ProductName where Names == Shop {
  static var annual: Self { Self("annual") }
  static var monthly: Self { Self("monthly") }
}

extension Instant: ExpressibleByStringLiteral {
  public init(stringLiteral text: String) {
    guard let instant = Instant(text) else { preconditionFailure("no instant: \(text)") }
    self = instant
  }
}

/// A gate with a store on a clock.
struct Flow {
  let clock: TestClock
  let store: SimulatedStore
  let device: SimulatedDevice
  let gate: Gate<Shop>

  init(
    at start: Instant = "2026-01-31", snapshot: Snapshot = Snapshot(),
    observer: (any DecisionObserver)? = nil
  ) {
    clock = TestClock(start)
    store = SimulatedStore(policy: Shop.policy, clock: clock)
    device = store.device()
    gate = Gate(snapshot: snapshot, clock: clock, observer: observer)
  }

  func launch(
    account: String? = nil, journal: any PurchaseJournal = MemoryJournal()
  ) async throws {
    try await gate.launch(
      device, verifier: SimulatedVerifier(store), journal: journal, account: account)
    await gate.refresh()
  }
}

/// A folder that goes with the test, in memory where the system has one: journals wait for the disk.
func withFolder<Result>(_ body: (URL) async throws -> Result) async throws -> Result {
  var folder = try Shell.temporaryFolder()
  if FileManager.default.isWritableFile(atPath: "/dev/shm") {
    let inMemory = URL(fileURLWithPath: "/dev/shm").appendingPathComponent(folder.lastPathComponent)
    try FileManager.default.moveItem(at: folder, to: inMemory)
    folder = inMemory
  }
  defer { try? FileManager.default.removeItem(at: folder) }
  return try await body(folder)
}
