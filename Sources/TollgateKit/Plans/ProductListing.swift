public import TollgateRuntime

/// A product as a page lists it, every text in one locale.
public struct ProductListing: Sendable, Hashable {
  /// Its name in the policy.
  public let name: String
  /// Its label, or its name.
  public let label: String
  /// The price for reference that the policy gives, if it does.
  public let price: Price?
  /// The price as people read it: the store's where one was given, else the reference.
  public let priceText: PriceText
  /// What the stores call it.
  public let storeIDs: [StoreID]
  /// What it brings, in the policy's words.
  public let benefits: [String]
  /// How long an introductory free period is, in seconds, if there is one.
  public let trial: Int64?
  /// Whether it is the one to highlight.
  public let isRecommended: Bool
  /// Whether it is for sale at all.
  public let isForSale: Bool
  /// Whether a purchase counts for the family.
  public let isSharedWithFamily: Bool
  /// The names of the products one of which must be held or bought along with it; empty for none.
  public let onlyWith: [String]
  /// The names of the products that it is never held together with.
  public let notWith: [String]
  /// The trial and the terms of the sale in words: `free trial: 7 days`, `only with Annual`.
  public let terms: [String]

  /// What a store calls a product.
  public struct StoreID: Sendable, Hashable {
    /// The id in the store.
    public let id: String
    /// The store's name; empty where the policy names none.
    public let store: String
  }
}
