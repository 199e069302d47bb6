extension DiagnosticCodes {
  /// TG0001–TG0006: the text does not parse.
  static let text: [DiagnosticPage] = [
    DiagnosticPage(
      "TG0001", "something else was expected",
      what: "A sentence continues in a way that the language does not know.",
      why: "A sentence that is half understood could open what should stay closed.",
      avoid: "csv-export require s pro\n", prefer: "csv-export requires pro\n"),
    DiagnosticPage(
      "TG0002", "a line that is not a sentence",
      what: "A line is neither a rule nor a declaration nor a clause.",
      why: "Its author meant something, and the engine cannot know what.",
      avoid: "csv-export\n", prefer: "csv-export requires nothing\n",
      exceptions: "Comments begin with `#` and may say anything."),
    DiagnosticPage(
      "TG0003", "a clause without a statement",
      what: "A clause such as `reminder` or `price` comes before the first statement.",
      why: "A clause belongs to the nearest statement above it.",
      avoid: "message \"Only for friends.\"\ncsv-export requires pro\n",
      prefer: "csv-export requires pro\n  message \"Only for friends.\"\n"),
    DiagnosticPage(
      "TG0004", "quotes that are missing or not closed",
      what: "A text or a name in backquotes is not closed, or has other quotes.",
      why: "Where a text ends decides what the rest of the line means.",
      avoid: "csv-export requires pro\n  message \"Only for friends.\n",
      prefer: "csv-export requires pro\n  message \"Only for friends.\"\n"),
    DiagnosticPage(
      "TG0005", "an unknown escape",
      what: "A `\\` in a text comes before a character other than `\"` and `\\`.",
      why: "People would see the `\\`.",
      avoid: "csv-export requires pro\n  message \"First\\nsecond\"\n",
      prefer: "csv-export requires pro\n  message \"First, second\"\n"),
    DiagnosticPage(
      "TG0006", "a single parenthesis",
      what: "A parenthesis is opened and not closed, or closed and not opened.",
      why: "The parentheses decide who has access.",
      avoid: "csv-export requires (pro or team\n", prefer: "csv-export requires pro or team\n"),
  ]
}
