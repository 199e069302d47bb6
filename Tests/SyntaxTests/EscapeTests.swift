import Testing

@testable import TollgateSyntax

/// Every kind of output against every class of characters.
struct EscapeTests {
  /// One or more of each class.
  static let hazards: [(name: String, text: String)] = [
    ("C0", "\u{0}\u{7}\u{8}\u{C}\u{1B}[31m\u{1F}"), ("delete", "\u{7F}"),
    ("C1", "\u{80}\u{85}\u{9B}31m\u{9F}"), ("a soft hyphen", "\u{AD}"),
    ("zero width", "\u{200B}\u{2060}\u{FEFF}"), ("separators", "\u{2028}\u{2029}"),
    ("embeddings", "\u{202A}\u{202B}\u{202C}\u{202D}\u{202E}"),
    ("isolates", "\u{2066}\u{2067}\u{2068}\u{2069}"), ("annotations", "\u{FFF9}\u{FFFB}"),
    ("tags", "\u{E0001}\u{E0041}\u{E007F}"), ("noncharacters", "\u{FFFE}\u{FFFF}\u{1FFFE}"),
    ("a flag of tags without an end", "\u{1F3F4}\u{E0067}\u{E0062}"),
    (
      "a flag with a long text",
      "\u{1F3F4}" + String(repeating: "\u{E0061}", count: 9) + "\u{E007F}"
    ),
  ]

  static let kinds: [(name: String, write: @Sendable (String) -> String)] = [
    ("line", { Escape.line($0) }), ("lines", { Escape.lines($0) }), ("name", { Escape.name($0) }),
    ("path", { Escape.path($0) }), ("CSV", { Escape.csv($0) }),
    ("markup", { Escape.markup($0) }), ("XML", { Escape.xml($0) }),
    ("XML attribute", { Escape.xmlAttribute($0) }), ("Markdown", { Escape.markdown($0) }),
    ("code", { Escape.markdownCode($0) }), ("sentence", { Escape.markdownSentence($0) }),
    ("block", { Escape.markdownBlock($0, language: "gate") }),
    ("message", { Escape.workflow($0, inProperty: false) }),
    ("property", { Escape.workflow($0, inProperty: true) }), ("DOT", { Escape.dot($0) }),
    ("Mermaid", { Escape.mermaid($0) }), ("JSON", { EscapeTests.json($0) }),
  ]

  static func json(_ text: String) -> String {
    var writer = JSONWriter()
    writer.string(text)
    return writer.text
  }

  @Test func noHazardPassesAnyKindOfOutput() {
    for hazard in EscapeTests.hazards {
      for kind in EscapeTests.kinds {
        let written = kind.write("a" + hazard.text + "b")
        let left = written.unicodeScalars.filter { $0.isHazard && $0 != "\n" }
        #expect(left.isEmpty, "\(hazard.name) in \(kind.name)")
        #expect(written.unicodeScalars.contains("a") && written.unicodeScalars.contains("b"))
      }
    }
  }

  @Test func whatPeopleWriteStays() {
    let texts = [
      "Persian \u{645}\u{6CC}\u{200C}\u{62E}", "\u{1F469}\u{200D}\u{1F4BB}", "\u{2764}\u{FE0F}",
      "\u{5D0}\u{200F}", "账单 ё é",
      "\u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}",
    ]
    for text in texts {
      for kind in EscapeTests.kinds {
        #expect(kind.write(text).unicodeScalars.contains(where: { $0.value > 0x7F }))
        let bare = String(kind.write(text).unicodeScalars.filter { $0.value > 0x7F })
        // The name of a file needs no flags, and could hide a text in their tags.
        let most: UInt32 = kind.name == "path" ? 0xDFFFF : .max
        let wanted = text.unicodeScalars.filter { $0.value > 0x7F && $0.value <= most }
        #expect(bare == String(wanted), "\(kind.name)")
      }
    }
  }

  @Test func jsonLosesNothing() {
    #expect(EscapeTests.json("\u{9B}\u{AD}\u{2028}") == #""\u009b\u00ad\u2028""#)
    #expect(EscapeTests.json("\u{E0041}\u{7F}") == #""\udb40\udc41\u007f""#)
    #expect(EscapeTests.json("a\"\\\n\t") == #""a\"\\\n\t""#)
  }

  @Test func aRunnerFindsNoOrder() {
    #expect(Escape.lines("a\n  ::error::x") == "a\n  : :error::x")
    #expect(Escape.lines("a ##[error]x") == "a ## [error]x")
    #expect(Escape.lines("platform::x") == "platform::x")
    #expect(Escape.name("a\n::error file=x::") == "a\u{FFFD}::error file=x::")
    #expect(Escape.name("::error file=x::.gate") == "./::error file=x::.gate")
    #expect(Escape.workflow("a\n::b%", inProperty: true) == "a%0A%3A%3Ab%25")
  }

  @Test func namesAreWrittenAsGitWritesThem() {
    #expect(Escape.path("shop.gate") == "shop.gate")
    #expect(Escape.path("a\nb\u{1B}\u{9B}\".gate") == #""a\nb\033\302\233\".gate""#)
  }

  @Test func markdownCallsNobody() {
    #expect(Escape.markdown("@all #12 <b>") == ##"@&#8203;all \#&#8203;12 \<b\>"##)
    #expect(Escape.markdownSentence("`a|b` is *x*") == #"`a\|b` is \*x\*"#)
    #expect(Escape.markdownBlock("a ``` b", language: "gate") == "````gate\na ``` b\n````\n")
    #expect(Escape.markup("a\u{AD}b") == "a&#173;b")
  }

  @Test func aFlagAndASoftHyphenMayStandInATextOfAPolicy() {
    let flag = "\u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}"
    for text in [flag, "Ab\u{AD}rechnung", "\u{200D}", "\u{200C}"] {
      #expect(parse("feature a \"\(text)\"\n").diagnostics.isEmpty)
    }
  }
}
