import TestSupport
import Testing
import TollgateRuntime
import TollgateSyntax

@testable import TollgateCompiler

/// Compiles a text as every test does: what is true of every policy is checked on the way.
func compile(
  _ text: String, _ location: SourceLocation = #_sourceLocation
) -> Compiler.Result {
  let source = Source(name: "Test.gate", text: text)
  #expect(PolicyChecks.failures(of: source) == [], sourceLocation: location)
  let result = Compiler.compile(source, mending: true)
  let isRefused = result.diagnostics.contains { $0.level == .error }
  #expect((result.graph == nil) == isRefused, sourceLocation: location)
  #expect((result.policy == nil) == isRefused, sourceLocation: location)
  let starts = result.diagnostics.map(\.span.start)
  #expect(starts == starts.sorted(), "findings stand in order", sourceLocation: location)
  return result
}

/// A policy that has nothing wrong with it.
func policy(
  _ text: String, _ location: SourceLocation = #_sourceLocation
) throws -> CheckedPolicy {
  let result = compile(text, location)
  #expect(result.diagnostics.map(\.headline) == [], sourceLocation: location)
  return try #require(result.policy, sourceLocation: location)
}

/// The parts of the graph of a policy that has nothing wrong with it.
func parts(
  _ text: String, _ location: SourceLocation = #_sourceLocation
) throws -> RuleGraph.Parts {
  let result = compile(text, location)
  #expect(result.diagnostics.map(\.headline) == [], sourceLocation: location)
  return try #require(result.graph, sourceLocation: location).parts
}

/// The codes of what is wrong with a text, in order.
func codes(
  _ text: String, _ location: SourceLocation = #_sourceLocation
) -> [String] {
  compile(text, location).diagnostics.map(\.code)
}

/// A text after all safe edits, from the end on so that places stay where they are.
func mended(_ text: String, _ diagnostics: [Diagnostic]) -> String {
  var bytes = Array(text.utf8)
  let edits = diagnostics.flatMap(\.edits).filter { $0.safety == .safe }
  for edit in edits.sorted(by: { $0.span.start > $1.span.start }) {
    bytes.replaceSubrange(edit.span.start..<edit.span.end, with: edit.replacement.utf8)
  }
  return String(decoding: bytes, as: UTF8.self)
}

/// Numbers that look random and are the same in every run.
struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) {
    state = seed
  }

  /// SplitMix64.
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
