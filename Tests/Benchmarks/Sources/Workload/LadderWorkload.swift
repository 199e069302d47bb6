public import TollgateKit

/// A plain limit, a ladder and a setting of one price list, and 64 users.
public struct LadderWorkload: Sendable {
  public let policy: Policy
  public let plain: Target
  public let ladder: Target
  public let setting: Target
  public let prepared: Users
  public let now = Instant(milliseconds: 1_772_366_400_000)

  static let source = """
    policy Ladders
    tiers free < plus < business < enterprise
    product plus-monthly
      grants plus
    product business-monthly
      grants business
    meters blocks, guests
    setting history is 7 days
      30 days with plus
      90 days with business
      unlimited with enterprise
    blocks > 100 requires plus
    guests at most 10
      100 with plus
      250 with business
      unlimited with enterprise
    history is off until 2026-01-01

    """

  public init() throws {
    policy = try Policy(source: LadderWorkload.source, name: "ladders.gate")
    guard let plain = policy.target("blocks"), let ladder = policy.target("guests"),
      let setting = policy.target("history")
    else { throw WorkloadError("a target is missing") }
    self.plain = plain
    self.ladder = ladder
    self.setting = setting
    var random = SplitMix64(seed: 7)
    prepared = Users(
      (0..<GateWorkload.users).map { [policy, now] user in
        policy.prepare(LadderWorkload.snapshot(of: user, at: now, &random))
      })
    for target in [plain, ladder] { try check(target) }
  }

  private static func snapshot(
    of user: Int, at now: Instant, _ random: inout SplitMix64
  ) -> Snapshot {
    var grants: [Grant] = []
    for product in ["plus-monthly", "business-monthly"] where random.pick(3) == 0 {
      grants.append(Grant(product: product, until: now.advanced(by: 86_400_000)))
    }
    return Snapshot(
      subject: "user-\(user)", asOf: now, grants: grants,
      usage: [
        "blocks": Usage(total: Usage.Counter(Int64(90 + random.pick(20)))),
        "guests": Usage(total: Usage.Counter(Int64([9, 10, 99, 100, 249, 250][random.pick(6)]))),
      ])
  }

  /// Neither all are allowed nor none.
  private func check(_ target: Target) throws {
    let answers = Set(
      prepared.array.map { Engine.isAllowed(target, in: policy, for: $0, at: now) })
    guard answers.count == 2 else { throw WorkloadError("all get the same answer") }
  }
}
