import TollgateAnalysis
import TollgateCompiler
import TollgateKit
import TollgateRuntime
import TollgateSyntax

/// The verdicts on claims, to be written.
struct ProofReport {
  let reports: [ClaimReport]
  let proof: ClaimSource

  /// Whether all are proved.
  var isProved: Bool {
    reports.allSatisfy { report in
      if case .proved = report.verdict { return true }
      return false
    }
  }

  /// For people.
  var text: String {
    var text = ""
    for report in reports {
      let claim = ClaimCheck.words(of: report.claim, in: proof.source)
      let file = self.file(of: report.claim).map { " of \($0)" } ?? ""
      let place = line(of: report.claim).map { " (line \($0)\(file))" } ?? ""
      switch report.verdict {
      case .proved: text += "proved: \(claim)\(place)\n"
      case .refuted(let refutation):
        text += "refuted: \(claim)\(place)\n" + words(of: refutation)
      case .undecided(let exhausted):
        text +=
          "undecided: \(claim)\(place)\n  stopped after \(exhausted.words); raise \(exhausted.option), "
          + "or split the rules it is about\n"
      }
    }
    return text
  }

  private func words(of refutation: ClaimReport.Refutation) -> String {
    var text = "  " + ClaimCheck.words(of: refutation) + "\n"
    if let example = refutation.example {
      let decision = example.decision
      let actual =
        example.value.map { SettingLiteral.print($0) }
        ?? "\(decision.outcome.rawValue) because \(decision.reason.rawValue)"
      text = "  \(refutation.targets[0]) is \(actual): \(example.words)\n"
    }
    if refutation.targets.count > 1 {
      let others = refutation.targets.dropFirst()
      let shown = others.prefix(5).joined(separator: ", ")
      text += "  so it is with \(shown)"
      text += others.count > 5 ? " and \(others.count - 5) more\n" : "\n"
    }
    for line in (refutation.example?.scenario ?? "").split(separator: "\n") {
      text += "    \(line)\n"
    }
    return text
  }

  /// The line of a claim of the policy.
  private func line(of claim: CheckedClaim) -> Int? {
    proof.isAsked ? nil : proof.source.position(at: claim.span.start).line
  }

  /// The file of a claim that is not in the first one.
  private func file(of claim: CheckedClaim) -> String? {
    let place = claim.span.start
    guard !proof.isAsked, proof.source.fileIndex(at: place) > 0 else { return nil }
    return proof.source.file(at: place).name
  }

  /// For programs: schema 1, every key always present.
  var json: String {
    var writer = JSONWriter(pretty: true)
    writer.object { writer in
      writer.member("schema", 1)
      writer.member("policy", proof.graph.name)
      writer.member("fingerprint", proof.graph.fingerprint)
      writer.array("claims", reports) { report, writer in write(report, to: &writer) }
    }
    return writer.text
  }

  private func write(_ report: ClaimReport, to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("claim", ClaimCheck.words(of: report.claim, in: proof.source))
      writer.member(
        "file", proof.isAsked ? nil : proof.source.file(at: report.claim.span.start).name)
      writer.member("line", line(of: report.claim))
      switch report.verdict {
      case .proved: write("proved", nil, nil, to: &writer)
      case .refuted(let refutation): write("refuted", refutation, nil, to: &writer)
      case .undecided(let exhausted): write("undecided", nil, exhausted.words, to: &writer)
      }
    }
  }

  private func write(
    _ verdict: String, _ refutation: ClaimReport.Refutation?, _ stopped: String?,
    to writer: inout JSONWriter
  ) {
    writer.member("verdict", verdict)
    writer.member("targets", refutation?.targets ?? [])
    writer.member("example", refutation?.example) { example, writer in
      writer.object { writer in
        writer.member("words", example.words)
        ExampleJSON.write(example.snapshot, example.ask, example.now, to: &writer)
        writer.member("outcome", example.decision.outcome.rawValue)
        writer.member("reason", example.decision.reason.rawValue)
        writer.member("value", example.value.map { SettingLiteral.print($0) })
        writer.member("scenario", example.scenario)
      }
    }
    writer.member("stoppedAfter", stopped)
  }
}

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
