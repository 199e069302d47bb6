import TollgateSyntax

extension DiagnosticCase {
  static let words: [DiagnosticCase] = [
    .init(
      "price requires pro\n",
      "TG0010",
      "`price` is a word of the language",
      at: "1:1-6",
      .safe,
      "`price` requires pro\n"
    ),
    .init(
      "price, x require pro\n",
      "TG0010",
      "`price` is a word of the language",
      at: "1:1-6",
      .safe,
      "`price`, x require pro\n"
    ),
    .init(
      "meter > 5 requires pro\n",
      "TG0010",
      "`meter` is a word of the language",
      at: "1:1-6",
      .safe,
      "`meter` > 5 requires pro\n"
    ),
    .init(
      "features a, price\n",
      "TG0010",
      "`price` is a word of the language",
      at: "1:13-18",
      .safe,
      "features a, `price`\n"
    ),
    .init(
      "feature and, b\n",
      "TG0010",
      "`and` is a word of the language",
      at: "1:9-12",
      .safe,
      "feature `and`, b\n"
    ),
    .init(
      "group is off\n",
      "TG0010",
      "`group` is a word of the language",
      at: "1:1-6",
      .safe,
      "`group` is off\n"
    ),
    .init(
      "series is not allowed\n",
      "TG0010",
      "`series` is a word of the language",
      at: "1:1-7",
      .safe,
      "`series` is not allowed\n"
    ),
    .init(
      "expect > 5 requires pro\n",
      "TG0010",
      "`expect` is a word of the language",
      at: "1:1-7",
      .safe,
      "`expect` > 5 requires pro\n"
    ),
    .init(
      "series price..x\n",
      "TG0010",
      "`price` is a word of the language",
      at: "1:8-13",
      .safe,
      "series `price`..x\n"
    ),
    .init(
      "group at is a\n",
      "TG0010",
      "`at` is a word of the language",
      at: "1:7-9",
      .safe,
      "group `at` is a\n"
    ),
    .init(
      "bills > 500 requries pro\n",
      "TG0001",
      "`requries` is not a word of the language here",
      at: "1:13-21",
      .unsafe,
      "bills > 500 requires pro\n"
    ),
    .init(
      "bills > 500 needs pro\n",
      "TG0001",
      "`needs` is not a word of the language here",
      at: "1:13-18",
      .unsafe,
      "bills > 500 requires pro\n"
    ),
    .init(
      "bills > 500 Requires pro\n",
      "TG0001",
      "`Requires` is not a word of the language here",
      at: "1:13-21",
      .unsafe,
      "bills > 500 requires pro\n"
    ),
    .init(
      "bills > 500 pro\n",
      "TG0001",
      "expected `requires`, found `pro`",
      at: "1:13-16",
      .unsafe,
      "bills > 500 requires pro\n"
    ),
    .init(
      "csv pro or max\n",
      "TG0001",
      "expected `requires`, found `pro`",
      at: "1:5-8",
      .unsafe,
      "csv requires pro or max\n"
    ),
    .init(
      "bills > requires pro\n",
      "TG0001",
      "expected a quantity after `>`, found `requires`",
      at: "1:9-17",
      .shown,
      "bills > 500 requires pro\n"
    ),
    .init(
      "featuers a, b\n",
      "TG0002",
      "a line that begins with `featuers` is not a sentence of the language",
      at: "1:1-9",
      .unsafe,
      "features a, b\n"
    ),
    .init(
      "product p\n  recomended\n",
      "TG0002",
      "a line that begins with `recomended` is not a sentence of the language",
      at: "2:3-13",
      .unsafe,
      "product p\n  recommended\n"
    ),
    .init(
      "hello world this is prose\n",
      "TG0002",
      "a line that begins with `hello` is not a sentence of the language",
      at: "1:1-6"
    ),
    .init(
      "@ requires pro\n",
      "TG0002",
      "a line that begins with `@` is not a sentence of the language",
      at: "1:1-2"
    ),
    .init(
      "x\n",
      "TG0002",
      "a line that begins with `x` is not a sentence of the language",
      at: "1:1-2"
    ),
    .init(
      "because \"x\"\n",
      "TG0003",
      "`because` belongs to a statement, and there is none above it",
      at: "1:1-8"
    ),
    .init(
      "product p\n  not for sal\n",
      "TG0001",
      "`sal` is not a word of the language here",
      at: "2:11-14",
      .unsafe,
      "product p\n  not for sale\n"
    ),
    .init(
      "product p\n  shared with famly\n",
      "TG0001",
      "`famly` is not a word of the language here",
      at: "2:15-20",
      .unsafe,
      "product p\n  shared with family\n"
    ),
  ]
}
