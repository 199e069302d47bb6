#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import TollgateFiles
import TollgateKit
import TollgateCompiler
import TollgateRuntime
import TollgateSyntax

/// Reads policies: texts, compiled files, and standard input.
enum PolicyFile {
  /// The longest file that is read, in bytes; a compiled policy is longer than its text.
  static let longest = 256 << 20

  /// The name of standard input in diagnostics and decisions.
  static let standardInput = "<stdin>"

  /// The policy in a text or a compiled file. A failure lists all mistakes of the policy.
  static func policy(at path: String) throws(Failure) -> Policy {
    let bytes = try InputFile.contents(of: path, limit: longest)
    return try policy(bytes, path) { joined($0, at: path) }
  }

  /// The same of bytes that were read already; `join` brings the files that the policy uses.
  static func policy(
    _ bytes: [UInt8], _ path: String, joining join: (Source) -> Source
  ) throws(Failure) -> Policy {
    if CompiledPolicy.isCompiled(bytes) { return try compiled(bytes, path) }
    try requireText(bytes, path)
    let source = join(Source(name: path == "-" ? standardInput : path, bytes: bytes))
    // A decision names a file from the folder of the policy.
    let result = Compiler.graph(of: source.withoutFolder(), mending: true)
    guard let graph = result.graph else {
      throw .rendered(Console.renderer(for: source).render(result.diagnostics))
    }
    return Policy(graph: graph)
  }

  /// A policy with the files that it uses. Standard input is no file, and uses none.
  private static func joined(_ source: Source, at path: String) -> Source {
    path == "-" ? source : source.joined(at: URL(fileURLWithPath: path))
  }

  /// The text of a policy and its graph. A failure lists all mistakes of the policy.
  static func compiled(
    textAt path: String
  ) throws(Failure) -> (source: Source, graph: RuleGraph) {
    let source = try source(at: path)
    let result = Compiler.graph(of: source, mending: true)
    guard let graph = result.graph else {
      throw .rendered(Console.renderer(for: source).render(result.diagnostics))
    }
    return (source, graph)
  }

  /// The text of a policy with the files that it uses, named by its path.
  static func source(at path: String) throws(Failure) -> Source {
    joined(try text(at: path), at: path)
  }

  /// The files that a policy is read from: its own, and all that it uses.
  static func files(at path: String) -> [String] {
    guard path != "-", let source = try? source(at: path) else { return [path] }
    return source.files.map { $0.name }
  }

  /// The text of one file, named by its path.
  static func text(at path: String) throws(Failure) -> Source {
    let bytes = try InputFile.contents(of: path, limit: longest)
    if CompiledPolicy.isCompiled(bytes) {
      let name = InputFile.name(of: path)
      throw .unreadable(
        "\(name) is a compiled policy; name the `.gate` file that it was compiled from")
    }
    try requireText(bytes, path)
    return Source(name: path == "-" ? standardInput : path, bytes: bytes)
  }

  private static func compiled(_ bytes: [UInt8], _ path: String) throws(Failure) -> Policy {
    do throws(PolicyError) {
      return try Policy(compiled: bytes, name: InputFile.name(of: path))
    } catch {
      throw .unreadable(error.description(in: "en"))
    }
  }

  /// Refuses bytes that are no text in UTF-8; `words` tell what they are then.
  static func requireText(
    _ bytes: [UInt8], _ path: String,
    otherwise words: String = "is neither the text of a policy nor a compiled policy"
  ) throws(Failure) {
    let name = InputFile.name(of: path)
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      throw .unreadable("\(name) is written in UTF-16; save it as UTF-8")
    }
    if bytes.contains(0) { throw .unreadable("\(name) \(words)") }
  }
}
