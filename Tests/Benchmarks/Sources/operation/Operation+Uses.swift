import Foundation
import TollgateKit
import TollgateUsage
import Workload

extension Operation {
  /// A use that is decided and counted in memory.
  static var uses: [Operation] {
    [
      Operation("use, counts in memory", count: 256) {
        let policy = try Policy(source: "tiers free < pro\nexports > 1_000_000_000 requires pro")
        let counter = UsageCounter(policy, in: MemoryUsageStore(), device: "phone")
        guard let utc = TimeZone(secondsFromGMT: 0) else { throw WorkloadError("no time zone") }
        let person = UsageCounter.Person("ada", in: utc)
        return {
          Task(executorPreference: OnThisThread()) {
            for _ in 0..<256 {
              let answer = try? await counter.use(
                "exports", by: person, at: Instant(milliseconds: 1_780_000_000_000))
              guard answer?.isAllowed == true else { exit(1) }
            }
          }
        }
      }
    ]
  }
}

/// Runs a task where it was made, until it waits for something: callgrind counts one thread.
private final class OnThisThread: TaskExecutor {
  func enqueue(_ job: consuming ExecutorJob) {
    job.runSynchronously(on: asUnownedTaskExecutor())
  }
}
