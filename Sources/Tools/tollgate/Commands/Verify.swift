import ArgumentParser
import TollgateCompiler
import TollgateKit
import TollgateRuntime
import TollgateSeals

/// `tollgate verify FILE --keys KEYS --policy NAME`
struct Verify: AnsweringCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Checks the seal of a compiled policy or a snapshot.",
    discussion: """
      It prints what a genuine seal says. Otherwise it says why the seal is refused, and ends with \
      status 1.
      """
  )

  @Argument(help: "A compiled policy whose seal is FILE.seal, or a sealed snapshot.")
  var file: String

  @Option(
    help: ArgumentHelp(
      "The public keys: one, or {\"keys\": […], \"revoked\": […]}.", valueName: "file"))
  var keys: String

  @Option(help: ArgumentHelp("The policy that is expected.", valueName: "name"))
  var policy: String

  @Option(help: ArgumentHelp("The user that is expected; for a snapshot.", valueName: "id"))
  var subject: String?

  @Option(help: ArgumentHelp("The lowest sequence number that is accepted.", valueName: "n"))
  var floor: Int64 = 0

  @Option(help: ArgumentHelp("The time (default: now).", valueName: "instant"))
  var at: String?

  func answer(on output: Output) throws(Failure) -> ExitStatus {
    let now = try QuantityArgument.instant(given: at, behind: "--at") ?? .now
    let bytes = try InputFile.contents(of: file, limit: 256 << 20)
    if !CompiledPolicy.isCompiled(bytes), subject == nil {
      throw .usage("--subject must name the user of a snapshot")
    }
    let known = try Seals.keys(at: keys)
    let claims: SealClaims
    do throws(SealError) {
      claims =
        CompiledPolicy.isCompiled(bytes)
        ? try policyClaims(bytes, try seal(), known, now) : try snapshotClaims(bytes, known, now)
    } catch {
      if case .unavailable = error { throw .unreadable(error.description) }
      Console.say("Error: \(InputFile.name(of: file)) is refused: \(error.description)")
      return .negative
    }
    try write(claims, to: output)
    return .success
  }

  private func seal() throws(SealError) -> String {
    do throws(Failure) {
      let bytes = try InputFile.contents(of: file + ".seal", limit: 1 << 20)
      return String(decoding: bytes, as: UTF8.self)
    } catch {
      // A policy without its seal is refused as one that nobody signed.
      throw .unsigned
    }
  }

  private func policyClaims(
    _ bytes: [UInt8], _ seal: String, _ keys: SealKeys, _ now: Instant
  ) throws(SealError) -> SealClaims {
    try SealedPolicy(file: bytes, seal: seal)
      .open(keys: keys, named: policy, floor: SealFloor(policy: floor), at: now).claims
  }

  private func snapshotClaims(
    _ bytes: [UInt8], _ keys: SealKeys, _ now: Instant
  ) throws(SealError) -> SealClaims {
    let sealed = SealedSnapshot(String(decoding: bytes, as: UTF8.self))
    return try sealed.open(
      keys: keys, policy: policy, subject: subject ?? "", floor: SealFloor(snapshot: floor), at: now
    ).claims
  }

  private func write(_ claims: SealClaims, to output: Output) throws(Failure) {
    try output.show("genuine: sealed by the key \(JSONText.quoted(claims.key))\n")
    try output.show("policy: \(JSONText.quoted(claims.policy))\n")
    if let subject = claims.subject { try output.show("subject: \(JSONText.quoted(subject))\n") }
    try output.show("sequence: \(claims.sequence)\n")
    try output.show("sealed at: \(InstantText.print(claims.issued))\n")
    let end = claims.expires.map { InstantText.print($0) } ?? "never"
    try output.show("refused from: \(end)\n")
  }
}
