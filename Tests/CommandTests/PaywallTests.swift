import Foundation
import TestSupport
import Testing
import TollgateKit

/// `tollgate paywall`
@Suite struct PaywallTests {
  private func paywall(_ words: String...) throws -> Shell.Result {
    let folder = try Folder(["Shop.gate": Sample.shop])
    return try Shell.run(Shell.tollgate, ["paywall", folder["Shop.gate"]] + words)
  }

  @Test func theProductsThatOpenTheTargetComeFirst() throws {
    let result = try paywall(
      "--for", "L4", "--bought", "annual", "--at", "2026-06-01", "--locale", "en")
    #expect(result.status == 0)
    #expect(result.errors == "")
    #expect(
      result.output == """
        Shop

        L4: locked
          Buy courses

        courses: CN¥5 once
          for sale
          opens L4–L6

        annual: CN¥12 per year
          owned

        lifetime: CN¥38 once
          for sale
          opens L7–L9

        """)
  }

  @Test func theMessageAndTheSetsAreThoseOfTheDecision() throws {
    let result = try paywall("--for", "bills", "--using", "bills=499", "--adding", "2")
    #expect(result.output.contains("bills: locked\n  “The free plan holds 500 bills.”\n"))
    #expect(result.output.contains("  Buy annual or lifetime\n"))
    #expect(result.output.contains("raises bills to unlimited"))
    let one = try paywall("--for", "bills", "--using", "bills=499")
    #expect(one.output.contains("bills: open\n"))
  }

  @Test func jsonIsThePaywallOfTheLibrary() throws {
    let result = try paywall(
      "--for", "csv-export", "--format", "json", "--at", "2026-06-01", "--locale", "en")
    let policy = try Policy(source: Sample.shop, name: "Shop.gate")
    let now = Instant(milliseconds: 1_780_272_000_000)
    let paywall = policy.paywall(
      for: Snapshot(asOf: now), target: "csv-export", in: "en", at: now)
    #expect(result.output == paywall.json(pretty: true) + "\n")
  }

  @Test func theLanguageIsChinese() throws {
    let result = try paywall("--for", "L4", "--locale", "zh-Hans")
    #expect(result.output.contains("L4：已锁定\n  购买：courses\n"))
  }

  @Test(arguments: [
    ["--for", "csv-exprot"], ["--adding", "2"], ["--for", "bills", "--adding", "x"],
  ])
  func wrongUsageIs64(words: [String]) throws {
    let folder = try Folder(["Shop.gate": Sample.shop])
    let result = try Shell.run(Shell.tollgate, ["paywall", folder["Shop.gate"]] + words)
    #expect(result.status == 64)
    #expect(result.output == "")
  }

  @Test func aPolicyWithoutProductsSaysSo() throws {
    let result = try Command.run("paywall", "-", input: "x requires pro\n")
    #expect(result.status == 0)
    #expect(result.output.contains("The policy sells nothing."))
  }
}
