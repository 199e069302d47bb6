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
    let outbox = Outbox { bytes in
      // An editor that is gone reads nothing; the closed input ends the server.
      try? Descriptor.write(bytes, to: Descriptor.output)
    }
    let server = LanguageServer(outbox)
    var reader = MessageReader()
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      while let item = reader.next() {
        switch item {
        case .fault(let fault): server.take(fault)
        case .message(let bytes):
          guard server.take(bytes) else {
            if case .ended(let status) = server.stage { throw ExitCode(status) }
            return
          }
        }
      }
      server.refresh()
      let count = (try? Descriptor.read(Descriptor.input, into: &buffer)) ?? 0
      guard count > 0 else { throw ExitCode(1) }
      reader.append(buffer[..<count])
    }
  }
}
