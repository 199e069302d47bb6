import Foundation
import TestSupport
import Testing

/// Every place that a command tells about a policy in several files is one of the file that it names:
/// no line is counted over all files.
@Suite struct UsePlacesTests {
  /// The rules of the used files lie behind fifty lines of comments, which are in the first file. Their
  /// own lines are below ten.
  private static let files = [
    "shop.gate": """
    policy Shop
    tiers free "Free" < pro "Pro"
    product annual "Annual"
      grants pro
    \(String(repeating: "# nothing\n", count: 50))
    use "b.gate"
    use "c.gate"

    """,
    "b.gate": """
    meter bills "bills"
    features csv, pdf
    bills > 500 requires pro
      reminder at 900
    csv requires pro when bills > 5
    csv requires pro
    fact beta is yes or no
    """,
    "c.gate": """
    pdf requires pro from 2026-01-01
    pdf is off until 2020-01-01
    setting history is 7 days
      30 days with pro
    scenario "a free user"
      given bills 3
      expect csv allowed
    always pdf allowed with nothing
    """,
  ]

  /// No file has a rule on this line, and in the text of all files each used file begins after it.
  private static let between = 50

  private func folder() throws -> Folder {
    let folder = try Folder()
    for (path, text) in UsePlacesTests.files {
      try text.write(
        to: folder.url.appendingPathComponent(path), atomically: true, encoding: .utf8)
    }
    return folder
  }

  /// The numbers that a text tells as lines: `line 3`, `lines 3, 5 and 7`, `b.gate:3`, `"line": 3`.
  private func lines(in text: String) -> [Int] {
    let lists = text.matches(of: #/\blines? ((?:\d+(?:, | and )?)+)/#).map { $0.1 }
    let single = text.matches(of: #/(?:\.gate:|ine" ?: ?|ine="?|第 )(\d+)/#).map { $0.1 }
    return (lists + single).flatMap { $0.matches(of: #/\d+/#) }.compactMap { Int($0.0) }
  }

  @Test(arguments: [
    "lint shop.gate", "lint shop.gate --budget 1", "lint shop.gate --strict",
    "lint shop.gate --format json", "lint shop.gate --format sarif",
    "lint shop.gate --format github", "lint shop.gate --format junit",
    "lint shop.gate --budget 1 --format json",
    "test shop.gate", "test shop.gate --coverage", "test shop.gate --coverage --format json",
    "test shop.gate --format junit", "test shop.gate --format github --coverage",
    "test shop.gate --suggest", "prove shop.gate", "prove shop.gate --format json",
    "check shop.gate csv bills=9", "check shop.gate csv bills=9 --format json",
    "check shop.gate csv pdf history bills", "explain shop.gate csv bills=9",
    "explain shop.gate history", "describe shop.gate", "describe shop.gate --format json",
    "graph shop.gate", "graph shop.gate --format json", "graph shop.gate --format dot",
    "graph shop.gate --locale zh", "diff old.gate shop.gate",
    "diff old.gate shop.gate --format json",
    "impact shop.gate --users users.jsonl", "impact shop.gate --users users.jsonl --format json",
    "impact shop.gate --users users.jsonl --list", "sql shop.gate", "table shop.gate",
    "paywall shop.gate csv bills=9",
  ])
  func aLineIsOneOfItsFile(_ command: String) throws {
    let folder = try folder()
    let old = (UsePlacesTests.files["b.gate"] ?? "").replacing("500", with: "400")
    try "tiers free < pro\n\(old)".write(
      to: folder.url.appendingPathComponent("old.gate"), atomically: true, encoding: .utf8)
    try #"{"subject": "u", "usage": {"bills": 900}}"#.write(
      to: folder.url.appendingPathComponent("users.jsonl"), atomically: true, encoding: .utf8)
    let result = try Command.shell("$tollgate \(command) 2>&1", in: folder.url)
    let told = lines(in: result.output)
    #expect(told.allSatisfy { $0 < UsePlacesTests.between }, "\(result.output)")
  }

  @Test func whatTheBudgetLeavesOpenIsToldFileByFile() throws {
    let folder = try folder()
    let lint = try Command.run("lint", "--budget", "1", folder["shop.gate"])
    let place = folder["b.gate"]
    #expect(lint.output.contains("undecided for lines 1 and 2 of \(place)"), "\(lint.output)")
  }
}
