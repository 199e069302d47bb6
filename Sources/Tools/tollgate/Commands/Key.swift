import ArgumentParser
import TollgateSeals
import TollgateSyntax

/// `tollgate key new FILE`
struct MakeKey: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "key",
    abstract: "Creates a key for sealing policies and snapshots.",
    subcommands: [New.self]
  )

  /// `tollgate key new`
  struct New: AnsweringCommand {
    static let configuration = CommandConfiguration(
      commandName: "new",
      abstract: "Writes a new private key, and its public key beside it.",
      discussion: """
        Both are JSON Web Keys (RFC 8037, Ed25519). Only you can read the files (mode 0600), and an \
        existing file is never overwritten. Keep the private key where policies are sealed; give \
        the public key, FILE.pub, to apps.
        """
    )

    @Argument(help: "The file for the private key, such as shop.key.")
    var file: String

    @Option(help: "The id that seals name the key by (default: its thumbprint, RFC 7638).")
    var id: String?

    func answer(on output: Output) throws(Failure) -> ExitStatus {
      try OutputFile.check(file, of: "FILE", inputs: [])
      let publicFile = file + ".pub"
      let key = try Seals.make(id: id)
      // Half a pair is of no use, and its name would be taken: both are finished, or none.
      let files = [try OutputFile(secretAt: file), try OutputFile(secretAt: publicFile)]
      try files[0].write(Array("\(key.privateJSON)\n".utf8))
      try files[1].write(Array("\(key.key.json)\n".utf8))
      for file in files { try file.close() }
      try output.line("\(key.id)")
      Console.say(
        "\(Escape.name(file)) is the private key, and \(Escape.name(publicFile)) the public one")
      return .success
    }
  }
}
