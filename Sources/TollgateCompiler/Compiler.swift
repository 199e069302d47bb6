package import TollgateRuntime
package import TollgateSyntax

/// From text to rule graph: parse, check, lower, verify.
package enum Compiler {
  /// What a text compiles to. With an error among the diagnostics there is neither policy nor
  /// graph: nothing is half accepted.
  package struct Result: Sendable {
    package var policy: CheckedPolicy?
    package var graph: RuleGraph?
    /// Every independent mistake, in the order of the text.
    package var diagnostics: [Diagnostic]
  }

  /// Compiles a text. It never fails otherwise than by diagnostics, and takes time in proportion
  /// to the text.
  package static func compile(_ source: Source) -> Result {
    compile(PolicySyntax.parse(source))
  }

  /// Compiles what was read. The tree is let go of as soon as it is checked.
  package static func compile(_ parsed: consuming Parsed) -> Result {
    let file = parsed.syntax.source.name
    let checked = check(parsed)
    guard let policy = checked.policy else { return checked }
    do throws(GraphError) {
      let graph = try RuleGraph(verifying: Lowering.lower(policy, file: file))
      return Result(policy: policy, graph: graph, diagnostics: checked.diagnostics)
    } catch {
      let tooLarge = Fault.size(.conditions).diagnostic(at: Span(0, 0))
      return Result(policy: nil, graph: nil, diagnostics: checked.diagnostics + [tooLarge])
    }
  }

  /// Checks what was read, without making a graph of it.
  package static func check(_ parsed: consuming Parsed) -> Result {
    let found = parsed.diagnostics
    var checker = Checker(parsed)
    let policy = checker.check()
    let diagnostics = checker.report(with: found)
    let isSound = diagnostics.allSatisfy { $0.level != .error }
    return Result(policy: isSound ? policy : nil, graph: nil, diagnostics: diagnostics)
  }
}
