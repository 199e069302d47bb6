package import TollgateSyntax

/// The findings of a lint.
package struct LintResult: Sendable {
  /// The findings, in the order of the text.
  package var findings: [Diagnostic] = []
  /// Those that a comment allows, in the order of the text.
  package var allowed: [Allowed] = []

  /// A finding that a comment allows.
  package struct Allowed: Sendable {
    package var finding: Diagnostic
    /// Why, as the comment says; never empty.
    package var reason: String
  }
}
