package import TollgateRuntime
package import TollgateSyntax

/// From text to rule graph: parse, check, lower, verify.
package enum Compiler {
  /// The policy and the graph of a text. Where an error is among the diagnostics there is neither:
  /// nothing is half accepted.
  package struct Result: Sendable {
    package var policy: CheckedPolicy?
    package var graph: RuleGraph?
    /// Every independent mistake, in the order of the text.
    package var diagnostics: [Diagnostic] = []
  }

  /// Compiles a text. It never fails otherwise than by diagnostics, and takes time in proportion
  /// to the text. A text that only its graph is wanted of is compiled by `graph(of:)`.
  ///
  /// - Parameter mending: Whether its mistakes are told with the sentences that are meant, which
  ///   takes longer.
  package static func compile(_ source: Source, mending: Bool = false) -> Result {
    compile(PolicySyntax.parse(source), mending: mending)
  }

  /// Compiles a text that was parsed.
  package static func compile(_ parsed: Parsed, mending: Bool = false) -> Result {
    let pages = PolicyPages(parsed)
    let checker = Checker(pages)
    checker.checkNames()
    let rules = checker.check(parsed.syntax)
    checker.checkReferences()
    guard checker.isSound else {
      let found = checker.diagnostics
      return Result(diagnostics: mending ? Mender(parsed.syntax, found).mended() : found)
    }

    var lowering = Lowering(checker.policy, from: pages)
    lowering.lower(rules)
    // A text has no more conditions than a graph can hold, but for some that multiply them.
    guard let graph = lowering.graph(of: checker.policy) else {
      return Result(diagnostics: [MistakeWords.size(.conditions, Span(0, 0))])
    }
    var policy = checker.policy
    policy.rules = rules
    return Result(policy: policy, graph: graph)
  }
}
