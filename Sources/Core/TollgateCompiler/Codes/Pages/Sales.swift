extension DiagnosticCodes {
  /// TG0043: how products are sold.
  static let sales: [DiagnosticPage] = [
    DiagnosticPage(
      "TG0043", "for sale and not for sale",
      what: "A product says `for sale` and `not for sale`.",
      why: "`not for sale` offers a product to nobody, and `for sale` says to whom it is offered.",
      avoid: "product annual\n  grants pro\n  for sale from 2026-03-01\n  not for sale\n"
        + "csv-export requires pro\n",
      prefer: "product annual\n  grants pro\n  for sale from 2026-03-01\n"
        + "csv-export requires pro\n")
  ]
}
