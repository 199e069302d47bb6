import TollgateSyntax

extension MistakeCase {
  static let clauses: [MistakeCase] =
    counting + [
      .init(
        "product p\n  price 1 EUR once\n  price 2 EUR once", "TG0018",
        "`price` is written twice under one statement", at: "price 2 EUR once"),
      .init(
        "x requires pro\n  soft\n  soft until 2026-01-01", "TG0018",
        "`soft` is written twice under one statement", at: "soft until 2026-01-01"),
      .init(
        "product p\n  sold as \"a\" on stripe\n  sold as \"b\" on stripe", "TG0018",
        "a product has two ids for `stripe`", at: "stripe"),
      .init(
        "product p\n  sold as \"a\"\n  sold as \"b\"", "TG0018",
        "a product has two ids without a store", at: "\"b\""),
      .init(
        "product p\n  sold as \"\"", "TG0001", "the id of a product in a store is empty", at: "\"\""
      ),
      .init(
        "product p\n  sold as \"  \" on stripe", "TG0001",
        "the id of a product in a store is empty",
        at: "\"  \""),
      .init(
        "product p\n  adds 1 to x\n  adds 2 to x", "TG0018", "a product adds to `x` twice", at: "x"),
      .init(
        "scenario \"s\"\n  given x 1, y 2\n  given x 3", "TG0018", "`x` is given twice", at: "x"),
      .init(
        "x requires pro\n  price 1 EUR once", "TG0019", "`price` does not belong under a rule",
        at: "price 1 EUR once"),
      .init(
        "grant pro\n  because \"we like you\"", "TG0019",
        "`because` does not belong under a `grant` statement",
        at: "because \"we like you\""),
      .init(
        "x requires pro\n  reminder at 3", "TG0019",
        "a reminder needs a limit, and its rule has none",
        at: "reminder at 3"),
      .init(
        "x > undecided requires pro\n  reminder at 3", "TG0019",
        "a reminder needs a limit that is decided", at: "reminder at 3"),
      .init(
        "features a, b\n  benefit \"c\"", "TG0019",
        "a benefit belongs to one name, and here are several",
        at: "benefit \"c\""),
      .init(
        "x requires nothing or pro", "TG0019", "`nothing` is one of several requirements",
        at: "nothing"),
      .init(
        "scenario \"s\"\n  expect x adding 3 allowed", "TG0019",
        "`adding` is written about something that is not a meter", at: "3"),
      .init(
        "fact b is yes or no\nscenario \"s\"\n  given b until 2027-01-01", "TG0019",
        "`b` is a fact, and a fact does not end", at: "2027-01-01"),
      .init(
        "policy A\npolicy B", "TG0020", "`policy` is written twice in one policy", at: "policy B"),
      .init(
        "tiers a < b\ntiers c < d\nx requires b", "TG0020",
        "`tiers` is written twice in one policy",
        at: "tiers c < d"),
      .init(
        "feature x \"X\" zh_Hans \"Y\"", "TG0021", "`zh_Hans` is not a language tag",
        at: "zh_Hans", .safe, "zh-Hans"),
      .init(
        "feature x \"X\" de \"Y\" DE \"Z\"", "TG0021",
        "the language `DE` is written twice in one label",
        at: "DE"),
      .init(
        "x requires paid a and b", "TG0115", "`paid a` stands beside `b`, which has no `paid`",
        at: "paid a", .unsafe, "paid (a and b)"),
      .init(
        "fact b is yes or no\nx requires paid b", "TG0115",
        "`b` is a fact, and `paid` is said of entitlements", at: "b"),
      .init(
        "x requires paid (a and not b)", "TG0115", "`not` is inside the parentheses of `paid`",
        at: "not b"),
      .init(
        "x > 3 is off", "TG0024", "`is off` is written after a limit", at: "is off", .safe,
        "is not allowed"),
      .init(
        "x are not allowed", "TG0024", "`are not allowed` is written after a feature",
        at: "are not allowed", .safe, "are off"),
      .init(
        "x requires pro\n  message \"{limt}\"", "TG0602", "there is no placeholder `{limt}`",
        at: "{limt}", .unsafe, "limit"),
      .init(
        "x > 3 requires pro\n  reminder at 2 \"a\" de \"{wieviel} übrig\"", "TG0602",
        "there is no placeholder `{wieviel}`", at: "{wieviel}"),
    ]
}
