import TollgateSyntax

extension MistakeCase {
  static let literals: [MistakeCase] = [
    .init(
      "bills > 9223372036854775808 requires pro", "TG0007",
      "`9223372036854775808` is too large", at: "9223372036854775808"),
    .init("bills > 1.5 requires pro", "TG0007", "`1.5` is not a whole number", at: "1.5"),
    .init(
      "x > 0.0001 KB requires pro", "TG0007", "`0.0001 KB` is not a whole number of bytes",
      at: "0.0001 KB"),
    .init(
      "x > 0.5s requires pro", "TG0007", "`0.5s` is not a whole number of seconds", at: "0.5s"),
    .init(
      "bills >= 0 requires pro", "TG0007", "nobody stays below a limit of `>= 0`", at: "0"),
    .init("trust snapshots for 0h", "TG0007", "`0h` is too short for a duration", at: "0h"),
    .init(
      "scenario \"s\"\n  given product p times 0", "TG0007", "`0` is less than one", at: "0"),
    .init(
      "x requires pro from 2026-02-30", "TG0008", "the calendar has no day `2026-02-30`",
      at: "2026-02-30", .unsafe, "x requires pro from 2026-02-28"),
    .init(
      "x requires pro from 2026-3-1", "TG0008", "`2026-3-1` is not a date or a time",
      at: "2026-3-1", .safe, "2026-03-01"),
    .init(
      "x requires pro from 2026-03-01T08:00", "TG0008",
      "`2026-03-01T08:00` has no time zone", at: "2026-03-01T08:00", .unsafe,
      "2026-03-01T08:00Z"),
    .init(
      "x requires pro from 2026-03-01T24:00Z", "TG0008", "there is no time `2026-03-01T24:00Z`",
      at: "2026-03-01T24:00Z"),
    .init(
      "x requires pro from 2026-03-01T08:00:00.0001Z", "TG0008",
      "`2026-03-01T08:00:00.0001Z` is finer than a millisecond", at: "2026-03-01T08:00:00.0001Z"),
    .init(
      "x is off when v before 1.2.3.4", "TG0008", "`1.2.3.4` is not a version", at: "1.2.3.4"),
    .init(
      "product p\n  price 12 per year", "TG0009", "`12` has no currency", at: "12",
      .shown, "12 USD"),
    .init(
      "product p\n  price 12 try once", "TG0009", "there is no currency called `try`", at: "try",
      .safe, "TRY"),
    .init(
      "product p\n  price 12 RMB once", "TG0009", "there is no currency called `RMB`", at: "RMB",
      .unsafe, "price 12 CNY once"),
    .init(
      "meter x\nproduct p\n  price 1.23456 EUR for each of x", "TG0009",
      "`1.23456 EUR` has too many digits for a price",
      at: "1.23456 EUR"),
    .init(
      "product p\n  price 1.23456 EUR once", "TG0009", "`1.23456 EUR` is not an amount of money",
      at: "1.23456 EUR"),
    .init(
      "meter bills\nbills > 5 GB requires pro", "TG0016",
      "`bills` counts things, and `5 GB` is a size", at: "5 GB"),
    .init(
      "meter s in bytes\ns > 5 min requires pro", "TG0016",
      "`s` is measured in bytes, and `5 min` is a length of time", at: "5 min"),
    .init(
      "bills > 5 gb requires pro", "TG0016", "there is no unit called `gb`", at: "gb", .unsafe,
      "GB"),
    .init(
      "trust snapshots for 24", "TG0016", "`24` is not a duration", at: "24", .shown, "24h"),
    .init(
      "trust snapshots for 24 m", "TG0016", "there is no unit called `m`", at: "m", .unsafe,
      "min"),
    .init(
      "rollout r is 25 of users", "TG0016", "`25` is not a percentage", at: "25", .unsafe, "25%"),
    .init("rollout r is 101% of users", "TG0022", "`101%` is more than 100%", at: "101%"),
    .init(
      "rollout r is 1.001% of users", "TG0007", "`1.001%` has more than two decimals",
      at: "1.001%"),
    .init(
      "product p\n  price 3 EUR per 3 days", "TG0016", "a price is not paid per `days`",
      at: "days"),
  ]
}
