/// The data of an app about a user: what was bought and until when, how much is used, and how fresh
/// the purchase data is. Everything may be missing; missing data is unknown, and never allows.
///
/// ```swift
/// let snapshot = Snapshot(
///   subject: "ada", asOf: .now, grants: [Grant(product: "annual")],
///   usage: ["bills": Usage(499)], facts: ["platform": .choice("ios")])
/// let decision = policy.decide("bills", adding: 1, for: snapshot, at: .now)
/// ```
public struct Snapshot: Sendable, Hashable {
  /// Who it is about; a rollout asks for it.
  public var subject: String?
  /// When the purchase data was last confirmed.
  public var asOf: Instant?
  /// The latest time this device or server has ever seen; the app does not believe an earlier
  /// clock.
  public var latestSeen: Instant?
  /// The purchases, and the entitlements given outside the policy.
  public var grants: [Grant]
  /// How much is used, by the name of the meter.
  public var usage: [String: Usage]
  /// The allowances that a server sets beyond the limits, by the name of the meter, in the meter's
  /// unit. Of packs it is what was left of them when the window began, and what was bought since;
  /// for a meter without windows, what was bought in all.
  public var allowances: [String: Int64]
  /// The facts, by name.
  public var facts: [String: FactValue]
  /// Whether the store offers a trial or an introductory price to this user, by the name of the
  /// product. Whatever it does not say follows from the grants.
  public var offers: [String: Bool]
  /// When a prompt or reminder was dismissed, by its id.
  public var dismissed: [String: Instant]

  /// A snapshot of what is given; all else is unknown.
  public init(
    subject: String? = nil, asOf: Instant? = nil, latestSeen: Instant? = nil,
    grants: [Grant] = [], usage: [String: Usage] = [:], allowances: [String: Int64] = [:],
    facts: [String: FactValue] = [:], dismissed: [String: Instant] = [:],
    offers: [String: Bool] = [:]
  ) {
    self.subject = subject
    self.asOf = asOf
    self.latestSeen = latestSeen
    self.grants = grants
    self.usage = usage
    self.allowances = allowances
    self.facts = facts
    self.dismissed = dismissed
    self.offers = offers
  }
}

/// The value of a fact that the app reports.
///
/// ```swift
/// gate.update { $0.facts["platform"] = .choice("ios") }
/// gate.update { $0.facts["installed"] = .date(now) }
/// ```
public enum FactValue: Sendable, Hashable {
  /// For a fact that is `yes or no`.
  case yesOrNo(Bool)
  /// For a fact that is `a number`.
  case number(Int64)
  /// For a fact that is `a date`.
  case date(Instant)
  /// For a fact that is `a version`.
  case version(Version)
  /// For a fact that is one of several choices.
  case choice(String)
}
