package import TollgateRuntime

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
