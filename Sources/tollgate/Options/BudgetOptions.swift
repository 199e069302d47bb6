import ArgumentParser
import TollgateAnalysis

/// The option `--budget`.
struct BudgetOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The work that one question may take before the answer is undecided.", valueName: "number"))
  var budget = 200_000

  func validate() throws {
    if budget < 1 { throw ValidationError("--budget takes a number from 1 on.") }
  }

  /// The nodes of a diagram, and a quarter as many steps of a search, which are slower.
  var limits: Budget { Budget(nodes: budget, steps: budget / 4) }
}
