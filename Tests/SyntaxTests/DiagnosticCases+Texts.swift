import TollgateSyntax

extension DiagnosticCase {
  static let texts: [DiagnosticCase] = [
    .init(
      "x requires pro\n  message \"open\n",
      "TG0004",
      "a text is not closed",
      at: "2:11-16",
      .unsafe,
      "x requires pro\n  message \"open\"\n"
    ),
    .init(
      "x requires pro\n  message \"The free plan\n  holds {limit}.\"\ny requires pro\n",
      "TG0004",
      "a text continues in the next line",
      at: "2:11-25",
      .unsafe,
      "x requires pro\n  message \"The free plan holds {limit}.\"\ny requires pro\n"
    ),
    .init(
      "x requires pro\n  message The free plan\n",
      "TG0004",
      "expected a text in quotes, found `The`",
      at: "2:11-24",
      .unsafe,
      "x requires pro\n  message \"The free plan\"\n"
    ),
    .init(
      "scenario a free user\n",
      "TG0004",
      "expected a text in quotes, found `a`",
      at: "1:10-21",
      .unsafe,
      "scenario \"a free user\"\n"
    ),
    .init(
      "product p\n  sold as com.app\n",
      "TG0004",
      "expected a text in quotes, found `com.app`",
      at: "2:11-18",
      .unsafe,
      "product p\n  sold as \"com.app\"\n"
    ),
    .init(
      "product p\n  sold as 5\n",
      "TG0004",
      "expected a text in quotes, found `5`",
      at: "2:11-12"
    ),
    .init(
      "feature a \"one\\ntwo\"\n",
      "TG0005",
      "`\\n` has no meaning in a text",
      at: "1:15-17",
      .unsafe,
      "feature a \"one\\\\ntwo\"\n"
    ),
    .init(
      "feature a \"C:\\\\x\\d\"\n",
      "TG0005",
      "`\\d` has no meaning in a text",
      at: "1:17-19",
      .unsafe,
      "feature a \"C:\\\\x\\\\d\"\n"
    ),
    .init(
      "`a requires pro\n",
      "TG0004",
      "a name in backquotes is not closed",
      at: "1:1-16"
    ),
    .init(
      "`-a` requires pro\n",
      "TG0001",
      "the text in backquotes is not a name",
      at: "1:1-5"
    ),
    .init(
      "`a b` requires pro\n",
      "TG0001",
      "the text in backquotes is not a name",
      at: "1:1-6"
    ),
    .init(
      "3d requires pro\n",
      "TG0001",
      "expected a name, found `3d`",
      at: "1:1-3",
      .unsafe,
      "`3d` requires pro\n"
    ),
    .init(
      "x requires \"pro\"\n",
      "TG0001",
      "expected a requirement, found a text",
      at: "1:12-17",
      .unsafe,
      "x requires pro\n"
    ),
    .init(
      "feature \"a b\"\n",
      "TG0001",
      "expected a name after `feature`, found a text",
      at: "1:9-14"
    ),
  ]
}
