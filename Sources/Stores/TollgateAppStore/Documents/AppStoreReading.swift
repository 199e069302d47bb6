public import TollgatePurchases
public import TollgateRuntime

/// The content of a document of the App Store, all of it signed by Apple.
///
/// ```swift
/// let reading = try await appStore.read(body)
/// for record in reading.records { try ledger.insert(record) }
/// for product in reading.withoutLength { log("how long does \(product) last?") }
/// if reading.hasMore { log("ask for the next page before anything is granted") }
/// ```
public struct AppStoreReading: Sendable, Hashable {
  /// The purchases, in the order of the document.
  public internal(set) var records: [PurchaseRecord] = []
  /// The latest time at which a part was signed; nil for a document without content.
  public internal(set) var asOf: Instant?
  /// The notifications, for a notification or a history of them.
  public internal(set) var notifications: [AppStoreNotification] = []
  /// The downloads of the app.
  public internal(set) var appTransactions: [AppStoreAppTransaction] = []
  /// The non-renewing products, by their store ids, whose length is not known; their purchases give
  /// nothing and are no records. ``AppStoreMapping/lengths`` takes their lengths.
  public internal(set) var withoutLength: [String] = []
  /// Whether the App Store has more pages: a later page may revoke a purchase of this one.
  public internal(set) var hasMore = false
}
