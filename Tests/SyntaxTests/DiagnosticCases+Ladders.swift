import TollgateSyntax

extension DiagnosticCase {
  static let ladders: [DiagnosticCase] = [
    .init(
      "guests at most unlimited\n", "TG0025", "`unlimited` cannot be the limit of everybody",
      at: "1:16-25"),
    .init(
      "guests at most 10 requires plus\n", "TG0027",
      "the first line of a ladder goes on with `requires`", at: "1:19-27",
      .unsafe, "guests > 10 requires plus\n"),
    .init(
      "guests at most 10 with plus\n", "TG0027",
      "the first line of a ladder goes on with `with`", at: "1:19-23"),
    .init(
      "guests at most 10, 100 with plus\n", "TG0027",
      "the first line of a ladder goes on with `,`", at: "1:18-19"),
    .init("guests, pets at most 10\n", "TG0027", "`at most` is about one meter", at: "1:1-13"),
    .init(
      "guests at most\n", "TG0001",
      "expected a quantity, `allowance` or `undecided` after `most`, found the end of the line",
      at: "1:15-15"),
    .init(
      "guests at most 10\n  100 plus\n", "TG0001", "expected `with`, found `plus`", at: "2:7-11",
      .unsafe, "guests at most 10\n  100 with plus\n"),
    .init(
      "guests at most 10\n  unlimited plus\n", "TG0001", "expected `with`, found `plus`",
      at: "2:13-17", .unsafe, "guests at most 10\n  unlimited with plus\n"),
    .init(
      "guests at most 10\n  100 wiht plus\n", "TG0001",
      "`wiht` is not a word of the language here", at: "2:7-11", .unsafe,
      "guests at most 10\n  100 with plus\n"),
    .init(
      "guests at most 10\n  100\n", "TG0001", "expected `with`, found the end of the line",
      at: "2:6-6"),
    .init(
      "100 with plus\n", "TG0003",
      "a step belongs to a ladder or a setting, and there is none above it", at: "1:1-14"),
    .init(
      "setting history 7 days\n", "TG0001", "expected `is`, found `7`", at: "1:17-18", .unsafe,
      "setting history is 7 days\n"),
    .init(
      "setting history is\n", "TG0001",
      "expected a value, or choices with `<` between them after `is`, found the end of the line",
      at: "1:19-19"),
    .init(
      "setting quality is low, high\n", "TG0001",
      "expected `<` and the next choice, or the end of the line, found `,`", at: "1:23-24",
      .unsafe, "setting quality is low < high\n"),
    .init(
      "setting quality is low < unlimited\n", "TG0010", "`unlimited` is a word of the language",
      at: "1:26-35", .safe, "setting quality is low < `unlimited`\n"),
    .init(
      "setting quality is low < high\n  high pro\n", "TG0001", "expected `with`, found `pro`",
      at: "2:8-11", .unsafe, "setting quality is low < high\n  high with pro\n"),
    .init(
      "setting delay is 30s, smaller\n", "TG0001",
      "expected `is` after `smaller`, found the end of the line",
      at: "1:30-30"),
    .init(
      "seting history is 7 days\n", "TG0002",
      "a line that begins with `seting` is not a sentence of the language", at: "1:1-7", .unsafe,
      "setting history is 7 days\n"),
    .init(
      "scenario \"s\"\n  expect history is at 7 days\n", "TG0001",
      "expected `least` or `most` after `at`, found `7`", at: "2:24-25"),
    .init(
      "always history is 7 days\n", "TG0001",
      "expected `with` or `without`, found the end of the line", at: "1:25-25"),
  ]
}
