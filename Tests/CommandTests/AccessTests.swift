import TestSupport
import Testing

@Suite struct AccessTests {
  private func access(_ words: String...) throws -> Shell.Result {
    let folder = try Folder(["Shop.gate": Sample.shop])
    return try Shell.run(Shell.tollgate, ["access", folder["Shop.gate"]] + words)
  }

  @Test func everythingStandsInOneTable() throws {
    let result = try access(
      "--has", "pack", "--using", "bills=460", "--using", "storage=5GB", "--using",
      "exports/day=1", "--fact", "platform=ios", "--fact", "tester=no", "--at", "2026-06-01")
    #expect(result.status == 0)
    #expect(result.errors == "")
    let lines = result.output.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.first?.hasPrefix("policy  Shop sha256:") == true)
    #expect(
      lines.dropFirst().joined(separator: "\n") == """
        tier    free

        locked  csv-export  not-held, needs pro
        locked  beta        not-held, needs tester
        open    tablet
        warned  old         not-held, needs max
        open    L1..L6
        locked  L7..L9      not-held, needs max
        open    bills       460 of 500 used, 40 left
        locked  storage     5 GB of 5 GB used, none left; limit-reached, needs pro
        open    exports     1 of 3 per day used, 2 left

        reminders
          bills@450  gentle  “40 left”

        """)
  }

  @Test func jsonListsTheDecisions() throws {
    let result = try access("--format", "json", "--bought", "annual")
    #expect(result.status == 0)
    let json = try Command.object(result.output)
    #expect(json["schema"] as? Int == 1)
    #expect(json["policy"] as? String == "Shop")
    #expect(json["tier"] as? String == "pro")
    let targets = try #require(json["targets"] as? [[String: Any]])
    #expect(targets.count == 16)
    #expect(targets.first?["target"] as? String == "csv-export")
    #expect(targets.first?["outcome"] as? String == "allowed")
  }

  @Test func wideNamesStandInTheirColumns() throws {
    let result = try Command.run(
      "access", "-", input: "账单 > 500 requires 专业版\nK球 requires 专业版\nx requires nothing\n",
      environment: ["LC_ALL": "zh_CN.UTF-8"])
    #expect(result.status == 0)
    #expect(result.output.contains("locked  K球   not-held, needs 专业版\n"))
    #expect(result.output.contains("locked  账单  limit 500, usage unknown; unknown-usage"))
    #expect(!result.output.contains("tier"))
  }

  /// Members of a series that have the same rules share a row, however many there are.
  @Test func manySeriesHaveARowEach() throws {
    let series = (1...40).map { "series S\($0)x1..S\($0)x500\nS\($0)x1..S\($0)x499 requires pro\n" }
    let result = try Command.run(
      "access", "-", input: "tiers free < pro\n" + series.joined())
    #expect(result.status == 0)
    let rows = result.output.split(separator: "\n").filter {
      $0.hasPrefix("open ") || $0.hasPrefix("locked ")
    }
    #expect(rows.count == 80)
    #expect(rows.contains { $0.hasPrefix("locked  S7x1..S7x499 ") })
    #expect(rows.contains { $0.hasPrefix("open    S40x500") })
  }

  @Test func anEmptyPolicyHasAnEmptyTable() throws {
    let result = try Command.run("access", "-", input: "")
    #expect(result.status == 0)
    let lines = result.output.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == 3)
    #expect(lines[0].hasPrefix("policy  <stdin> sha256:"))
    #expect(lines[0].count == "policy  <stdin> sha256:".count + 64)
    #expect(lines[1...].allSatisfy { $0.isEmpty })
  }
}
