import Foundation
import TollgateKit
import TollgateSyntax

/// Writes the names of policies as Swift: the tool of the build-tool plugin `TollgatePlugin`.
///
/// `TollgateGenerator --output FILE POLICY…`. A mistake in a policy is printed as compilers print
/// theirs, so that Xcode and SwiftPM show it at its place, and ends with status 1.
@main
struct Generator {
  /// The output of one run.
  struct Output {
    /// The generated source; empty where there are errors.
    var source = ""
    /// Errors and warnings, a line each.
    var messages: [String] = []
    var hasErrors = false
  }

  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard arguments.count >= 2, arguments[0] == "--output" else {
      FileHandle.standardError.write(Data("usage: TollgateGenerator --output FILE POLICY…\n".utf8))
      exit(64)
    }
    var output = generate(Array(arguments.dropFirst(2)))
    if !output.hasErrors {
      do {
        try Data(output.source.utf8).write(to: URL(fileURLWithPath: arguments[1]), options: .atomic)
      } catch {
        output.messages.append("error: cannot write \(arguments[1]): \(error)")
        output.hasErrors = true
      }
    }
    for message in output.messages {
      FileHandle.standardError.write(Data((message + "\n").utf8))
    }
    exit(output.hasErrors ? 1 : 0)
  }

  /// The source for the policies among some files.
  static func generate(_ files: [String]) -> Output {
    var output = Output()
    let sources = files.map { path in
      (try? Data(contentsOf: URL(fileURLWithPath: path))).map {
        Source(name: path, bytes: [UInt8]($0))
      }
    }
    var types = NameScope("this target")
    output.source = """
      // Written by TollgatePlugin. Do not edit: change the policy.
      import TollgateKit


      """
    for index in PolicyUses(files, sources).roots {
      output.add(files[index], &types)
    }
    if output.hasErrors { output.source = "" }
    return output
  }
}

extension Generator.Output {
  /// Adds the source of the policy in a file, or its mistakes.
  fileprivate mutating func add(_ path: String, _ types: inout NameScope) {
    let url = URL(fileURLWithPath: path)
    let base = url.deletingPathExtension().lastPathComponent
    let known = types.faults.count
    let type = types.add(base, as: SwiftName(base).capitalized)
    let source: Source
    let swift: PolicySwift
    do throws(PolicyError) {
      swift = try PolicySwift(
        Policy(contentsOf: url), file: url.lastPathComponent, type: type)
      source =
        (try? Data(contentsOf: url)).map { Source(name: path, bytes: [UInt8]($0)) }
        .map { $0.joined(at: url) } ?? Source(name: path, bytes: [])
    } catch {
      return add(error, path)
    }
    for fault in types.faults.dropFirst(known) {
      add("\(path):1:1", "error", fault.words, fault.help)
    }
    for fault in swift.faults {
      let place = place(of: fault.span(in: source), source, path)
      add(place, "error", fault.words, fault.help)
    }
    self.source += swift.text
  }

  /// The mistakes of a policy that does not compile.
  private mutating func add(_ error: PolicyError, _ path: String) {
    guard case .rejected(let source, let diagnostics) = error else {
      return add("\(path):1:1", "error", error.description, "")
    }
    for diagnostic in diagnostics {
      let level = diagnostic.level == .error ? "error" : "warning"
      add(
        place(of: diagnostic.span, source, path), level,
        "\(diagnostic.headline) [\(diagnostic.code)]", diagnostic.help.joined(separator: "; "))
    }
  }

  private mutating func add(_ place: String, _ level: String, _ words: String, _ help: String) {
    messages.append("\(place): \(level): \(words)")
    if !help.isEmpty { messages.append("\(place): note: \(help)") }
    hasErrors = hasErrors || level == "error"
  }

  /// `path:line:column`, with the file in which a place is. A column counts bytes, as Swift's
  /// compiler does.
  private func place(of span: Span, _ source: Source, _ path: String) -> String {
    let (file, span) = source.place(of: span)
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
    let name = source.files.count > 1 ? folder.appendingPathComponent(file.name).path : path
    let line = file.line(at: span.start)
    return "\(name):\(line):\(span.start - file.lineSpan(at: span.start).start + 1)"
  }
}
