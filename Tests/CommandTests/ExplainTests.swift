import TestSupport
import Testing

@Suite struct ExplainTests {
  private func explain(_ words: String..., environment: [String: String] = [:]) throws
    -> Shell.Result
  {
    let folder = try Folder(["Shop.gate": Sample.shop])
    return try Shell.run(
      Shell.tollgate, ["explain", folder["Shop.gate"]] + words, environment: environment)
  }

  @Test func everyRuleIsTold() throws {
    let result = try explain("bills", "--using", "bills=500", "--at", "2026-06-01")
    #expect(result.status == 1)
    #expect(result.errors == "")
    #expect(result.output.contains("Rules\n"))
    #expect(result.output.contains("bills > 500 requires pro  [Shop.gate:30]"))
    #expect(result.output.contains("limit-reached"))
    #expect(result.output.contains("buy annual: 12 CNY per year"))
  }

  @Test func severalTargetsAreToldOneByOne() throws {
    let result = try explain("L1", "tools")
    #expect(result.status == 1)
    for name in ["Open: L1", "Locked: tools"] {
      #expect(result.output.contains(name))
    }
    #expect(try explain("L1", "L2").status == 0)
  }

  @Test func theLanguageIsThatOfTheOptionOrTheEnvironment() throws {
    #expect(try explain("csv-export", "--locale", "zh-Hans").output.hasPrefix("已锁定"))
    for (name, value, isChinese) in [
      ("LC_ALL", "zh_CN.UTF-8", true), ("LANG", "zh_CN.UTF-8", true), ("LANG", "zh", true),
      ("LANG", "C", false), ("LC_ALL", "de_DE", false), ("LANG", "", false),
    ] {
      let output = try explain("csv-export", environment: [name: value]).output
      #expect(output.hasPrefix("已锁定") == isChinese, "\(name)=\(value)")
    }
    let option = try explain(
      "csv-export", "--locale", "en", environment: ["LC_ALL": "zh_CN.UTF-8"])
    #expect(option.output.hasPrefix("Locked"))
  }

  @Test func aNameThatIsNotKnownHasASuggestion() throws {
    let result = try explain("bils")
    #expect(result.status == 64)
    #expect(result.output == "")
    #expect(result.errors.contains("did you mean `bills`?"))
    // Nothing is printed about the others.
    #expect(try explain("L1", "bils").output == "")
  }

  @Test func aCodeHasAPage() throws {
    let result = try Command.run("explain", "TG0101")
    #expect(result.status == 0)
    #expect(result.errors == "")
    #expect(result.output.contains("TG0101"))
    #expect(try Command.run("explain", "tg0101").output == result.output)
  }

  @Test func anUnknownCodeIs64WithTheList() throws {
    let result = try Command.run("explain", "TG9999")
    #expect(result.status == 64)
    #expect(result.output == "")
    #expect(result.errors.contains("TG0101"))
  }

  @Test func aPolicyWithoutATargetIs64() throws {
    let folder = try Folder(["Shop.gate": Sample.shop])
    let result = try Command.run("explain", folder["Shop.gate"])
    #expect(result.status == 64)
    #expect(result.errors.contains("what to explain"))
  }
}
