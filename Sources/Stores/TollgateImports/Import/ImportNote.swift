/// A note about a document: a part that opens nothing, or something else to know.
///
/// ```swift
/// for note in imported.notes(policy: policy) {
///   log(note.description(in: "en"))  // `gold`: the policy does not have this product
/// }
/// ```
public struct ImportNote: Sendable, Hashable {
  /// The product or entitlement concerned, by its name in the document; nil for the whole document.
  public var subject: String?
  /// The content of the note.
  package var fact: Fact

  package init(_ fact: Fact, about subject: String? = nil) {
    self.fact = fact
    self.subject = subject
  }

  /// The content of a note; the words are in `ImportNote+Words.swift`.
  package enum Fact: Sendable, Hashable {
    /// A value of the service that Tollgate does not know; the purchase opens nothing.
    case unknownValue(field: String, value: String)
    /// A field is missing that decides nothing; the purchase counts.
    case missingField(String)
    /// The policy does not have this product.
    case unknownProduct
    /// The policy has neither an entitlement nor a product of this name.
    case unknownEntitlement
    /// A test purchase, where test purchases do not count.
    case testPurchase
    /// A purchase that is not verified as the terms require.
    case unverified
    /// The number of purchases of other accounts.
    case otherAccounts(Int)
    /// An entitlement of a product without a purchase.
    case withoutPurchase(product: String)
    /// A part of the document that is ignored.
    case notRead
    /// Google refunds a purchase that is not acknowledged.
    case notAcknowledged
    /// It replaced another purchase.
    case replacesAnother
    /// It was never paid, and the purchase that it should have replaced is not in this document.
    case replacedNothing
    /// It is a rental without an end date.
    case rented
    /// It has no end date; it opens nothing.
    case noEnd
    /// Its first period has not begun.
    case notBegun
    /// A family member bought it, and the policy does not share it.
    case notShared
    /// The service ends the entitlement at another time than its purchase; the earlier end counts.
    case endsApart(product: String)
    /// Nobody knows how long it lasts.
    case noLength
    /// It has no end date; it counts while the snapshot is trusted.
    case endUnknown
    /// It is a pack of this meter, and how much of it is left depends on what was used.
    case pack(meter: String)
    /// The merchant has paused the payments.
    case collectionPaused
  }
}
