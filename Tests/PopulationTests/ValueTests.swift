import Foundation
import TestSupport
import Testing
import TollgateKit
import TollgatePopulation
import TollgateRuntime

/// Values of settings, also far above what people buy.
@Suite struct ValueTests {
  private static let now = Instant(milliseconds: 1_772_323_200_000)

  private static func policy(adding amount: Int64) -> String {
    """
    tiers free < pro
    product pack
      adds \(amount) to slots
    product annual
      grants pro
    setting slots is 5
      unlimited with pro
    """
  }

  /// Each value is the engine's, or none where it is above what every engine counts exactly.
  @Test(arguments: [1, 1_000_000_000, 1 << 40, 1 << 53] as [Int64])
  func whatGrantsAddIsExactOrNothing(amount: Int64) throws {
    var example = try PopulationCase(
      "adds \(amount)", [ValueTests.policy(adding: amount)], at: ValueTests.now)
    for quantity in [0, 1, 2, 3, 1_000, 16_384, 1_000_000_000] as [Int64] {
      for packs in [1, 2, 500] {
        var snapshot = Snapshot()
        snapshot.grants = Array(repeating: Grant(product: "pack", quantity: quantity), count: packs)
        example.users.append(("\(quantity) of \(packs)", snapshot))
        snapshot.grants.append(Grant(product: "annual"))
        example.users.append(("\(quantity) of \(packs), pro", snapshot))
      }
    }
    let line = try #require(try example.line())
    let result = try PopulationCase.compare([line], ["sqlite"])
    #expect(result.status == 0, "\(result.output.prefix(4_000))\(result.errors.suffix(1_000))")
  }

  /// What can never be exact is refused by the name of the setting.
  @Test func anAdditionAboveAllNumbersIsRefused() throws {
    let graph = try Policy(source: ValueTests.policy(adding: 20_000_000_000_000_000)).graph
    do {
      _ = try PopulationSQL.script(of: [graph], at: ValueTests.now, in: .sqlite)
      Issue.record("it is written")
    } catch {
      #expect(error.description.contains("the setting `slots`: 20000000000000000 is above"))
    }
  }
}
