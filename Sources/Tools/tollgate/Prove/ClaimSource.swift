import TollgateCompiler
import TollgateRuntime
import TollgateSyntax

/// A policy with the claims that are to be proved.
struct ClaimSource {
  /// The text that the claims are read from.
  private(set) var source: Source
  private(set) var policy: CheckedPolicy
  private(set) var graph: RuleGraph
  /// Whether the claim was asked for, rather than being one of the policy's.
  private(set) var isAsked = false

  /// A policy with its own claims.
  init(_ source: Source) throws(Failure) {
    let result = Compiler.compile(source, mending: true)
    guard let policy = result.policy, let graph = result.graph else {
      throw .rendered(Console.renderer(for: source).render(result.diagnostics))
    }
    self.source = source
    self.policy = policy
    self.graph = graph
  }

  /// Puts a claim in the place of those of the policy: it is read as the policy's last statement.
  mutating func ask(_ claim: String) throws(Failure) {
    let start = source.bytes.count + 2
    let whole = source.appending(Array("\n\n\(claim)".utf8))
    let result = Compiler.compile(whole, mending: true)
    guard var policy = result.policy, let graph = result.graph else {
      throw .rendered(ClaimSource.render(result.diagnostics, of: claim, at: start, in: whole))
    }
    let asked = policy.claims.filter { $0.span.start >= start }
    let askedOfValues = policy.valueClaims.filter { $0.span.start >= start }
    guard asked.count + askedOfValues.count == 1, ClaimSource.isOneStatement(claim) else {
      throw .usage("a claim is one line that begins with `always` or `never`")
    }
    policy.claims = asked
    policy.valueClaims = askedOfValues
    (source, self.policy, self.graph) = (whole, policy, graph)
    isAsked = true
  }

  private static func isOneStatement(_ claim: String) -> Bool {
    PolicySyntax.parse(Source(name: "", text: claim)).syntax.statements.count == 1
  }

  /// Mistakes of a claim are shown in the claim.
  private static func render(
    _ diagnostics: [Diagnostic], of claim: String, at offset: Int, in whole: Source
  ) -> String {
    let own = diagnostics.filter { $0.span.start >= offset }
    guard own.count == diagnostics.count else {
      return Console.renderer(for: whole).render(diagnostics)
    }
    let source = Source(name: "claim", text: claim)
    let moved = own.map { diagnostic in
      diagnostic.moved { $0.start < offset ? nil : Span($0.start - offset, $0.end - offset) }
    }
    return Console.renderer(for: source).render(moved)
  }
}

extension Diagnostic {
  /// The same finding in another text. `move` tells the new place of a span, nil for one that is
  /// not in it: such further places and edits are left out.
  func moved(_ move: (Span) -> Span?) -> Diagnostic {
    var moved = self
    moved.span = move(span) ?? Span(0, 0)
    moved.related = related.compactMap { place in
      move(place.span).map { Related($0, place.label) }
    }
    moved.edits = edits.compactMap { edit in
      guard let span = move(edit.span) else { return nil }
      var edit = edit
      edit.span = span
      return edit
    }
    return moved
  }
}
