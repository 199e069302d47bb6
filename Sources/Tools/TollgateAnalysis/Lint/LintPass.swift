package import TollgateCompiler
package import TollgateRuntime
package import TollgateSyntax

/// A policy that compiles, as the rules see it, and what they find in it.
///
/// Values that several rules need are made when the first asks for them, and kept.
package struct LintPass: Sendable {
  package let syntax: PolicySyntax
  package let policy: CheckedPolicy
  package let graph: RuleGraph
  package let options: LintOptions
  /// The names of the policy and who gives what, worked out once for all questions.
  let terms: Terms
  let vocabulary: Vocabulary
  /// The rule that looks at the policy.
  package internal(set) var rule: LintRule
  var findings: [Finding] = []
  /// The comments that allow findings, once all other rules have spoken.
  var suppressions: [Suppression] = []
  private(set) var surveyed: Survey?

  /// The exact findings about the policy: worked out when the first rule asks for them.
  var survey: Survey {
    mutating get {
      if let surveyed { return surveyed }
      let made = Surveyor.survey(policy, graph, budget: options.exactBudget)
      surveyed = made
      return made
    }
  }

  /// A finding, and what it is about.
  struct Finding: Sendable {
    var diagnostic: Diagnostic
    var subjects: [LintTopic]
    /// The possible causes.
    var causes: [LintTopic] = []
    var shared: Shared?
    /// The findings that it tells as one; empty for a single one.
    var parts: [Finding] = []
    /// The rule that found it.
    var rule: LintRule
  }

  /// The common cause of several findings, which are told as one.
  struct Shared: Sendable {
    /// The same for all of them.
    var key: [LintTopic]
    /// The one finding about all subjects.
    var tell: @Sendable (LintPass, [LintTopic]) -> Diagnostic
  }

  init(
    _ syntax: PolicySyntax, _ policy: CheckedPolicy, _ graph: RuleGraph, _ options: LintOptions
  ) {
    self.syntax = syntax
    self.policy = policy
    self.graph = graph
    self.options = options
    (terms, vocabulary) = Vocabulary.alone(graph)
    rule = .unusedSuppression
  }

  package var source: Source { syntax.source }

  /// Lets a rule look at the policy.
  mutating func run(_ rule: LintRule) {
    self.rule = rule
    rule.find(&self)
  }

  /// Reports a finding of the rule at work: its code and level are the rule's, unless the finding
  /// names another level. `subjects` is what it is about.
  package mutating func report(
    _ finding: Diagnostic, about subjects: [LintTopic] = [], causes: [LintTopic] = []
  ) {
    findings.append(
      Finding(diagnostic: finding, subjects: subjects, causes: causes, rule: rule))
  }

  /// Reports something that may have one cause with other findings of the rule at work: those with
  /// the same key become one finding, which is told of all their subjects.
  mutating func report(
    sharing key: [LintTopic], about subjects: [LintTopic], causes: [LintTopic] = [],
    _ tell: @escaping @Sendable (LintPass, [LintTopic]) -> Diagnostic
  ) {
    var finding = tell(self, subjects)
    finding.names = hiddenNames(of: subjects.targets)
    report(finding, about: subjects, causes: causes)
    findings[findings.count - 1].shared = Shared(key: key, tell: tell)
  }

  /// Reports what the rule at work found, in its code and level.
  package mutating func report(
    _ headline: String, at span: Span, _ label: String = "", about subjects: [LintTopic] = [],
    causes: [LintTopic] = [], related: [Diagnostic.Related] = [], notes: [String] = [],
    help: [String] = [], edits: [Diagnostic.Edit] = [], example: Diagnostic.Example? = nil,
    names: [String] = []
  ) {
    report(
      Diagnostic(
        code: rule.code, level: rule.page.level, headline: headline, span: span, label: label,
        related: related, notes: notes, help: help, edits: edits, example: example, names: names),
      about: subjects, causes: causes)
  }

  /// Reports that the budget was used up before an answer was known. `question` goes on after
  /// "undecided: whether". It is a warning whatever the level of the rule: never as if all was
  /// fine.
  package mutating func reportUndecided(
    whether question: String, at span: Span, _ label: String = "",
    about subjects: [LintTopic] = [], notes: [String] = [], help: [String] = []
  ) {
    report(
      Diagnostic(
        code: rule.code, level: .warning, headline: "undecided: whether " + question, span: span,
        label: label, notes: notes, help: help, isUndecided: true),
      about: subjects)
  }
}
