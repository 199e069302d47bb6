public import TollgateKit

/// A meter with everything in use at once, a feature of twelve literals, and 64 users.
public struct FullWorkload: Sendable {
  public let policy: Policy
  /// Behind a limit in a window, a limit with an allowance, and a rule with a date fact, a version,
  /// a rollout and a soft period.
  public let everything: Target
  public let twelveLiterals: Target
  public let prepared: Users
  public let now = Instant(milliseconds: 1_772_366_400_000)

  static let source = """
    policy Full
    trust snapshots for 30 days
    tiers free < plus < pro
    entitlements a, b, c, d, e, f, g, h, i, j, k, l
    product plus
      grants plus
    product annual
      grants pro
      grace 3 days
    product space
      adds 10 to uploads
    meter uploads
    feature mosaic
    fact platform is ios, android or web
    fact installed is a date
    fact version is a version
    rollout new-limits is 50% of users
    grant plus for 7 days after installed when platform is ios
    uploads > 20 per day requires plus
    uploads > allowance otherwise 500 requires pro unless installed before 2026-01-01
    uploads requires plus or pro from 2026-01-01 when version since 2.0 and in new-limits
      soft until 2026-03-02
    mosaic requires (a and b and c) or (d and e and not f) or (g and h and i) or (j and k and l)

    """

  public init() throws {
    policy = try Policy(source: FullWorkload.source, name: "full.gate")
    guard let everything = policy.target("uploads"), let mosaic = policy.target("mosaic") else {
      throw WorkloadError("a target is missing")
    }
    self.everything = everything
    twelveLiterals = mosaic
    var random = SplitMix64(seed: 6)
    let users = (0..<GateWorkload.users).map { [now] user in
      FullWorkload.snapshot(of: user, at: now, &random)
    }
    prepared = Users(users.map(policy.prepare))
    try check(everything)
    try check(mosaic)
  }

  private static func snapshot(
    of user: Int, at now: Instant, _ random: inout SplitMix64
  ) -> Snapshot {
    let day: Int64 = 86_400_000
    var grants: [Grant] = []
    for product in ["plus", "annual", "space"] where random.pick(3) == 0 {
      grants.append(Grant(product: product, until: now.advanced(by: day)))
    }
    for letter in "abcdefghijkl" where random.pick(3) != 0 {
      grants.append(Grant(entitlement: String(letter)))
    }
    let used = Usage.Counter(Int64(495 + random.pick(20)))
    let today = Usage.Counter(Int64(17 + random.pick(5)), resets: now.advanced(by: day))
    return Snapshot(
      subject: "user-\(user)", asOf: now, grants: grants,
      usage: ["uploads": Usage(total: used, day: today)],
      allowances: random.pick(2) == 0 ? ["uploads": 505] : [:],
      facts: [
        "platform": .choice(["ios", "android", "web"][random.pick(3)]),
        "installed": .date(now.advanced(by: Int64(-random.pick(100)) * day)),
        "version": .version(Version(Int64(1 + random.pick(3)))),
      ])
  }

  /// Neither all are allowed nor none.
  private func check(_ target: Target) throws {
    let answers = Set(
      prepared.array.map { Engine.isAllowed(target, in: policy, for: $0, at: now) })
    guard answers.count == 2 else { throw WorkloadError("all get the same answer") }
  }
}
