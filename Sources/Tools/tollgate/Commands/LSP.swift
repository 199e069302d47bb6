import ArgumentParser

/// `tollgate lsp`
struct ServeEditor: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lsp",
    abstract: "Runs a language server for .gate files on standard input and output.",
    discussion: """
      An editor starts it. It speaks the language server protocol 3.17; Examples/Editors shows how \
      to set up several editors. It ends when the editor says so, or closes the stream. Exit \
      status: 0 after `shutdown` and `exit`, else 1.
      """
  )

  /// Editors pass it; the protocol uses standard input and output anyway.
  @Flag(name: .long, help: "Accepted for editors that pass it; has no effect.")
  var stdio = false

  func run() throws {
    let server = LanguageServer(Outbox(toOutput: .headers))
    let isEnded = MessageReader.readInput(.headers, pause: { server.refresh() }) { item in
      switch item {
      case .fault(let fault):
        server.take(fault)
        return true
      case .message(let bytes): return server.take(bytes)
      }
    }
    guard isEnded, case .ended(let status) = server.stage else { throw ExitCode(1) }
    throw ExitCode(status)
  }
}
