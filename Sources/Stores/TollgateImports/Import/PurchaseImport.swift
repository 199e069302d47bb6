public import TollgateKit
public import TollgatePurchases
public import TollgateRuntime

/// The purchases of one user in the documents of a store or a service.
///
/// ```swift
/// let imported = try RevenueCatImporter.read(json: data, account: "user-42")
/// let snapshot = imported.snapshot(policy: policy, at: .now)
/// for note in imported.notes(policy: policy) { log(note.description(in: "en")) }
/// ```
///
/// The policy says what each product grants; it names the store's id with `sold as "ID"`. If the
/// policy does not know a product, the service's own entitlements (``entitlements``) count, as the
/// entitlement or product of that name. A product that the policy does not know at all opens
/// nothing, and is listed by ``notes(policy:terms:)``.
///
/// Receipts, tokens, addresses and attributes of the user are never read.
public struct PurchaseImport: Sendable, Hashable {
  /// The account that owns the purchases: the reader's argument, or the owner in the document.
  public var account: String?
  /// The owner in the documents, by the service's id. An import never contains two owners.
  public var owner: String?
  /// When the service answered; the latest time, if there are several documents.
  public var confirmed: Instant?
  /// Every purchase; ``otherNames`` has further names of its product.
  public var ledger: Ledger
  /// Further names of a product, the most exact first: `pro` for Google Play's `pro:annual`. The
  /// first name that the policy knows counts.
  public var otherNames: [String: [String]]
  /// All entitlements that the service reports.
  public var entitlements: [ImportedEntitlement]
  /// When the service listed ``entitlements``; nil if it did not.
  public var listed: Instant?
  /// Whether the documents contain all purchases of the user at the service. Of two complete
  /// imports only the newer one counts.
  public var isComplete: Bool
  /// The list of which this is one page and not the last; nil if nothing is missing.
  package var openList: String?
  /// The list of which this is a page, the last one included.
  package var list: String?
  /// The ids in the list.
  package var listedIDs: Set<String> = []
  /// The notes of the readers.
  package var documentNotes: [ImportNote] = []

  /// Creates an import.
  ///
  /// - Parameters:
  ///   - ledger: Every purchase, whatever its state.
  ///   - confirmed: When the service answered a request for all purchases.
  public init(
    account: String? = nil, owner: String? = nil, confirmed: Instant? = nil,
    ledger: Ledger = Ledger(), otherNames: [String: [String]] = [:],
    entitlements: [ImportedEntitlement] = [], listed: Instant? = nil, isComplete: Bool = false
  ) {
    self.account = account
    self.owner = owner
    self.confirmed = confirmed
    self.ledger = ledger
    self.otherNames = otherNames
    self.entitlements = entitlements
    self.listed = listed
    self.isComplete = isComplete
    if let confirmed { self.ledger.confirm(account: account, at: confirmed) }
  }

  /// Adds another import. Of two readings of a purchase the newer one counts, and of two lists of
  /// entitlements the newer list.
  ///
  /// - Throws: ``SnapshotError`` for another owner; then nothing is added.
  public mutating func merge(_ other: PurchaseImport) throws(SnapshotError) {
    if let owner, let others = other.owner, owner != others {
      throw .refused(
        "it belongs to another user than the previous document; import each user separately",
        chinese: "与前一份文档不属于同一用户；请为每位用户单独导入")
    }
    try checkPage(other)
    if isComplete, other.isComplete, confirmed != other.confirmed {
      if PurchaseImport.isEarlier(confirmed, than: other.confirmed) { self = other }
      return
    }
    mergeEntitlements(other)
    ledger.merge(other.ledger)
    otherNames.merge(other.otherNames) { mine, _ in mine }
    documentNotes = (documentNotes + other.documentNotes).withoutRepetition
    account = account ?? other.account
    owner = owner ?? other.owner
    confirmed = [confirmed, other.confirmed].compactMap { $0 }.max()
    isComplete = isComplete && other.isComplete
    openList = other.openList
    list = other.openList
    listedIDs = other.openList == nil ? [] : listedIDs.union(other.listedIDs)
  }

  /// After a page that says that there are more comes the next one of the same list, and no other.
  private func checkPage(_ other: PurchaseImport) throws(SnapshotError) {
    guard let openList else { return }
    guard other.list == openList, listedIDs.isDisjoint(with: other.listedIDs),
      !other.listedIDs.isEmpty
    else { throw PurchaseImport.pageMissing }
  }

  /// An error for a list whose pages do not join.
  package static let pageMissing = SnapshotError.refused(
    "the list is incomplete: give all its pages, each once, in the order in which Stripe returned "
      + "them; the last one says `has_more: false`",
    chinese: "列表不完整：请按 Stripe 返回的顺序给出所有页，每页一次；最后一页为 has_more: false")

  /// Entitlements that the newer list leaves out have ended.
  private mutating func mergeEntitlements(_ other: PurchaseImport) {
    if listed == other.listed {
      entitlements = (entitlements + other.entitlements).withoutRepetition
    } else if PurchaseImport.isEarlier(listed, than: other.listed) {
      (entitlements, listed) = (other.entitlements, other.listed)
    }
  }

  /// No time is earlier than any time.
  private static func isEarlier(_ instant: Instant?, than other: Instant?) -> Bool {
    guard let instant, let other else { return instant == nil }
    return instant < other
  }
}

extension SnapshotError {
  /// An error for a value that cannot be used.
  static func refused(_ english: String, chinese: String) -> SnapshotError {
    SnapshotError(.refused(english, chinese: chinese))
  }

  /// The same error without the text that was found: a text in the wrong place may be a secret.
  package var withoutContent: SnapshotError {
    switch problem {
    case .expected(let expected, found: .text):
      SnapshotError(.expected(expected, found: .text("…")), at: place)
    case .instant(_, let fault): SnapshotError(.instant("…", fault), at: place)
    default: self
    }
  }
}
