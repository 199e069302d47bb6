public import TollgateRuntime

/// What a paywall shows one user: the products of a policy, how the user stands to each, and what
/// each would open; every text in one locale.
public struct Paywall: Sendable, Hashable {
  /// The policy's name; empty where it has none.
  public let policy: String
  /// What identifies the policy's meaning.
  public let fingerprint: String
  /// The policy's label in the locale, or its name.
  public let title: String
  /// The BCP 47 tag that the texts were chosen for.
  public let locale: String
  /// The time that it is for, never before what the snapshot has seen.
  public let instant: Instant
  /// The name of the highest tier that is surely held; nothing where the policy has no tiers.
  public let tier: String?
  /// The target that the paywall was opened for, if one was named.
  public let target: Target?
  /// Every product, in order of declaration.
  public let products: [Product]

  /// A product, as this user finds it.
  public struct Product: Sendable, Hashable {
    /// Its name, texts, price and terms.
    public let listing: ProductListing
    /// How the user stands to it.
    public let state: State
    /// Whether the user may buy it now: it is for sale, not held (or adds to a meter), not covered
    /// for good, and what it is sold with is held.
    public let isPurchasable: Bool
    /// What is denied now and could be used with it bought, alone.
    public let opens: [TargetRun]
    /// The meters whose limit it would raise, in order of declaration.
    public let raises: [Raise]
    /// The names of the held products that it would take the place of.
    public let replaces: [String]

    /// How many features, members of series and meters it would open.
    public var opensCount: Int { opens.reduce(0) { $0 + $1.count } }
  }

  /// How a user stands to a product.
  public enum State: String, Sendable, Hashable, CaseIterable {
    /// It is held.
    case owned
    /// It is not held, and everything that it grants is held by other means.
    case covered
    /// It was bought, but the payment is on hold or paused.
    case onHold = "on-hold"
    /// It was bought, and is not paid yet.
    case pending
    /// It is not held.
    case notOwned = "not-owned"
  }

  /// A limit that a purchase would raise.
  public struct Raise: Sendable, Hashable {
    /// The name of the meter.
    public let meter: String
    /// Its label in the locale, or its name.
    public let label: String
    /// The limit after the purchase, in the meter's unit; nothing for unlimited.
    public let limit: Int64?
    /// The limit after the purchase in words: `10 GB`, `unlimited`.
    public let text: String
  }

  /// What a paywall was opened for.
  public struct Target: Sendable, Hashable {
    /// Its name, as it was asked for.
    public let name: String
    /// Its label in the locale, or its name.
    public let label: String
    /// Whether it may be used now.
    public let outcome: Decision.Outcome
    /// Why.
    public let reason: Reason
    /// What the rule that denies or warns says to the person; nothing where it says nothing.
    public let message: String?
    /// Every minimal set of products that would open it, the ways to buy of its decision: fewest
    /// products first, then the cheaper.
    public let sets: [[String]]
    /// Whether there are more sets than are listed.
    public let areMore: Bool
  }
}
