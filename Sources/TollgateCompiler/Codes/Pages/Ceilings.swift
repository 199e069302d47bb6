extension DiagnosticCodes {
  /// TG0010–TG0015: words, bytes and ceilings. (TG0007–TG0009 are among the literals.)
  static let ceilings: [DiagnosticPage] = [
    DiagnosticPage(
      "TG0010", "a word of the language used as a name",
      what: "A name is a word that has a meaning of its own at its place.",
      why: "The sentence could be read in two ways.",
      avoid: "feature price\nprice requires pro\n",
      prefer: "feature `price`\n`price` requires pro\n",
      exceptions: "In backquotes every name may be written."),
    DiagnosticPage(
      "TG0011", "bytes that are no text",
      what: "The file has bytes that are no UTF-8, control characters, or unusual spaces.",
      why: "Different programs would show, and read, different things.",
      avoid: "csv-export requires\u{A0}pro\n", prefer: "csv-export requires pro\n",
      exceptions: "Tabs and the line ends of every system are fine."),
    DiagnosticPage(
      "TG0012", "a file that is too large",
      what: "The file is larger than 16 MiB.",
      why: "No policy is; a file that large is something else, or made to cost time.",
      avoid: "", prefer: "csv-export requires pro\n",
      exceptions: "Split the policy by product, or name features by a series."),
    DiagnosticPage(
      "TG0013", "parentheses inside parentheses inside parentheses",
      what: "Parentheses and `not` stand more than 64 deep.",
      why: "Nobody can read that, and no stack should have to.",
      avoid: "csv-export requires " + String(repeating: "not ", count: 65) + "pro\n",
      prefer: "csv-export requires not pro\n"),
    DiagnosticPage(
      "TG0014", "a name, text or list that is too long",
      what: "A name has more than 256 bytes, a text more than 10,000, or a list more than 10,000 "
        + "items.",
      why: "It would not fit where an app shows it.",
      avoid: "feature " + String(repeating: "csv-", count: 65) + "export\n",
      prefer: "feature csv-export\n",
      exceptions: "A list may go on in another line of its own."),
    DiagnosticPage(
      "TG0015", "more errors than are shown",
      what: "A run shows a hundred errors, and this says how many more there are.",
      why: "Beyond a hundred, most of them follow from the first.",
      avoid: "csv-export requires pro\n  message \"" + String(repeating: "{a}", count: 101)
        + "\"\n",
      prefer: "csv-export requires pro\n  message \"Only with {products}\"\n"),
  ]
}
