package import TollgateCompiler
import TollgateRuntime
package import TollgateSyntax

extension ClaimCheck {
  /// The page of what is said about a claim that does not hold.
  package static let page = DiagnosticPage(
    "TG0702", "a claim that does not hold", level: .warning,
    what: "A claim says what is true of every user, and there is a user for whom it is not.",
    why: "The claim is a promise about the policy: either the rules break it, or it promises more "
      + "than was meant.",
    avoid: "entitlements pro, team\nfeature csv-export\ncsv-export requires pro\n"
      + "always csv-export allowed with team\n",
    prefer: "entitlement pro\nentitlement team includes pro\nfeature csv-export\n"
      + "csv-export requires pro\nalways csv-export allowed with team\n",
    exceptions: "A claim speaks of fresh purchase data and of users of whom everything is known.")

  /// What `lint` says about a claim; nothing if it is proved.
  package static func diagnostic(of report: ClaimReport, in source: Source) -> Diagnostic? {
    let claim = words(of: report.claim, in: source)
    switch report.verdict {
    case .proved: return nil
    case .refuted(let example):
      var diagnostic = Diagnostic(
        code: page.code, level: page.level, headline: "`\(claim)` does not hold for everybody",
        span: report.claim.span,
        label: "\(example.targets[0]) is \(example.decision.outcome.rawValue): \(example.words)")
      if example.targets.count > 1 {
        let others = example.targets.dropFirst().prefix(5).joined(separator: ", ")
        let rest = example.targets.count - 6
        diagnostic.notes = ["the same goes for \(others)" + (rest > 0 ? " and \(rest) more" : "")]
      }
      diagnostic.help = ["change the rules, or narrow the claim with `when`, `from` or `until`"]
      return diagnostic
    case .undecided(let exhausted):
      return Diagnostic(
        code: page.code, level: page.level, headline: "undecided: whether `\(claim)` holds",
        span: report.claim.span, label: "stopped after \(exhausted.words)",
        help: ["raise --budget, or split the rules that it speaks of"])
    }
  }

  /// A claim as it is written, white space evened out.
  package static func words(of claim: CheckedClaim, in source: Source) -> String {
    var words: [Substring] = []
    for line in source.text(claim.span).split(whereSeparator: { $0.isNewline }) {
      let code = line.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)[0]
      words += code.split(whereSeparator: { $0 == " " || $0 == "\t" })
    }
    return words.joined(separator: " ")
  }
}

extension Exhausted {
  /// What ran out: `50000 steps`.
  package var words: String {
    switch resource {
    case .nodes: "\(limit) nodes"
    case .steps: "\(limit) steps"
    case .variables: "\(limit) things to know"
    }
  }
}
