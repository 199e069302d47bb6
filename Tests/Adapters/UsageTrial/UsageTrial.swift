public import Foundation
import TollgateKit
public import TollgateRuntime
public import TollgateUsage

/// What every store of counts goes through, whatever keeps it.
public struct UsageTrial: Sendable {
  /// A limit of 100.
  public static let policy = "meter exports\nexports > 100 requires pro"
  public static let now = Instant(milliseconds: 1_772_323_200_000)
  public static let ada = UsageCounter.Person("ada", in: TimeZone(secondsFromGMT: 0) ?? .current)

  public let counter: UsageCounter

  public init(_ store: any UsageStore) throws {
    counter = UsageCounter(try Policy(source: UsageTrial.policy), in: store, device: "server")
  }

  /// What is counted now.
  public func used() async throws -> Int64? {
    try await counter.snapshot(of: UsageTrial.ada, at: UsageTrial.now).usage["exports"]?.total?.used
  }

  public func use() async throws -> Bool {
    try await counter.use("exports", by: UsageTrial.ada, at: UsageTrial.now).isAllowed
  }

  /// 1,000 uses at once by 8 tasks: how many were allowed.
  public func thousandUses() async throws -> Int {
    try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<8 {
        group.addTask {
          var allowed = 0
          for _ in 0..<125 where try await use() { allowed += 1 }
          return allowed
        }
      }
      return try await group.reduce(0, +)
    }
  }

  /// Every kind of change, with ids that need care.
  public func everyChange() async throws {
    let (ada, now) = (UsageTrial.ada, UsageTrial.now)
    _ = try await counter.use("exports", by: ada, id: "a", at: now)
    _ = try await counter.use("exports", adding: 3, by: ada, id: "b \"'\\ ü", at: now)
    _ = try await counter.reserve("exports", adding: 2, by: ada, id: "r", for: 60, at: now)
    try await counter.commit("r", amount: 1, by: ada, at: now)
    try await counter.refund("a", by: ada, at: now)
    try await counter.set("exports", to: 50, by: ada, at: now)
  }
}
