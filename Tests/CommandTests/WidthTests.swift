import ArgumentParser
import Foundation
import TestSupport
import Testing
import TollgateAnalysis
import TollgateCompiler
import TollgateKit
import TollgateSyntax

@testable import tollgate

/// No text is wider than the terminal that it was asked for, however narrow.
@Suite struct WidthTests {
  private static let word = "Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen"
  private static let wide = "完全免费的电子表格导出功能与永久保存的历史记录以及其他"

  /// Long words, wide characters, marks, and long prices, names, limits and values.
  private static let hostile = """
    policy \(String(repeating: "S", count: 60)) "\(word)" zh-Hans "\(wide)"
    tiers free "\(word)" zh-Hans "\(wide)" < pro "P\u{301}ro 👩‍👩‍👧‍👦 \(wide)"
    product annual "\(word)\(word)" zh-Hans "\(wide)\(wide)"
      sold as "com.shop.annual.\(String(repeating: "long.", count: 12))id"
      grants pro
      price 123456789012.99 USD or 99999999999 JPY per 11 months
      recommended
      trial 365 days
      benefit "\(word) \(word)" zh-Hans "\(wide)"
    product extra "\(wide)"
      adds 9007199254740991 to bills
      price 38 CNY once
      only with annual
    meter bills "\(word)" zh-Hans "\(wide)"
    meter \(String(repeating: "a", count: 36))
    feature csv-export "\(wide)"
    feature \(String(repeating: "long-", count: 12))name
    series L1..L9 "\(word)"
    setting quality "\(word)" is low "\(wide)" < high "\(word)"
      high with pro
    fact platform is ios, android or web
    rollout trial is 50% of users
    bills > 9007199254740990 per day requires pro
      reminder at 450 "\(word) {remaining} \(wide)"
      message "\(wide) {limit} \(word)"
    \(String(repeating: "a", count: 36)) > 5 requires pro unless in trial
    csv-export is off when platform is web
    \(String(repeating: "long-", count: 12))name requires pro when in trial
    L1..L4 requires pro
    csv-export requires pro
    never csv-export allowed with nothing when platform is web
    scenario "\(word) \(wide)"
      given platform is web
      expect csv-export denied

    """

  /// The shipped policies, those of the gallery, and the hostile one, by name.
  private static func policies() throws -> [(name: String, source: Source)] {
    try Repository.policies.map { path in
      (path, try PolicyFile.source(at: Repository.url(path).path))
    } + [("hostile", Source(name: "hostile.gate", text: hostile))]
  }

  /// Every width that makes a difference to most texts, and some of the others.
  private static func widths(all: Bool) -> [Int] {
    all ? Array(1...300) : Array(1...48) + stride(from: 51, through: 300, by: 13)
  }

  /// The lines of a text that are wider than a page. A page of one column has no room for a wide
  /// character.
  private func tooWide(_ text: String, _ width: Int) -> [Substring] {
    text.split(separator: "\n").filter { TextPage.columns(of: $0) > max(2, width) }
  }

  /// The hostile policy tries every width, and the others share the widths among them.
  @Test func noTableIsWiderThanItsPage() throws {
    for (index, (name, source)) in try WidthTests.policies().enumerated() {
      let all = WidthTests.widths(all: name == "hostile")
      let widths = name == "hostile" ? all : all.filter { ($0 + index) % 3 == 0 }
      let policy = Policy(graph: try #require(Compiler.graph(of: source).graph))
      for locale in ["en", "zh-Hans"] {
        let table = policy.planTable(in: locale, at: .now)
        for width in widths {
          let text = TextTable(table, on: TextPage(width: width)).text
          #expect(tooWide(text, width) == [], "\(name), \(locale), \(width)")
        }
      }
    }
  }

  /// Nothing but spaces is lost where a line is broken.
  @Test func aBrokenLineKeepsItsLetters() {
    let lines = [
      WidthTests.word, WidthTests.wide, "  • \(WidthTests.wide)，\(WidthTests.word)",
      "      a  b   \(WidthTests.word) c", "\u{1B}[1;31merror\u{1B}[0m: \(WidthTests.word)",
      "e\u{301}\u{302} 👩‍👩‍👧‍👦👩‍👩‍👧‍👦 ", "1. one two three",
    ]
    for line in lines {
      for width in 1...300 {
        let text = TextPage(width: width).wrapped(line)
        #expect(tooWide(text, width) == [], "\(line), \(width)")
        #expect(text.filter { !$0.isWhitespace } == line.filter { !$0.isWhitespace })
      }
    }
  }

  @Test func noFindingIsWiderThanItsTerminal() throws {
    for (name, whole) in try WidthTests.policies() {
      let text = whole.text(Span(0, whole.bytes.count))
      // A policy that was cut anywhere has mistakes.
      let half = String(text.dropLast(text.count / 3)) + "\nproduct \(WidthTests.word) grants\n"
      let source = Source(name: "\(name)/\(WidthTests.word).gate", text: half)
      let options = LintOptions(today: .now, isStrict: false, run: try RunOptions.begin("10s"))
      let findings = Linter.lint(source, options).findings
      for width in WidthTests.widths(all: false) {
        for color in [false, true] {
          let renderer = TextRenderer(source: source, color: color, columns: width)
          for finding in findings.prefix(4) {
            let text = TextPage.fitted(renderer.render(finding), width)
            #expect(tooWide(text, width) == [], "\(name), \(finding.code), \(width)")
          }
        }
      }
    }
  }

  /// A line of the source is cut, not broken: what is marked stands above its mark.
  @Test func aNarrowTerminalShowsTheMarkedPlace() throws {
    let text =
      "feature a\n" + String(repeating: " ", count: 90) + "a requires prx\nentitlement pro\n"
    let source = Source(name: "a.gate", text: text)
    let options = LintOptions(today: .now, isStrict: false, run: try RunOptions.begin("10s"))
    let finding = try #require(Linter.lint(source, options).findings.first)
    let shown = TextRenderer(source: source, color: false, columns: 40).render(finding)
    let lines = shown.split(separator: "\n").map { String($0) }
    let row = try #require(lines.first { $0.hasPrefix("2 │") })
    let mark = try #require(lines.first { $0.contains("━") })
    #expect(TextPage.columns(of: row) <= 40)
    let place = try #require(mark.firstIndex(of: "━")).utf16Offset(in: mark)
    #expect(row.dropFirst(place).hasPrefix("prx"), "\(shown)")
  }

  // MARK: Commands

  private static let files = [
    "w.gate": hostile,
    "next.gate": hostile.replacing("9007199254740990", with: "3").replacing(
      "denied", with: "allowed"),
    "old/w.gate": hostile, "new/w.gate": hostile.replacing("9007199254740990", with: "3"),
    "users.jsonl": """
    {"schema":1,"subject":"\(word)","asOf":"2026-03-01T00:00:00Z","usage":{"bills":{"total":9,"windows":{"day":5}}}}

    """,
    "x.history": "at 2026-01-31 given bills 500, platform is ios\nbuy annual\ncheck csv-export\n",
    "log.jsonl": """
    {"schema":1,"at":"2026-03-01T08:00:00Z","target":"csv-export","adding":1,"subject":"\(word)",\
    "outcome":"allowed","reason":"granted","rule":null,"fingerprint":"sha256:0","rollouts":[],\
    "snapshot":{"schema":1,"subject":"\(word)"}}

    """,
  ]

  /// Every command that writes a text for people, as it is called.
  private static let commands: [[String]] = [
    ["access", "w.gate", "--using", "bills=400"], ["check", "w.gate", "bills"],
    ["describe", "w.gate"], ["diff", "w.gate", "next.gate"], ["diff", "old", "new"],
    ["explain", "TG0101"], ["explain", "w.gate", "bills"],
    ["explain", "w.gate", "csv-export", "--locale", "zh-Hans"], ["graph", "w.gate"],
    ["graph", "w.gate", "csv-export"],
    ["lint", "next.gate"],
    ["paywall", "w.gate", "--for", "csv-export"], ["paywall", "w.gate", "--locale", "zh-Hans"],
    ["prove", "next.gate"], ["replay", "log.jsonl", "w.gate"], ["schema"],
    ["table", "w.gate"],
    ["table", "w.gate", "--locale", "zh-Hans"], ["test", "next.gate", "--coverage"],
  ]

  /// Each command on a terminal of so many columns.
  @Test(arguments: [1, 3, 20, 40, 90])
  func noCommandWritesWiderThanItsTerminal(width: Int) throws {
    let folder = try Folder(WidthTests.files)
    for words in WidthTests.commands {
      let text = try written(words, in: folder, columns: width)
      #expect(!text.isEmpty, "\(words)")
      #expect(tooWide(text, width) == [], "\(words), \(width)")
    }
  }

  /// The same where the lines are broken alone, at every width.
  @Test func noWrittenTextIsWiderThanAnyTerminal() throws {
    let folder = try Folder(WidthTests.files)
    // These wait for other threads, which a test must not.
    let users = folder["users.jsonl"]
    let others = [
      try Command.run("impact", folder["w.gate"], folder["next.gate"], "--users", users),
      try Command.run("simulate", folder["w.gate"], folder["x.history"]),
    ]
    #expect(others.allSatisfy { $0.status == 0 })
    var texts = others.map { (["another process"], $0.output) }
    for words in WidthTests.commands {
      texts.append((words, try written(words, in: folder, columns: 10_000)))
    }
    for (words, text) in texts {
      for width in WidthTests.widths(all: false) {
        #expect(tooWide(TextPage.fitted(text, width), width) == [], "\(words), \(width)")
      }
    }
  }

  private func written(_ words: [String], in folder: Folder, columns: Int) throws -> String {
    var bytes: [UInt8] = []
    let output = Output(columns: columns) { bytes += $0 }
    // What has the name of a file is one.
    let placed = words.map {
      FileManager.default.fileExists(atPath: folder[$0]) ? folder[$0] : $0
    }
    let command = try TollgateCommand.parseAsRoot(placed)
    let answering = try #require(command as? any AnsweringCommand)
    _ = try answering.answer(on: output)
    try output.flush()
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(arguments: [1, 7, 24, 80])
  func aPageOfWatchFitsIntoItsTerminal(width: Int) throws {
    let folder = try Folder(WidthTests.files)
    let page = WatchPage(isStrict: true, showsTable: true, locale: { _ in "en" }, within: "10s")
    let text = try page.text(of: WatchedFiles([folder.url.path]), width)
    #expect(text.contains("✓"))
    #expect(tooWide(text, width) == [])
  }

  /// Terminals tell their width.
  @Test func aTerminalIsAskedForItsWidth() throws {
    guard FileManager.default.fileExists(atPath: "/usr/bin/script") else { return }
    let folder = try Folder(WidthTests.files)
    let line = "stty cols 21; \\\"$tollgate\\\" table w.gate"
    let shown = try Command.shell("script -qec \"\(line)\" /dev/null < /dev/null", in: folder.url)
    let text = shown.output.replacing("\r\n", with: "\n")
    #expect(text.contains("\n  Price: "), "\(text)")
    #expect(tooWide(text, 21) == [])
  }
}
