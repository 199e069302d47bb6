import Foundation
import TestSupport
import Testing

/// The table of requirements in this folder's README: complete, with existing tests.
@Suite struct TableTests {
  static let lifecycle = """
    ET-3.4 ET-3.5 ET-4.2 ET-4.3 ET-4.4 ET-4.5 ET-8.3 ET-8.4 ET-9.4 ET-9.5 ET-11.2 ET-11.3 ET-11.4 \
    ET-11.5 FW-2.1 FW-3.2 FW-3.4 FW-5.1 FW-5.2 FW-5.3 FW-5.4 FW-5.5 BT-US1.3 BT-US2.2 BT-US2.3 \
    BT-US2.T BT-EC1 BT-EC2 BT-EC3 BT-EC5 BT-FR-002 BT-FR-006 BT-FR-007 BT-FR-009 BT-SC-001 \
    BT-SC-002 LG-OV-5 LG-IF-6 LG-IF-7 LG-IF-8 LG-IF-10 LG-IF-19 LG-DM-3 LG-DM-6 LG-DM-7 LG-P8 \
    LG-P11 LG-P12 LG-P13 LG-P14 LG-P16 LG-P19 LG-P22 LG-P24 LG-P25 LG-P27 LG-P28 LG-P29 LG-P30 \
    LG-P31 LG-P32 LG-P33 LG-P36 LG-P38 LG-SE-6 LG-ERR-1 LG-ERR-3 LG-ERR-5 LG-UT-S3 LG-UT-S4 \
    LG-UT-C3 LG-IT-2 LG-IT-3 LG-IT-4 LG-IT-5 LG-CACHE-1 LG-CACHE-2 LG-NET-3 LG-BG-2 LG-BG-3 \
    LG-SEC-P1 LG-SEC-P3 LG-IOS-1 LG-IOS-3 LG-IOS-5 LG-BE-8 LG-BE-9 LG-BE-10 LG-BE-11 LG-BE-12 \
    LG-MIG-2 LG-TM-4 LG-FUT-1 LG-FUT-6 KO-4.1 KO-4.2 KO-4.5 KO-5.3 KO-6.5 KO-7.1
    """.split(separator: " ").map(String.init)
  static let verification = """
    ET-4.1 ET-9.1 ET-9.2 ET-9.3 FW-4.1 FW-4.2 FW-4.3 FW-4.4 BT-EC4 LG-P26 LG-UT-P2 LG-UT-P3 \
    LG-SEC-P2 LG-IOS-4 LG-BE-15 KO-4.3 KO-6.2
    """.split(separator: " ").map(String.init)

  /// The rows of the table.
  private func rows() throws -> [(id: String, kind: String, cell: String)] {
    try Repository.text("Tests/PurchaseTests/README.md").split(separator: "\n").compactMap { line in
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard cells.count == 3, cells[1] == "L" || cells[1] == "V" else { return nil }
      return (cells[0], cells[1], cells[2])
    }
  }

  @Test func theTableNamesEveryRequirement() throws {
    let rows = try rows()
    #expect(rows.filter { $0.kind == "L" }.map(\.id) == TableTests.lifecycle)
    #expect(rows.filter { $0.kind == "V" }.map(\.id) == TableTests.verification)
    #expect(TableTests.lifecycle.count == 100)
    #expect(TableTests.verification.count == 17)
  }

  @Test func everyTestOfTheTableExists() throws {
    var covered = 0
    for row in try rows() {
      if row.cell.hasPrefix("not covered: ") {
        #expect(row.cell.count > 25, "\(row.id) needs a reason")
        continue
      }
      for test in row.cell.components(separatedBy: " · ") {
        let parts = test.components(separatedBy: ": \"")
        guard parts.count == 2, parts[1].hasSuffix("\"") else {
          Issue.record("\(row.id): \(test) is no test")
          continue
        }
        let title = String(parts[1].dropLast())
        #expect(title.contains(row.id), "\(row.id): \(title)")
        let source = try Repository.text("Tests/PurchaseTests/\(parts[0]).swift")
        #expect(source.contains("\"\(title)\""), "\(row.id): no test \(title)")
        covered += 1
      }
    }
    #expect(covered >= 100)
  }
}
