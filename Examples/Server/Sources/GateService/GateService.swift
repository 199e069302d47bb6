public import Foundation
import Synchronization
import TollgateKit
import TollgateSQLite
import TollgateUsage

/// Answers who may do what, and counts what they use: a policy, and a database with the counts and
/// with what is known of each user.
public final class GateService: Sendable {
  /// The policy in use and the counter that goes by it; both are swapped at once.
  struct Present: Sendable {
    let policy: Policy
    let counter: UsageCounter
  }

  /// The longest id of a user, in bytes.
  static let mostIDBytes = 200

  private let file: URL
  private let uses: SQLiteUsageStore
  private let users: UserTable
  private let inUse: Mutex<Present>
  let turns = Turns()

  /// Reads a policy and opens a database, or creates it.
  ///
  /// - Throws: `PolicyError` with every diagnostic, or the error of the database.
  public init(policy file: URL, database path: String) throws {
    self.file = file
    uses = try SQLiteUsageStore(path: path)
    users = try UserTable(path: path + ".users")
    inUse = Mutex(GateService.present(try Policy(contentsOf: file), uses))
  }

  /// The policy in use and its counter.
  var present: Present { inUse.withLock { $0 } }

  /// Reads the policy anew. One with a mistake is told, and the policy in use stays.
  func reload() throws(PolicyError) -> Policy {
    let next = GateService.present(try Policy(contentsOf: file), uses)
    inUse.withLock { $0 = next }
    return next.policy
  }

  /// Notes what is known of a user, in the place of what was known: purchases, facts, allowances.
  func set(_ snapshot: Snapshot, of user: String) async throws {
    try await users.set(snapshot, of: user)
  }

  /// A user with all that is known; nothing is, of one who was never told.
  func person(_ user: String, in timeZone: TimeZone, thing: String?) async throws
    -> UsageCounter.Person
  {
    var snapshot = try await users.snapshot(of: user)
    snapshot.subject = user
    return UsageCounter.Person(user, snapshot: snapshot, in: timeZone, thing: thing)
  }

  private static func present(_ policy: Policy, _ uses: SQLiteUsageStore) -> Present {
    Present(policy: policy, counter: UsageCounter(policy, in: uses, device: "server"))
  }
}
