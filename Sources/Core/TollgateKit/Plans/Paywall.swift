public import TollgateRuntime

/// A paywall for one user: the products of a policy, the state of each for this user, and the
/// targets that each would open; every text in one locale.
///
/// ```swift
/// let paywall = gate.paywall(for: .csvExport)
/// show(paywall.refresh ?? paywall.target?.message ?? paywall.title)
/// for row in paywall.products where row.isPurchasable {
///   show("\(row.listing.title): \(row.listing.priceText), opens \(row.opensCount)")
///   if isTapped, case .purchased = await gate.buy(row) { export() }
/// }
/// gate.dismiss(paywall)  // it was closed
/// ```
public struct Paywall: Sendable, Hashable {
  /// The policy's name; empty where it has none.
  public let policy: String
  /// A code that identifies the meaning of the policy.
  public let fingerprint: String
  /// The policy's label in the locale, or its name.
  public let title: String
  /// The BCP 47 tag that the texts were chosen for.
  public let locale: String
  /// The time that it is for, never before what the snapshot has seen.
  public let instant: Instant
  /// The name of the highest tier that the user surely has; `nil` if the policy has no tiers.
  public let tier: String?
  /// The first step where the news of the purchases is too old to be believed, in words: `Connect
  /// to the internet to refresh your purchases, and try again.`; `nil` where it is not. Until then
  /// the products are shown as the last news has it: what the user owns by it is not offered again.
  public let refresh: String?
  /// The target that the paywall was opened for, if one was named.
  public let target: Target?
  /// Every product, in order of declaration.
  public let products: [Product]

  /// A product, as this user finds it.
  public struct Product: Sendable, Hashable {
    /// Its name, texts, price and terms.
    public let listing: ProductListing
    /// Its state for this user.
    public let state: State
    /// Whether the user may buy it now: it is for sale, the user does not have it yet (or it adds to
    /// a meter), other purchases do not cover it for good, and the user has a product that it is
    /// sold with.
    public let isPurchasable: Bool
    /// The targets that are denied now and that it would open alone.
    public let opens: [TargetRun]
    /// The meters whose limit it would raise, in order of declaration.
    public let raises: [Raise]
    /// The settings whose value it would make better, in order of declaration.
    public let improves: [Improvement]
    /// The names of the products that it would replace.
    public let replaces: [String]

    /// How many features, members of series and meters it would open.
    public var opensCount: Int { opens.reduce(0) { $0 + $1.count } }
  }

  /// The state of a product for a user.
  public enum State: String, Sendable, Hashable, CaseIterable {
    /// The user has it.
    case owned
    /// The user does not have it, but has everything that it grants from elsewhere.
    case covered
    /// It was bought, but the payment is on hold or paused.
    case onHold = "on-hold"
    /// It was bought, and is not paid yet.
    case pending
    /// The user does not have it.
    case notOwned = "not-owned"
  }

  /// A limit that a purchase would raise.
  public struct Raise: Sendable, Hashable {
    /// The name of the meter.
    public let meter: String
    /// Its label in the locale, or its name.
    public let label: String
    /// The limit after the purchase, in the meter's unit; `nil` for unlimited.
    public let limit: Int64?
    /// The limit after the purchase in words: `10 GB`, `unlimited`.
    public let text: String
  }

  /// A value of a setting that a purchase would make better.
  public struct Improvement: Sendable, Hashable {
    /// The name of the setting.
    public let setting: String
    /// Its label in the locale, or its name.
    public let label: String
    /// The value after the purchase.
    public let value: SettingValue
    /// The value after the purchase in words: `30 days`, `unlimited`.
    public let text: String
    /// The unit of the value: `seconds`, `bytes`; `nil` for a choice.
    let unit: String?
  }

  /// The target that a paywall was opened for.
  public struct Target: Sendable, Hashable {
    /// Its name, as it was asked for.
    public let name: String
    /// Its label in the locale, or its name.
    public let label: String
    /// Whether it may be used now.
    public let outcome: Decision.Outcome
    /// Why.
    public let reason: Reason
    /// The message of the rule that denies or warns; `nil` if it has none.
    public let message: String?
    /// Every minimal set of products that would open it, the ways to buy of its decision: fewest
    /// products first, then the cheaper. Where the news of the purchases is too old, those that
    /// would still be ways if it is confirmed.
    public let sets: [[String]]
    /// Whether there are more sets than are listed.
    public let areMore: Bool
    /// How the denial or the warning is presented, and until when it was dismissed; `nil` if the
    /// policy prompts for nothing.
    public let prompt: Prompt?
  }
}
