import TestSupport
import TollgateAnalysis
import TollgateCompiler
import TollgateSyntax

/// The documentation's page of a diagnostic, made of what `tollgate explain CODE` prints.
struct DiagnosticArticle {
  let page: DiagnosticPage

  /// All of them, and the page that lists them.
  static let all: [(name: String, text: String)] =
    LintRules.pages.map { ($0.code, DiagnosticArticle(page: $0).text) }
    + [("Diagnostics", DiagnosticArticle.list)]

  var text: String {
    var parts = ["# \(heading)", page.what, about]
    let (name, told) = expectation
    // A policy that is too large to show is described in the words above.
    if !page.avoid.isEmpty, page.avoid.utf8.count + told.utf8.count < 4000 {
      parts += ["## Avoid", fence("gate", page.avoid)]
      if !told.isEmpty { parts.append(fence(name, told)) }
    }
    parts += ["## Prefer", fence("gate", page.prefer), "## Why", page.why]
    parts += ["## Exceptions", page.exceptions]
    return parts.joined(separator: "\n\n") + "\n"
  }

  /// The code and the title. A heading has no code spans, so names are in the quotes of a text.
  private var heading: String {
    page.code + ": "
      + page.title.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .map { $0.offset.isMultiple(of: 2) ? String($0.element) : "“\($0.element)”" }.joined()
  }

  private var about: String {
    let consequence =
      switch page.level {
      case .error: "This is an error: the policy does not compile."
      case .warning: "This is a warning: the policy compiles, and `tollgate lint` reports it."
      case .note: "This is a note: the policy compiles, and `tollgate lint` mentions it."
      }
    return consequence + " `tollgate explain \(page.code)` prints this page."
  }

  /// The messages for the policy to avoid.
  private var expectation: (fence: String, text: String) {
    // The page's own example has a folder, as a policy on disk has, and no other file is in it.
    let source = Source(name: "policy.gate", text: page.avoid)
      .joined { _, _ throws(UseFault) in throw .missing(near: nil) }
    guard LintRules.all.contains(where: { $0.code == page.code }) else {
      return ("diagnostics", PageRunner.diagnostics(in: source))
    }
    let findings = PageRunner.findings(in: source)
    guard findings.isEmpty else { return ("lint", findings) }
    return ("lint strict", PageRunner.findings(in: source, isStrict: true))
  }

  private func fence(_ info: String, _ text: String) -> String {
    var text = text
    while text.last == "\n" { text.removeLast() }
    return "```\(info)\n\(text)\n```"
  }

  /// The subject of the codes with the same beginning.
  private static let kinds = [
    ("TG00", "Reading the text"), ("TG01", "Names"), ("TG02", "Rules"), ("TG03", "Limits"),
    ("TG04", "Purchases"), ("TG05", "Time"), ("TG06", "Texts for people"),
    ("TG07", "Scenarios and claims"),
    ("TG09", "Suppressions"),
  ]

  private static var list: String {
    var parts = [
      "# Diagnostics", "The messages of the compiler and the linter: one page for each code.",
      """
      A code never changes its meaning. A policy with an error does not compile. Warnings and notes
      come from `tollgate lint`. To keep one of them, suppress it on its line or on the line
      above, and give the reason:
      """,
      """
      ```gate
      tiers free < pro
      product annual
        grants pro
      # allow TG0210: the number is decided after the beta
      suggestions > undecided per day requires pro
      ```
      """,
      """
      ```console
      $ tollgate lint policy.gate
      no findings in 1 file (1 allowed)
      ```
      """, "## Topics",
    ]
    for (prefix, title) in kinds {
      let pages = LintRules.pages.filter { $0.code.hasPrefix(prefix) }
      guard !pages.isEmpty else { continue }
      let links = pages.map { "- [\(DiagnosticArticle(page: $0).heading)](\($0.code).md)" }
      parts += ["### \(title)", links.joined(separator: "\n")]
    }
    return parts.joined(separator: "\n\n") + "\n"
  }
}
