import Foundation
import TollgateKit
import TollgatePostgres
import TollgateRuntime
import TollgateUsage

/// Counts uses in a PostgreSQL database; see `PostgresUsageTests`. The arguments: the address, the
/// policy, how many uses, and the beginning of their ids or nothing. The last line of the output is
/// how many were allowed.
@main struct PostgresProcess {
  static func main() async throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 5, let count = Int(arguments[3]) else { exit(2) }
    let store = try await PostgresUsageStore.open(arguments[1])
    let counter = UsageCounter(try Policy(source: arguments[2]), in: store, device: "server")
    let ada = UsageCounter.Person("ada", in: TimeZone(secondsFromGMT: 0) ?? .current)
    let now = Instant(milliseconds: 1_772_323_200_000)
    var allowed = 0
    for number in 0..<count {
      let id = arguments[4].isEmpty ? nil : "\(arguments[4])-\(number)"
      let answer = try await counter.use("exports", by: ada, id: id, at: now)
      if answer.isAllowed, !answer.isRepeated { allowed += 1 }
    }
    print(allowed)
  }
}
