extension DiagnosticCodes {
  /// TG0407–TG0602: products, time and texts.
  static let meanings: [DiagnosticPage] = [
    DiagnosticPage(
      "TG0407", "one store id for two products",
      what: "Two products have one id in the same store, or one id without a store, or one has the "
        + "name of the other as its id.",
      why: "Nobody could tell which of them a user has bought.",
      avoid: "product annual\n  sold as \"com.app.pro\"\n  grants pro\n"
        + "product lifetime\n  sold as \"com.app.pro\"\n  grants pro\ncsv-export requires pro\n",
      prefer: "product annual\n  sold as \"com.app.pro.annual\"\n  grants pro\n"
        + "product lifetime\n  sold as \"com.app.pro.lifetime\"\n  grants pro\n"
        + "csv-export requires pro\n",
      exceptions: "One id may belong to two products in two different stores."),
    DiagnosticPage(
      "TG0501", "an interval that ends before it begins",
      what: "`until` is not later than `from`.",
      why: "It never applies. An interval includes its start and not its end, so an interval that "
        + "ends when it begins is empty too.",
      avoid: "csv-export requires pro from 2026-03-01 until 2026-02-01\n",
      prefer: "csv-export requires pro from 2026-02-01 until 2026-03-01\n"),
    DiagnosticPage(
      "TG0602", "an unknown placeholder",
      what: "A message has a word in braces that is not a placeholder.",
      why: "People would see the braces.",
      avoid: "bills > 500 requires pro\n  message \"The free plan holds {limt} bills.\"\n",
      prefer: "bills > 500 requires pro\n  message \"The free plan holds {limit} bills.\"\n"),
  ]
}
