package import TollgateCompiler
import TollgateRuntime
package import TollgateSyntax
import TollgateWords

extension ClaimCheck {
  /// For whom a claim is wrong.
  package static func words(of refutation: ClaimReport.Refutation) -> String {
    guard let example = refutation.example else {
      return "wrong for \(refutation.targets[0]), in a case that no snapshot can be written for"
    }
    let actual = example.value.map { SettingLiteral.print($0) }
    return "for some, \(refutation.targets[0]) is \(actual ?? example.decision.outcome.rawValue)"
  }

  /// A claim as it is written, white space evened out.
  package static func words(of claim: CheckedClaim, in source: Source) -> String {
    source.oneLine(claim.span)
  }
}

extension Source {
  /// A piece of a policy without its comments, white space evened out.
  package func oneLine(_ span: Span) -> String {
    var words: [Substring] = []
    for line in text(span).split(whereSeparator: { $0.isNewline }) {
      let code = line.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)[0]
      words += code.split(whereSeparator: { $0 == " " || $0 == "\t" })
    }
    return words.joined(separator: " ")
  }
}

extension Exhausted {
  /// The resource that ran out: `50000 steps`.
  package var words: String {
    switch resource {
    case .nodes: "\(limit) nodes"
    case .steps: "\(limit) steps"
    case .variables: "\(limit) variables"
    case .unsupported: "a claim that the prover does not support"
    case .time: "the \(AmountText.duration(Int64(limit), .english)) of the run"
    }
  }

  /// Why an answer is missing.
  package var ending: String {
    switch resource {
    case .nodes, .steps, .variables: "the budget of \(limit) \(resource.rawValue) ran out"
    case .unsupported:
      "what products add to a meter cannot be judged here"
    case .time: "the run ended after \(AmountText.duration(Int64(limit), .english))"
    }
  }

  /// The option that gives more of it.
  package var option: String { resource == .time ? "--within" : "--budget" }

  /// Advice for somebody who wants the answer.
  package var help: String {
    resource == .unsupported
      ? "show it with scenarios" : "raise `\(option)`, or split the rule"
  }
}
