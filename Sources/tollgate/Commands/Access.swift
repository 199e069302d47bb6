import ArgumentParser
import TollgateKit
import TollgateSyntax

/// `tollgate access POLICY …`
struct Access: AnsweringCommand {
  static let configuration = CommandConfiguration(
    commandName: "access",
    abstract: "Lists everything that a user may use and may not.",
    discussion: """
      Every feature, member of a series and meter, open, warned about or locked; how much is left \
      of what has a limit; the reminders that are due; and the tier that is held. Exit status: 0, \
      whatever is locked; 2 a policy or snapshot that cannot be read; 64 wrong usage.
      """
  )

  @Argument(
    help: "The policy: a .gate file, a compiled file, or - for standard input.",
    completion: .policies)
  var policy: String

  @OptionGroup(title: "What is known") var known: SnapshotOptions

  @OptionGroup var format: FormatOptions

  func validate() throws {
    try StandardInput.checkUsedOnce(["POLICY": policy, "--snapshot": known.snapshot])
  }

  func answer(on output: Output) throws(Failure) -> ExitStatus {
    let situation = try Situation(policy, known)
    switch format.format {
    case .text: try output.write(AccessTable(situation).text)
    case .json: try output.line(json(situation))
    }
    return .success
  }

  private func json(_ situation: Situation) -> String {
    let policy = situation.policy
    var writer = JSONWriter(pretty: true)
    writer.object { writer in
      writer.member("schema", 1)
      writer.member("policy", policy.name)
      writer.member("fingerprint", policy.fingerprint)
      writer.member("tier", policy.tier(in: situation.snapshot, at: situation.now))
      writer.key("targets")
      writer.array { writer in
        for decision in policy.access(in: situation.snapshot, at: situation.now) {
          decision.write(to: &writer, policy: policy)
        }
      }
    }
    return writer.text
  }
}
