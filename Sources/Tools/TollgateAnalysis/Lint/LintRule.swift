package import TollgateCompiler

/// One thing that the linter looks for, with its documentation: one file in `Rules`.
package struct LintRule: Sendable {
  /// The page that `explain` prints; its level is that of the findings.
  package var page: DiagnosticPage
  /// The codes that say more about the same thing: where one of them has a finding about the same
  /// subject, a finding of this rule is left out. One cause, one finding.
  package var yieldsTo: [String]
  /// The codes that bring such a finding about: where one of them has a finding about the subject
  /// or about a cause of it, a finding of this rule is left out too.
  package var followsFrom: [String]
  /// Reports every finding of a policy that compiles.
  package var find: @Sendable (inout LintPass) -> Void

  package init(
    _ page: DiagnosticPage, yieldsTo: [String] = [], followsFrom: [String] = [],
    find: @escaping @Sendable (inout LintPass) -> Void
  ) {
    self.page = page
    self.yieldsTo = yieldsTo
    self.followsFrom = followsFrom
    self.find = find
  }

  package var code: String { page.code }
}
