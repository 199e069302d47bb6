import TollgateAnalysis
import TollgateSyntax

/// A policy, with all its files, and what was found in it.
struct LintedFile {
  var source: Source
  /// The findings to report, in the order of the text.
  var findings: [Diagnostic]
  /// The findings that comments allow.
  var allowed: [LintResult.Allowed]
  /// The findings that the baseline records.
  var baselined: [Diagnostic] = []

  /// The name of the file of a finding.
  func name(of finding: Diagnostic) -> String { source.file(at: finding.span.start).name }

  /// The findings to report, file by file.
  var parts: [(name: String, findings: [Diagnostic])] {
    source.files.indices.map { index in
      (source.files[index].name, findings.filter { source.fileIndex(at: $0.span.start) == index })
    }
  }

  /// The text of the line of a finding, white space evened out: it stays the same when the line
  /// moves.
  func line(of finding: Diagnostic) -> String {
    let line = source.text(source.lineSpan(at: finding.span.start))
    return line.split { $0 == " " || $0 == "\t" }.joined(separator: " ")
  }
}
