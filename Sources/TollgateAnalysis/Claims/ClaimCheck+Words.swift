package import TollgateCompiler
package import TollgateSyntax

extension ClaimCheck {
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
