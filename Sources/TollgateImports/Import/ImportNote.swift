/// Something in a document that opens nothing, or that is to be known about it.
public struct ImportNote: Sendable, Hashable {
  /// The product or the entitlement that it is about, as the document calls it; nothing for the
  /// whole document.
  public var subject: String?
  /// What there is to know.
  package var fact: Fact

  package init(_ fact: Fact, about subject: String? = nil) {
    self.fact = fact
    self.subject = subject
  }

  /// What there is to know; the words are in `ImportNote+Words.swift`.
  package enum Fact: Sendable, Hashable {
    /// A value that no edition of the service had when this was written; the purchase opens nothing.
    case unknownValue(field: String, value: String)
    /// The policy has no product of that name.
    case unknownProduct
    /// The policy has neither an entitlement nor a product of that name.
    case unknownEntitlement
    /// A purchase that was made for testing, where test purchases do not count.
    case testPurchase
    /// A purchase that is not verified as the terms ask.
    case unverified
    /// So many purchases of other accounts.
    case otherAccounts(Int)
    /// An entitlement of a product of which there is no purchase.
    case withoutPurchase(product: String)
    /// A part of the document that is not read.
    case notRead
    /// Google pays a purchase back that is not acknowledged.
    case notAcknowledged
    /// It took the place of another purchase.
    case replacesAnother
    /// It is over, and the purchase that it was to take the place of is not in this document.
    case replacedNothing
    /// It is rented, for a time that the document does not tell.
    case rented
    /// The document does not tell when it ends; it opens nothing.
    case noEnd
    /// The document does not tell when it ends; it is trusted as long as the snapshot is.
    case endUnknown
    /// The merchant collects no payments for now.
    case collectionPaused
  }
}
