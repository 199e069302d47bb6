import ArgumentParser
import Foundation
import TestSupport
import Testing
import TollgateAnalysis
import TollgateCompiler
import TollgateSyntax

@testable import tollgate

/// `tollgate new`: whatever is answered, the policy is sound, or there is none.
@Suite struct NewTests {
  /// What is wrong with a starter policy; nothing where all is well.
  private func faults(of text: String) -> [String] {
    let source = Source(name: "new.gate", text: text)
    let result = Compiler.compile(source)
    var faults = result.diagnostics.map { $0.headline }
    guard let graph = result.graph, let policy = result.policy else { return faults + ["no graph"] }
    let runner = ScenarioRunner(graph: graph)
    for scenario in policy.scenarios where !runner.run(scenario).failures.isEmpty {
      faults.append(scenario.title)
    }
    if policy.scenarios.isEmpty { faults.append("no scenario") }
    for line in text.split(separator: "\n")
    where Source(name: "", text: String(line)).displayColumn(at: line.utf8.count) > 101 {
      faults.append("too long: \(line)")
    }
    if !text.hasSuffix("\n") || text.hasSuffix("\n\n") { faults.append("its end") }
    return faults
  }

  /// Many combinations of what may be told, a third of all.
  @Test func whateverIsToldThePolicyIsSound() throws {
    let tiers = [[], ["pro"], ["pro", "max"], ["专业版"], ["free", "price"], ["про"]]
    let meters = [[], ["bills=500"], ["storage=5 GB", "exports=3 per day"], ["时长=90min per week"]]
    let features = [[], ["csv-export"], ["price", "sold", "in"], ["导出", "a.b"]]
    let prices = [
      [], ["12 CNY per year"], ["38 CNY once", "1.5 USD per week", "3 EUR per 2 months"],
    ]
    var count = 0
    for tier in tiers {
      for meter in meters {
        for feature in features {
          for price in prices {
            var answers = StarterAnswers(
              tiers: tier, meters: meter, features: feature, prices: price)
            if count % 2 == 0, price != [], price != ["38 CNY once"] { answers.trial = "7 days" }
            count += 1
            guard count % 3 == 1 else { continue }
            // One name has one kind.
            if tier.contains("price"), feature.contains("price") { continue }
            let text = try answers.starter(named: "Shop").text
            #expect(faults(of: text) == [], "\(answers)\n\(text)")
          }
        }
      }
    }
  }

  @Test func aPriceMayBeInSeveralCurrencies() throws {
    let answers = StarterAnswers(
      tiers: ["pro"],
      prices: ["9.99 USD or 68 CNY per month", "99 USD per year", "648 CNY per year"])
    let text = try answers.starter(named: "Shop").text
    #expect(faults(of: text) == [], "\(text)")
    #expect(text.contains("  price 9.99 USD or 68 CNY per month\n"))
    #expect(text.contains("  price 99 USD or 648 CNY per year\n"))
    let twice = StarterAnswers(
      tiers: ["pro"], prices: ["99 USD per year", "9 CNY or 8 USD per year"])
    #expect(throws: Failure.self) { try twice.starter(named: "Shop") }
  }

  @Test func tiersOfTheirOwnHaveProductsAndFeatures() throws {
    let answers = StarterAnswers(
      tiers: ["pro", "max"], features: ["ai=max", "export"],
      prices: ["12 CNY per year", "max=20 CNY per year"])
    let text = try answers.starter(named: "Shop").text
    #expect(faults(of: text) == [])
    #expect(text.contains("ai requires max\n"))
    #expect(text.contains("expect ai denied unlocked by max-yearly\n"))
    #expect(text.contains("expect export denied unlocked by pro-yearly or max-yearly\n"))
  }

  @Test func longNamesAreWrapped() throws {
    let names = (0..<3).map { "n\($0)-" + String(repeating: "a", count: 21) }
    let answers = StarterAnswers(
      tiers: [names[0]], meters: ["\(names[1])=5"], features: [names[2]],
      prices: ["1 USD per year", "1 USD per month", "1 USD once"])
    let text = try answers.starter(named: "Shop").text
    #expect(faults(of: text) == [])
    #expect(text.contains("-yearly or\n    n0-"))
  }

  /// Nothing that is told can say more than it should.
  static let hostile = [
    "", " ", "\"", "a\"b", "a\nfeature b", "a # b", "`", "a`b", "a\u{0}b", "\u{1B}[31m", "a b",
    "a, b", "1", "-", "a..b", "\u{202E}a", "a\u{200B}b", "\\", "a = b", "everything", "a\r\nb",
    String(repeating: "a", count: 10_000), "500\n  message \"x\"", "5 requires pro",
    "12 CNY once #",
    "-1", "99999999999999999999", "9223372036854775807", "1e9", "5 PB", "0.5", "%", "🙂",
  ]

  @Test(arguments: hostile) func hostileAnswersWriteNoBrokenPolicy(text: String) throws {
    let all = [
      StarterAnswers(name: text), StarterAnswers(tiers: [text]), StarterAnswers(meters: [text]),
      StarterAnswers(meters: ["m=" + text]), StarterAnswers(meters: [text + "=5"]),
      StarterAnswers(features: [text]), StarterAnswers(features: ["a=" + text]),
      StarterAnswers(prices: [text]), StarterAnswers(prices: ["pro=" + text]),
      StarterAnswers(trial: text),
    ]
    for answers in all {
      guard let starter = try? answers.starter(named: "Shop") else { continue }
      #expect(faults(of: starter.text) == [], "\(text)")
    }
  }

  @Test(arguments: [
    ["--name", "a\"b"], ["--tier", "a\"b"], ["--meter", "bills"], ["--meter", "bills=many"],
    ["--feature", "a\nb"], ["--price", "12"], ["--price", "12 XYZ per year"], ["--trial", "soon"],
    ["--trial", "7 days", "--price", "1 USD once"], ["--feature", "pro"],
    ["--feature", "ai=max"], ["--price", "max=1 USD once"], ["--tier", "pro", "--tier", "pro"],
    ["--price", "1 USD once", "--price", "2 USD once"], ["--price", "¥38 once"],
    ["--tier", "pro", "--tier", "Pro"], ["--tier", "pro", "--tier", "Free"],
    ["--meter", "blocks=1,000"], ["--meter", "blocks=1.000 per day"], ["--price", ".99 per month"],
    ["--trial", "7 days"],
    ["--price", "$5"], ["--feature", "a, b"],
  ]) func whatCannotBeTakenNamesItsOption(options: [String]) throws {
    let folder = try Folder()
    let result = try Shell.run(Shell.tollgate, ["new", folder["a.gate"]] + options)
    #expect(result.status == 64)
    #expect(result.output == "")
    #expect(result.errors.hasPrefix("Error: \(options[0])"), "\(result.errors)")
    #expect(folder.names == [])
  }

  @Test func whatPeopleTypeIsTakenAndShown() throws {
    let folder = try Folder()
    let result = try Command.run(
      "new", folder["a.gate"], "--name", "Chat GPT", "--tier", "Pro Plus", "--feature",
      "CSV export", "--feature", "pdf-export=pro plus", "--meter", "AI messages=50/day",
      "--price", "$9.99 per month", "--price", "Pro Plus=99,95 €/yr")
    #expect(result.status == 0, "\(result.errors)")
    for note in [
      "“Chat GPT” is called ChatGPT in the policy\n",
      "“Pro Plus” is called pro-plus in the policy\n",
      "“CSV export” is called csv-export in the policy\n",
      "“AI messages” is called ai-messages in the policy\n",
      "“$9.99 per month” is written 9.99 USD per month in the policy\n",
      "“99,95 €/yr” is written 99.95 EUR per year in the policy\n",
    ] { #expect(result.errors.contains(note), "\(result.errors)") }
    let text = try folder.text("a.gate")
    #expect(faults(of: text) == [])
    for line in [
      "policy ChatGPT \"Chat GPT\"", "tiers free \"Free\" < pro-plus \"Pro Plus\"",
      "product pro-plus-monthly \"Pro Plus monthly\"", "  price 9.99 USD per month",
      "  price 99.95 EUR per year", "meter ai-messages \"AI messages\"",
      "feature csv-export \"CSV export\"", "feature pdf-export \"PDF export\"",
      "ai-messages > 50 per day requires pro-plus",
    ] { #expect(text.contains(line + "\n"), "\(line) in \(text)") }
  }

  @Test(arguments: [
    ("$9.99 per month", "9.99 USD per month"), ("12 usd a year", "12 USD per year"),
    ("€5/mo", "5 EUR per month"), ("£20 yearly", "20 GBP per year"),
    ("38元 lifetime", "38 CNY once"),
    ("US$ 3 every 3 months", "3 USD per 3 months"), ("9,99 € monthly", "9.99 EUR per month"),
    ("$1 one-time", "1 USD once"),
  ]) func anEverydayPriceIsOneOfTheLanguage(typed: String, written: String) throws {
    #expect(EverydaySpelling.price(of: typed) == written)
    let price = try StarterReader.prices(typed, behind: "--price")
    #expect(try price == StarterReader.prices(written, behind: "--price"))
    #expect(EverydaySpelling.price(of: written) == nil)
  }

  @Test func aFileNameMakesTheNameAndTheLabel() throws {
    let folder = try Folder()
    #expect(try Command.run("new", folder["Chat GPT.gate"]).status == 0)
    #expect(try folder.text("Chat GPT.gate").contains("policy ChatGPT \"Chat GPT\"\n"))
  }

  @Test func aFileIsNeverReplacedUnasked() throws {
    let folder = try Folder(["a.gate": "mine"])
    let refused = try Command.run("new", folder["a.gate"])
    #expect(refused.status == 2)
    #expect(refused.errors.contains("exists; choose another name, or replace it with --force"))
    #expect(try folder.text("a.gate") == "mine")
    let forced = try Command.run("new", folder["a.gate"], "--force")
    #expect(forced.status == 0)
    #expect(try folder.text("a.gate").contains("policy a"))
  }

  @Test func standardOutputAndTheFileAreTheSame() throws {
    let folder = try Folder()
    let file = try Command.run("new", folder["App.gate"])
    #expect(file.output == "")
    #expect(file.errors.contains("scenarios pass"))
    let output = try Command.run("new", "-").output
    #expect(output == (try folder.text("App.gate")))
    #expect(try Command.run("lint", folder["App.gate"]).status == 0)
    #expect(folder.names == ["App.gate"])
  }

  @Test func aNameWithoutItsEndingIsRefused() throws {
    let result = try Command.run("new", "Shop")
    #expect(result.status == 64)
    #expect(result.errors.contains("write Shop.gate"))
  }

  /// The questions, on a terminal that `script` makes.
  private func interview(_ answers: String, _ folder: Folder) throws -> String? {
    guard FileManager.default.fileExists(atPath: "/usr/bin/script") else { return nil }
    try folder.write(answers, to: "answers")
    #if os(Linux)
      let line = "script -qec '\"$tollgate\" new Shop.gate' /dev/null < answers"
    #else
      let line = "script -q /dev/null \"$tollgate\" new Shop.gate < answers"
    #endif
    return try Command.shell(line, in: folder.url).output
  }

  @Test func onATerminalItAsksAndAsksAgain() throws {
    let folder = try Folder()
    let answers = "My \"Shop\nMy Shop\n\nbills=lots\nbills=20\n-\n1 USD per year\n7 days\n"
    guard let output = try interview(answers, folder) else { return }
    #expect(output.contains("write a name such as Shop, not `My \"Shop`"))
    #expect(!output.contains("--"), "\(output)")
    #expect(output.contains("not `lots`"))
    let text = try folder.text("Shop.gate")
    #expect(faults(of: text) == [])
    #expect(text.contains("bills > 20 requires pro"))
    #expect(text.contains("policy MyShop \"My Shop\"\n"))
    #expect(text.contains("trial 7 days"))
    #expect(!text.contains("\nfeature "))
  }

  /// No message speaks of an option, and none says something else than is wrong.
  @Test func anAmountWithSeparatorsIsToldAsAnAmount() throws {
    #expect(Interview.list("a, b=1,000,c") == ["a", "b=1,000", "c"])
    #expect(Interview.list("1 USD or 2 CNY once,max=3 USD once").count == 2)
    #expect(Interview.list("-") == [] && Interview.list(" a ,, b ") == ["a", "b"])
    let folder = try Folder()
    let answers = "Shop\nFree, Pro\nblocks=1,000\nblocks=1000\n\n\n-\n"
    guard let output = try interview(answers, folder) else { return }
    #expect(
      output.contains("write an amount without separators, such as 1000, not `1,000`"), "\(output)")
    let text = try folder.text("Shop.gate")
    #expect(faults(of: text) == [])
    #expect(text.contains("tiers Free < Pro\n") && text.contains("blocks > 1000 requires Pro"))
    #expect(!text.contains("\n  price "), "\(text)")
  }

  /// A tier that everybody has is there once, and nobody pays what nobody typed.
  @Test(arguments: [
    (["Free", "Pro"], "tiers Free < Pro"), (["free", "pro"], "tiers free \"Free\" < pro \"Pro\""),
    (["Free"], "tiers Free < pro \"Pro\""), (["Free plan", "pro"], "tiers free-plan"),
    (["免费版", "专业版"], "tiers 免费版 < 专业版"),
  ]) func theFreeTierIsWrittenOnce(tiers: [String], line: String) throws {
    let text = try StarterAnswers(tiers: tiers).starter(named: "Shop").text
    #expect(faults(of: text) == [])
    #expect(text.contains("\n\(line)"), "\(text)")
    #expect(!text.contains("\n  price "))
  }

  /// In double quotes a shell replaces `$9`.
  @Test func examplesInHelpAreSafeInAShell() {
    for command in CommandList.all {
      let words = TollgateCommand.helpMessage(for: command).split(separator: "\"")
      for (index, word) in words.enumerated() where index % 2 == 1 {
        #expect(!word.contains("$"), "\(command): \(word)")
      }
    }
  }

  @Test func questionsThatEndWriteNothing() throws {
    let folder = try Folder()
    guard let output = try interview("Shop\n\u{4}", folder) else { return }
    #expect(output.contains("nothing was written"))
    #expect(folder.names == ["answers"])
  }
}
