import ArgumentParser
import TollgateKit
import TollgateRuntime

/// The options that say how much is asked for.
struct AskOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "For a meter, how much more is to be used, as 5 or 1.5GB (default: 1).", valueName: "n"))
  var adding: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "For a meter, the value that use would reach; not with --adding.", valueName: "n"))
  var reaching: String?

  @Flag(help: "A use that began while it was allowed is still running.")
  var continuing = false

  func validate() throws {
    if adding != nil, reaching != nil {
      throw ValidationError("--adding and --reaching exclude each other: give one of them.")
    }
  }

  /// Whether any of them is given.
  var tellsSomething: Bool { adding != nil || reaching != nil || continuing }

  /// What is asked of a target, in the unit of its meter.
  func ask(of target: String, in graph: RuleGraph) throws(Failure) -> Ask {
    let known = graph.names.meter(target, in: graph.parts).map { graph.parts.meters[Int($0)] }
    let meter = known ?? Meter(name: target)
    if let reaching {
      let value = try QuantityArgument.read(reaching, of: meter, behind: "--reaching")
      return Ask(.reaching(value), continuing: continuing)
    }
    guard let adding else { return Ask(continuing: continuing) }
    let value = try QuantityArgument.read(adding, of: meter, behind: "--adding")
    return Ask(.adding(value), continuing: continuing)
  }
}
