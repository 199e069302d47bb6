import Testing

@testable import TollgateSyntax

struct RendererTests {
  private func render(
    _ text: String,
    _ span: Span,
    label: String = "here",
    related: [Diagnostic.Related] = [],
    narrated: Bool = false
  ) -> String {
    let source = Source(name: "Billing.gate", text: text)
    let finding = Diagnostic(
      code: "TG0101",
      headline: "there is no `por`",
      span: span,
      label: label,
      related: related,
      notes: ["you can use: free, pro"],
      help: ["look again"],
      edits: [.init(span, "pro", safety: .safe, title: "write `pro`")]
    )
    return TextRenderer(source: source, color: false, narrated: narrated).render(finding)
  }

  /// What is shown between the head and the remarks.
  private func excerpt(_ text: String, _ span: Span, label: String = "here") -> [String] {
    render(text, span, label: label).split(separator: "\n").dropFirst(2).dropLast(3).map(
      String.init
    )
  }

  @Test func wholeMessage() {
    #expect(
      render("\n# Bills\nbills > 500 requires por\n", Span(30, 33)) == """
        error[TG0101]: there is no `por`
          ┌─ Billing.gate:3:22
        2 │ # Bills
        3 │ bills > 500 requires por
          │                      ━━━ here
          = you can use: free, pro
          = help: look again
          = help: write `pro`                                                 (safe fix)

        """
    )
  }

  @Test func narrated() {
    let text = "x requires por\ny requires pro\n"
    #expect(
      render(text, Span(11, 14), related: [.init(Span(15, 16), "see this")], narrated: true) == """
        Billing.gate:1:12: error[TG0101]: there is no `por`
          at “por”: here
          line 2, column 1: see this
          note: you can use: free, pro
          help: look again
          help: write `pro` (safe fix)

        """
    )
  }

  @Test func anExampleCanBePasted() {
    let source = Source(name: "A.gate", text: "x requires pro\n")
    let finding = Diagnostic(
      code: "TG0201", level: .warning, headline: "h", span: Span(0, 1), label: "here",
      example: .init("a free user", scenario: "scenario \"s\"\n  expect x denied\n"))
    #expect(
      TextRenderer(source: source, color: false).render(finding) == """
        warning[TG0201]: h
          ┌─ A.gate:1:1
        1 │ x requires pro
          │ ━ here
          = example: a free user
              scenario "s"
                expect x denied

        """
    )
    #expect(
      TextRenderer(source: source, color: false, narrated: true).render(finding) == """
        A.gate:1:1: warning[TG0201]: h
          at “x”: here
          example: a free user
            scenario "s"
              expect x denied

        """
    )
  }

  @Test func furtherPlaces() {
    let text = "a\nb\nc\nd\ne\nf\ng\nh\ni\nj\n"
    let shown = render(
      text,
      Span(2, 3),
      related: [.init(Span(0, 1), "first"), .init(Span(18, 19), "last")]
    )
    #expect(
      shown.split(separator: "\n").dropFirst().prefix(9).map(String.init) == [
        "   ┌─ Billing.gate:2:1", " 1 │ a", "   │ ─ first", " 2 │ b", "   │ ━ here", "   ⋮",
        "10 │ j", "   │ ─ last", "   = you can use: free, pro",
      ]
    )
  }

  @Test func twoPlacesInOneLine() {
    let shown = render("abc def", Span(4, 7), related: [.init(Span(0, 3), "first")])
    #expect(
      shown.split(separator: "\n").dropFirst(2).prefix(3).map(String.init) == [
        "1 │ abc def", "  │ ─── first", "  │     ━━━ here",
      ]
    )
  }

  @Test func wideCharactersAndTabs() {
    #expect(excerpt("\t账单 x", Span(8, 9)) == ["1 │     账单 x", "  │          ━ here"])
    #expect(excerpt("账单", Span(0, 6), label: "") == ["1 │ 账单", "  │ ━━━━"])
    #expect(excerpt("👨‍👩‍👧 🇨🇳 ❤️ x", Span(35, 36)) == ["1 │ 👨‍👩‍👧 🇨🇳 ❤️ x", "  │          ━ here"])
    #expect(excerpt("cafe\u{301} x", Span(7, 8)) == ["1 │ cafe\u{301} x", "  │      ━ here"])
    #expect(excerpt("a\t b", Span(1, 2)) == ["1 │ a     b", "  │  ━━━━ here"])
  }

  @Test func edgesOfTheText() {
    #expect(excerpt("", Span(0, 0)) == ["1 │", "  │ ━ here"])
    #expect(excerpt("abc", Span(3, 3)) == ["1 │ abc", "  │    ━ here"])
    #expect(excerpt("abc\n", Span(4, 4)) == ["2 │", "  │ ━ here"])
    #expect(excerpt("a\n\nb", Span(2, 2)) == ["2 │", "  │ ━ here"])
    #expect(excerpt("abc", Span(90, 99)) == ["1 │ abc", "  │    ━ here"])
    #expect(excerpt("ab\ncd\n", Span(1, 5)) == ["1 │ ab", "  │  ━ here"])
  }

  @Test func terminalsAreNotObeyed() {
    #expect(excerpt("a\u{1B}[31m\u{202E}b", Span(0, 1))[0] == "1 │ a�[31m�b")
    #expect(excerpt("a b", Span(0, 1), label: "\u{1B}[2J")[1] == "  │ ━ �[2J")
  }

  @Test func longLinesAreCut() {
    let text =
      String(repeating: "a ", count: 3_000) + "HERE" + String(repeating: " b", count: 3_000)
    let shown = excerpt(text, Span(6_000, 6_004))
    let columns = DisplayCell.width(of: shown[0])
    #expect(columns <= 210 && shown[0].hasPrefix("1 │ …") && shown[0].hasSuffix("…"))
    let offset = shown[1].prefix { $0 != "━" }.count
    #expect(String(shown[0].dropFirst(offset).prefix(4)) == "HERE")
    #expect(shown[1].contains("━━━━ here"))
    let start = excerpt(text, Span(0, 1))
    #expect(start[0].hasPrefix("1 │ a a") && start[0].hasSuffix("…"))
  }

  @Test func colorSaysNothingAlone() {
    let source = Source(name: "x", text: "x requires")
    let found = PolicySyntax.parse(source).diagnostics
    let colored = TextRenderer(source: source, color: true).render(found)
    #expect(colored.contains("\u{1B}[1;31merror[TG0001]\u{1B}[0m"))
    var plain = ""
    var isEscape = false
    for character in colored {
      if character == "\u{1B}" { isEscape = true }
      if !isEscape { plain.append(character) }
      if isEscape, character == "m" { isEscape = false }
    }
    #expect(plain == TextRenderer(source: source, color: false).render(found))
  }

  @Test func positions() {
    let source = Source(name: "", text: "é😀x\r\n账单")
    let x = source.position(at: 6)
    #expect([x.line, x.column, x.utf16Column, source.displayColumn(at: 6)] == [1, 3, 4, 4])
    let end = source.position(at: 15)
    #expect([end.line, end.column, end.utf16Column, source.displayColumn(at: 15)] == [2, 3, 3, 5])
    #expect(source.position(at: 4).column == 2, "inside a character is its place")
    #expect(source.position(at: 99) == end)
  }
}
