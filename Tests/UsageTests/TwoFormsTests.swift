import Testing
import TollgateKit
import TollgateRuntime

@testable import TollgatePurchases
@testable import TollgateUsage

/// An object of two forms says two things; reading one of them would lose the other.
@Suite struct TwoFormsTests {
  private static let day = Instant(milliseconds: 1_772_323_200_000)

  @Test("an entry of a journal is of one kind")
  func entries() throws {
    let record = PurchaseRecord(
      transactionID: "t1", product: "n1", kind: .nonConsumable, start: TwoFormsTests.day,
      verification: .device)
    let entries: [JournalEntry] = [
      .record(record), .finished("t1"), .failed("t1", attempts: 2),
      .confirmed(account: nil, TwoFormsTests.day),
      .begun(PurchaseIntent(product: "n1", account: nil)),
      .ended(PurchaseIntent(product: "n1", account: nil)), .acknowledged("s1"),
      .reported(account: nil, TwoFormsTests.day), .cleared(account: "a"),
    ]
    for one in entries {
      for other in entries where JournalTwoForms.kind(other) != JournalTwoForms.kind(one) {
        let mixed = JournalTwoForms.mixed(one.json(), other.json())
        #expect(throws: SnapshotError.self, "\(mixed)") { try JournalEntry(json: mixed) }
      }
      #expect(try JournalEntry(json: one.json()) == one)
      let value = try JSONReader.read(
        Array(JournalTwoForms.mixed("{\"journal\":1}", one.json()).utf8))
      let reading = try JournalText.read(JournalText.header + JournalLine.bytes(of: value))
      #expect(reading.repair.damages.count == 1)
    }
  }

  @Test("a counter of a window is of one form")
  func windows() throws {
    let forms = [
      #""index":1,"start":0"#, #""from":0,"until":9"#, #""falls":[[1,1]]"#,
    ]
    for one in forms {
      for other in forms where other != one {
        let window = #"{\#(one),\#(other),"count":1}"#
        let book = #"""
          {"usage":1,"at":0,"pages":[{"device":"a","revision":1,"tallies":[
          {"meter":"m","windows":{"day":\#(window)}}]}]}
          """#
        #expect(throws: SnapshotError.self, "\(window)") { try UsageBook(json: book) }
      }
    }
    let line = try JSONReader.read(Array(#"{"usage":1,"person":"a","at":0}"#.utf8))
    let reading = try UsageText.read(UsageText.header + JournalLine.bytes(of: line), path: "p")
    #expect(reading.damagedLines == [2])
  }
}

/// Texts of two forms.
private enum JournalTwoForms {
  static func mixed(_ one: String, _ other: String) -> String {
    one.dropLast() + "," + other.dropFirst()
  }

  /// The key that names the kind.
  static func kind(_ entry: JournalEntry) -> Substring? {
    entry.json().split(separator: "\"").dropFirst().first
  }
}
