package import TollgateSyntax
package import TollgateCompiler

/// Everything there is to say about the text of a policy.
package enum Linter {
  /// The mistakes of a text; of a text that compiles, what the rules find in it.
  ///
  /// Findings are in the order of the text, those of one place in the order of their codes.
  package static func lint(
    _ source: Source, _ options: LintOptions = LintOptions()
  ) -> LintResult {
    let parsed = PolicySyntax.parse(source)
    return lint(parsed, Compiler.compile(parsed, mending: true), options)
  }

  /// The same for a text that was parsed and compiled.
  package static func lint(
    _ parsed: Parsed, _ compiled: Compiler.Result, _ options: LintOptions = LintOptions()
  ) -> LintResult {
    guard let policy = compiled.policy, let graph = compiled.graph else {
      return LintResult(findings: compiled.diagnostics)
    }
    var pass = LintPass(parsed.syntax, policy, graph, options)
    for rule in LintRules.all where rule.code != LintRule.unusedSuppression.code {
      pass.run(rule)
    }
    pass.settle()
    pass.join()
    pass.joinUndecided()
    let allowed = pass.applyAllowances()
    pass.run(.unusedSuppression)
    return LintResult(
      findings: sorted(compiled.diagnostics + pass.findings.map { $0.diagnostic }),
      allowed: allowed)
  }

  /// In the order of the text; those of one place in the order of their codes.
  static func sorted(_ findings: [Diagnostic]) -> [Diagnostic] {
    findings.sorted { ($0.span.start, $0.code) < ($1.span.start, $1.code) }
  }
}
