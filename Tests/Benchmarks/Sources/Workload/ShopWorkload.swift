public import TollgateKit

/// A denial with much to tell: two rules that fail, five products, alone and together, that help,
/// a payment on hold, a reminder and a limit.
public struct ShopWorkload: Sendable {
  public let policy: Policy
  public let target: Target
  public let snapshot: Snapshot
  public let prepared: PreparedSnapshot
  public let now = Instant(milliseconds: 1_772_366_400_000)

  static let source = """
    policy Shop
    snooze prompts for 24h
    tiers free < plus < pro
    entitlement team
    product monthly
      grants plus
      price 3 USD per month
    product yearly
      grants plus
      price 30 USD per year
    product lifetime
      grants pro
      price 90 USD once
    product seats
      grants team
      price 5 USD per month
    product space
      adds 100 to projects
      price 2 USD per month
    meter projects
    projects > 50 requires plus
      reminder at 90% gentle
      reminder at 50 prominent
      message "The free plan holds {limit} projects."
    projects > 10 per day requires team or pro

    """

  public init() throws {
    policy = try Policy(source: ShopWorkload.source, name: "shop.gate")
    guard let target = policy.target("projects") else { throw WorkloadError("no target") }
    self.target = target
    let tomorrow = now.advanced(by: 86_400_000)
    snapshot = Snapshot(
      subject: "user-1", asOf: now,
      grants: [
        Grant(product: "monthly", state: .hold, until: now.advanced(by: -1)),
        Grant(product: "yearly", state: .expired, until: now.advanced(by: -100_000)),
      ],
      usage: [
        "projects": Usage(total: Usage.Counter(50), day: Usage.Counter(10, resets: tomorrow))
      ],
      dismissed: ["projects@50": now.advanced(by: -1000)])
    prepared = policy.prepare(snapshot)
    let explanation = Engine.explain(target, in: policy, for: prepared, at: now)
    guard explanation.blockers.count == 2, explanation.waysIn.count > 2 else {
      throw WorkloadError("\(explanation.waysIn)")
    }
  }
}
