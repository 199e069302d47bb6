import TollgateCompiler
package import TollgateAnalysis
package import TollgateSyntax

/// A finding where an editor shows it.
package struct EditorFinding: Sendable, Hashable {
  package var diagnostic: Diagnostic
  package var place: FilePlace
  /// The further places, in the order of the diagnostic.
  package var related: [FilePlace]
}

extension Project {
  /// The mistakes of syntax and meaning: known as soon as the policy is read.
  package var quickFindings: [EditorFinding] { findings(compiled.diagnostics) }

  /// Everything that `lint` finds. It may take long: `isCancelled` is asked again and again, and the
  /// result is nil once it says yes.
  package func exactFindings(
    _ options: LintOptions = LintOptions(), isCancelled: @escaping @Sendable () -> Bool = { false }
  ) -> [EditorFinding]? {
    var options = options
    options.run = RunBudget(limit: 1) { isCancelled() ? 1 : 0 }
    guard !isCancelled() else { return nil }
    let result = Linter.lint(parsed, compiled, options)
    return isCancelled() ? nil : findings(result.findings)
  }

  private func findings(_ diagnostics: [Diagnostic]) -> [EditorFinding] {
    diagnostics.map { diagnostic in
      EditorFinding(
        diagnostic: diagnostic, place: place(of: diagnostic.span),
        related: diagnostic.related.map { place(of: $0.span) })
    }
  }
}
