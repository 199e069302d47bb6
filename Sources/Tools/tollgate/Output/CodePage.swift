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
  static func text(of code: String, on page: TextPage) throws(Failure) -> String {
    if let known = LintRules.page(code.uppercased()) { return text(of: known, page) }
    if code == "-" || FileManager.default.fileExists(atPath: code) {
      throw .usage("say what to explain: `tollgate explain \(code) TARGET`")
    }
    let codes = LintRules.pages.map { "  \($0.code)  \($0.title)" }.joined(separator: "\n")
    throw .usage("`\(code)` is neither the code of a finding nor a policy; the codes are\n\(codes)")
  }

  private static func text(of page: DiagnosticPage, _ paper: TextPage) -> String {
    func wrapped(_ text: String, beside indent: Int = 2) -> String {
      // Short lines are easier to read.
      TextPage(width: min(78, paper.width - indent)).wrap(text).joined(separator: "\n")
    }
    return """
      \(page.level.rawValue)[\(page.code)]: \(page.title)

      \(wrapped(page.what, beside: 0))

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
}
