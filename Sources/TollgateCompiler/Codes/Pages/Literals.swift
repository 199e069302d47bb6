extension DiagnosticCodes {
  /// TG0007–TG0009: literals that have no value.
  static let values: [DiagnosticPage] = [
    DiagnosticPage(
      "TG0007", "a number out of range",
      what: "A number is too large, not whole in its unit, or too small for its place.",
      why: "Every quantity is an exact integer; none is ever rounded.",
      avoid: "meter storage in bytes\nstorage > 0.3 B requires pro\n",
      prefer: "meter storage in bytes\nstorage > 300 MB requires pro\n",
      exceptions: "Decimals are fine where they come out whole: `1.5 GB` is 1,500,000,000 bytes."),
    DiagnosticPage(
      "TG0008", "a date, time or version that does not exist",
      what: "A date is not in the calendar, a time has no time zone, or a version is no version.",
      why: "A rule that begins on a day that never comes never begins.",
      avoid: "csv-export requires pro from 2026-02-30\n",
      prefer: "csv-export requires pro from 2026-03-01\n",
      exceptions: "A date alone is midnight UTC."),
    DiagnosticPage(
      "TG0009", "an amount that is no money",
      what: "A price has no currency, an unknown one, or more digits than a price has.",
      why: "Prices are compared and shown; a wrong one is believed.",
      avoid: "product annual\n  grants pro\n  price 12 RMB per year\ncsv-export requires pro\n",
      prefer: "product annual\n  grants pro\n  price 12 CNY per year\ncsv-export requires pro\n",
      exceptions: "The codes are the active ones of ISO 4217."),
  ]

  /// TG0016–TG0017: literals and values of the wrong kind.
  static let kinds: [DiagnosticPage] = [
    DiagnosticPage(
      "TG0016", "a quantity of the wrong kind",
      what: "A size or a duration stands where another quantity is meant, or its unit is unknown.",
      why: "Five gigabytes are no number of bills.",
      avoid: "meter bills\nbills > 5 GB requires pro\n",
      prefer: "meter bills\nbills > 500 requires pro\n",
      exceptions: "A bare number is always in the meter's own unit."),
    DiagnosticPage(
      "TG0017", "a fact compared with what it is not",
      what: "A fact is compared with a value, or in a way, that its type does not have.",
      why: "The comparison could never be true.",
      avoid: "fact installed is a date\ncsv-export requires pro when installed is ios\n",
      prefer: "fact installed is a date\ncsv-export requires pro when installed since 2026-03-01\n"),
  ]
}
