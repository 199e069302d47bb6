import TestSupport
import Testing

/// Every rule of the house is kept, looks at files, and finds what breaks it.
@Suite struct HouseRuleTests {
  @Test(arguments: HouseRules.all) func theHouseKeepsTheRule(_ rule: HouseRule) throws {
    let faults = try rule.faults(in: try rule.files().map { try HouseFile($0) })
    #expect(faults.isEmpty, "\(faults.joined(separator: "\n"))")
  }

  @Test(arguments: HouseRules.all) func aFileThatBreaksTheRuleIsFound(_ rule: HouseRule) {
    #expect(rule.faults(rule.broken).count == 1)
  }

  @Test(arguments: HouseRules.all) func anEmptyListFails(_ rule: HouseRule) {
    #expect(throws: TooFewFiles(count: 0, least: rule.least)) { try rule.faults(in: []) }
  }
}
