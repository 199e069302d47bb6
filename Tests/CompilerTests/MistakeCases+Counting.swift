import TollgateSyntax

extension MistakeCase {
  static let counting: [MistakeCase] = [
    .init(
      "x > 1 per 1 hour requires pro", "TG0035", "the window `1 hour` is written `hour`",
      at: "1 hour", .safe, "hour"),
    .init(
      "x > 1 per 3 hour requires pro", "TG0035", "the window `3 hour` is written `3 hours`",
      at: "3 hour", .safe, "3 hours"),
    .init(
      "x > 1 per 24h requires pro", "TG0035", "the window `24h` is written `24 hours`", at: "24h",
      .safe,
      "24 hours"),
    .init(
      "x > 1 per hours requires pro", "TG0035", "the window `hours` is written `hour`",
      at: "hours", .safe, "hour"),
    .init(
      "x > 1 per 1_000 days requires pro", "TG0035",
      "the window `1_000 days` is written `1000 days`", at: "1_000 days", .safe, "1000 days"),
    .init(
      "x > 1 per 1001 days requires pro", "TG0035",
      "`1001 days` is not a window that can be counted", at: "1001 days"),
    .init(
      "x > 1 per 0 days requires pro", "TG0035", "`0 days` is not a window that can be counted",
      at: "0 days"),
    .init(
      "x > 1 per 1.5 hours requires pro", "TG0035",
      "`1.5 hours` is not a window that can be counted", at: "1.5 hours"),
    .init("x > 1 per 3 requires pro", "TG0035", "`3` is not a window", at: "3"),
    .init(
      "x > 1 per 90 seconds requires pro", "TG0101", "there is no window called `seconds`",
      at: "seconds"),
    .init(
      "scenario \"s\"\n  given x 3 then 4 at 2026-01-02\n  expect x allowed", "TG0036",
      "the counter rises to `4` by itself", at: "4"),
    .init(
      "scenario \"s\"\n  given x 3 then 2 at 2026-01-02 then 1 at 2026-01-02\n  expect x allowed",
      "TG0036", "the step at `2026-01-02` is not after the one before it", at: "2026-01-02"),
    .init(
      "meter x\n  refills 1 every 30min\n  windows roll", "TG0037",
      "a meter that refills has no windows", at: "refills 1 every 30min"),
    .init(
      "meter x\n  refills 1 every 30min\nx > 5 per day requires pro", "TG0037",
      "`x` refills, and this limit has a window", at: "x > 5 per day"),
    .init(
      "meter x in hours\nx > 90min requires pro", "TG0007",
      "`90min` is not a whole number of hours", at: "90min"),
    .init(
      "meter x\n  windows roll\n  windows roll", "TG0018",
      "`windows` is written twice under one statement", at: "windows roll"),
    .init(
      "feature x\n  counted per team", "TG0019", "`counted per` does not belong under a feature",
      at: "counted per team"),
  ]
}
