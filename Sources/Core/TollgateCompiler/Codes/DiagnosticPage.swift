package import TollgateSyntax

/// The page of a code, which `explain TG0101` prints.
package struct DiagnosticPage: Sendable, Hashable {
  package var code: String
  /// The mistake in a few words.
  package var title: String
  package var level: Diagnostic.Level
  /// The mistake in full.
  package var what: String
  /// Why it matters.
  package var why: String
  /// A policy that has it, and nothing else wrong.
  package var avoid: String
  /// The same policy without it.
  package var prefer: String
  /// Cases that are fine, or that it does not find.
  package var exceptions: String

  package init(
    _ code: String, _ title: String, level: Diagnostic.Level = .error, what: String, why: String,
    avoid: String, prefer: String, exceptions: String = "None."
  ) {
    self.code = code
    self.title = title
    self.level = level
    self.what = what
    self.why = why
    self.avoid = avoid
    self.prefer = prefer
    self.exceptions = exceptions
  }
}
