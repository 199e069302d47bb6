extension DiagnosticCodes {
  /// TG0001–TG0006: the text does not parse.
  static let text: [DiagnosticPage] = [
    DiagnosticPage(
      "TG0001", "something else was expected",
      what: "A sentence goes on in a way that the language does not have.",
      why: "A sentence that is half understood could open what should stay shut.",
      avoid: "csv-export require s pro\n", prefer: "csv-export requires pro\n"),
    DiagnosticPage(
      "TG0002", "no sentence of the language",
      what: "A line is neither a rule nor a declaration, nor a clause of one.",
      why: "A line that means nothing is probably one that was meant to say something.",
      avoid: "csv-export\n", prefer: "csv-export requires nothing\n",
      exceptions: "Comments begin with `#` and may say anything."),
    DiagnosticPage(
      "TG0003", "a clause without a statement",
      what: "A clause such as `reminder` or `price` stands above the first statement.",
      why: "A clause belongs to the nearest statement above it, and there is none.",
      avoid: "message \"Only for friends.\"\ncsv-export requires pro\n",
      prefer: "csv-export requires pro\n  message \"Only for friends.\"\n"),
    DiagnosticPage(
      "TG0004", "quotes that are missing or not closed",
      what: "A text or a name in backquotes is not closed, or stands in other quotes.",
      why: "Where a text ends decides what the rest of the line means.",
      avoid: "csv-export requires pro\n  message \"Only for friends.\n",
      prefer: "csv-export requires pro\n  message \"Only for friends.\"\n"),
    DiagnosticPage(
      "TG0005", "an escape that stands for nothing",
      what: "A `\\` in a text stands in front of something other than `\"` or `\\`.",
      why: "People would read the `\\`, or a line break that is not there.",
      avoid: "csv-export requires pro\n  message \"First\\nsecond\"\n",
      prefer: "csv-export requires pro\n  message \"First, second\"\n"),
    DiagnosticPage(
      "TG0006", "a parenthesis without its partner",
      what: "A parenthesis is opened and not closed, or closed and not opened.",
      why: "What belongs together decides who gets in.",
      avoid: "csv-export requires (pro or team\n", prefer: "csv-export requires pro or team\n"),
  ]
}
