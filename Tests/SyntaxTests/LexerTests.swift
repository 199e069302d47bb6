import Testing

@testable import TollgateSyntax

struct LexerTests {
  private func kinds(_ text: String) -> [String] {
    let source = Source(name: "", text: text)
    return Lexer.tokens(of: source).filter { $0.kind != .whitespace }.map {
      "\($0.kind) \(source.text($0.span))"
    }
  }

  @Test func namesAndRanges() {
    #expect(kinds("L9..L14") == ["name L9", "range ..", "name L14"])
    #expect(kinds("a.b-c_d 账单 cafe\u{301}") == ["name a.b-c_d", "name 账单", "name cafe\u{301}"])
    #expect(kinds("`price`,x") == ["quotedName `price`", "comma ,", "name x"])
    #expect(kinds("a.") == ["name a", "unknown ."])
    #expect(kinds("-a") == ["unknown -", "name a"])
  }

  @Test func numerals() {
    #expect(kinds("10_000 1.5 30s 90%") == ["10_000", "1.5", "30s", "90%"].map { "numeral \($0)" })
    #expect(kinds("5..6") == ["numeral 5", "range ..", "numeral 6"])
    #expect(kinds("1.4.2,") == ["numeral 1.4.2", "comma ,"])
    let instant = "2026-03-01T08:00:30.5+08:00"
    #expect(kinds(instant) == ["numeral \(instant)"])
    #expect(kinds("2026-x") == ["numeral 2026", "unknown -", "name x"])
  }

  @Test func textsAndComments() {
    #expect(kinds(#""a \" \\" b"#) == [#"text "a \" \\""#, "name b"])
    #expect(kinds("\"open\nx") == ["text \"open", "newline \n", "name x"])
    #expect(
      kinds("a # b \" c\r\nd\re") == [
        "name a", "comment # b \" c", "newline \r\n", "name d", "newline \r", "name e",
      ]
    )
    #expect(kinds(#""a\"#) == [#"text "a\"#])
  }

  @Test func signs() {
    #expect(
      kinds("> >= < <= ( )").map { $0.split(separator: " ")[0] } == [
        "more", "moreOrEqual", "less", "lessOrEqual", "openParenthesis", "closeParenthesis",
      ]
    )
    #expect(kinds("=>") == ["unknown =>"])
    #expect(kinds("...") == ["unknown ..."])
  }

  @Test func everyByteLiesInOneToken() {
    var generator = SeededGenerator(seed: 7)
    let pieces: [[UInt8]] = [
      Array("requires ".utf8), Array("“”".utf8), Array("５，＞".utf8), [0xFF], [0xC3], [0xE2, 0x80],
      [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0], Array("\"\\".utf8), Array("\r\n".utf8),
      Array("`".utf8), Array("..".utf8), Array("2026-0".utf8), Array("\u{200B}é".utf8),
    ]
    for _ in 0..<400 {
      var bytes: [UInt8] = []
      for _ in 0..<Int.random(in: 0...40, using: &generator) {
        if Bool.random(using: &generator) {
          bytes.append(UInt8.random(in: 0...255, using: &generator))
        } else {
          bytes += pieces[Int.random(in: 0..<pieces.count, using: &generator)]
        }
      }
      _ = parse(bytes)
    }
  }
}
