import Testing
import TollgateSyntax

@testable import TollgateCompiler

/// Numbers with separators: what can be read in two ways is refused, both readings are offered, and
/// each of them compiles.
struct SeparatorTests {
  /// A sentence with `1.000`, `1,000` or the like in it, and what each fix makes of it.
  static let refused: [(text: String, readings: [String])] = [
    ("bills > 1.000 requires pro", ["bills > 1000 requires pro", "bills > 1 requires pro"]),
    ("bills > 1,000 requires pro", ["bills > 1000 requires pro", "bills > 1 requires pro"]),
    ("bills > 1.500 requires pro", ["bills > 1500 requires pro"]),
    ("bills at most 1.000.000", ["bills at most 1000000"]),
    ("bills at most 1,000,000", ["bills at most 1000000"]),
    ("bills at most 1,000.50", []),
    ("bills at most 5\n  2,000 with pro", ["bills at most 5\n  2000 with pro", step(2)]),
    ("bills > 9000 requires pro\n  reminder at 8.000", [reminder(8000), reminder(8)]),
    ("meter storage in bytes\nstorage > 1,5 GB requires pro", [storage("1.5")]),
    (
      "meter storage in bytes\nstorage > 2,000 GB requires pro",
      [storage("2000"), storage("2")]
    ),
    ("setting slots is 1.000\n  2000 with pro", [slots(1000), slots(1)]),
    ("fact build is a number\nx is off when build > 2.000", [build(2000), build(2)]),
    (price("1.200 USD"), [price("1200 USD"), price("1.20 USD")]),
    (price("1,200 USD"), [price("1200 USD"), price("1.20 USD")]),
    (price("8,99 EUR"), [price("8.99 EUR")]),
    (price("1,200.50 USD"), [price("1200.50 USD")]),
    (price("1.200,50 EUR"), [price("1200.50 EUR")]),
    (price("1.200.000 KRW"), [price("1200000 KRW")]),
    (price("3.000 JPY"), [price("3000 JPY"), price("3 JPY")]),
    (price("100.00 JPY"), [price("100 JPY")]),
    (price("1.999 USD"), [price("1999 USD")]),
    (price("1.2345 USD"), []),
    (price("$1,200"), [price("1200 USD"), price("1.20 USD")]),
    (price("€8,99"), [price("8.99 EUR")]),
  ]

  private static func step(_ value: Int) -> String { "bills at most 5\n  \(value) with pro" }

  private static func reminder(_ value: Int) -> String {
    "bills > 9000 requires pro\n  reminder at \(value)"
  }

  private static func storage(_ value: String) -> String {
    "meter storage in bytes\nstorage > \(value) GB requires pro"
  }

  private static func slots(_ value: Int) -> String {
    "setting slots is \(value)\n  2000 with pro"
  }

  private static func build(_ value: Int) -> String {
    "fact build is a number\nx is off when build > \(value)"
  }

  private static func price(_ amount: String) -> String {
    "product p\n  grants pro\n  price \(amount) per year\nx requires pro"
  }

  @Test(arguments: refused.map { $0.text })
  func neitherReadingIsTakenAndEachCompiles(_ text: String) throws {
    let expected = SeparatorTests.refused.first { $0.text == text }?.readings ?? []
    let found = compile(text + "\n").diagnostics
    #expect(found.count == 1, "one message per mistake")
    let edits = found.flatMap { $0.edits }
    #expect(edits.allSatisfy { $0.safety == .unsafe })
    let mended = edits.map { edit in
      var bytes = Array((text + "\n").utf8)
      bytes.replaceSubrange(edit.span.start..<edit.span.end, with: edit.replacement.utf8)
      return String(decoding: bytes.dropLast(), as: UTF8.self)
    }
    #expect(mended == expected)
    for text in mended { #expect(compile(text + "\n").diagnostics.map(\.headline) == []) }
  }

  @Test(arguments: [
    "meter storage in bytes\nstorage > 1.500 GB requires pro", "bills > 10_000 requires pro",
    "bills > 1.0 requires pro", "fact v is a version\nx is off when v before 1.000",
    "fact v is a version\nx is off when v before 1.000.200",
    "rollout r is 12.5% of users\nx is off unless in r",
    "product p\n  price 0.005 USD for each of calls\ncalls > 5 requires pro",
    "product p\n  grants pro\n  price 1.200 KWD per year\nx requires pro",
    "product p\n  grants pro\n  price 12.50 USD per year\nx requires pro",
    "L1, L2 require pro", "x is off when platform is one of ios, web",
  ])
  func whatHasOneMeaningIsRead(_ text: String) {
    #expect(compile(text + "\n").diagnostics.map(\.headline) == [])
  }
}
