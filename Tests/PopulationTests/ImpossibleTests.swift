import Foundation
import TestSupport
import Testing
import TollgateKit
import TollgatePopulation

/// A view of changes has no column and no branch that can be nobody's.
@Suite struct ImpossibleTests {
  private static let now = Instant(milliseconds: 1_772_323_200_000)

  private static let shop = """
    tiers free < pro < max
    trust snapshots for 7 days
    product annual
      grants pro
      grace 3 days
    product big
      grants max
    product pack
      adds 100 to bills
    meter bills
    meter scans
    feature export
    feature share
    feature print
    fact platform is ios or web
    bills > 500 requires pro
    scans > 10 per day requires pro
    export requires pro
    share requires pro when platform is ios
    print requires max

    """

  /// What is replaced, and the words that may and may not be in the difference.
  private static let changes: [(from: String, to: String, has: [String], hasNot: [String])] = [
    // Other targets that ask the same columns do not change.
    ("scans > 10", "scans > 20", ["change_scans", "'gains'"], ["change_bills", "'loses'"]),
    ("bills > 500", "bills > 300", ["change_bills", "'loses'"], ["'gains'", "change_scans"]),
    // Who has max has pro.
    ("export requires pro", "export requires max", ["change_export", "'loses'"], ["'gains'"]),
    ("print requires max", "print requires pro", ["change_print", "'gains'"], ["'loses'"]),
    // A list of choices in which the others stay what they are.
    (
      "ios or web", "ios or web or tv", ["change_share", "'becomes-known'"],
      ["change_export", "'loses'", "'gains'"]
    ),
    // What is stale after 7 days is stale after 1.
    (
      "for 7 days", "for 1 day", ["change_bills", "'becomes-unknown'"],
      ["'loses'", "'gains'", "'becomes-known'"]
    ),
    // A longer grace takes nothing from anybody.
    ("grace 3 days", "grace 9 days", ["change_export", "'gains'"], ["'loses'"]),
  ]

  @Test(arguments: changes.indices) func onlyWhatCanBe(index: Int) throws {
    let change = ImpossibleTests.changes[index]
    let other = ImpossibleTests.shop.replacingOccurrences(of: change.from, with: change.to)
    #expect(other != ImpossibleTests.shop)
    let sql = try difference(ImpossibleTests.shop, other)
    for words in change.has { #expect(sql.contains(words), "\(words)\n\(sql)") }
    for words in change.hasNot { #expect(!sql.contains(words), "\(words)\n\(sql)") }
  }

  /// A policy has no difference to itself.
  @Test func nothingChanges() throws {
    for seed in 0..<UInt64(14 * Cases.factor) {
      var generator = Naive.Generator(seed: seed, hasLadders: seed % 2 == 1)
      let source = generator.policy().source()
      guard let sql = try? difference(source, source) else { continue }
      #expect(!sql.contains("change_"), "seed \(seed)\n\(source)\n\(sql)")
    }
  }

  private func difference(_ old: String, _ new: String) throws -> String {
    try PopulationSQL.script(
      of: [try Policy(source: old).graph, try Policy(source: new).graph], at: ImpossibleTests.now,
      in: .sqlite, parts: [.answers])
  }
}
