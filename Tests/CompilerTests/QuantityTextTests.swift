import Testing
import TollgateRuntime

@testable import TollgateCompiler

/// A quantity outside of a policy is read as a policy reads it.
struct QuantityTextTests {
  private func read(_ text: String, _ unit: Meter.Unit) throws -> Int64 {
    try QuantityText.parse(text, of: Meter(name: "price", unit: unit))
  }

  @Test func quantitiesAreReadInTheUnitOfTheMeter() throws {
    #expect(try read("500", .count) == 500)
    #expect(try read("10_000", .count) == 10_000)
    #expect(try read("1.5GB", .bytes) == 1_500_000_000)
    #expect(try read(" 1.5 GB ", .bytes) == 1_500_000_000)
    #expect(try read("2h", .seconds) == 7200)
    #expect(try read("7 days", .seconds) == 604_800)
  }

  @Test(
    arguments: [
      ("5 GB", "`price` counts things, and `5 GB` is a size"),
      ("1.5", "`1.5` is not a whole number"),
      ("5 furlongs", "there is no unit called `furlongs`"),
      ("90%", "`90%` is not a quantity"),
    ])
  func aLiteralThatIsNoQuantityOfTheMeterIsReportedAsInAPolicy(text: String, headline: String) {
    #expect(throws: QuantityText.ParseError(headline: headline)) { try read(text, .count) }
  }

  /// Nothing that follows a quantity in a policy may follow it here.
  @Test(arguments: [
    "", " ", "many", "undecided", "allowance", "5 per day", "5 requires pro", "5 # a note", "5\n6",
    "5,", "-5", "2026-03-01", "\"5\"",
  ])
  func otherTextsAreNotLiterals(text: String) {
    #expect(throws: QuantityText.ParseError.self) { try read(text, .count) }
  }
}
