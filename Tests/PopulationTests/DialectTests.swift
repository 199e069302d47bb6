import Foundation
import TestSupport
import Testing
import TollgateKit
import TollgatePopulation

/// What the SQL says, and that no name of a policy becomes SQL.
@Suite struct DialectTests {
  private static let now = Instant(milliseconds: 1_772_323_200_000)
  private static let shop = """
    tiers free < pro
    product annual
      grants pro
    meter bills
    bills > 500 requires pro
    """

  /// One changed limit is one line that a person reads.
  @Test func aDifferenceIsTheDifference() throws {
    let old = try Policy(source: DialectTests.shop)
    let new = try Policy(
      source: DialectTests.shop.replacingOccurrences(of: "500", with: "300"))
    let sql = try PopulationSQL.script(
      of: [old.graph, new.graph], at: DialectTests.now, in: .duckdb, parts: [.answers])
    #expect(
      sql == """
        CREATE OR REPLACE VIEW tollgate_changes AS
        SELECT user_id,
          -- bills
          CASE
            WHEN used_bills BETWEEN 300 AND 499 AND has_pro = 0 THEN 'loses'
            WHEN used_bills_known = 0 AND has_pro = 0 THEN 'unknown'
            ELSE 'same'
          END AS change_bills
        FROM tollgate_users;

        """)
    let backwards = try PopulationSQL.script(
      of: [new.graph, old.graph], at: DialectTests.now, in: .duckdb, parts: [.answers])
    #expect(
      backwards.contains("WHEN used_bills BETWEEN 300 AND 499 AND has_pro = 0 THEN 'gains'"))
  }

  @Test(arguments: SQLDialect.allCases) func namesAreTexts(dialect: SQLDialect) throws {
    let policy = try Policy(
      source: """
        tiers 免费 < 专业版
        product order
          sold as "it's; DROP TABLE users --"
          grants 专业版
        meter 账单
        meter select
        账单 > 500 requires 专业版
        select > 3 per day requires 专业版
        """)
    let sql = try PopulationSQL.script(of: [policy.graph], at: DialectTests.now, in: dialect)
    let readsEscapes = dialect == .spark || dialect == .bigquery
    #expect(sql.contains(readsEscapes ? "'it\\'s; DROP TABLE" : "'it''s; DROP TABLE"))
    #expect(sql.contains("AS used_select_day"))
    // Identifiers keep to ASCII; everything else is in a literal or a comment.
    for line in sql.split(separator: "\n") where !line.contains("'") && !line.contains("--") {
      #expect(line.utf8.allSatisfy { $0 < 0x80 }, "\(line)")
    }
  }

  @Test func whatAnEngineCannotSayIsRefused() throws {
    let version = try Policy(
      source:
        "fact app is a version\nfeature new\nnew requires nothing\nnew is off when app since 2000000.1"
    )
    #expect(throws: Untranslatable.self) {
      try PopulationSQL.script(of: [version.graph], at: DialectTests.now, in: .duckdb)
    }
    let slash = try Policy(
      source:
        "tiers free < pro\nproduct a\n  sold as \"a\\\\b\"\n  grants pro\nfeature x\nx requires pro"
    )
    #expect(throws: Untranslatable.self) {
      try PopulationSQL.script(of: [slash.graph], at: DialectTests.now, in: .ansi)
    }
    #expect(throws: Never.self) {
      try PopulationSQL.script(of: [slash.graph], at: DialectTests.now, in: .postgres)
    }
  }

  /// The parsers of other engines, where `.ci/population` brings them.
  @Test func otherEnginesReadIt() throws {
    let environment = ProcessInfo.processInfo.environment
    guard let parsers = environment["TOLLGATE_PARSERS"], let python = environment["TOLLGATE_PYTHON"]
    else { return }
    let folder = try Shell.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    for name in ["ExpenseTracker", "Billiards", "PurchaseKit"] {
      let source = try String(
        contentsOf: Repository.url("Policies/\(name).gate"), encoding: .utf8)
      let graph = try Policy(source: source).graph
      for parser in parsers.split(separator: ",") {
        let dialect = SQLDialect(rawValue: String(parser)) ?? .ansi
        let sql = try PopulationSQL.script(of: [graph], at: DialectTests.now, in: dialect)
        try Data(sql.utf8).write(to: folder.appendingPathComponent("\(name).\(parser).sql"))
      }
    }
    let script = Repository.url("Tests/PopulationTests/parse.py").path
    let result = try Shell.run(
      URL(fileURLWithPath: "/usr/bin/env"), [python, script, folder.path])
    #expect(result.status == 0, "\(result.output)\(result.errors.suffix(2000))")
  }
}
