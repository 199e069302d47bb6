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

/// Over 256 KiB the tree and the checked rules of a text need far more memory than its graph. So a
/// long text is read a page at a time, and a rule is forgotten when it is in the graph.
extension Compiler {
  /// Compiles a text for its graph alone: the result has no checked policy. A test says how many
  /// bytes a page has.
  package static func graph(
    of source: Source, pageSize: Int? = nil, mending: Bool = false
  ) -> Result {
    let isLong = PolicyPages.isLong(source) || pageSize != nil
    guard isLong, let result = pagewise(PolicyPages(source, pageSize: pageSize), mending) else {
      var result = compile(source, mending: mending)
      result.policy = nil
      return result
    }
    return result
  }

  /// Compiles a text page by page; nil when a page has a mistake, because a page alone does not
  /// show all that is wrong with the text.
  private static func pagewise(_ pages: PolicyPages, _ mending: Bool) -> Result? {
    let checker = Checker(pages)
    checker.checkNames()
    var lowered = lower(pages, checker)
    pages.readRest()
    guard !pages.haveMistakes else { return nil }
    checker.checkReferences()
    guard checker.isSound else {
      let found = checker.diagnostics
      return Result(diagnostics: mending ? Mender.mended(found, of: pages.source) : found)
    }
    var lowering = lowered.take() ?? Lowering(checker.policy, from: pages)
    guard let graph = lowering.graph(of: checker.policy) else {
      return Result(diagnostics: [MistakeWords.size(.conditions, Span(0, 0))])
    }
    return Result(graph: graph)
  }

  /// Checks page by page, and lowers the rules as they come. The node of a requirement depends on
  /// the `grant` statements, so rules wait for the last of these.
  private static func lower(_ pages: PolicyPages, _ checker: Checker) -> Lowering? {
    var lowering: Lowering?
    var waiting: [CheckedRule] = []
    var statements = pages.having(Checker.statements)
    while let page = statements.next(), !pages.haveMistakes {
      let rules = checker.check(page)
      if waiting.isEmpty { waiting = rules } else { waiting += rules }
      guard checker.isSound else {
        waiting = []
        continue
      }
      if statements.willHave(.grants) { continue }
      if lowering == nil { lowering = Lowering(checker.policy, from: pages) }
      lowering?.lower(waiting)
      waiting = []
    }
    return lowering
  }
}
