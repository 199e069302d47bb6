package import TollgateCompiler
package import TollgateRuntime
package import TollgateSyntax

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

/// The options of a lint.
package struct LintOptions: Sendable {
  /// The day of the lint; without it nothing is said to be over.
  package var today: Instant?
  /// Whether what no scenario covers is a finding too.
  package var isStrict: Bool
  /// How many steps an exact question may take before it is left undecided.
  package var budget: Int
  /// The time of the run that the lint is a part of.
  package var run: RunBudget

  /// The default budget.
  package static let usualBudget = 200_000

  /// The same for the engines: a diagram has as many nodes, and a search, whose steps are dearer,
  /// a quarter of them.
  package var exactBudget: Budget {
    Budget(nodes: budget, steps: max(1, budget / 4), run: run)
  }

  package init(
    today: Instant? = nil, isStrict: Bool = false, budget: Int = LintOptions.usualBudget,
    run: RunBudget = .endless
  ) {
    self.today = today
    self.isStrict = isStrict
    self.budget = budget
    self.run = run
  }
}

/// The findings of a lint.
package struct LintResult: Sendable {
  /// The findings, in the order of the text.
  package var findings: [Diagnostic] = []
  /// Those that a comment allows, in the order of the text.
  package var allowed: [Allowed] = []

  /// A finding that a comment allows.
  package struct Allowed: Sendable {
    package var finding: Diagnostic
    /// Why, as the comment says; never empty.
    package var reason: String
  }
}

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

/// The subject of a finding, by index in the checked policy: two findings about one subject may
/// have one cause.
package enum LintTopic: Sendable, Hashable {
  case rule(Int)
  case grant(Int)
  case product(Int)
  case meter(Int32)
  case entitlement(Int32)
  /// A feature, a member of a series, or a meter.
  case target(Int32)
  /// A label, by its place among those that people read.
  case label(Int)
  /// A reminder of a rule.
  case reminder(rule: Int, Int)
}

/// Every rule of the linter, sorted by code; each is one file in `Rules`.
package enum LintRules {
  package static let all: [LintRule] = [
    .unused,
    .neverApplies,
    .alwaysHolds,
    .implied,
    .sameRuleTwice,
    .closed,
    .idleAlternative,
    .constantPart,
    .gatedAnyway,
    .partOfSeries,
    .undecided,
    .unmentioned,
    .takesAway,
    .brokenLadder,
    .freeElsewhere,
    .leftOpen,
    .idleLimit,
    .idleReminder,
    .oneValueApart,
    .opensByUse,
    .mixedWindows,
    .gateAsLimit,
    .idleStep,
    .worseValue,
    .ladderBesideLimit,
    .unusableMeter,
    .idleInstead,
    .onePriceList,
    .freeUse,
    .overageForAll,
    .unpayable, .neverGreatest, .nothingLeft,
    .unmet,
    .deadEnd,
    .idleProduct,
    .dominated,
    .dearBundle,
    .unsold,
    .idleTier,
    .unoffered, .priceOfByte, .dearOverage,
    .countedTwice, .sellsNone, .neverInTrial,
    .over,
    .softOutside,
    .endlessGrant,
    .longGrace,
    .missingTranslation,
    .emptyPlaceholder,
    .uncovered,
    .brokenClaim,
    .unusedSuppression,
  ]

  /// The pages of every code there is, those of the parser and the checker among them, sorted.
  package static let pages: [DiagnosticPage] =
    (DiagnosticCodes.all + all.map { $0.page }).sorted { $0.code < $1.code }

  /// The page of a code.
  package static func page(_ code: String) -> DiagnosticPage? {
    pages.first { $0.code == code }
  }
}
