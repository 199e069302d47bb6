import TollgateSyntax

extension DiagnosticCase {
  static let sentences: [DiagnosticCase] = [
    .init(
      "x requires pro, max\n",
      "TG0001",
      "a requirement has a `,`",
      at: "1:15-16",
      .shown,
      "x requires pro and max\n"
    ),
    .init(
      "x requires pro, and max\n",
      "TG0001",
      "a `,` comes before `and`",
      at: "1:15-16",
      .safe,
      "x requires pro and max\n"
    ),
    .init(
      "x requires pro, when a\n",
      "TG0001",
      "a `,` comes before `when`",
      at: "1:15-16",
      .safe,
      "x requires pro when a\n"
    ),
    .init(
      "x requires a > 5\n",
      "TG0001",
      "a requirement cannot compare",
      at: "1:12-17"
    ),
    .init(
      "x requires in beta\n",
      "TG0001",
      "a requirement cannot compare",
      at: "1:12-19"
    ),
    .init(
      "x requires pro when a is ios, b\n",
      "TG0001",
      "a condition has a `,`",
      at: "1:29-30",
      .shown,
      "x requires pro when a is ios and b\n"
    ),
    .init(
      "bills <= 5 requires pro\n",
      "TG0001",
      "expected `>` or `>=`, found `<=`",
      at: "1:7-9"
    ),
    .init(
      "series L1-L18 \"x\"\n",
      "TG0001",
      "expected a range, found the name `L1-L18`",
      at: "1:8-14",
      .safe,
      "series L1..L18 \"x\"\n"
    ),
    .init(
      "series L1\n",
      "TG0001",
      "expected `..` and the last member of the series, found the end of the line",
      at: "1:10-10"
    ),
    .init(
      "fact d is date\n",
      "TG0001",
      "expected `a` before `date`",
      at: "1:11-15",
      .unsafe,
      "fact d is a date\n"
    ),
    .init(
      "fact d is a dat\n",
      "TG0001",
      "expected `a date`, `a version`, `a number`, `yes or no` or the values to choose from after `a`, found `dat`",
      at: "1:13-16",
      .unsafe,
      "fact d is a date\n"
    ),
    .init(
      "x requires (pro or max\n",
      "TG0006",
      "a parenthesis is not closed",
      at: "1:12-13"
    ),
    .init(
      "x requires pro)\n",
      "TG0006",
      "a parenthesis closes what was not opened",
      at: "1:15-16",
      .unsafe,
      "x requires pro\n"
    ),
    .init(
      "x requires pro and max or team\n",
      "TG0107",
      "`and` and `or` are mixed without parentheses",
      at: "1:24-26",
      .unsafe,
      "x requires (pro and max) or team\n"
    ),
    .init(
      "x are off when (a or b) and c or d\n",
      "TG0107",
      "`and` and `or` are mixed without parentheses",
      at: "1:31-33",
      .unsafe,
      "x are off when ((a or b) and c) or d\n"
    ),
    .init(
      "x requires pro when a when b\n",
      "TG0018",
      "`when` is written twice in one sentence",
      at: "1:23-27"
    ),
    .init(
      "x requires pro from 2026-01-01 from 2026-02-01\n",
      "TG0018",
      "`from` is written twice in one sentence",
      at: "1:32-36"
    ),
    .init(
      "x requires pro\n  reminder at 5 gentle prominent\n",
      "TG0018",
      "`prominent` is written twice in one sentence",
      at: "2:24-33"
    ),
    .init(
      "x requires pro\n  prompt as a as b\n",
      "TG0018",
      "`as` is written twice in one sentence",
      at: "2:15-17"
    ),
    .init(
      "scenario \"s\"\n  expect x denied because off because off\n",
      "TG0018",
      "`because` is written twice in one sentence",
      at: "2:31-38"
    ),
    .init(
      "grant pro unless a unless b\n",
      "TG0018",
      "`unless` is written twice in one sentence",
      at: "1:20-26"
    ),
    .init(
      "grant pro for 7 days after a for 8 days after a\n",
      "TG0018",
      "`for` is written twice in one sentence",
      at: "1:30-33"
    ),
    .init(
      "feature a b\n",
      "TG0001",
      "expected `,` or the end of the line, found `b`",
      at: "1:11-12"
    ),
    .init(
      "x requires\n",
      "TG0001",
      "expected a requirement after `requires`, found the end of the line",
      at: "1:11-11"
    ),
    .init(
      "x requires pro when\n",
      "TG0001",
      "expected a condition after `when`, found the end of the line",
      at: "1:20-20"
    ),
    .init(
      "x requires pro from 2026\n",
      "TG0001",
      "expected a date after `from`, found `2026`",
      at: "1:21-25"
    ),
    .init(
      "x requires pro from 7 days\n",
      "TG0001",
      "expected `after`, found the end of the line",
      at: "1:27-27"
    ),
    .init(
      "x is on\n",
      "TG0001",
      "expected `off` or `not` after `is`, found `on`",
      at: "1:6-8"
    ),
    .init(
      "a or b requires pro\n",
      "TG0001",
      "expected `and`, `requires` or `is` after `a`, found `or`",
      at: "1:3-5",
      .unsafe,
      "a and b requires pro\n"
    ),
    .init(
      "group g is a or b\n",
      "TG0001",
      "expected `,`, `and` or the end of the line, found `or`",
      at: "1:14-16",
      .unsafe,
      "group g is a and b\n"
    ),
    .init(
      "product p\n  only with a and b\n",
      "TG0001",
      "expected `,`, `or` or the end of the line, found `and`",
      at: "2:15-18",
      .unsafe,
      "product p\n  only with a or b\n"
    ),
    .init(
      "product p\n  price 12\n",
      "TG0001",
      "expected a currency such as `USD`, found the end of the line",
      at: "2:11-11"
    ),
    .init(
      "product p\n  price 12 CNY\n",
      "TG0001",
      "expected `per` or `once`, found the end of the line",
      at: "2:15-15"
    ),
    .init(
      "product p\n  adds 10 GB storage\n",
      "TG0001",
      "expected `to`, found `storage`",
      at: "2:14-21",
      .unsafe,
      "product p\n  adds 10 GB to storage\n"
    ),
    .init(
      "fact f yes or no\n",
      "TG0001",
      "expected `is`, found `yes`",
      at: "1:8-11"
    ),
    .init(
      "x > 9 requires pro\n  reminder 5\n",
      "TG0001",
      "expected `at`, found `5`",
      at: "2:12-13",
      .unsafe,
      "x > 9 requires pro\n  reminder at 5\n"
    ),
    .init(
      "rollout r 5%\n",
      "TG0001",
      "expected `is`, found `5%`",
      at: "1:11-13"
    ),
    .init(
      "tiers free, pro\n",
      "TG0001",
      "expected `<` and the next tier, or the end of the line, found `,`",
      at: "1:11-12",
      .unsafe,
      "tiers free < pro\n"
    ),
    .init(
      "trust snapshots 24h\n",
      "TG0001",
      "expected `for`, found `24h`",
      at: "1:17-20",
      .unsafe,
      "trust snapshots for 24h\n"
    ),
    .init(
      "always x allowed pro\n",
      "TG0001",
      "expected `with` or `without` after `allowed`, found `pro`",
      at: "1:18-21"
    ),
    .init(
      "scenario \"s\"\n  at noon\n",
      "TG0001",
      "expected a date after `at`, found `noon`",
      at: "2:6-10"
    ),
    .init(
      "scenario \"s\"\n  given bills 5 product a\n",
      "TG0001",
      "expected `,`, `per`, `carried`, `resets`, `then`, `and` or the end of the line, found `product`",
      at: "2:17-24"
    ),
    .init(
      "scenario \"s\"\n  expect x maybe remaining\n",
      "TG0001",
      "expected a quantity after `remaining`, found the end of the line",
      at: "2:27-27",
      .shown,
      "scenario \"s\"\n  expect x maybe remaining 500\n"
    ),
    .init(
      "rollout r is half\n",
      "TG0001",
      "expected a percentage after `is`, found `half`",
      at: "1:14-18"
    ),
    .init(
      "feature a,\nfeature b\n",
      "TG0001",
      "expected a name after `,`, found the end of the line",
      at: "1:11-11"
    ),
    .init(
      "x requires a b\n",
      "TG0001",
      "expected `and`, `or`, `from`, `until`, `when`, `unless` or the end of the line, found `b`",
      at: "1:14-15"
    ),
    .init(
      "x, y > 5 requires pro\n",
      "TG0001",
      "expected `and`, `requires` or `is`, found `>`",
      at: "1:6-7"
    ),
    .init(
      "x requires pro when in\n",
      "TG0001",
      "expected a rollout after `in`, found the end of the line",
      at: "1:23-23"
    ),
    .init(
      "entitlement full includes\n",
      "TG0001",
      "expected an entitlement after `includes`, found the end of the line",
      at: "1:26-26"
    ),
    .init(
      "except a requires pro\n",
      "TG0001",
      "expected a feature, a group or a meter, found `except`",
      at: "1:1-7"
    ),
  ]
}
