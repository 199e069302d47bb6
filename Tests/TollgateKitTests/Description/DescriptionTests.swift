import Foundation
import TestSupport
import Testing
import TollgateKit
import TollgateRuntime

/// The policy with every construct of the page `describe.md`: nothing in it goes untold.
@Suite struct DescriptionTests {
  static let locales = ["en", "zh-Hans"]

  private func everything() throws -> String {
    let blocks = try Page("Tests/LanguageSuite/describe.md").tests.flatMap { $0.blocks }
    return try #require(blocks.first { $0.info == ["gate", "everything.gate"] }).text
  }

  /// The policy of the page is what its name says.
  @Test func thePolicyHasEveryConstructOfTheGraph() throws {
    let parts = try policy(try everything()).graph.parts
    #expect(Set(parts.nodes.map { $0.kind }) == Set(Node.Kind.allCases))
    #expect(Set(parts.rules.map { $0.effect }) == Set(Rule.Effect.allCases))
    #expect(Set(parts.facts.map { $0.type }) == Set(Fact.FactType.allCases))
    #expect(Set(parts.meters.map { $0.unit }) == Set(Meter.Unit.allCases))
    let limits = parts.rules.compactMap { $0.limit }
    let units = Set(limits.compactMap { $0.window.unit })
    #expect(units.isSuperset(of: [.hour, .day, .week, .month, .year]))
    #expect(limits.contains { $0.window.number > 1 })
    #expect(Set(parts.meters.map { $0.windows }) == Set(Meter.Windows.allCases))
    #expect(parts.meters.contains { $0.refill != nil })
    #expect(parts.meters.contains { !$0.countedPer.isEmpty })
    #expect(!parts.insteads.isEmpty)
    let kinds = Set(limits.map { "\($0.kind)".prefix { $0 != "(" } })
    #expect(kinds == ["atMost", "allowance", "undecided", "bare"])
    let periods = Set(parts.products.compactMap { $0.price?.period }.map(DescriptionTests.kind))
    #expect(periods == ["once", "weeks", "months"])
  }

  private static func kind(_ period: Price.Period) -> String {
    switch period {
    case .once: "once"
    case .weeks: "weeks"
    case .months: "months"
    case .use: "use"
    }
  }

  /// Without any one of its lines the policy means something else, and its description says so.
  @Test func everyLineHasItsSentence() throws {
    let lines = try everything().split(separator: "\n").map(String.init)
    let whole = try told(lines.joined(separator: "\n"))
    var count = 0
    for index in lines.indices {
      var rest = lines
      rest.remove(at: index)
      // What other lines need cannot go.
      guard let less = try? told(rest.joined(separator: "\n")) else { continue }
      count += 1
      #expect(less[0] != whole[0] && less[1] != whole[1], "without “\(lines[index])”")
    }
    #expect(count > 50)
  }

  /// The description of a policy in both languages.
  private func told(_ text: String) throws -> [String] {
    let policy = try Policy(source: text)
    return DescriptionTests.locales.map { policy.plainDescription(in: $0).text }
  }

  /// Every detail of a line counts, not only that it is there.
  @Test(
    arguments: [
      ("bills > 500", "bills > 501"), ("at 90%", "at 91%"), ("at 500 prominent", "at 500 gentle"),
      ("snooze 7 days \"", "snooze 8 days \""), ("trial 7 days", "trial 8 days"),
      ("12 CNY", "13 CNY"), ("12 CNY", "12 USD"), ("per year\n  trial", "per month\n  trial"),
      ("on app-store", "on play-store"), ("per week requires", "per day requires"),
      ("otherwise 3", "otherwise 4"), ("adds 10 GB", "adds 11 GB"), ("12.5%", "12.25%"),
      ("for 7 days after installed", "for 8 days after installed"), ("is asia", "is europe"),
      ("before 2026-03-01", "since 2026-03-01"), ("not trainee", "trainee"),
      ("pro or basic", "pro and basic"), ("soft until 2026-04-01", "soft until 2026-04-02"),
      ("otherwise no\n", "otherwise yes\n"), ("web or anything else", "web"),
      ("not dismissible", "snooze 3 days"), ("is one of web", "is not one of web"),
      ("<= 2016", "<= 2017"), ("since 1.4", "since 1.5"), ("exports is 3", "exports is 4"),
      ("per 3 hours", "per 4 hours"), ("windows roll", "windows follow the subscription"),
      ("1 every 30min", "1 every 31min"), ("1 every 30min", "2 every 30min"),
      ("counted per team", "counted per seat"), ("instead use help", "instead use settings"),
      ("not with lifetime", "not with lessons"), ("only with annual or", "only with lessons or"),
      ("includes basic and advanced", "includes basic"), ("snapshots for 24h", "snapshots for 23h"),
    ])
  func everyDetailIsTold(change: (from: String, to: String)) throws {
    let text = try everything()
    #expect(text.contains(change.from))
    let before = try told(text)
    let after = try told(text.replacingOccurrences(of: change.from, with: change.to))
    #expect(before[0] != after[0] && before[1] != after[1])
  }

  /// The two languages tell the same: as many sections, entries, statements and sentences.
  @Test func bothLanguagesTellTheSame() throws {
    let policy = try Policy(source: try everything())
    let shapes = DescriptionTests.locales.map { locale in
      policy.plainDescription(in: locale).sections.map { section in
        section.entries.map { entry in (entry.names, entry.statements.map { $0.count }) }
          .map { "\($0.0) \($0.1)" }
      }
    }
    #expect(shapes[0] == shapes[1])
  }

  @Test func aCompiledPolicyTellsTheSame() throws {
    let policy = try Policy(source: try everything())
    let compiled = try Policy(compiled: policy.graph.compiled())
    for locale in DescriptionTests.locales {
      #expect(compiled.plainDescription(in: locale) == policy.plainDescription(in: locale))
    }
  }

  @Test func anEmptyPolicyHasADescription() throws {
    let description = try policy("policy Empty \"Nothing\"\n").plainDescription()
    #expect(description.title == "Nothing: the policy in plain words")
    #expect(description.sections.map { $0.topic } == [.trust])
    let nameless = try policy("").plainDescription(in: "zh-CN")
    #expect(nameless.title == "策略说明")
    #expect(nameless.language == "zh-Hans")
  }

  @Test func namesSortAsPeopleSortThem() throws {
    let text = "series L1..L12\nL1..L2, L10 require a\nL3..L9 requires b\n"
    let access = try #require(try policy(text).plainDescription().sections.first)
    #expect(access.entries.map { $0.title } == ["L1 to L2, L10", "L3 to L9", "L11 to L12"])
  }

  @Test func aRequirementOfNotHavingReadsAsWhatItIs() throws {
    let text = "product p\n  grants premium\nfeature ads\nads requires not premium\n"
    #expect(try policy(text).plainDescription().text.contains("    - Only without premium.\n"))
    #expect(
      try policy(text).plainDescription(in: "zh").text.contains("    - 仅限没有 premium 的用户。\n"))
  }

  @Test func aMeterThatOnlyConditionsReadIsMentioned() throws {
    let text = "meter members\nfeature csv\ncsv requires pro when members > 4\n"
    let description = try policy(text).plainDescription().text
    #expect(description.contains("No rule limits it. Rules about csv depend on it."))
    #expect(!description.contains("No rule mentions it"))
    #expect(description.contains("If at least 5 members are used: needs pro."))
  }

  @Test func aLabelIsNoMarkup() throws {
    let text = "feature a \"*bold* [link](x) `code` <b>\"\na requires pro\n"
    let markdown = try policy(text).plainDescription().markdown
    #expect(markdown.contains(#"### \*bold\* \[link\](x) \`code\` \<b\> (a)"#))
  }
}
