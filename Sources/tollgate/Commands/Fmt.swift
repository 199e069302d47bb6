import ArgumentParser
import TollgateSyntax

/// `tollgate fmt PATH…`
struct Fmt: AnsweringCommand {
  static let configuration = CommandConfiguration(
    commandName: "fmt",
    abstract: "Writes policies in their canonical form.",
    discussion: """
      Only white space changes: clauses are indented by two spaces, one space stands between words, \
      paragraphs stay one blank line apart, and lines longer than 100 columns go on in the next one \
      where the language lets them. Comments stay where they are. The new text is read again and \
      compared with the old one before a file is written; a file that cannot be read without doubt \
      is left alone.

      Folders are searched for .gate files, hidden ones apart. Exit status: 0 done; 1 with --check \
      or --diff, something would change; 2 a file that cannot be read.
      """
  )

  @Argument(
    help: "Files and folders; - formats standard input to standard output.", completion: .policies)
  var paths: [String]

  @Flag(help: "Write nothing, and list the files that would change.")
  var check = false

  @Flag(help: "Write nothing, and show what would change, as `diff -u` does.")
  var diff = false

  func answer(on output: Output) throws(Failure) -> ExitStatus {
    let search = PolicySearch(paths)
    var failures = search.failures
    var changed = 0
    var progress = Progress("files", of: search.files.count, isStreaming: true)
    for path in search.files {
      do throws(Failure) {
        if try format(path, on: output) { changed += 1 }
      } catch {
        failures.append(error)
      }
      progress.advance()
    }
    progress.finish()
    try output.flush()
    for failure in failures {
      if failure.isRendered { Console.write(failure.message) }
      if !failure.isRendered { Console.say("Error: \(failure.message)") }
    }
    if paths != ["-"] { Console.say(summary(changed, of: search.files.count, failures.count)) }
    if !failures.isEmpty { return .unreadable }
    return writesNothing && changed > 0 ? .negative : .success
  }

  private var writesNothing: Bool { check || diff }

  /// Formats a file; true if that changes it.
  private func format(_ path: String, on output: Output) throws(Failure) -> Bool {
    let source = try PolicyFile.source(at: path)
    let bytes = try Fmt.canonical(source)
    let isChanged = bytes != source.bytes
    if check, isChanged { try output.line(source.name) }
    if diff, isChanged {
      try output.write(UnifiedDiff(from: source, to: Source(name: path, bytes: bytes)).text)
    }
    guard !writesNothing else { return isChanged }
    if path == "-" {
      try output.write(bytes)
    } else if isChanged {
      try AtomicFile.write(bytes, to: path, replacing: source.bytes)
      Console.say("\(path): formatted")
    }
    return isChanged
  }

  /// The canonical form of a text.
  private static func canonical(_ source: Source) throws(Failure) -> [UInt8] {
    switch PolicySyntax.format(source) {
    case .text(let bytes): return bytes
    case .unreadable(let diagnostics):
      let found = Style.error.renderer(for: source).render(diagnostics)
      throw .rendered("\(found)\(source.name): left alone, for it cannot be read\n")
    case .refused(let span):
      let place = source.position(at: span.start)
      throw .unreadable(
        """
        \(source.name):\(place.line):\(place.column): left alone, for its new layout would not \
        say the same; this is a fault of `tollgate fmt`: please report it with the file
        """)
    }
  }

  /// `1 file formatted, 2 as they should be, 1 left alone`
  private func summary(_ changed: Int, of count: Int, _ failures: Int) -> String {
    let rest = max(0, count - changed - failures)
    var parts: [String] = []
    if changed > 0 {
      let files = changed == 1 ? "1 file" : "\(changed) files"
      parts.append("\(files) \(writesNothing ? "would change" : "formatted")")
    }
    if rest > 0 { parts.append("\(rest) unchanged") }
    if failures > 0 { parts.append("\(failures) left alone") }
    return parts.joined(separator: ", ")
  }
}
