public import TollgateRuntime

/// A product as a page lists it, every text in one locale.
///
/// ```swift
/// for listing in gate.paywall().products.map(\.listing) {
///   show(listing.title, listing.priceText.text, listing.benefits)
///   if let days = listing.trial.map({ $0 / 86_400 }) { show("\(days) days free") }
/// }
/// ```
public struct ProductListing: Sendable, Hashable {
  /// Its name in the policy.
  public let name: String
  /// Its label, or its name.
  public let label: String
  /// The price for reference that the policy gives, if it does: the one in the currency that was
  /// asked for, else the first.
  public let price: Price?
  /// The prices in all currencies, the first one first.
  public let prices: [Price]
  /// Whether the price is negotiated.
  public let isPriceOnRequest: Bool
  /// The price as people read it: the store's where one was given, else the reference.
  public let priceText: PriceText
  /// Its ids in the stores.
  public let soldAs: [SoldAs]
  /// Its benefits in the policy's words.
  public let benefits: [String]
  /// The amounts that a purchase adds to limits and values, in words: `10 GB of storage`,
  /// `30 days to Page history`.
  public let adds: [String]
  /// How long an introductory free period is, in seconds, if there is one.
  public let trial: Int64?
  /// How long an introductory free period of whole months is, in months, if there is one.
  public let trialMonths: Int64?
  /// Whether it is the one to highlight.
  public let isRecommended: Bool
  /// Whether it is for sale at all. Some products are for sale to some users only: ``terms`` tell
  /// to whom.
  public let isForSale: Bool
  /// Whether a purchase counts for the family.
  public let isSharedWithFamily: Bool
  /// How many people may share a purchase; `nil` where the policy tells no number.
  public let mostSharing: Int64?
  /// The names of the products of which the user must have one, or buy it along; empty for none.
  public let onlyWith: [String]
  /// The names of the products that a user never has together with it.
  public let notWith: [String]
  /// The trial and the terms of the sale in words: `free trial: 7 days`, `only with Annual`.
  public let terms: [String]

  /// The label as a heading shows it: it begins with a capital, and a name without a label is
  /// read as words, `Csv export`.
  public var title: String { Heading.title(label, name: name) }

  /// The id of a product in a store.
  public struct SoldAs: Sendable, Hashable {
    /// The id in the store.
    public let id: String
    /// The store's name; empty where the policy names none.
    public let store: String
  }
}
