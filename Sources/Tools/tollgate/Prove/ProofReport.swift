import TollgateKit
import TollgateAnalysis
import TollgateCompiler
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
