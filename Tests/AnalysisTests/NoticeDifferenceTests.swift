import Testing
import TollgateCompiler
import TollgateRuntime

@testable import TollgateAnalysis

/// A difference hides no loss behind a warning, and calls a new price of an old product no gain.
@Suite struct NoticeDifferenceTests {
  private func compare(
    _ old: String, _ new: String, extent: PolicyDifference.Extent = .short
  ) throws -> PolicyDifference {
    try PolicyDifference.compare(
      DifferenceTests.graph(old), DifferenceTests.graph(new), extent: extent)
  }

  private static let head = "tiers free < pro < max\nfeature x\n"

  /// First who may not use it any more, and from when; then who may for some time.
  @Test func whatIsLostAfterANoticeIsTold() throws {
    let difference = try compare(
      NoticeDifferenceTests.head + "x requires pro\n",
      NoticeDifferenceTests.head + "x requires max\n  soft until 2027-03-01\n")
    let loss = try #require(difference.changes.first?.loss)
    #expect(
      loss.boxes == [
        "with pro, without max, from 2027-03-01",
        "with pro, without max, until 2027-03-01: only a warning",
      ])
    #expect(loss.example?.after.outcome == .denied)
    let gain = try #require(difference.changes.first?.gain)
    #expect(gain.boxes == ["without pro, until 2027-03-01: with a warning"])
  }

  @Test func aWarningThatEndsIsAGain() throws {
    let difference = try compare(
      NoticeDifferenceTests.head + "x requires pro\n  soft\n",
      NoticeDifferenceTests.head + "x requires nothing\n")
    #expect(difference.changes.first?.loss == nil)
    #expect(difference.changes.first?.gain?.boxes == ["without pro: no warning any more"])
  }

  private static let shop = """
    tiers free < plus
    meter guests
    meter storage in bytes
    feature x
    x requires plus
    guests > 10 requires plus
    product plus-monthly
      grants plus
      adds 10 GB to storage

    """

  /// A price that is kept for old customers: a new product beside the old one gains nobody anything.
  @Test func aNewProductThatOpensWhatAnOldOneOpened() throws {
    let difference = try compare(
      NoticeDifferenceTests.shop + "  price 10 USD per month\n",
      NoticeDifferenceTests.shop
        + """
          not for sale
          price 10 USD per month
        product plus-2027
          grants plus
          adds 10 GB to storage
          price 15 USD per month

        """)
    #expect(difference.changes.isEmpty)
    #expect(difference.equal == ["guests", "storage", "x"] || difference.equal.count == 3)
    let opens = difference.lists.first { $0.aspect == "opens" }
    #expect(opens?.product == "plus-2027")
    #expect(opens?.new == "the same as `plus-monthly`")
    #expect(!difference.lists.contains { $0.product == "plus-2027" && $0.aspect == "grants" })
  }

  /// One that opens more or less than every old one is told as before.
  @Test(arguments: ["adds 20 GB to storage", "grace 3 days"])
  func aNewProductThatIsNotTheSame(clause: String) throws {
    let difference = try compare(
      NoticeDifferenceTests.shop,
      NoticeDifferenceTests.shop + "product plus-2027\n  grants plus\n  \(clause)\n")
    #expect(!difference.lists.contains { $0.aspect == "opens" })
    #expect(difference.changes.contains { $0.gain != nil })
  }

  /// What is left out can be asked for.
  @Test func everyCaseCanBeListed() throws {
    let names = (1...6).map { "e\($0)" }
    let head = "entitlements \(names.joined(separator: ", "))\nfeature x\n"
    let requirement = "x requires \(names.joined(separator: " or "))\n"
    let short = try compare(head + requirement, head + "x is off\n")
    let all = try compare(head + requirement, head + "x is off\n", extent: .all)
    let (few, every) = (short.changes.first?.loss, all.changes.first?.loss)
    #expect((few?.boxes.count ?? 0) < (few?.count ?? 0))
    #expect(every?.boxes.count == every?.count)
    #expect(every?.isMore == false)
  }

  /// `diff` and everything else print a price by the same printer.
  @Test(arguments: [
    ("20 USD per 2 years", "20 USD per 2 years"), ("20 USD per 24 months", "20 USD per 2 years"),
    ("20 USD per 6 months", "20 USD per 6 months"), ("3000 INR once", "3,000 INR once"),
    ("1 USD for each of seats, at least 5", "1 USD for each seat, at least 5"),
    ("20 USD or 99 CNY per 2 weeks", "20 USD or 99 CNY per 2 weeks"),
  ])
  func aPriceInADifference(clause: String, words: String) throws {
    let text = "meter seats\nproduct p\n  grants e\n"
    let difference = try compare(text, text + "  price \(clause)\n")
    #expect(difference.lists.first { $0.aspect == "price" }?.new == words)
  }
}
