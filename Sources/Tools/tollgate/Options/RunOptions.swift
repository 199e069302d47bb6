import ArgumentParser
import TollgateAnalysis
import TollgateCompiler
import TollgateKit
import TollgateRuntime
import TollgateSyntax

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

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

/// The currency of the prices.
struct CurrencyOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The currency of the prices, such as USD; a product with no price in this currency shows its first price.",
      valueName: "code"))
  var currency: String?

  func validate() throws {
    guard let currency, !Currencies.contains(currency) else { return }
    let hint =
      Currencies.contains(currency.uppercased())
      ? "write \(currency.uppercased())" : "write a code of ISO 4217, such as CNY or USD"
    throw ValidationError("--currency: there is no currency called '\(currency)'; \(hint).")
  }
}

/// The format of an answer.
enum OutputFormat: String, ExpressibleByArgument, CaseIterable {
  /// For people.
  case text
  /// For programs.
  case json
}

/// The option `--format`.
struct FormatOptions: ParsableArguments {
  @Option(help: "The format of the output.")
  var format: OutputFormat = .text
}

/// The option `--locale`.
struct LocaleOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      The language of the text, such as en or zh-Hans (default: the language of LC_ALL or LANG, if \
      Tollgate speaks it or the policy has labels in it; otherwise English).
      """,
      valueName: "tag"))
  var locale: String?

  /// The tag for a policy: that of the option; otherwise that of the environment, if there are
  /// words in it; otherwise English.
  func tag(for policy: Policy) -> String {
    if let locale { return locale }
    let tag = LocaleOptions.tag(of: ProcessInfo.processInfo.environment)
    return LocaleOptions.speaks(tag) || policy.hasLabels(in: tag) ? tag : "en"
  }

  /// Whether Tollgate has its own words in a language: English or Chinese.
  private static func speaks(_ tag: String) -> Bool {
    ["en", "zh"].contains(tag.prefix { $0 != "-" }.lowercased())
  }

  /// The language that the environment asks for: `zh_CN.UTF-8` is `zh-Hans`; English for `C`.
  static func tag(of environment: [String: String]) -> String {
    let names = ["LC_ALL", "LC_MESSAGES", "LANG"]
    let value = names.lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
    let name = String(value.prefix { $0 != "." && $0 != "@" }.map { $0 == "_" ? "-" : $0 })
    switch name.lowercased() {
    case "", "c", "posix": return "en"
    case "zh", "zh-cn", "zh-sg": return "zh-Hans"
    case "zh-tw", "zh-hk", "zh-mo": return "zh-Hant"
    default: return name
    }
  }
}

/// The policy that a command reads, as text or compiled.
struct PolicyArgument: ParsableArguments {
  @Argument(
    help: "The policy: a .gate file, a compiled file, or - for standard input.",
    completion: .policies)
  var policy: String
}

/// Standard input can be read once.
enum StandardInput {
  /// Throws if more than one of these is `-`.
  static func checkUsedOnce(_ uses: KeyValuePairs<String, String?>) throws {
    let names = uses.compactMap { $0.value == "-" ? $0.key : nil }
    guard names.count > 1 else { return }
    throw ValidationError(
      "\(names.joined(separator: " and ")) cannot both be standard input: use a file for one of them."
    )
  }
}
