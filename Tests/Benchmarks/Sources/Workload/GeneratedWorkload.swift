public import TollgateKit

/// A generated policy, the ten features that every size has, and 64 users.
public struct GeneratedWorkload: Sendable {
  public let policy: Policy
  public let targets: [Target]
  public let prepared: Users
  public let now = Instant(milliseconds: 1_780_000_000_000)

  /// Asks about a policy that was read from a file.
  public init(_ policy: Policy) throws {
    // An app of such a policy knows what it asks about.
    let policy = policy.favoring(GeneratedPolicy.asked.compactMap(policy.target))
    self.policy = policy
    targets = GeneratedPolicy.asked.compactMap(policy.target)
    guard targets.count == 10 else { throw WorkloadError("a target is missing") }
    var random = SplitMix64(seed: 7)
    prepared = Users(
      (0..<GateWorkload.users).map { [now] user in
        policy.prepare(GeneratedWorkload.snapshot(of: user, at: now, &random))
      })
  }

  public static func snapshot(
    of user: Int, at now: Instant, _ random: inout SplitMix64
  ) -> Snapshot {
    var usage: [String: Usage] = [:]
    for meter in 0..<10 { usage["m\(meter)"] = Usage(Int64(random.pick(300))) }
    let products = (0..<8).map { _ in Grant(product: "p\(random.pick(40))") }
    return Snapshot(
      subject: "user-\(user)", asOf: now, grants: products, usage: usage,
      facts: [
        "platform": .choice(["ios", "android", "web"][random.pick(3)]),
        "installed": .date(now.advanced(by: Int64(-random.pick(200)) * 86_400_000)),
      ])
  }
}
