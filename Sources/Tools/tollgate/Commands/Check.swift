import ArgumentParser
import TollgateKit

/// `tollgate check POLICY TARGET`, `tollgate check POLICY --batch FILE`
struct Check: AnsweringCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Decides whether a user may use something.",
    discussion: """
      Exit status: 0 allowed, or allowed with a warning; 1 denied; 2 a policy, snapshot or line \
      that cannot be read; 64 wrong usage, such as a target that the policy does not have. A group \
      or a range is one question about all its members.

      A batch is JSON Lines: {"target", "adding", "reaching", "continuing", "at", "facts", \
      "usage", "snapshot"}. The answer has one line for each, in the same order: a decision, or {"error": "…"}. A line \
      without a snapshot or a time takes them from the options. All cores work on a batch.

      Unknown keys and names in a snapshot or a line are warnings; --strict-snapshot makes them \
      errors. `tollgate schema` prints the JSON Schemas of snapshots, lines and decisions.
      """
  )

  @OptionGroup var file: PolicyArgument

  @Argument(help: "A feature, a meter, a group, a range such as L1..L3, or everything.")
  var target: String?

  @OptionGroup(title: "The question") var ask: AskOptions

  @OptionGroup(title: "The user") var known: SnapshotOptions

  @Option(
    help: ArgumentHelp(
      "Decide for each line of a file (JSON Lines); - reads standard input.", valueName: "file"))
  var batch: String?

  @Option(
    help: ArgumentHelp(
      "How many lines of a batch to decide at once (default: one for each core).",
      valueName: "n"))
  var jobs: Int?

  @OptionGroup var locale: LocaleOptions

  @OptionGroup var price: CurrencyOptions

  @Option(help: "The format of the output (default: text).")
  var format: OutputFormat?

  func validate() throws {
    try StandardInput.checkUsedOnce([
      "POLICY": file.policy, "--snapshot": known.snapshot, "--batch": batch,
    ])
    if target == nil, batch == nil {
      throw ValidationError("The target is missing: name one, or give --batch and a file.")
    }
    if let jobs, jobs < 1 { throw ValidationError("--jobs takes a number from 1 on.") }
    guard batch != nil else {
      if jobs != nil { throw ValidationError("--jobs needs --batch.") }
      return
    }
    if target != nil { throw ValidationError("With --batch, each line names its target.") }
    if ask.tellsSomething {
      throw ValidationError("With --batch, each line has its own amount.")
    }
    if format == .text { throw ValidationError("--batch always prints JSON Lines.") }
    if locale.locale != nil { throw ValidationError("--locale cannot be used with --batch.") }
    if price.currency != nil { throw ValidationError("--currency cannot be used with --batch.") }
  }

  func answer(on output: Output) throws(Failure) -> ExitStatus {
    if let batch {
      return try Batch(file.policy, known, jobs: jobs ?? Parallel.cores).answer(batch, on: output)
    }
    let situation = try Situation(file.policy, known)
    let decision = try situation.decision(about: target ?? "", ask)
    switch format ?? .text {
    case .text:
      let text = decision.brief(
        in: locale.tag(for: situation.policy), currency: price.currency)
      try output.show(output.page.wrapped(text) + "\n", isPainted: true)
    case .json:
      let tag = locale.locale ?? ""
      try output.line(
        decision.json(
          policy: situation.policy, locale: tag, currency: price.currency, pretty: true))
    }
    return [decision].status
  }
}
