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
  var within = RunOptions.usual

  /// The default time.
  static let usual = "10s"

  func validate() throws {
    try RunOptions.check(within)
  }

  /// Refuses a text that is no time.
  static func check(_ within: String) throws {
    do throws(Failure) {
      _ = try milliseconds(within)
    } catch {
      throw ValidationError(error.message)
    }
  }

  /// Begins the run: its time counts from here.
  func begin() throws(Failure) -> RunBudget { try RunOptions.begin(within) }

  /// Begins a run of such a time.
  static func begin(_ within: String) throws(Failure) -> RunBudget {
    let start = ContinuousClock.now
    return RunBudget(limit: try milliseconds(within)) { milliseconds(since: start) }
  }

  /// The usual time, from now on, for work that may be cancelled.
  static func begin(isCancelled: @escaping @Sendable () -> Bool) -> RunBudget {
    let start = ContinuousClock.now
    return RunBudget(limit: RunBudget.usual) {
      isCancelled() ? RunBudget.usual : milliseconds(since: start)
    }
  }

  private static func milliseconds(since start: ContinuousClock.Instant) -> Int {
    let (seconds, attoseconds) = start.duration(to: .now).components
    return Int(clamping: seconds.saturatingMultiply(1000))
      + Int(attoseconds / 1_000_000_000_000_000)
  }

  private static func milliseconds(_ within: String) throws(Failure) -> Int {
    let seconds = try QuantityArgument.read(
      within, of: Meter(name: "time", unit: .seconds), behind: "--within")
    guard seconds > 0 else { throw .usage("--within takes 1s or more") }
    return Int(clamping: seconds.saturatingMultiply(1000))
  }
}
