import TollgateAnalysis
import TollgateCompiler
package import TollgateSyntax

/// Something that an editor offers to do.
package struct CodeAction: Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    case quickFix, fixAll
    /// It mends nothing: the text may be written either way.
    case rewrite
  }

  package var title: String
  package var kind: Kind
  /// Whether it is certain, and the first that mends its finding.
  package var isPreferred: Bool
  package var edits: [FileEdit]
  /// The finding that it mends or answers; `nil` for one about many.
  package var finding: EditorFinding?
}

extension Project {
  /// The actions for findings that touch a piece of a file.
  package func codeActions(
    in span: Span, of path: FilePath, _ findings: [EditorFinding]
  ) -> [CodeAction] {
    var actions: [CodeAction] = []
    for finding in findings {
      let place = finding.place
      guard place.path == path, place.span.start <= span.end, span.start <= place.span.end else {
        continue
      }
      actions += fixes(of: finding)
      if let scenario = scenario(showing: finding) { actions.append(scenario) }
      if let allow = allowance(of: finding) { actions.append(allow) }
    }
    if let rewrite = limits(at: span, of: path) { actions.append(rewrite) }
    if let all = fixAll(findings) { actions.append(all) }
    return actions
  }

  /// Writes a ladder as plain limits that mean the same; `nil` where none do.
  private func limits(at span: Span, of path: FilePath) -> CodeAction? {
    guard let policy = compiled.policy, let graph = compiled.graph,
      let offset = offset(span.start, in: path), let statement = statement(at: offset),
      let rule = policy.rules.firstIndex(where: { $0.span.start == statement.span.start })
    else { return nil }
    let lists = PriceLists(syntax, policy, graph, budget: LintOptions().exactBudget)
    guard let limits = lists.limits(ofLadder: rule), let piece = limits.span else { return nil }
    return CodeAction(
      title: "write this ladder as \(limits.lines.count) plain limits", kind: .rewrite,
      isPreferred: false,
      edits: [FileEdit(place(of: piece), limits.lines.joined(separator: "\n"))])
  }

  /// Every safe fix at once; `nil` where there is none.
  package func fixAll(_ findings: [EditorFinding]) -> CodeAction? {
    let edits = SafeEdits.of(findings.map { $0.diagnostic })
    guard !edits.isEmpty else { return nil }
    return CodeAction(
      title: edits.count == 1 ? "apply the safe fix" : "apply all \(edits.count) safe fixes",
      kind: .fixAll, isPreferred: false, edits: edits.map { fileEdit($0) })
  }

  /// Edits that can be applied; one that has a blank to fill cannot.
  private func fixes(of finding: EditorFinding) -> [CodeAction] {
    var actions: [CodeAction] = []
    for edit in finding.diagnostic.edits where edit.safety != .shown {
      let isSafe = edit.safety == .safe
      actions.append(
        CodeAction(
          title: isSafe ? edit.title : "\(edit.title) (unsafe: may change the meaning)",
          kind: .quickFix, isPreferred: isSafe && actions.isEmpty, edits: [fileEdit(edit)],
          finding: finding))
    }
    return actions
  }

  private func fileEdit(_ edit: Diagnostic.Edit) -> FileEdit {
    FileEdit(place(of: edit.span), edit.replacement)
  }

  /// Adds the smallest case that shows a finding, at the end of its file.
  private func scenario(showing finding: EditorFinding) -> CodeAction? {
    guard let example = finding.diagnostic.example, !example.scenario.isEmpty,
      let file = file(finding.place.path)
    else { return nil }
    let end = file.bytes.count
    let isOpen = file.bytes.last.map { $0 != 0x0A } ?? false
    let text = (isOpen ? "\n\n" : "\n") + example.scenario + "\n"
    return CodeAction(
      title: "write a scenario that shows this", kind: .quickFix, isPreferred: false,
      edits: [FileEdit(FilePlace(path: finding.place.path, span: Span(end, end)), text)],
      finding: finding)
  }

  /// Adds a comment that allows a finding of the linter.
  private func allowance(of finding: EditorFinding) -> CodeAction? {
    let code = finding.diagnostic.code
    guard LintRules.all.contains(where: { $0.code == code }),
      code != LintRule.unusedSuppression.code, let file = file(finding.place.path)
    else { return nil }
    let line = file.lineSpan(at: finding.place.span.start)
    var place = line.start
    while place < line.end, file.bytes[place] == 0x20 || file.bytes[place] == 0x09 { place += 1 }
    let indentation = file.text(Span(line.start, place))
    return CodeAction(
      title: "allow \(code), with a reason", kind: .quickFix, isPreferred: false,
      edits: [
        FileEdit(
          FilePlace(path: finding.place.path, span: Span(line.start, line.start)),
          "\(indentation)# allow \(code): write the reason here\n")
      ],
      finding: finding)
  }
}
