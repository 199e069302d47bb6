package import TollgateCompiler
package import TollgateSyntax

/// A place that names something.
package struct NameUse: Sendable, Hashable {
  /// The names that can be mistaken for each other: a product and an entitlement may have one name.
  package enum Space: Sendable, Hashable {
    case things
    case products
    /// The choices of a fact or a setting.
    case choices(of: String)
  }

  package var name: NameSyntax
  package var space: Space
  /// The kind that the sentence declares or asks for; `nil` where several fit.
  package var kind: NameKind?
  /// Where several kinds fit, the one of a name that is declared nowhere.
  package var likely: NameKind?
  package var isDeclaration: Bool
  /// Whether it is the first or the last member of a declared series.
  package var isSeries: Bool
}
