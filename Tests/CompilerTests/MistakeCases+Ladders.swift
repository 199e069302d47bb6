import TollgateSyntax

extension MistakeCase {
  private static let history = "setting history is 7 days\n"
  private static let quality = "setting quality is low < high\n"
  private static let delay = "setting delay is 30s, smaller is better\n"

  static let ladders: [MistakeCase] = [
    .init(
      "feature csv\ncsv at most 10", "TG0102", "`csv` is a feature, not a meter", at: "csv"),
    .init(
      history + "history at most 10", "TG0102", "`history` is a setting, not a meter",
      at: "history"),
    .init(
      "guests at most 10\n  undecided with plus", "TG0026", "a step cannot be `undecided`",
      at: "undecided"),
    .init(
      "guests at most 10\n  allowance with plus", "TG0026", "a step cannot be `allowance`",
      at: "allowance"),
    .init(
      "guests at most 10\n  many with plus", "TG0016", "`many` is not a quantity", at: "many"),
    .init(
      "guests at most 10\n  1.5 with plus", "TG0007", "`1.5` is not a whole number", at: "1.5"),
    .init(
      "meter guests\nguests at most 10\n  5 GB with plus", "TG0016",
      "`guests` counts things, and `5 GB` is a size", at: "5 GB"),
    .init(
      "guests > 10 requires plus\n  100 with pro", "TG0019", "a step does not belong under a rule",
      at: "100 with pro"),
    .init(
      "product p\n  100 with pro", "TG0019", "a step does not belong under a product",
      at: "100 with pro"),
    .init(
      "guests at most undecided\n  reminder at 5", "TG0019",
      "a reminder needs a limit that is decided", at: "reminder at 5"),
    .init(
      "guests at most allowance\n  reminder at 5", "TG0019",
      "a reminder at a quantity needs a limit that is a quantity", at: "reminder at 5"),
    .init(
      "guests at most 10\n  100 with plus from 2026-03-01 until 2026-02-01", "TG0501",
      "the interval ends before it begins", at: "2026-02-01"),
    .init(
      "tiers free < plus\nguests at most 10\n  100 with pluss", "TG0101",
      "there is no entitlement called `pluss`", at: "pluss", .unsafe, "plus"),
  ]

  static let settings: [MistakeCase] = [
    .init(
      history + history, "TG0102", "the setting `history` is declared twice", at: "history"),
    .init(
      "setting history is unlimited", "TG0025", "`unlimited` cannot be the value of everybody",
      at: "unlimited"),
    .init(
      "setting history is undecided", "TG0026", "the value of `history` cannot be `undecided`",
      at: "undecided"),
    .init(
      history + "  5 GB with plus", "TG0016", "`history` is a length of time, and `5 GB` is a size",
      at: "5 GB"),
    .init(
      history + "  30 with plus", "TG0016", "`history` is a length of time, and `30` is a number",
      at: "30"),
    .init(
      "setting share is 0\n  12.5% with plus\n  30 with pro", "TG0016",
      "`share` is a percentage, and `30` is a number", at: "30"),
    .init(
      "setting share is 12.345%", "TG0007", "`12.345%` has more than two decimals", at: "12.345%"),
    .init(
      "setting size is 0.3 B", "TG0007", "`0.3 B` is not a whole number of bytes", at: "0.3 B"),
    .init(
      history + "  long with plus", "TG0016", "`history` is a length of time, and `long` is not",
      at: "long"),
    .init(
      delay + "  unlimited with plus", "TG0025", "`unlimited` is not a value of `delay`",
      at: "unlimited"),
    .init(
      quality + "  unlimited with plus", "TG0025", "`unlimited` is not a value of `quality`",
      at: "unlimited"),
    .init(
      "setting seats is few < `unlimited`\n  unlimited with plus", "TG0025",
      "`unlimited` is not a value of `seats`", at: "unlimited", .safe, "`unlimited`"),
    .init(
      "setting quality is low < high < low", "TG0102",
      "the value `low` is written twice among the choices", at: "low"),
    .init("setting quality is high", "TG0028", "`quality` has only one choice", at: "high"),
    .init(
      "setting quality is low < high, smaller is better", "TG0029",
      "`smaller is better` is written after choices", at: "smaller is better"),
    .init(
      quality + "  hihg with plus", "TG0101", "`hihg` is not a choice of `quality`", at: "hihg",
      .unsafe, "high"),
    .init(
      quality + "  5 with plus", "TG0016", "`5` is not a choice of `quality`", at: "5"),
    .init(
      quality + "product p\n  adds 1 to quality", "TG0108", "nothing can be added to `quality`",
      at: "quality"),
    .init(
      "product p\n  adds 1 to guests until used up\nguests > 1 per day is not allowed\n"
        + "guests > 9 per month is not allowed", "TG0109",
      "`guests` has packs, and limits with two windows", at: "guests > 9 per month"),
    .init(
      "product p\n  adds 1 to guests until used up\nguests > 1 is not allowed\n"
        + "guests at most 9 per month\n  20 with plus", "TG0109",
      "`guests` has packs, and limits with two windows", at: "guests at most 9 per month"),
    .init(
      delay + "product p\n  adds 1s to delay", "TG0108", "nothing can be added to `delay`",
      at: "delay"),
    .init(
      history + "product p\n  adds 5 GB to history", "TG0016",
      "`history` is a length of time, and `5 GB` is a size", at: "5 GB"),
    .init(
      history + "product p\n  adds 1 day to history\n  adds 2 days to history", "TG0018",
      "a product adds to `history` twice", at: "history"),
    .init(
      history + "  reminder at 5", "TG0019", "`reminder` does not belong under a setting",
      at: "reminder at 5"),
    .init(
      history + "  soft\n  soft", "TG0018", "`soft` is written twice under one statement",
      at: "soft"),
    .init(
      history + "features a\na requires pro when history > 5", "TG0102",
      "`history` is a setting, not a meter", at: "history"),
    .init(
      history + "group g is history", "TG0102", "`history` is a setting, not a feature",
      at: "history"),
    .init(
      history + "everything except history requires pro", "TG0102",
      "`history` is a setting, not a feature", at: "history"),
    .init(
      history + "a requires history", "TG0102", "`history` is a setting, not an entitlement",
      at: "history"),
    .init(
      history + "  message \"{limt}\"", "TG0602", "there is no placeholder `{limt}`",
      at: "{limt}", .unsafe, "limit"),
  ]

  static let sentencesAboutValues: [MistakeCase] = [
    .init(
      history + "scenario \"s\"\n  expect history is at most 7 days", "TG0030",
      "`at most` says that the value of `history` may be worse", at: "at most", .unsafe,
      "at least"),
    .init(
      delay + "always delay is at least 5s with plus", "TG0030",
      "`at least` says that the value of `delay` may be worse", at: "at least", .unsafe, "at most"),
    .init(
      history + "scenario \"s\"\n  expect histry is 7 days", "TG0101",
      "there is no setting called `histry`", at: "histry", .unsafe, "history"),
    .init(
      history + "meter bills\nscenario \"s\"\n  expect bills is 7", "TG0102",
      "`bills` is a meter, not a setting", at: "bills"),
    .init(
      "bills > 5 requires pro\nscenario \"s\"\n  expect bills is denied", "TG0019",
      "`is` is written before an outcome", at: "denied", .safe, " "),
    .init(
      history + quality + "scenario \"s\"\n  expect history, quality is high", "TG0019",
      "a value is expected of something that is not one setting", at: "history, quality"),
    .init(
      quality + "scenario \"s\"\n  expect quality reaching best allowed", "TG0101",
      "`best` is not a choice of `quality`", at: "best"),
    .init(
      "meter bills\nscenario \"s\"\n  expect bills reaching best allowed", "TG0016",
      "`best` is not a quantity", at: "best"),
    .init(
      history + "scenario \"s\"\n  expect history adding 5 allowed", "TG0019",
      "`adding` is written about something that is not a meter", at: "5"),
    .init(
      quality
        + "setting depth is high < low\nscenario \"s\"\n  expect quality, depth reaching high allowed",
      "TG0019", "`high` is not the same value for all of them", at: "high"),
    .init(
      quality + "scenario \"s\"\n  given quality allowance 1", "TG0108",
      "nothing can be added to `quality`", at: "quality"),
    .init(
      history + "scenario \"s\"\n  given history allowance 1 day, history allowance 2 days",
      "TG0018", "`history` is given twice", at: "history"),
    .init(
      history + "never history is unlimited with nobody-knows when x > 1.5", "TG0007",
      "`1.5` is not a whole number", at: "1.5"),
  ]
}
