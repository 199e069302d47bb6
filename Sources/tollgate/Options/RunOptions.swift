import ArgumentParser
import TollgateAnalysis
import TollgateCompiler
import TollgateRuntime

/// The option `--within`: the time of a run.
struct RunOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The time that the whole run may take; what is not answered by then is undecided.",
      valueName: "duration"))
  var within = "10s"

  func validate() throws {
    do throws(Failure) {
      _ = try milliseconds()
    } catch {
      throw ValidationError(error.message)
    }
  }

  /// Begins the run: its time counts from here.
  func begin() throws(Failure) -> RunBudget {
    let start = ContinuousClock.now
    return RunBudget(limit: try milliseconds()) {
      let (seconds, attoseconds) = start.duration(to: .now).components
      return Int(clamping: seconds.saturatingMultiply(1000))
        + Int(attoseconds / 1_000_000_000_000_000)
    }
  }

  private func milliseconds() throws(Failure) -> Int {
    let seconds = try QuantityArgument.read(
      within, of: Meter(name: "time", unit: .seconds), behind: "--within")
    guard seconds > 0 else { throw .usage("--within takes 1s or more") }
    return Int(clamping: seconds.saturatingMultiply(1000))
  }
}
