import TollgateCompiler
import TollgateFiles
import TollgateKit
import TollgateRuntime
import TollgateSyntax

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

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

/// Finds the `.gate` files of a list of files and folders.
struct PolicySearch {
  /// Each file once, in the order of the paths; those of a folder in alphabetical order.
  private(set) var files: [String] = []
  /// The folders that could not be searched.
  private(set) var failures: [Failure] = []
  private var seen: Set<FilePath> = []
  /// The number of files that were found, with those that were found before.
  private var met = 0

  init(_ paths: [String]) {
    for path in paths { add(path) }
  }

  private mutating func add(_ path: String) {
    guard FolderComparison.isFolder(path) else { return append(path) }
    let before = met + failures.count
    search(path)
    if met + failures.count == before {
      failures.append(.unreadable("there is no `.gate` file in \(Escape.name(path))"))
    }
  }

  private mutating func append(_ path: String) {
    met += 1
    let key = path == "-" ? "-" : URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    if seen.insert(FilePath(key)).inserted { files.append(path) }
  }

  /// Skips hidden files and folders (`.build`, `.git`), and links to folders, which may lead in
  /// circles.
  private mutating func search(_ folder: String) {
    let names: [String?]
    do throws(Descriptor.SystemError) {
      names = try Descriptor.names(in: folder)
    } catch {
      failures.append(
        .unreadable("the folder \(Escape.name(folder)) cannot be read: \(error.words)"))
      return
    }
    for name in names {
      guard let name else {
        failures.append(
          .unreadable(
            "the folder \(Escape.name(folder)) has a name that is not UTF-8; rename that file or folder"
          ))
        continue
      }
      if !name.hasPrefix(".") { visit(folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)") }
    }
  }

  /// A file or folder that was found in a folder. Named pipes and devices could be waited for
  /// without end: who wants to read one names it.
  private mutating func visit(_ path: String) {
    switch Descriptor.status(of: path)?.kind {
    case .folder: if !Descriptor.isLink(path) { search(path) }
    case .file, nil: if path.hasSuffix(".gate") { append(path) }
    case .other:
      guard path.hasSuffix(".gate") else { return }
      failures.append(.unreadable("\(Escape.name(path)) is not a regular file and is left out"))
    }
  }
}

extension PolicySearch {
  /// The files that are read by themselves; the others are parts of a policy that is among them.
  var policies: [String] {
    guard files.count > 1 else { return files }
    // A pipe can be read only once.
    let sources = files.map { path in
      Descriptor.status(of: path)?.kind == .file ? try? PolicyFile.text(at: path) : nil
    }
    return PolicyUses(files, sources).roots.map { files[$0] }
  }
}
