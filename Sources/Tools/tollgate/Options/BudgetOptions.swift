import ArgumentParser
import TollgateAnalysis

/// The option `--budget`.
struct BudgetOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "How many steps one question may take before the answer is undecided.", valueName: "number"))
  var budget = 200_000

  func validate() throws {
    if budget < 1 { throw ValidationError("--budget takes a number from 1 on.") }
  }

  @OptionGroup var run: RunOptions

  /// The nodes of a diagram, and a quarter as many steps of a search, which are slower. The time of
  /// the run counts from here.
  func begin() throws(Failure) -> Budget {
    Budget(nodes: budget, steps: budget / 4, run: try run.begin())
  }
}
