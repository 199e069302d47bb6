#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import TollgateAnalysis
import TollgateCompiler
import TollgateSyntax

/// The page of a finding as a text.
enum CodePage {
  /// The page of a code, whatever its capitals.
  static func text(of code: String) throws(Failure) -> String {
    if let page = LintRules.page(code.uppercased()) { return text(of: page) }
    if code == "-" || FileManager.default.fileExists(atPath: code) {
      throw .usage("say what to explain: `tollgate explain \(code) TARGET`")
    }
    let codes = LintRules.pages.map { "  \($0.code)  \($0.title)" }.joined(separator: "\n")
    throw .usage("`\(code)` is neither the code of a finding nor a policy; the codes are\n\(codes)")
  }

  private static func text(of page: DiagnosticPage) -> String {
    """
    \(page.level.rawValue)[\(page.code)]: \(page.title)

    \(wrapped(page.what))

    Avoid
    \(indented(page.avoid))

    Prefer
    \(indented(page.prefer))

    Why
    \(indented(wrapped(page.why)))

    Exceptions
    \(indented(wrapped(page.exceptions)))

    """
  }

  private static func indented(_ text: String) -> String {
    text.split(separator: "\n").map { "  \($0)" }.joined(separator: "\n")
  }

  /// Breaks a sentence between words, so that lines stay short.
  private static func wrapped(_ text: String) -> String {
    TextPage(width: 78).wrap(text).joined(separator: "\n")
  }
}
