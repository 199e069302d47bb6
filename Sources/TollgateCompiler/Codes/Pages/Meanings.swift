extension DiagnosticCodes {
  /// TG0407–TG0602: what is said about products, time and texts.
  static let meanings: [DiagnosticPage] = [
    DiagnosticPage(
      "TG0407", "one store id for two products",
      what: "Two products are sold under one id in the same store, or under one that names no "
        + "store, or one under the name of the other.",
      why: "A purchase could be either of them, and would be taken for the wrong one.",
      avoid: "product annual\n  sold as \"com.app.pro\"\n  grants pro\n"
        + "product lifetime\n  sold as \"com.app.pro\"\n  grants pro\ncsv-export requires pro\n",
      prefer: "product annual\n  sold as \"com.app.pro.annual\"\n  grants pro\n"
        + "product lifetime\n  sold as \"com.app.pro.lifetime\"\n  grants pro\n"
        + "csv-export requires pro\n",
      exceptions: "One id in two different stores may be two products."),
    DiagnosticPage(
      "TG0501", "an interval that ends before it begins",
      what: "`until` is not later than `from`.",
      why: "It never applies. The begin is inside an interval and the end outside, so one that "
        + "ends as it begins is empty too.",
      avoid: "csv-export requires pro from 2026-03-01 until 2026-02-01\n",
      prefer: "csv-export requires pro from 2026-02-01 until 2026-03-01\n"),
    DiagnosticPage(
      "TG0602", "a placeholder that stands for nothing",
      what: "A message has something in braces that is none of the placeholders.",
      why: "People would see the braces.",
      avoid: "bills > 500 requires pro\n  message \"The free plan holds {limt} bills.\"\n",
      prefer: "bills > 500 requires pro\n  message \"The free plan holds {limit} bills.\"\n"),
  ]
}
