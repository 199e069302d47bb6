import Testing
import TollgateSyntax

/// A text with one mistake, and what is said about it.
struct MistakeCase: Sendable, CustomTestStringConvertible {
  var text: String
  var code: String
  var headline: String
  /// The piece of the text that is shown.
  var place: String
  /// What the first edit puts in its place, and how far it may be trusted.
  var edit: String?
  var safety: Diagnostic.Edit.Safety?

  init(
    _ text: String, _ code: String, _ headline: String, at place: String,
    _ safety: Diagnostic.Edit.Safety? = nil, _ edit: String? = nil
  ) {
    self.text = text + "\n"
    self.code = code
    self.headline = headline
    self.place = place
    self.safety = safety
    self.edit = edit
  }

  var testDescription: String { text }
}
