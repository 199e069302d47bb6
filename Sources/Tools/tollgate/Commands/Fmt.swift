import ArgumentParser
import TollgateSyntax

/// `tollgate fmt PATH…`
struct Fmt: AnsweringCommand {
  static let configuration = CommandConfiguration(
    commandName: "fmt",
    abstract: "Writes policies in their canonical form.",
    discussion: """
      Only white space changes. Clauses are indented by two spaces, words are one space apart, \
      paragraphs are one blank line apart, and lines over 100 columns continue on the next line if \
      the language allows it. Comments stay in their place. Before a file is written, the new text \
      is read and compared with the old one. A file with syntax errors is not changed.

      In folders, all .gate files are formatted, except hidden ones. Exit status: 0 done; 1 with \
      --check or --diff, something would change; 2 a file that cannot be read.
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
    for failure in failures { Console.complain(failure) }
    if paths != ["-"] { Console.say(summary(changed, of: search.files.count, failures.count)) }
    if !failures.isEmpty { return .unreadable }
    return writesNothing && changed > 0 ? .negative : .success
  }

  private var writesNothing: Bool { check || diff }

  /// Formats a file, and returns whether that changes it.
  private func format(_ path: String, on output: Output) throws(Failure) -> Bool {
    let source = try PolicyFile.text(at: path)
    let bytes = try Fmt.canonical(source)
    let isChanged = bytes != source.bytes
    if check, isChanged { try output.line(Escape.path(source.name)) }
    if diff, isChanged {
      try output.write(UnifiedDiff(from: source, to: Source(name: path, bytes: bytes)).text)
    }
    guard !writesNothing else { return isChanged }
    if path == "-" {
      try output.write(bytes)
    } else if isChanged {
      try OutputFile.write(bytes, to: path, replacing: source.bytes)
      Console.say("\(Escape.name(path)): formatted")
    }
    return isChanged
  }

  /// The canonical form of a text.
  static func canonical(_ source: Source) throws(Failure) -> [UInt8] {
    switch PolicySyntax.format(source) {
    case .text(let bytes): return bytes
    case .unreadable(let diagnostics):
      let found = Console.renderer(for: source).render(diagnostics)
      throw .rendered("\(found)\(Escape.name(source.name)): not changed, because of these errors\n")
    case .refused(let span):
      let place = source.position(at: span.start)
      throw .unreadable(
        """
        \(Escape.name(source.name)):\(place.line):\(place.column): not changed, because the new layout would \
        change its meaning; this is a bug in `tollgate fmt`: please report it with the file
        """)
    }
  }

  /// `1 file formatted, 2 already formatted, 1 failed`
  private func summary(_ changed: Int, of count: Int, _ failures: Int) -> String {
    let rest = max(0, count - changed - failures)
    var parts: [String] = []
    if changed > 0 {
      let files = changed == 1 ? "1 file" : "\(changed) files"
      parts.append("\(files) \(writesNothing ? "would change" : "formatted")")
    }
    if rest > 0 { parts.append("\(rest) already formatted") }
    if failures > 0 { parts.append("\(failures) failed") }
    return parts.joined(separator: ", ")
  }
}
