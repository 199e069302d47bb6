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

// Values as a `print` shows them: in words, in English, names as the policy has them.
extension Window: CustomStringConvertible {
  /// The words of a policy: `day`, `3 hours`; `total` for everything there is.
  public var description: String { name ?? "total" }
}

extension Counter: CustomStringConvertible {
  /// How much is used, and how it falls: `3`, `3, begins again at 2026-03-01T00:00:00Z`.
  public var description: String {
    var text = carried == 0 ? "\(used)" : "\(used), \(carried) carried"
    if let resets { return text + ", begins again at \(resets)" }
    for step in then { text += ", then \(step)" }
    return text
  }
}

extension Counter.Step: CustomStringConvertible {
  /// How much is used from when on: `2 from 2026-03-01T00:00:00Z`.
  public var description: String {
    (carried == 0 ? "\(used)" : "\(used), \(carried) carried,") + " from \(at)"
  }
}

extension Usage: CustomStringConvertible {
  /// The counters, the shortest window first: `total 40; day 3`; `unknown` where there is none.
  public var description: String {
    var parts: [String] = []
    for window in windows {
      if let counter = self[window] { parts.append("\(window) \(counter)") }
    }
    return parts.isEmpty ? "unknown" : parts.joined(separator: "; ")
  }
}

extension Grant: CustomStringConvertible {
  /// The thing it gives, in which state and until when: `annual, active until
  /// 2027-03-01T00:00:00Z`.
  public var description: String {
    var names: [String] = []
    if quantity != 1, let product { names.append("\(quantity) of \(product)") }
    if quantity == 1, let product { names.append(product) }
    if let entitlement { names.append(entitlement) }
    var text = names.isEmpty ? "nothing" : names.joined(separator: " and ")
    text += ", " + state.rawValue
    if isTrial, state != .trial { text += " (trial)" }
    if let start { text += " from \(start)" }
    if let until { text += " until \(until)" }
    if let renews { text += renews ? ", renews" : ", does not renew" }
    switch ownership {
    case .purchased: break
    case .familyShared: text += ", shared by the family"
    case .other: text += ", of unknown ownership"
    }
    return text
  }
}

extension FactValue: CustomStringConvertible {
  /// The value as a policy reads it: `yes`, `5`, `2026-03-01T00:00:00Z`, `1.4`, `tablet`.
  public var description: String {
    switch self {
    case .yesOrNo(let value): value ? "yes" : "no"
    case .number(let number): "\(number)"
    case .date(let instant): instant.description
    case .version(let version): version.description
    case .choice(let name): name
    }
  }
}

extension Snapshot: CustomStringConvertible {
  /// The data line by line, names in order; what is unknown is left out. It shows who the user is:
  /// keep it out of logs that others read.
  public var description: String {
    var lines: [String] = []
    if let subject { lines.append("subject: \(subject)") }
    if let asOf { lines.append("purchases confirmed at: \(asOf)") }
    if let latestSeen { lines.append("latest time seen: \(latestSeen)") }
    for grant in grants { lines.append("has: \(grant)") }
    add("used ", usage, to: &lines) { $0.description }
    add("allowance ", allowances, to: &lines) { "\($0)" }
    add("fact ", facts, to: &lines) { $0.description }
    add("offer ", offers, to: &lines) { $0 ? "yes" : "no" }
    add("dismissed ", dismissed, to: &lines) { $0.description }
    return lines.isEmpty ? "nothing is known" : lines.joined(separator: "\n")
  }

  /// A line for each name, in order.
  private func add<Value>(
    _ words: String, _ values: [String: Value], to lines: inout [String],
    _ text: (Value) -> String
  ) {
    var names: [String] = []
    for entry in values { names.append(entry.key) }
    for name in names.sorted() {
      if let value = values[name] { lines.append(words + name + ": " + text(value)) }
    }
  }
}

extension Ask: CustomStringConvertible {
  /// How much is asked for: `1 more`, `up to 500`, `unlimited`.
  public var description: String {
    growth.description + (isContinuing ? ", continuing" : "")
  }
}

extension Ask.Growth: CustomStringConvertible {
  /// How much is asked for: `1 more`, `up to 500`, `unlimited`.
  public var description: String {
    switch self {
    case .adding(let amount): "\(amount) more"
    case .reaching(let value): "up to \(value)"
    case .reachingUnlimited: "unlimited"
    }
  }
}

/// A purchase, or an entitlement given outside the policy.
///
/// ```swift
/// let bought = Grant(product: "annual", until: tomorrow, renews: true)
/// let given = Grant(entitlement: "pro", start: now)
/// let snapshot = Snapshot(asOf: now, grants: [bought, given])
/// ```
public struct Grant: Sendable, Hashable {
  /// The product, by its name in the policy or by a store's id; one that the policy does not
  /// know grants nothing.
  public var product: String?
  /// The entitlement, by its name in the policy. A grant with both counts for both.
  public var entitlement: String?
  /// The state that the store tells.
  public var state: State
  /// When it begins; without it, it always has.
  public var start: Instant?
  /// When it ends, this instant outside; without it, never.
  public var until: Instant?
  /// Whether it is, or was, a trial: a trial gets no `grace`.
  public var isTrial: Bool
  /// Whether its buyer had a trial or an introductory price before: they are offered once.
  public var isOfferUsed: Bool
  /// Whether the store will renew it, if that is known.
  public var renews: Bool?
  /// Who bought it.
  public var ownership: Ownership
  /// How many of it; what an add-on adds is multiplied by it.
  public var quantity: Int64
  /// The store's transaction id.
  public var id: String?

  /// A grant of a product, an entitlement or both.
  public init(
    product: String? = nil, entitlement: String? = nil, state: State = .active,
    start: Instant? = nil, until: Instant? = nil, isTrial: Bool? = nil, renews: Bool? = nil,
    ownership: Ownership = .purchased, quantity: Int64 = 1, id: String? = nil,
    isOfferUsed: Bool = false
  ) {
    self.product = product
    self.entitlement = entitlement
    self.state = state
    self.start = start
    self.until = until
    self.isTrial = isTrial ?? (state == .trial)
    self.isOfferUsed = isOfferUsed
    self.renews = renews
    self.ownership = ownership
    self.quantity = quantity
    self.id = id
  }

  /// The state of a purchase, as the store tells it.
  public enum State: String, Sendable, Hashable, CaseIterable {
    /// Paid for.
    case active
    /// In an introductory free period.
    case trial
    /// Payment failed, and the store still gives access.
    case grace
    /// Will not renew; access stays until it ends.
    case cancelled
    /// Payment failed, and the store gives no access until it is fixed.
    case hold
    /// Paused by its owner.
    case paused
    /// Not paid yet.
    case pending
    /// Over.
    case expired
    /// Paid back.
    case refunded
    /// Taken back.
    case revoked
    /// A state that Tollgate does not know; it gives no access.
    case other

    /// Whether a grant in this state gives access between its start and its end.
    package var givesAccess: Bool {
      switch self {
      case .active, .trial, .grace, .cancelled: true
      case .hold, .paused, .pending, .expired, .refunded, .revoked, .other: false
      }
    }
  }

  /// Who bought it.
  public enum Ownership: String, Sendable, Hashable, CaseIterable {
    /// This user.
    case purchased
    /// Someone in the family: counts only through a product that is `shared with family`.
    case familyShared = "family-shared"
    /// A way of owning that Tollgate does not know; it gives no access.
    case other
  }
}

/// A version of an app: `major.minor.patch`, compared number by number.
///
/// ```swift
/// let snapshot = Snapshot(facts: ["version": .version(Version(2, 4))])
/// print(Version(2, 4) < Version(2, 10))  // true
/// ```
public struct Version: Sendable, Hashable, Comparable {
  /// The first number.
  public var major: Int64
  /// The second number.
  public var minor: Int64
  /// The third number.
  public var patch: Int64

  /// A version; parts that are left out are 0.
  public init(_ major: Int64, _ minor: Int64 = 0, _ patch: Int64 = 0) {
    self.major = major
    self.minor = minor
    self.patch = patch
  }

  /// Whether one version comes before another.
  public static func < (a: Version, b: Version) -> Bool {
    (a.major, a.minor, a.patch) < (b.major, b.minor, b.patch)
  }
}

extension Version: CustomStringConvertible {
  /// The version as text: major and minor always, the patch only when it is not zero.
  public var description: String {
    let text = "\(major).\(minor)"
    return patch == 0 ? text : "\(text).\(patch)"
  }
}
