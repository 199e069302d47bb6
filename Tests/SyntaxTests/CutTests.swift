import Testing

@testable import TollgateSyntax

/// A policy with every construct in it, cut at every byte: no crash, no hang, no lost byte.
struct CutTests {
  @Test func thePolicyIsRight() {
    #expect(parse(fullPolicy).diagnostics.map(\.headline) == [])
  }

  @Test func cutAtEveryByte() {
    let bytes = Array(fullPolicy.utf8)
    for end in bytes.indices { _ = parse(Array(bytes[..<end])) }
  }

  @Test func withoutEachToken() {
    let source = Source(name: "", text: fullPolicy)
    for token in Lexer.tokens(of: source) {
      var bytes = source.bytes
      bytes.removeSubrange(token.span.start..<token.span.end)
      _ = parse(bytes)
    }
  }

  @Test func orderOfBytesShuffled() {
    var generator = SeededGenerator(seed: 11)
    let source = Source(name: "", text: fullPolicy)
    for _ in 0..<100 {
      let tokens = Lexer.tokens(of: source).shuffled(using: &generator)
      _ = parse(tokens.flatMap { Array(source.bytes[$0.span.start..<$0.span.end]) })
    }
  }
}
