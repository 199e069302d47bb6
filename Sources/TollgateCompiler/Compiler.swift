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
    compile(PolicyPages(source), keepingRules: true)
  }

  /// Compiles what was read.
  package static func compile(_ parsed: Parsed) -> Result {
    compile(PolicyPages(parsed), keepingRules: true)
  }

  /// Compiles a text for its graph alone: there is no checked policy, and a rule is forgotten when
  /// it stands in the graph.
  package static func graph(of source: Source, pageSize: Int? = nil) -> Result {
    compile(PolicyPages(source, pageSize: pageSize), keepingRules: false)
  }

  private static func compile(_ pages: PolicyPages, keepingRules: Bool) -> Result {
    var lowered = lower(pages, keepingRules: keepingRules)
    if pages.isInDoubt {
      pages.settleDoubt()
      lowered = lower(pages, keepingRules: keepingRules)
    }
    guard var parts = lowered.parts else { return lowered.result }
    do throws(GraphError) {
      parts.tables = FlatTables(lowered.tables)
      lowered.tables = FlatBuilder()
      lowered.result.graph = try RuleGraph(verifying: parts)
    } catch {
      lowered.result.policy = nil
      lowered.result.diagnostics.append(Mistake.size(.conditions).diagnostic(at: Span(0, 0)))
    }
    return lowered.result
  }

  /// The parts of a graph that is not verified yet.
  private struct Lowered {
    var result: Result
    var parts: RuleGraph.Parts?
    var tables = FlatBuilder()
  }

  /// Checks page by page, and lowers the rules as they come. What a requirement comes to depends on
  /// the grants, so rules wait for the last of these.
  private static func lower(_ pages: PolicyPages, keepingRules: Bool) -> Lowered {
    var checker = Checker(pages)
    checker.checkNames()
    var lowering: Lowering?
    var waiting: [CheckedRule] = []
    var kept: [CheckedRule] = []
    var statements = pages.having(Checker.statements)
    while !pages.isInDoubt, let page = statements.next() {
      let rules = checker.check(page)
      guard checker.isSound else {
        waiting = []
        continue
      }
      if keepingRules { kept += rules }
      if statements.willHave(.grants) {
        waiting += rules
        continue
      }
      if lowering == nil {
        lowering = Lowering(checker.policy, from: pages)
        lowering?.lower(waiting)
        waiting = []
      }
      lowering?.lower(rules)
    }
    checker.checkReferences()
    pages.readRest()
    let diagnostics = checker.report()
    guard checker.isSound, diagnostics.isEmpty else {
      return Lowered(result: Result(policy: nil, graph: nil, diagnostics: diagnostics))
    }
    var lowered = lowering ?? Lowering(checker.policy, from: pages)
    let parts = lowered.finish(checker.policy)
    checker.policy.rules = kept
    let policy = keepingRules ? checker.policy : nil
    let result = Result(policy: policy, graph: nil, diagnostics: diagnostics)
    return Lowered(result: result, parts: parts, tables: lowered.tables)
  }
}
