import Testing

@testable import TollgateGenerator

/// Names of policies as names of Swift.
@Suite struct SwiftNameTests {
  @Test(arguments: [
    ("bills", "bills"), ("csv-export", "csvExport"), ("L9", "L9"), ("a_b.c", "aBC"),
    ("2fa", "_2fa"), ("账单", "账单"), ("dışa-aktarma", "dışaAktarma"), ("default", "`default`"),
    ("v1.2", "v12"), ("a--b", "aB"),
  ])
  func aNameBecomesOneOfSwift(name: String, swift: String) {
    #expect(SwiftName(name).source == swift)
    #expect(SwiftName(name).isIdentifier)
  }

  @Test func twoNamesThatBecomeOneAreAFault() {
    var scope = NameScope("Shop", taken: ["policy"])
    for name in ["csv-export", "bills", "csv_export", "policy", "self", "init"] {
      _ = scope.add(name)
    }
    #expect(
      scope.faults.map { $0.words } == [
        "`csv-export` and `csv_export` are both `csvExport` in Swift",
        "`policy` is `policy` in Swift, and `Shop` already uses that name",
        "`self` cannot be the name of a member in Swift",
        "`init` cannot be the name of a member in Swift",
      ])
  }

  @Test func aTextNeverLeavesItsLiteral() {
    #expect(PolicySwift.literal("a\"\\(b)\n\u{85}") == #""a\"\\(b)\u{a}\u{85}""#)
    #expect(PolicySwift.comment("a\nb\u{2028}c") == "a b c")
  }
}
