package import TollgateSyntax

/// The fixes that are certain.
package enum SafeEdits {
  /// The safe edit of each finding, in the order of the text, none touching another: an edit that is
  /// left out is found again in the next round.
  package static func of(_ findings: [Diagnostic]) -> [Diagnostic.Edit] {
    let safe = findings.compactMap { finding in
      finding.edits.first { $0.safety == .safe }
    }
    var edits: [Diagnostic.Edit] = []
    for edit in safe.sorted(by: { $0.span.start < $1.span.start }) {
      guard let last = edits.last else {
        edits.append(edit)
        continue
      }
      if last.span.end < edit.span.start { edits.append(edit) }
    }
    return edits
  }
}
