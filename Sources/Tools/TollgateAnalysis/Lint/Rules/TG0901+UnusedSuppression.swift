import TollgateCompiler
import TollgateRuntime
import TollgateSyntax

extension LintRule {
  /// It speaks last, when it is known what the comments silence.
  package static let unusedSuppression = LintRule(
    DiagnosticPage(
      "TG0901", "a suppression that silences nothing, or gives no reason", level: .warning,
      what: "A comment `# allow TG0103: reason` silences nothing, gives no "
        + "reason, or names something other than the code of a warning or a note.",
      why: "A suppression that nobody needs hides the next finding on its line, and one without "
        + "a reason cannot be judged later.",
      avoid: "# allow TG0103: kept for version 2\ncsv-export requires pro\n",
      prefer: "csv-export requires pro\n",
      exceptions: "A code silences one finding on the line, or on the next line if the comment has "
        + "a line of its own; a sentence of several lines counts as its first line. A finding about "
        + "several places may be allowed at its own, or each place where it stands. Errors cannot "
        + "be allowed. Comments that do not begin with `allow` and a code are not read."
    )
  ) { pass in
    for suppression in pass.suppressions { pass.check(suppression) }
  }
}

extension LintPass {
  fileprivate mutating func check(_ suppression: Suppression) {
    if suppression.reason.isEmpty {
      return report(
        "the suppression gives no reason", at: suppression.span, "silences nothing without one",
        help: ["write why after a colon: `# allow \(suppression.codes[0].text): REASON`"])
    }
    for (index, code) in suppression.codes.enumerated() where !code.isUsed {
      // A line that ends one day may be allowed before that day.
      if code.text == LintRule.over.code, isDated(suppression.row) { continue }
      check(code, at: index, of: suppression)
    }
  }

  /// Whether something on the lines of a sentence will be over one day.
  private func isDated(_ row: SourceRow) -> Bool {
    let lines = StatementLines(syntax)
    let first = lines.first(of: row)
    return endings(by: Instant(milliseconds: .max)).contains { ending in
      lines.first(at: ending.span.start) == first
    }
  }

  private mutating func check(_ code: Suppression.Code, at index: Int, of suppression: Suppression)
  {
    guard let page = LintRules.page(code.text) else {
      let near = EditDistance.nearest(
        to: code.text, among: LintRules.all.map { $0.code }
      ).map { ["the nearest code is `\($0)`"] }
      return report(
        "a suppression names `\(code.text)`, which is not the code of a finding", at: code.span,
        "not a code", notes: near ?? [],
        help: ["a code is `TG` and four digits, as the finding shows it"])
    }
    guard page.level != .error else {
      return report(
        "`\(code.text)` is an error, and errors cannot be allowed", at: code.span,
        "an error: \(page.title)", help: ["correct the error, and remove the comment"])
    }
    report(
      "there is no `\(code.text)` here to allow", at: code.span, "silences nothing",
      help: ["write the comment on the line of the finding, or directly above it"],
      edits: [edit(removing: index, of: suppression)])
  }

  /// Takes a code out of a suppression, or the whole comment with its last code.
  private func edit(removing index: Int, of suppression: Suppression) -> Diagnostic.Edit {
    let codes = suppression.codes
    guard codes.count > 1 else {
      return Diagnostic.Edit(
        wholeComment(suppression.span), "", safety: .safe, title: "take the comment away")
    }
    let span =
      index + 1 < codes.count
      ? Span(codes[index].span.start, codes[index + 1].span.start)
      : Span(codes[index - 1].span.end, codes[index].span.end)
    return Diagnostic.Edit(span, "", safety: .safe, title: "take `\(codes[index].text)` away")
  }

  /// A comment with the white space before it, and its line if there is nothing else on it.
  private func wholeComment(_ span: Span) -> Span {
    let row = source.row(at: span.start)
    let start = source.span(of: row).start
    var before = span.start
    while before > start, source.bytes[before - 1] == 0x20 || source.bytes[before - 1] == 0x09 {
      before -= 1
    }
    guard before == start else { return Span(before, span.end) }
    return Span(start, source.span(of: row.next).start)
  }
}
