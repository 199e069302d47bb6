import TollgateSyntax

extension DiagnosticCase {
  static let characters: [DiagnosticCase] = [
    .init(
      "x requires pro\u{A0}or max\n",
      "TG0011",
      "the space U+00A0 is not a plain space",
      at: "1:15-16",
      .safe,
      "x requires pro or max\n"
    ),
    .init(
      "账单 ＞ 5 requires 专业版\n",
      "TG0001",
      "`＞` is not a sign of the language",
      at: "1:4-5",
      .safe,
      "账单 > 5 requires 专业版\n"
    ),
    .init(
      "bills > ５００ requires pro\n",
      "TG0007",
      "a number has full-width digits",
      at: "1:9-12",
      .safe,
      "bills > 500 requires pro\n"
    ),
    .init(
      "features a，b\n",
      "TG0001",
      "`，` is not a sign of the language",
      at: "1:11-12",
      .safe,
      "features a, b\n"
    ),
    .init(
      "features a、 b\n",
      "TG0001",
      "`、` is not a sign of the language",
      at: "1:11-12",
      .safe,
      "features a, b\n"
    ),
    .init(
      "x requires (pro or max）\n",
      "TG0001",
      "`）` is not a sign of the language",
      at: "1:23-24",
      .safe,
      "x requires (pro or max)\n"
    ),
    .init(
      "feature a “A”\n",
      "TG0004",
      "the language does not use these quotes",
      at: "1:11-14",
      .safe,
      "feature a \"A\"\n"
    ),
    .init(
      "scenario 'it works'\n",
      "TG0004",
      "the language does not use these quotes",
      at: "1:10-20",
      .safe,
      "scenario \"it works\"\n"
    ),
    .init(
      "｀price｀ requires pro\n",
      "TG0004",
      "the language does not use these quotes",
      at: "1:1-8",
      .safe,
      "`price` requires pro\n"
    ),
    .init(
      "bills => 5 requires pro\n",
      "TG0001",
      "`=>` is not a sign of the language",
      at: "1:7-9",
      .safe,
      "bills >= 5 requires pro\n"
    ),
    .init(
      "bills ≥ 5 requires pro\n",
      "TG0001",
      "`≥` is not a sign of the language",
      at: "1:7-8",
      .safe,
      "bills >= 5 requires pro\n"
    ),
    .init(
      "x requires pro when a≤5\n",
      "TG0001",
      "`≤` is not a sign of the language",
      at: "1:22-23",
      .safe,
      "x requires pro when a<=5\n"
    ),
    .init(
      "x requires pro when a=b\n",
      "TG0001",
      "`=` is not a sign of the language",
      at: "1:22-23",
      .safe,
      "x requires pro when a is b\n"
    ),
    .init(
      "x requires pro when a != b\n",
      "TG0001",
      "`!=` is not a sign of the language",
      at: "1:23-25",
      .safe,
      "x requires pro when a is not b\n"
    ),
    .init(
      "x requires pro&&max\n",
      "TG0001",
      "`&&` is not a sign of the language",
      at: "1:15-17",
      .safe,
      "x requires pro and max\n"
    ),
    .init(
      "x requires pro || max\n",
      "TG0001",
      "`||` is not a sign of the language",
      at: "1:16-18",
      .safe,
      "x requires pro or max\n"
    ),
    .init(
      "x requires !pro\n",
      "TG0001",
      "`!` is not a sign of the language",
      at: "1:12-13",
      .safe,
      "x requires not pro\n"
    ),
    .init(
      "series L1...L18\n",
      "TG0001",
      "`...` is not a sign of the language",
      at: "1:10-13",
      .safe,
      "series L1..L18\n"
    ),
    .init(
      "series L1…L18\n",
      "TG0001",
      "`…` is not a sign of the language",
      at: "1:10-11",
      .safe,
      "series L1..L18\n"
    ),
    .init(
      "L1–L3 requires pro\n",
      "TG0001",
      "`–` is not a sign of the language",
      at: "1:3-4",
      .safe,
      "L1..L3 requires pro\n"
    ),
    .init(
      "features: a, b\n",
      "TG0001",
      "a sentence has no `:`",
      at: "1:9-10",
      .safe,
      "features a, b\n"
    ),
    .init(
      "x requires pro.\n",
      "TG0001",
      "a sentence has no `.`",
      at: "1:15-16",
      .safe,
      "x requires pro\n"
    ),
    .init(
      "x requires pro；\n",
      "TG0001",
      "a sentence has no `；`",
      at: "1:15-16",
      .safe,
      "x requires pro\n"
    ),
    .init(
      "x requires pro // why\n",
      "TG0002",
      "`//` does not begin a comment",
      at: "1:16-18",
      .safe,
      "x requires pro # why\n"
    ),
    .init(
      "x requires p\u{200B}ro\n",
      "TG0104",
      "the invisible character U+200B is in the text",
      at: "1:13-14",
      .safe,
      "x requires pro\n"
    ),
    .init(
      "x requires pro # \u{202E}back\n",
      "TG0104",
      "the invisible character U+202E is in the text",
      at: "1:18-19",
      .safe,
      "x requires pro # back\n"
    ),
    .init(
      "feature a \"\u{2066}x\"\n",
      "TG0104",
      "the invisible character U+2066 is in the text",
      at: "1:12-13",
      .safe,
      "feature a \"x\"\n"
    ),
    .init(
      "x requires \u{200F}pro\n",
      "TG0104",
      "the invisible character U+200F is in the text",
      at: "1:12-13",
      .safe,
      "x requires pro\n"
    ),
    .init(
      "feature a\u{AD}b\n",
      "TG0104",
      "the invisible character U+00AD is in the text",
      at: "1:10-11",
      .safe,
      "feature ab\n"
    ),
    .init(
      "x requires pro\u{FEFF}\n",
      "TG0104",
      "the invisible character U+FEFF is in the text",
      at: "1:15-16",
      .safe,
      "x requires pro\n"
    ),
    .init(
      "feature a \"\u{9B}31mred\"\n",
      "TG0011",
      "a policy cannot contain the control character U+009B",
      at: "1:12-13",
      .safe,
      "feature a \"31mred\"\n"
    ),
    .init(
      "x requires pro # one\u{2028}two\n",
      "TG0011",
      "a text or a comment cannot contain the line separator U+2028",
      at: "1:21-22",
      .safe,
      "x requires pro # one two\n"
    ),
    .init(
      "feature a \"x\u{E0041}\"\n",
      "TG0104",
      "the invisible character U+E0041 is in the text",
      at: "1:13-14",
      .safe,
      "feature a \"x\"\n"
    ),
    .init(
      "# x\ry requires pro\n",
      "TG0011",
      "a comment ends in a carriage return without a line feed",
      at: "1:4-1",
      .safe,
      "# x\ny requires pro\n"
    ),
    .init(
      "x requires pro\u{1}\n",
      "TG0011",
      "a policy cannot contain the control character U+0001",
      at: "1:15-16",
      .safe,
      "x requires pro\n"
    ),
    .init(
      "x requires pro # \u{7F}\n",
      "TG0011",
      "a policy cannot contain the control character U+007F",
      at: "1:18-19",
      .safe,
      "x requires pro # \n"
    ),
    .init(
      "x requires pro from ２０２６-０３-０１T０８：００Z\n",
      "TG0007",
      "a number has full-width digits",
      at: "1:21-38",
      .safe,
      "x requires pro from 2026-03-01T08:00Z\n"
    ),
  ]
}
