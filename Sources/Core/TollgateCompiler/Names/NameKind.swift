/// The kinds of names. One name has one kind; products have a space of their own.
package enum NameKind: String, Sendable, Hashable, CaseIterable {
  case entitlement, meter, feature, group, fact, rollout, product, setting

  /// The word for one.
  package var word: String { rawValue }

  /// The word for several.
  package var plural: String { "\(word)s" }

  /// The word for one with its article.
  package var withArticle: String { self == .entitlement ? "an \(word)" : "a \(word)" }
}
