import TollgateAnalysis
import TollgateSyntax

/// A file and what was found in it.
struct LintedFile {
  var source: Source
  /// The findings to report, in the order of the text.
  var findings: [Diagnostic]
  /// The findings that comments allow.
  var allowed: [LintResult.Allowed]
  /// The findings that the baseline records.
  var baselined: [Diagnostic] = []

  /// The text of the line of a finding, white space evened out: it stays the same when the line
  /// moves.
  func line(of finding: Diagnostic) -> String {
    let line = source.text(source.lineSpan(source.line(at: finding.span.start)))
    return line.split { $0 == " " || $0 == "\t" }.joined(separator: " ")
  }
}
