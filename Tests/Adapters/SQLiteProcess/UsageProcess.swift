import Foundation
import TollgateKit
import TollgateRuntime
import TollgateSQLite
import TollgateUsage

/// Counts uses in a database that other processes have open, too: `PATH POLICY COUNT IDS count`. It
/// prints how many went; the ids begin with `IDS`, unless that is empty.
enum UsageProcess {
  static func run() async throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 6, let count = Int(arguments[3]) else { exit(2) }
    let store = try SQLiteUsageStore(path: arguments[1])
    let counter = UsageCounter(
      try Policy(source: arguments[2]), in: store, device: "server")
    let person = UsageCounter.Person("ada", in: TimeZone(secondsFromGMT: 0) ?? .current)
    var allowed = 0
    for number in 0..<count {
      let id = arguments[4].isEmpty ? nil : "\(arguments[4])-\(number)"
      let answer = try await counter.use("exports", by: person, id: id, at: Life.StillClock.time)
      if answer.isAllowed, !answer.isRepeated { allowed += 1 }
    }
    print(allowed)
  }
}
