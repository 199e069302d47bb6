import ArgumentParser
import TollgateKit
import TollgateRuntime
import TollgateSeals
import TollgateSyntax

/// `tollgate seal FILE --key KEY --sequence N`
struct SealFile: AnsweringCommand {
  static let configuration = CommandConfiguration(
    commandName: "seal",
    abstract: "Signs a compiled policy or a snapshot.",
    discussion: """
      The seal of a compiled policy is a file beside it, FILE.seal. A snapshot becomes a text in \
      three parts (JWS, RFC 8037), FILE.jws, which needs --policy and --until. The sequence number \
      rises with each policy, or with each snapshot of a user: apps refuse a lower one than they \
      have seen.
      """
  )

  @Argument(help: "A policy that `tollgate compile` wrote, or a snapshot (JSON).")
  var file: String

  @Option(help: ArgumentHelp("The private key that `tollgate key new` wrote.", valueName: "file"))
  var key: String

  @Option(help: ArgumentHelp("A number higher than that of the last seal.", valueName: "n"))
  var sequence: Int64

  @Option(help: ArgumentHelp("The policy that the snapshot is for.", valueName: "name"))
  var policy: String?

  @Option(help: ArgumentHelp("The time from which the seal is refused.", valueName: "instant"))
  var until: String?

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp("Where to write (default: FILE.seal or FILE.jws).", valueName: "file"))
  var output: String?

  func answer(on standardOutput: Output) throws(Failure) -> ExitStatus {
    let end = try QuantityArgument.instant(given: until, behind: "--until")
    let bytes = try InputFile.contents(of: file, limit: 256 << 20)
    let signer = try Seals.privateKey(at: key)
    let isPolicy = CompiledPolicy.isCompiled(bytes)
    let text = isPolicy ? try policySeal(bytes, signer, end) : try snapshotSeal(bytes, signer, end)
    if let output, output == "-" {
      try standardOutput.line(text)
      return .success
    }
    if file == "-", output == nil { throw .usage("-o must say where to write") }
    let path = output ?? file + (isPolicy ? ".seal" : ".jws")
    try OutputFile.check(path, of: "-o", inputs: [file, key])
    try OutputFile.write(Array((text + "\n").utf8), to: path)
    Console.say("\(Escape.name(path)) is written")
    return .success
  }

  private func policySeal(
    _ bytes: [UInt8], _ key: SigningKey, _ end: Instant?
  ) throws(Failure) -> String {
    if policy != nil { throw .usage("--policy is for a snapshot; a policy has its own name") }
    return try Seals.failing { () throws(SealError) in
      try key.seal(policy: bytes, sequence: sequence, expires: end)
    }
  }

  private func snapshotSeal(
    _ bytes: [UInt8], _ key: SigningKey, _ end: Instant?
  ) throws(Failure) -> String {
    let snapshot = try Seals.snapshot(bytes, InputFile.name(of: file))
    guard let policy else { throw .usage("--policy must name the policy of a snapshot") }
    guard let end else { throw .usage("--until must say when the seal of a snapshot ends") }
    return try Seals.failing { () throws(SealError) in
      try key.seal(snapshot, policy: policy, sequence: sequence, expires: end)
    }
  }
}
