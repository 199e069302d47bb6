extension DiagnosticCodes {
  /// TG0010–TG0015: words, characters and ceilings. (TG0007–TG0009 are among the literals.)
  static let ceilings: [DiagnosticPage] = [
    DiagnosticPage(
      "TG0010", "a word of the language used as a name",
      what: "A name is a word that the language uses itself at this place.",
      why: "The sentence could be read in two ways.",
      avoid: "feature price\nprice requires pro\n",
      prefer: "feature `price`\n`price` requires pro\n",
      exceptions: "Any word can be a name in backquotes."),
    DiagnosticPage(
      "TG0011", "invalid or invisible characters",
      what: "The file contains control characters, unusual spaces, line separators, or bytes that "
        + "are not UTF-8. Or a comment ends in a carriage return without a line feed.",
      why: "Different programs show and read such a file in different ways.",
      avoid: "csv-export requires\u{A0}pro\n", prefer: "csv-export requires pro\n",
      exceptions: "Tabs and the line ends of every system are fine."),
    DiagnosticPage(
      "TG0012", "a policy that is too large",
      what: "The file is larger than 16 MiB, or a policy has more than 1,000 files or more than "
        + "16 MiB in all of them.",
      why: "No policy needs that much. Such a file is something else, or it is made to waste time.",
      avoid: "", prefer: "csv-export requires pro\n",
      exceptions: "Split the policy by product, or name features by a series."),
    DiagnosticPage(
      "TG0013", "too many nested parentheses",
      what: "Parentheses and `not` are nested more than 64 deep.",
      why: "Nobody can read that.",
      avoid: "csv-export requires " + String(repeating: "not ", count: 65) + "pro\n",
      prefer: "csv-export requires not pro\n"),
    DiagnosticPage(
      "TG0014", "a name, text or list that is too long",
      what: "A name has more than 256 bytes, a text more than 10,000, or a list more than 10,000 "
        + "items.",
      why: "An app could not show it.",
      avoid: "feature " + String(repeating: "csv-", count: 65) + "export\n",
      prefer: "feature csv-export\n",
      exceptions: "Write a longer list as several lines."),
    DiagnosticPage(
      "TG0015", "more errors than are shown",
      what: "A run shows at most a hundred errors. This one says how many more there are.",
      why: "Most errors after the first hundred have the same cause.",
      avoid: "csv-export requires pro\n  message \"" + String(repeating: "{a}", count: 101)
        + "\"\n",
      prefer: "csv-export requires pro\n  message \"Only with {products}\"\n"),
  ]
}
