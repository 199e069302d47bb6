import ArgumentParser
import TollgateKit

/// `tollgate compile POLICY -o FILE`
struct Compile: AnsweringCommand {
  static let configuration = CommandConfiguration(
    commandName: "compile",
    abstract: "Compiles a policy for apps and servers.",
    discussion: """
      The fingerprint on standard error identifies the meaning of the policy: it is the same \
      wherever the policy is compiled. Readers of the file refuse a damaged or forged one; `seal` \
      proves who made it. A policy with an error writes no file.
      """
  )

  @Argument(
    help: "The policy: a .gate file, or - for standard input.",
    completion: .policies)
  var policy: String

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp("Where to write; - writes to standard output.", valueName: "file"))
  var output: String

  func answer(on standardOutput: Output) throws(Failure) -> ExitStatus {
    if output != "-" {
      try OutputFile.check(output, of: "-o", inputs: PolicyFile.files(at: policy))
    }
    let policy = try PolicyFile.policy(at: policy)
    let bytes = policy.graph.compiled()
    if output == "-" {
      try standardOutput.write(bytes)
      try standardOutput.flush()
    } else {
      try OutputFile.write(bytes, to: output)
    }
    Console.say(policy.fingerprint)
    return .success
  }
}
