#if canImport(FoundationEssentials)
  public import FoundationEssentials
#elseif canImport(Foundation)
  public import Foundation
#endif
import TollgateCompiler
#if canImport(Foundation)
  import TollgateFiles
#endif
@_exported public import TollgateRuntime
@_exported public import struct TollgateSyntax.Diagnostic
@_exported public import struct TollgateSyntax.Source
@_exported public import struct TollgateSyntax.Span
@_exported public import TollgateWords

/// A policy that compiled: what may be done, by whom, and how to get in.
///
/// ```swift
/// let policy = try Policy(contentsOf: url)
/// let decision = policy.decide("bills", adding: 1, for: snapshot, at: .now)
/// if decision.isAllowed { save() } else { show(decision.explanation(in: "zh-Hans")) }
/// ```
///
/// A policy never changes and can be shared between threads freely.
public struct Policy: Sendable {
  /// The compiled rules.
  @usableFromInline package let graph: RuleGraph

  /// A policy of compiled rules.
  package init(graph: RuleGraph) {
    self.graph = graph
  }

  #if canImport(Foundation)
    /// Reads a policy: a `.gate` file with the files that it uses, or one that `tollgate compile`
    /// wrote.
    ///
    /// Throws a ``PolicyError`` that carries every diagnostic; a policy with an error does not
    /// compile.
    ///
    /// - Parameters:
    ///   - url: The file.
    ///   - origin: Where a compiled file comes from. Its fingerprint is worked out again unless it is
    ///     ``CompiledOrigin/ownBundle``. It changes nothing for a `.gate` file.
    public init(
      contentsOf url: URL, trusting origin: CompiledOrigin = .anywhere
    ) throws(PolicyError) {
      let bytes = try Policy.bytes(of: url)
      if CompiledPolicy.isCompiled(bytes) {
        try self.init(compiled: bytes, name: url.lastPathComponent, trusting: origin)
      } else {
        try self.init(Source(name: url.lastPathComponent, bytes: bytes).joined(at: url))
      }
    }

    /// The bytes of a file, read once: a policy may be long.
    private static func bytes(of url: URL) throws(PolicyError) -> [UInt8] {
      do {
        return try [UInt8](Data(contentsOf: url))
      } catch {
        throw .unreadable(path: url.path, reason: Policy.reason(of: error))
      }
    }

    static func reason(of error: any Error) -> String { FileFault.reason(of: error) }
  #endif

  /// Compiles the text of a policy; `name` is the file's name in messages. A text that says `use` is
  /// compiled by ``init(source:name:files:)``.
  public init(source: String, name: String = "policy.gate") throws(PolicyError) {
    try self.init(Source(name: name, text: source))
  }

  /// Compiles the text of a policy.
  public init(_ source: Source) throws(PolicyError) {
    let result = Compiler.graph(of: source, mending: true)
    guard let graph = result.graph else {
      throw .rejected(source: source, diagnostics: result.diagnostics)
    }
    self.init(graph: graph)
  }

  /// Reads the bytes of a compiled policy; nothing is parsed.
  ///
  /// Damage is always found, and whatever the bytes say, nothing of the policy is out of range. A
  /// forged file is refused as ``GraphError/notGenuine`` unless its origin is trusted.
  ///
  /// - Parameters:
  ///   - bytes: The compiled policy.
  ///   - name: The file's name in messages.
  ///   - origin: Where the bytes come from.
  public init(
    compiled bytes: [UInt8], name: String = "policy", trusting origin: CompiledOrigin = .anywhere
  ) throws(PolicyError) {
    do throws(GraphError) {
      let graph = try RuleGraph(compiled: bytes)
      guard origin == .ownBundle || graph.isGenuine() else { throw .notGenuine }
      self.init(graph: graph)
    } catch {
      throw .damaged(name: name, error)
    }
  }

  /// The policy compiled, as `tollgate compile` writes it: for a cache, a server or a seal.
  /// ``init(compiled:name:trusting:)`` reads it.
  public func compiled() -> [UInt8] { graph.compiled() }

  /// Every feature, member of a series, setting and meter, in order of declaration.
  public var targets: [Target] { graph.targets }

  /// The same policy with what these targets ask for worked out first when a snapshot is prepared.
  ///
  /// It makes a difference for a policy whose targets have more than 1024 different requirements:
  /// then a snapshot holds the answers for those that most targets have, and the others take a
  /// closer look each time. Targets stay what they are; snapshots are to be prepared anew.
  public func favoring(_ targets: [Target]) -> Policy {
    Policy(graph: graph.favoring(targets))
  }

  /// The policy's name, as in `policy ExpenseTracker`; empty where it has none.
  public var name: String { graph.name }

  /// Identifies what the policy means: `sha256:` and 64 hexadecimal digits. Comments, layout and
  /// places do not count.
  public var fingerprint: String { graph.fingerprint }
}
