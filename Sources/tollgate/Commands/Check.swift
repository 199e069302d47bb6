import ArgumentParser
import TollgateKit

/// `tollgate check POLICY TARGET`, `tollgate check POLICY --batch FILE`
struct Check: AnsweringCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Decides whether a user may use something.",
    discussion: """
      Exit status: 0 allowed, or allowed with a warning; 1 denied; 2 a policy, snapshot or line \
      that cannot be read; 64 wrong usage. A group or a range is asked about as a whole.

      A batch is JSON Lines: {"target", "adding", "reaching", "continuing", "at", "facts", \
      "usage", "snapshot"}. Each line gives one line, in order: a decision, or {"error": "…"}. A line without a snapshot or a time has those of \
      the options. The lines are decided on all cores.
      """
  )

  @Argument(
    help: "The policy: a .gate file, a compiled file, or - for standard input.",
    completion: .policies)
  var policy: String

  @Argument(help: "A feature, a meter, a group, a range such as L1..L3, or everything.")
  var target: String?

  @OptionGroup(title: "What is asked") var ask: AskOptions

  @OptionGroup(title: "What is known") var known: SnapshotOptions

  @Option(
    help: ArgumentHelp("Decide for each line of a file of JSON Lines.", valueName: "file"))
  var batch: String?

  @Option(
    help: ArgumentHelp(
      "How many lines of a batch are decided at once (default: one for each core).",
      valueName: "n"))
  var jobs: Int?

  @Option(help: "How to write the answer (default: text).")
  var format: OutputFormat?

  func validate() throws {
    try StandardInput.checkUsedOnce([
      "POLICY": policy, "--snapshot": known.snapshot, "--batch": batch,
    ])
    if target == nil, batch == nil {
      throw ValidationError("Missing what to ask about: give a target, or --batch with a file.")
    }
    if let jobs, jobs < 1 { throw ValidationError("--jobs needs a number from 1.") }
    guard batch != nil else {
      if jobs != nil { throw ValidationError("--jobs stands with --batch.") }
      return
    }
    if target != nil { throw ValidationError("With --batch, each line names its target.") }
    if ask.tellsSomething {
      throw ValidationError("With --batch, each line says how much it asks for.")
    }
    if format == .text { throw ValidationError("The answer to --batch is JSON Lines.") }
  }

  func answer(on output: Output) throws(Failure) -> ExitStatus {
    if let batch {
      return try Batch(policy, known, jobs: jobs ?? Parallel.cores).answer(batch, on: output)
    }
    let situation = try Situation(policy, known)
    let decision = try situation.decision(about: target ?? "", ask)
    switch format ?? .text {
    case .text: try output.line(decision.brief())
    case .json: try output.line(decision.json(policy: situation.policy, pretty: true))
    }
    return [decision].status
  }
}
