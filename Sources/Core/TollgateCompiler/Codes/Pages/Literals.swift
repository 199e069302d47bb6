extension DiagnosticCodes {
  /// TG0007–TG0009: numbers, dates and prices that cannot be read.
  static let values: [DiagnosticPage] = [
    DiagnosticPage(
      "TG0007", "a number out of range",
      what: "A number is too large, too small, or not whole in its unit.",
      why: "Every quantity is an exact whole number. The engine never rounds.",
      avoid: "meter storage in bytes\nstorage > 0.3 B requires pro\n",
      prefer: "meter storage in bytes\nstorage > 300 MB requires pro\n",
      exceptions: "Decimals are fine if the result is whole: `1.5 GB` is 1,500,000,000 bytes."),
    DiagnosticPage(
      "TG0008", "a date, time or version that does not exist",
      what:
        "A date is not in the calendar, a time has no time zone, or a version is not one to three "
        + "numbers.",
      why: "A rule would never begin on a day that does not exist.",
      avoid: "csv-export requires pro from 2026-02-30\n",
      prefer: "csv-export requires pro from 2026-03-01\n",
      exceptions: "A date alone is midnight UTC."),
    DiagnosticPage(
      "TG0009", "a price that cannot be read",
      what: "A price has no currency, an unknown currency, or too many digits.",
      why: "The app shows prices and compares them, and people believe what they see.",
      avoid: "product annual\n  grants pro\n  price 12 RMB per year\ncsv-export requires pro\n",
      prefer: "product annual\n  grants pro\n  price 12 CNY per year\ncsv-export requires pro\n",
      exceptions: "All active codes of ISO 4217 are known."),
  ]

  /// TG0016–TG0017: literals and values of the wrong kind.
  static let kinds: [DiagnosticPage] = [
    DiagnosticPage(
      "TG0016", "a quantity of the wrong kind",
      what:
        "A size or a duration is written where another quantity is needed, or its unit is unknown.",
      why: "Nobody can count bills in gigabytes.",
      avoid: "meter bills\nbills > 5 GB requires pro\n",
      prefer: "meter bills\nbills > 500 requires pro\n",
      exceptions: "A number without a unit is always in the unit of the meter."),
    DiagnosticPage(
      "TG0017", "a fact compared with the wrong kind of value",
      what: "A condition compares a fact with a value or a sign that does not fit its type.",
      why: "The comparison could never be true.",
      avoid: "fact installed is a date\ncsv-export requires pro when installed is ios\n",
      prefer: "fact installed is a date\ncsv-export requires pro when installed since 2026-03-01\n"),
  ]
}
