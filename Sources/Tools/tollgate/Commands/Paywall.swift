import ArgumentParser
import TollgateKit
import TollgateRuntime

/// `tollgate paywall POLICY --for TARGET …`
struct ShowPaywall: AnsweringCommand {
  static let configuration = CommandConfiguration(
    commandName: "paywall",
    abstract: "Shows a user's paywall: what each product costs and would open.",
    discussion: """
      Each product has its price, its state for this user (owned, covered, on hold, pending or for \
      sale) and everything that it would open. With --for, the products that open this target come \
      first. `policy.paywall(for:target:)` gives an app the same data. Exit status: 0; 2 a policy \
      or snapshot that cannot be read; 64 wrong usage.
      """
  )

  @OptionGroup var file: PolicyArgument

  @Option(
    name: .customLong("for"),
    help: ArgumentHelp(
      "The feature, meter, group or range that the user wants.", valueName: "target"))
  var target: String?

  @OptionGroup(title: "The question") var ask: PaywallAsk

  @OptionGroup(title: "The user") var known: SnapshotOptions

  @OptionGroup var locale: LocaleOptions

  @OptionGroup var price: CurrencyOptions

  @OptionGroup var format: FormatOptions

  func validate() throws {
    try StandardInput.checkUsedOnce(["POLICY": file.policy, "--snapshot": known.snapshot])
    if target == nil, ask.adding != nil { throw ValidationError("--adding needs --for.") }
  }

  func answer(on output: Output) throws(Failure) -> ExitStatus {
    let situation = try Situation(file.policy, known)
    let policy = situation.policy
    var amount: Int64 = 1
    if let target {
      guard policy.graph.members(of: target) != nil else {
        throw Situation.unknownTarget(target, in: policy.graph)
      }
      amount = try ask.amount(of: target, in: policy.graph)
    }
    let paywall = policy.paywall(
      for: situation.snapshot, target: target, adding: amount, in: locale.tag(for: policy),
      currency: price.currency, at: situation.now)
    switch format.format {
    case .text: try output.show(PaywallText(paywall).text)
    case .json: try output.line(paywall.json(pretty: true))
    }
    return .success
  }
}

/// How much the user wants.
struct PaywallAsk: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("For a meter: how much more the user wants (default: 1).", valueName: "n"))
  var adding: String?

  /// The amount in the unit of the target's meter.
  func amount(of target: String, in graph: RuleGraph) throws(Failure) -> Int64 {
    guard let adding else { return 1 }
    let known = graph.names.meter(target, in: graph.parts).map { graph.parts.meters[Int($0)] }
    return try AskOptions.change(adding, of: known ?? Meter(name: target))
  }
}
