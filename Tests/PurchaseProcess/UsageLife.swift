import Foundation
import TollgateKit
import TollgatePurchases
import TollgateRuntime
import TollgateUsage

/// One life of an app that counts: it opens its counts, uses a meter once for each id, and ends or
/// is killed. The ids that it was told yes for are in a file that survives it.
struct UsageLife {
  let folder: URL
  let steps: Steps

  func run() async throws {
    let path = folder.appendingPathComponent("usage").path
    let disk = try FileDisk(path: path, most: LineFile.mostBytes)
    let store = try FileUsageStore(SteppingDisk(disk: disk, steps: steps), path: path)
    let policy = try Policy(contentsOf: folder.appendingPathComponent("policy.gate"))
    let counter = UsageCounter(policy, in: store, device: "phone")
    let person = UsageCounter.Person("ada", in: TimeZone(secondsFromGMT: 0) ?? .current)
    let files = Life(folder: folder, steps: steps, finishesFirst: false)
    for (index, id) in files.lines("orders").enumerated() {
      let now = Life.StillClock.time
      let answer = try await counter.use("exports", by: person, id: id, at: now)
      steps.pass()
      if answer.isAllowed, !answer.isRepeated { files.add(id, to: "confirmed") }
      steps.pass()
      if index == 4 { try await store.compact() }
    }
  }
}
