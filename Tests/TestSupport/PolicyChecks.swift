import TollgateKit
import TollgateAnalysis
import TollgateCompiler
package import TollgateRuntime
package import TollgateSyntax

/// The checks of every policy text: each text that any test uses goes through them.
package enum PolicyChecks {
  /// The texts that went through this, whole or cut: several tests use one text, and many texts
  /// begin with the same declarations.
  private static let sound = Locked<Set<UInt64>>([])
  private static let cut = Locked<Set<UInt64>>([])

  /// The checks that the text fails, each in words.
  package static func failures(of source: Source) -> [String] {
    var name = Fingerprint()
    for byte in source.bytes { name.add(byte) }
    let fingerprint = name.value
    if sound.withLock({ $0.contains(fingerprint) }) { return [] }
    let failures = newFailures(of: source)
    if failures.isEmpty { sound.withLock { _ = $0.insert(fingerprint) } }
    return failures
  }

  /// A number of 64 bits for a text (FNV-1a).
  private struct Fingerprint {
    private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

    mutating func add(_ byte: UInt8) {
      value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
    }
  }

  private static func newFailures(of source: Source) -> [String] {
    var failures: [String] = []
    let parsed = PolicySyntax.parse(source)
    var joined: [UInt8] = []
    for token in parsed.syntax.tokens {
      joined += source.bytes[token.span.start..<token.span.end]
    }
    if joined != source.bytes { failures.append("its tokens do not join to the text") }
    failures += cutFailures(of: source, at: parsed.syntax.tokens.map { $0.span.start })
    let result = Compiler.compile(source)
    let hasErrors = result.diagnostics.contains { $0.level == .error }
    if hasErrors == (result.graph != nil) {
      failures.append("it has errors and compiles, or neither")
    }
    for diagnostic in result.diagnostics
    where diagnostic.span.start < 0 || diagnostic.span.end > source.bytes.count {
      failures.append("\(diagnostic.code) names a place outside the text")
    }
    let compiled = result.graph?.compiled()
    failures += pageFailures(of: source, result.diagnostics, compiled)
    if let graph = result.graph, let compiled {
      failures += fileFailures(of: graph, compiled)
      // A long text only tries a limit of the compiler.
      if source.bytes.count < 20_000 { failures += lintFailures(of: source, graph) }
    }
    return failures + formatFailures(of: source, fingerprint: result.graph?.fingerprint)
  }

  /// Findings of the linter lie in the text, and a fix that is safe leaves the meaning as it was.
  package static func lintFailures(of source: Source, _ graph: RuleGraph) -> [String] {
    var failures: [String] = []
    for finding in Linter.lint(source, LintOptions(isStrict: true)).findings {
      let spans = [finding.span] + finding.related.map { $0.span } + finding.edits.map { $0.span }
      for span in spans where span.start < 0 || span.end > source.bytes.count {
        failures.append("\(finding.code) names a place outside the text")
      }
      for edit in finding.edits where edit.safety == .safe {
        var bytes = source.bytes
        bytes.replaceSubrange(edit.span.start..<edit.span.end, with: edit.replacement.utf8)
        let mended = Compiler.compile(Source(name: source.name, bytes: bytes)).graph
        let isSame = mended.map { mended in
          // It may name another rule, and is proved to decide alike.
          edit.restatesRules ? Restatement.isSame(graph, mended) : mended.means(graph)
        }
        if isSame != true {
          failures.append("the safe fix of \(finding.code) changes the meaning")
        }
      }
    }
    return failures
  }

  /// Formatted, a text has the same words, comments and meaning, and formatted again it stays; a
  /// text with errors is left alone.
  package static func formatFailures(of source: Source, fingerprint: String?) -> [String] {
    // Of a policy in several files each is formatted by itself.
    if source.files.count > 1 {
      return source.files.flatMap { formatFailures(of: $0, fingerprint: nil) }
    }
    switch PolicySyntax.format(source) {
    case .unreadable(let found):
      let hasError = found.contains { $0.level == .error }
      return hasError ? [] : ["it can be read and is not formatted"]
    case .refused(let span): return ["the formatter refuses it at byte \(span.start)"]
    case .text(let bytes):
      let formatted = Source(name: source.name, bytes: bytes)
      var failures: [String] = []
      if words(source) != words(formatted) { failures.append("formatting changes its words") }
      if case .text(bytes) = PolicySyntax.format(formatted) {
      } else {
        failures.append("formatting it twice changes it")
      }
      if let fingerprint, Compiler.compile(formatted).graph?.fingerprint != fingerprint {
        failures.append("formatting changes what it means")
      }
      return failures
    }
  }

  /// The words and comments of a text.
  private static func words(_ source: Source) -> [String] {
    Lexer.tokens(of: source).compactMap { token in
      guard token.kind != .whitespace, token.kind != .newline else { return nil }
      var text = Substring(source.text(token.span))
      while text.last == " " || text.last == "\t" { text.removeLast() }
      return String(text)
    }
  }

  /// Cut at any token, a text still joins to itself and is refused or compiled, in bounded time.
  private static func cutFailures(of source: Source, at places: [Int]) -> [String] {
    // A spread: many in a short text, few in a long one, so that long texts do not take longest.
    let cuts = Cases.factor * min(50, max(3, 40_000 / max(1, source.bytes.count)))
    let step = max(1, places.count / cuts)
    var failures: [String] = []
    var name = Fingerprint()
    var end = 0
    for index in stride(from: 0, to: places.count, by: step) {
      let bytes = source.bytes[..<places[index]]
      for byte in bytes[end...] { name.add(byte) }
      end = places[index]
      let fingerprint = name.value
      guard cut.withLock({ $0.insert(fingerprint).inserted }) else { continue }
      let result = Compiler.compile(
        Source(name: source.name, bytes: Array(bytes)), mending: false)
      let hasErrors = result.diagnostics.contains { $0.level == .error }
      if hasErrors == (result.graph != nil) {
        failures.append("cut at byte \(end) it has errors and compiles, or neither")
      }
    }
    return failures
  }

  /// Read a page at a time, with the least that a page can hold, a text says the same.
  private static func pageFailures(
    of source: Source, _ diagnostics: [Diagnostic], _ compiled: [UInt8]?
  ) -> [String] {
    guard source.bytes.count < 20_000 else { return [] }
    let paged = Compiler.graph(of: source, pageSize: 1)
    var failures: [String] = []
    if paged.diagnostics != diagnostics {
      failures.append("read in pages, other things are wrong with it")
    }
    if paged.graph?.compiled() != compiled {
      failures.append("read in pages, it compiles to something else")
    }
    return failures
  }

  /// Written and read back, a graph is the same.
  private static func fileFailures(of graph: RuleGraph, _ bytes: [UInt8]) -> [String] {
    guard let read = try? RuleGraph(compiled: bytes) else {
      return ["its compiled file cannot be read back"]
    }
    var failures: [String] = []
    if read.fingerprint != graph.fingerprint { failures.append("its fingerprint changes") }
    if read.compiled() != bytes { failures.append("its compiled file changes") }
    return failures
  }
}
