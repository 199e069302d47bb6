import Testing

@testable import TollgateSyntax

struct JSONTests {
  @Test func writer() {
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("a", "q\" \\ \n\r\t\u{1}\u{1F} 账😀")
      writer.member("b", 5)
      writer.member("c", true)
      writer.member("d", nil as String?)
      writer.key("e")
      writer.array { writer in
        writer.integer(.min)
        writer.object { _ in }
        writer.array { _ in }
        writer.null()
        writer.raw("1.5")
      }
      writer.member("f", ["x"])
    }
    #expect(
      writer.text == #"{"a":"q\" \\ \n\r\t\u0001\u001f 账😀","b":5,"c":true,"d":null,"#
        + #""e":[-9223372036854775808,{},[],null,1.5],"f":["x"]}"#
    )
  }

  @Test func pretty() {
    var writer = JSONWriter(pretty: true)
    writer.object { writer in
      writer.member("a", [])
      writer.member("b", ["x", "y"])
    }
    #expect(
      writer.text == """
        {
          "a": [],
          "b": [
            "x",
            "y"
          ]
        }
        """
    )
  }

  @Test func diagnostics() {
    let source = Source(name: "A.gate", text: "x requires pro\n# 😀\nprice, 账单 require pro\n")
    let found = PolicySyntax.parse(source).diagnostics
    #expect(
      DiagnosticJSON(source: source).render(found)
        == #"[{"code":"TG0010","level":"error","message":"`price` is a word of the language","#
        + #""file":"A.gate","line":3,"column":1,"endLine":3,"endColumn":6,"#
        + #""label":"used as a name here","related":[],"#
        + #""notes":["in backquotes it is a name like any other"],"help":[],"#
        + #""edits":[{"title":"put it in backquotes","safety":"safe","replacement":"`price`","#
        + #""file":"A.gate","line":3,"column":1,"endLine":3,"endColumn":6,"offset":22,"length":5}],"#
        + #""example":null,"undecided":false,"names":[]}]"#
    )
    #expect(DiagnosticJSON(source: source).render([]) == "[]")
  }

  @Test func anExample() {
    let source = Source(name: "A.gate", text: "x requires pro\n")
    let finding = Diagnostic(
      code: "TG0201", headline: "h", span: Span(0, 1),
      example: .init("a free user", scenario: "scenario \"s\"\n  expect x denied\n"),
      isUndecided: true)
    #expect(
      DiagnosticJSON(source: source).render([finding]).hasSuffix(
        #""example":{"words":"a free user","scenario":"scenario \"s\"\n  expect x denied\n"},"#
          + #""undecided":true,"names":[]}]"#))
  }
}

struct EditDistanceTests {
  @Test(
    arguments: [
      ("por", "pro"), ("Pro", "pro"), ("p", nil), ("prp", "pro"), ("maxx", "max"),
      ("advnaced", "advanced"), ("advvancd", "advanced"), ("avdncd", nil), ("", nil),
      ("账簿", "账单"),
    ] as [(String, String?)]
  )
  func nearest(_ name: String, _ expected: String?) {
    let names = ["free", "pro", "max", "advanced", "账单"]
    #expect(EditDistance.nearest(to: name, among: names) == expected)
  }

  @Test func distance() {
    #expect(EditDistance.between("abc", "acb") == 1)
    #expect(EditDistance.between("", "abc") == 3)
    #expect(EditDistance.between("requries", "requires") == 1)
  }
}

struct WordTests {
  @Test func everyWordIsFound() {
    let table = WordTable()
    for word in Word.allCases {
      let bytes = Array(word.rawValue.utf8)
      #expect(table.word(bytes, 0, bytes.count) == word)
      #expect(bytes.count <= 12)
    }
    #expect(table.word(Array("pro".utf8), 0, 3) == nil)
    #expect(table.word([], 0, 0) == nil)
  }
}
