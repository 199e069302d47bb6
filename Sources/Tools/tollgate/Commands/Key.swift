import ArgumentParser
import TollgateKit
import TollgateSeals
import TollgateServer
import TollgateSyntax

/// `tollgate key new FILE`
struct MakeKey: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "key",
    abstract: "Creates a key for sealing, or one for callers of a server.",
    subcommands: [New.self, API.self]
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

  /// `tollgate key api`
  struct API: AnsweringCommand {
    static let configuration = CommandConfiguration(
      commandName: "api",
      abstract: "Draws a key for callers of `tollgate serve`, and adds it to the file of keys.",
      discussion: """
        The key is printed once and kept nowhere: the file has only its SHA-256. A server reads the \
        file again when it changes.
        """
    )

    @Argument(help: "The file of keys; it is created if it is missing.")
    var file: String

    @Option(help: "A name for who gets it, which the file and no log shows.")
    var name: String

    @Option(
      help: "What it may do: ask, count, write or admin; may be repeated (default: ask).",
      transform: { try Words.read($0, "--may") })
    var may: [APIKey.Permission] = []

    @Option(help: "The policy that it is for; may be repeated (default: all).")
    var policy: [String] = []

    func answer(on output: Output) throws(Failure) -> ExitStatus {
      let (text, key) = APIKey.draw(
        name: name, permissions: Set(may.isEmpty ? [.ask] : may),
        policies: policy.isEmpty ? nil : Set(policy))
      var known = APIKeys()
      if Descriptor.status(of: file) != nil { known = try ServeData.keys(at: file) }
      do throws(SnapshotError) {
        known = try known.adding(key)
      } catch {
        throw .usage("\(InputFile.name(of: file)): \(error.description(in: "en"))")
      }
      try ServeData.write(known, to: file)
      try output.line(text)
      Console.say("\(Escape.name(file)) has \(Escape.name(name)) now; the key is not shown again")
      return .success
    }
  }
}
