import ArgumentParser

/// `tollgate mcp [FOLDER…]`
struct ServeAssistant: AnsweringCommand {
  static let configuration = CommandConfiguration(
    commandName: "mcp",
    abstract: "Runs a server for assistants (Model Context Protocol) on standard input and output.",
    discussion: """
      An assistant starts it; Examples/Assistants shows how to set up several. Its tools check, \
      compare, prove and explain policies. It reads only below the folders, follows no link out of \
      them, and never uses the network. Without --write it changes nothing; with it, a new text is \
      written only after a verdict on who gains and who loses, quoted by its id. It ends when its \
      input ends.

      Exit status: 0; 64 wrong usage, such as a folder that is none.
      """
  )

  @Argument(
    help: "The folders that it may read; by default, the current one.", completion: .directory)
  var folders: [String] = []

  @Flag(help: "Let the tool propose write a policy, once its verdict is accepted.")
  var write = false

  func answer(on output: Output) throws(Failure) -> ExitStatus {
    let server = AssistantServer(
      Outbox(toOutput: .lines), try AssistantFolders(folders), mayWrite: write)
    _ = MessageReader.readInput(.lines) { item in
      switch item {
      case .fault(let fault): server.take(fault)
      case .message(let bytes): server.take(bytes)
      }
      return true
    }
    server.finish()
    return .success
  }
}
