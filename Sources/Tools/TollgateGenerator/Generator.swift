import Foundation
import TollgateCompiler
import TollgateFiles
import TollgateRuntime
import TollgateSyntax

/// Writes the names of policies as Swift: the tool of the build-tool plugin `TollgatePlugin`.
///
/// `TollgateGenerator --output FILE POLICY… [SWIFT…] [tollgate-names.json]`. A mistake in a policy is
/// printed as compilers print theirs, so that Xcode and SwiftPM show it at its place, and ends with
/// status 1.
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
      FileHandle.standardError.write(
        Data("usage: TollgateGenerator --output FILE POLICY… [SWIFT…] [\(NameOptions.file)]\n".utf8)
      )
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

  /// The source for the policies among some files. The app's own files and its choices may be among
  /// them.
  static func generate(_ files: [String]) -> Output {
    var output = Output()
    let policies = files.filter { !$0.hasSuffix(".swift") && !$0.hasSuffix(".json") }
    let sources = policies.map { path in
      (try? Data(contentsOf: URL(fileURLWithPath: path))).map {
        Source(name: path, bytes: [UInt8]($0))
      }
    }
    let options = output.options(files.first { $0.hasSuffix(".json") }, policies)
    output.source = """
      // Written by TollgatePlugin. Do not edit: change the policy.
      \(options.access.word)import TollgateKit


      """
    // What an app writes beside the name of its policy.
    var types = NameScope("TollgateKit", taken: ["Gate", "LiveGate", "Swift", "TollgateKit"])
    for index in PolicyUses(policies, sources).roots {
      output.add(policies[index], sources[index], &types, options)
    }
    for file in files where file.hasSuffix(".swift") { output.compare(file, types) }
    if output.hasErrors { output.source = "" }
    return output
  }
}

extension Generator.Output {
  private static let rename =
    "rename the file, or name the type in \(NameOptions.file): "

  /// The choices of the app.
  fileprivate mutating func options(_ path: String?, _ policies: [String]) -> NameOptions {
    guard let path else { return NameOptions() }
    guard let data = try? Data(contentsOf: URL(fileURLWithPath: path)) else {
      add("\(path):1:1", "error", "it cannot be read", "")
      return NameOptions()
    }
    do throws(NameOptions.Fault) {
      return try NameOptions(
        data, policies: policies.map { URL(fileURLWithPath: $0).lastPathComponent })
    } catch {
      add("\(path):1:1", "error", error.words, error.help)
      return NameOptions()
    }
  }

  /// Adds the source of the policy in a file, or its mistakes.
  fileprivate mutating func add(
    _ path: String, _ source: Source?, _ types: inout NameScope, _ options: NameOptions
  ) {
    let url = URL(fileURLWithPath: path)
    let file = url.lastPathComponent
    let base = url.deletingPathExtension().lastPathComponent
    let known = types.faults.count
    let type = types.add(base, as: options.types[file] ?? SwiftName(base).capitalized)
    for fault in types.faults.dropFirst(known) {
      let example = "{\"types\": {\"\(file)\": \"\(type.text)Policy\"}}"
      add("\(path):1:1", "error", fault.words, Self.rename + example)
    }
    guard let source else { return add("\(path):1:1", "error", "it cannot be read", "") }
    let joined = Source(name: file, bytes: source.bytes).joined(at: url)
    guard let graph = graph(of: joined, path) else { return }
    let swift = PolicySwift(graph, file: file, type: type, access: options.access)
    for fault in swift.faults {
      let place = place(of: fault.span(in: joined), joined, path)
      add(place, "error", fault.words, fault.help)
    }
    self.source += swift.text
  }

  /// The compiled policy, read back as the app will read it; nil after its mistakes were told.
  private mutating func graph(of source: Source, _ path: String) -> RuleGraph? {
    let compiled: [UInt8]
    if CompiledPolicy.isCompiled(source.bytes) {
      compiled = source.bytes
    } else {
      let result = Compiler.graph(of: source, mending: true)
      for diagnostic in result.diagnostics where result.graph == nil {
        let level = diagnostic.level == .error ? "error" : "warning"
        add(
          place(of: diagnostic.span, source, path), level,
          "\(diagnostic.headline) [\(diagnostic.code)]", diagnostic.ways.joined(separator: "; "))
      }
      guard let graph = result.graph else { return nil }
      compiled = graph.compiled()
    }
    do throws(GraphError) {
      let graph = try RuleGraph(compiled: compiled)
      guard graph.isGenuine() else { throw .notGenuine }
      return graph
    } catch {
      add(
        "\(path):1:1", "error", "it is not a compiled policy that can be used", "compile it again")
      return nil
    }
  }

  /// Tells of a type of the app that is called like a policy: the compiler would say of each use of
  /// either that it is ambiguous.
  fileprivate mutating func compare(_ path: String, _ types: NameScope) {
    guard let data = try? Data(contentsOf: URL(fileURLWithPath: path)) else { return }
    for declared in TypeDeclaration.all(in: String(decoding: data, as: UTF8.self)) {
      guard let policy = types.name(behind: SwiftName(exactly: declared.name)) else { continue }
      let example = "{\"types\": {\"\(policy).gate\": \"\(declared.name)Policy\"}}"
      add(
        "\(path):\(declared.line):\(declared.column)", "error",
        "`\(declared.name)` is also the type of the policy `\(policy).gate`",
        "rename one of them, or name the policy's in \(NameOptions.file): " + example)
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
