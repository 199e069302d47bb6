public import TollgateKit
public import TollgatePurchases
public import TollgateRuntime

/// What the documents of a store or a service say about one person's purchases.
///
/// ```swift
/// let imported = try RevenueCatImporter.read(json: data, account: "user-42")
/// let snapshot = imported.snapshot(policy: policy, at: .now)
/// for note in imported.notes(policy: policy) { log(note.description(in: "en")) }
/// ```
///
/// What a product brings is for the policy to say: it names the store's id of a product with
/// `sold as "ID"`. Where it does not know the product, what the service itself calls held
/// (``entitlements``) counts, as the entitlement or the product of that name. What the policy knows
/// by no name opens nothing, and is told by ``notes(policy:terms:)``.
///
/// Receipts, tokens, addresses and attributes of the person are never looked at.
public struct PurchaseImport: Sendable, Hashable {
  /// Whose purchases they are filed under: the account that was given to the reader, or who the
  /// document says.
  public var account: String?
  /// Who the documents say it is about, by an id of the service; documents of two people never
  /// become one import.
  public var owner: String?
  /// When the service said so; the latest, where there are several documents.
  public var confirmed: Instant?
  /// Every purchase, with its product as ``otherNames`` has it too.
  public var ledger: Ledger
  /// What else the documents call a product, most exact first: `pro` for Google Play's
  /// `pro:annual`. The first name that the policy knows counts.
  public var otherNames: [String: [String]]
  /// What the service itself says is held, all of it.
  public var entitlements: [ImportedEntitlement]
  /// When the service listed ``entitlements``; nothing if it did not.
  public var listed: Instant?
  /// Whether the documents tell everything that the service knows of the person. Of two such
  /// imports the newer one counts alone.
  public var isComplete: Bool
  /// What the readers passed over, and what else is to be known.
  package var remarks: [ImportNote] = []

  /// What documents say.
  ///
  /// - Parameters:
  ///   - ledger: Every purchase, whatever its state.
  ///   - confirmed: When the service said so, if it was asked about everything it knows.
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

  /// Takes in what another document says. Of the same purchase the newer reading counts, and of two
  /// lists of what is held the newer list.
  ///
  /// - Throws: ``SnapshotError`` for a document about somebody else; then nothing is taken in.
  public mutating func merge(_ other: PurchaseImport) throws(SnapshotError) {
    if let owner, let others = other.owner, owner != others {
      throw .refused(
        "it is about another person than the document before; import each person alone",
        chinese: "与前一份文档不属于同一个人；请逐人导入")
    }
    if isComplete, other.isComplete, confirmed != other.confirmed {
      if PurchaseImport.isEarlier(confirmed, than: other.confirmed) { self = other }
      return
    }
    mergeEntitlements(other)
    ledger.merge(other.ledger)
    otherNames.merge(other.otherNames) { mine, _ in mine }
    remarks = (remarks + other.remarks).withoutRepetition
    account = account ?? other.account
    owner = owner ?? other.owner
    confirmed = [confirmed, other.confirmed].compactMap { $0 }.max()
    isComplete = isComplete && other.isComplete
  }

  /// What the newer list does not name is held no more.
  private mutating func mergeEntitlements(_ other: PurchaseImport) {
    if listed == other.listed {
      entitlements = (entitlements + other.entitlements).withoutRepetition
    } else if PurchaseImport.isEarlier(listed, than: other.listed) {
      (entitlements, listed) = (other.entitlements, other.listed)
    }
  }

  /// Never is earlier than any time.
  private static func isEarlier(_ instant: Instant?, than other: Instant?) -> Bool {
    guard let instant, let other else { return instant == nil }
    return instant < other
  }
}

extension SnapshotError {
  /// What stands there cannot be used.
  static func refused(_ english: String, chinese: String) -> SnapshotError {
    SnapshotError(.refused(english, chinese: chinese))
  }

  /// The same problem without the text that was found: a text in the wrong place may be a secret.
  package var withoutContent: SnapshotError {
    switch problem {
    case .expected(let expected, found: .text):
      SnapshotError(.expected(expected, found: .text("…")), at: place)
    case .instant(_, let fault): SnapshotError(.instant("…", fault), at: place)
    default: self
    }
  }
}
