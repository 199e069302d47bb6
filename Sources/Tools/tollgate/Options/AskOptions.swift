import ArgumentParser
import TollgateCompiler
import TollgateKit
import TollgateRuntime

/// The options for the amount of a question.
struct AskOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "For a meter: how much more to use, such as 5 or 1.5GB (default: 1).", valueName: "n"))
  var adding: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The total of a meter or the value of a setting to reach; not with --adding.",
      valueName: "n"))
  var reaching: String?

  @Flag(help: "The use began while it was allowed, and is still running.")
  var continuing = false

  func validate() throws {
    if adding != nil, reaching != nil {
      throw ValidationError("Give --adding or --reaching, not both.")
    }
  }

  /// Whether any of them is given.
  var tellsSomething: Bool { adding != nil || reaching != nil || continuing }

  /// The question about a target, in the unit of its meter.
  func ask(of target: String, in graph: RuleGraph) throws(Failure) -> Ask {
    let known = graph.names.meter(target, in: graph.parts).map { graph.parts.meters[Int($0)] }
    let meter = known ?? Meter(name: target)
    if let reaching, let setting = graph.setting(target) {
      return Ask(
        try AskOptions.reach(reaching, of: graph[target: setting.index].name, in: graph),
        continuing: continuing)
    }
    if let reaching {
      let value = try QuantityArgument.read(reaching, of: meter, behind: "--reaching")
      return Ask(.reaching(value), continuing: continuing)
    }
    guard let adding else { return Ask(continuing: continuing) }
    return Ask(.adding(try AskOptions.change(adding, of: meter)), continuing: continuing)
  }

  /// A value of a setting.
  private static func reach(
    _ text: String, of setting: String, in graph: RuleGraph
  ) throws(Failure) -> Ask.Growth {
    do throws(ReachText.ParseError) {
      return try ReachText.parse(text, of: setting, in: graph)
    } catch {
      throw .usage("--reaching: \(error.words(text, .english))")
    }
  }

  /// An amount that may be negative, as in a batch line: `-1` asks about one less.
  static func change(_ text: String, of meter: Meter) throws(Failure) -> Int64 {
    guard text.hasPrefix("-"), !text.hasPrefix("--") else {
      return try QuantityArgument.read(text, of: meter, behind: "--adding")
    }
    if let value = Int64(text) { return value }
    return -(try QuantityArgument.read(String(text.dropFirst()), of: meter, behind: "--adding"))
  }
}
