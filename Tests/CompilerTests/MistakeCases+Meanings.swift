import TollgateSyntax

extension MistakeCase {
  static let meanings: [MistakeCase] = [
    .init(
      "fact installed is a date\nx is off when installed is ios", "TG0017",
      "`installed` is a date, and `ios` is not a date", at: "ios"),
    .init(
      "fact installed is a date\nx is off when installed is 2026-01-01", "TG0017",
      "a date is not compared with `is`", at: "2026-01-01"),
    .init(
      "fact v is a version\nx is off when v is 1.4", "TG0017",
      "a version is not compared with `is`", at: "1.4"),
    .init(
      "fact v is a version\nx is off when v before 2026-01-01", "TG0017",
      "`v` is a version, and `2026-01-01` is not a version", at: "2026-01-01"),
    .init(
      "fact p is ios or web\nx is off when p before 2026-01-01", "TG0017",
      "`p` is a choice, which has no order", at: "p"),
    .init(
      "fact p is ios or web\nx is off when p > 3", "TG0017", "`p` is a choice, not a number",
      at: "p"),
    .init(
      "fact p is ios or web\nx requires pro from 3 days after p", "TG0017",
      "`p` is a choice, not a date", at: "p"),
    .init(
      "fact p is ios or web\nx requires p", "TG0017", "`p` is a choice, not a yes-or-no fact",
      at: "p"),
    .init(
      "fact b is yes or no, otherwise maybe", "TG0017", "`maybe` is not `yes` or `no`",
      at: "maybe"),
    .init(
      "fact n is a number\nx is off when n > 3 per day", "TG0017",
      "`n` is a fact, and a fact has no windows", at: "day"),
    .init(
      "meter m\nx is off when m is ios", "TG0017", "`m` is a meter, and `ios` is not a quantity",
      at: "ios"),
    .init(
      "fact p is ios, web or ios", "TG0102", "the value `ios` is written twice among the choices",
      at: "ios"),
    .init(
      "product a\n  sold as \"x\" on stripe\nproduct b\n  sold as \"x\"", "TG0407",
      "`x` is the store id of `a` and of `b`", at: "\"x\""),
    .init(
      "product a\n  sold as \"b\"\nproduct b", "TG0407",
      "`b` is the store id of `a` and the name of another product", at: "\"b\""),
    .init(
      "x requires pro from 2026-03-01 until 2026-02-01", "TG0501",
      "the interval ends before it begins", at: "2026-02-01"),
    .init(
      "grant pro from 2026-03-01 until 2026-03-01T00:00Z", "TG0501",
      "the interval ends when it begins", at: "2026-03-01T00:00Z"),
    .init(
      "x requires pro from 7 days after d until 24h after d", "TG0501",
      "the interval ends before it begins", at: "24h after d"),
    .init(
      "scenario \"s\"\n  given product p from 2026-03-01 until 2026-02-01", "TG0501",
      "the interval ends before it begins", at: "2026-02-01"),
    .init(
      "series L1..L1000001", "TG0023", "the series `L1..L1000001` is too long",
      at: "L1..L1000001"),
  ]
}
