public import TollgatePurchases
public import TollgateRuntime

/// What a document of the App Store says, all of it signed by Apple.
public struct AppStoreReading: Sendable, Hashable {
  /// The purchases, in the order of the document.
  public internal(set) var records: [PurchaseRecord] = []
  /// When the App Store said so: the latest time at which a part was signed. Nothing for a document
  /// that says nothing.
  public internal(set) var asOf: Instant?
  /// What happened, for a notification or a history of them.
  public internal(set) var notifications: [AppStoreNotification] = []
  /// The downloads of the app.
  public internal(set) var appTransactions: [AppStoreAppTransaction] = []
  /// Whether the App Store has more pages of this: what follows may take back what stands here.
  public internal(set) var hasMore = false
}
