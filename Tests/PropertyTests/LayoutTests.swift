import Foundation
import TestSupport
import Testing
import TollgateKit
import TollgateSyntax

/// The formatter against random policies, random layouts and random damage.
@Suite struct LayoutTests {
  @Test(arguments: Corpus.lots) func formattingKeepsTheMeaning(lot: Int) {
    for example in Corpus.shared.lot(lot) {
      let source = Source(name: "p.gate", text: example.value.source)
      guard let form = LayoutTests.form(of: source) else {
        Issue.record("seed \(example.seed) is left alone")
        continue
      }
      let fingerprint = try? Policy(source: form).fingerprint
      #expect(fingerprint == example.value.engine.fingerprint, "seed \(example.seed)\n\(form)")
    }
  }

  /// However somebody spaced a policy, its canonical form is the same.
  @Test(arguments: Corpus.lots) func layoutsOfOneTextHaveOneForm(lot: Int) {
    for example in Corpus.shared.lot(lot).prefix(25) {
      var random = Naive.SplitMix64(seed: example.seed)
      let source = Source(name: "p.gate", text: example.value.source)
      let other = LayoutTests.scattered(source, using: &random)
      #expect(
        LayoutTests.form(of: source) == LayoutTests.form(of: other),
        "seed \(example.seed)\n\(other.text(Span(0, other.bytes.count)))")
    }
  }

  /// Comments and blank lines anywhere are kept.
  @Test(arguments: Corpus.lots) func commentsAreKept(lot: Int) {
    for example in Corpus.shared.lot(lot).prefix(25) {
      var random = Naive.SplitMix64(seed: example.seed)
      let source = Source(name: "p.gate", text: example.value.source)
      let other = LayoutTests.scattered(source, comments: true, using: &random)
      let failures = PolicyChecks.formatFailures(
        of: other, fingerprint: example.value.engine.fingerprint)
      #expect(
        failures == [], "seed \(example.seed)\n\(other.text(Span(0, other.bytes.count)))")
    }
  }

  @Test(arguments: Repository.policies) func damagedPoliciesLoseNothing(path: String) throws {
    let bytes = [UInt8](try Data(contentsOf: Repository.url(path)))
    var random = Naive.SplitMix64(seed: 2027)
    var formatted = 0
    for round in 0..<40 * Cases.factor {
      let source = Source(name: "m.gate", bytes: Mutation.mutated(bytes, using: &random))
      if case .unreadable = PolicySyntax.format(source) { continue }
      formatted += 1
      let failures = PolicyChecks.formatFailures(of: source, fingerprint: nil)
      #expect(failures == [], "\(path) round \(round)")
    }
    #expect(formatted > 0, "no mutation can be read: the test says nothing")
  }

  private static func form(of source: Source) -> String? {
    guard case .text(let bytes) = PolicySyntax.format(source) else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A text with other white space between its words, and with comments at the ends of lines and
  /// between them.
  private static func scattered(
    _ source: Source, comments: Bool = false, using random: inout Naive.SplitMix64
  ) -> Source {
    var text = ""
    let tokens = Lexer.tokens(of: source)
    for (index, token) in tokens.enumerated() {
      // How far a comment is indented says what it belongs to.
      let isBeforeComment = index + 1 < tokens.count && tokens[index + 1].kind == .comment
      let words = source.text(token.span)
      switch token.kind {
      case .whitespace: text += random.pick([" ", "  ", "\t", "   \t "]) ?? " "
      case .comma:
        text += (random.pick([",", " ,", ", "]) ?? ",") + (random.chance(10) ? "\n" : "")
      case .newline where isBeforeComment && !comments: text += "\n"
      case .newline where comments: text += random.pick(LayoutTests.ends) ?? "\n"
      case .newline: text += random.pick(["\n", " \n", "\n  ", "\n\t"]) ?? "\n"
      default: text += words
      }
    }
    return Source(name: "p.gate", text: text)
  }

  private static let ends = [
    "\n", "\n\n", "\n\n\n  ", " # a \n", "# b\n  # c\n", "\n# d\n\n", "\n    # e\n", "#\n",
  ]
}
