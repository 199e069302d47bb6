import Foundation
import Testing
import TollgateKit

/// A snapshot as a part of an app's own documents.
@Suite struct SnapshotCodableTests {
  private struct Account: Codable, Equatable {
    var name: String
    var data: Snapshot
  }

  @Test func aSnapshotIsReadAndWrittenByCoders() throws {
    let snapshot = try Snapshot(json: SnapshotJSONTests.example)
    let account = Account(name: "Ada", data: snapshot)
    let text = try JSONEncoder().encode(account)
    #expect(try JSONDecoder().decode(Account.self, from: text) == account)
    // The shape is that of the JSON, which any other reader reads.
    let alone = try JSONEncoder().encode(snapshot)
    #expect(try Snapshot(json: alone) == snapshot)
    let list = try PropertyListEncoder().encode(account)
    #expect(try PropertyListDecoder().decode(Account.self, from: list) == account)
    let empty = try JSONEncoder().encode([Snapshot()])
    #expect(try JSONDecoder().decode([Snapshot].self, from: empty) == [Snapshot()])
  }

  @Test func aMistakeIsToldWithItsPlace() throws {
    let text = #"{"name": "Ada", "data": {"schema": 1, "grants": [{"product": 3}]}}"#
    do {
      _ = try JSONDecoder().decode(Account.self, from: Data(text.utf8))
      Issue.record("a product that is a number was read")
    } catch DecodingError.dataCorrupted(let context) {
      #expect(context.codingPath.map(\.stringValue) == ["data"])
      #expect(context.debugDescription.hasPrefix("grants[0].product: "))
      #expect((context.underlyingError as? SnapshotError)?.path == "grants[0].product")
    }
    for wrong in [
      #"{"schema": 2}"#, "{}", "[]", "null", "3", #"{"schema": 1, "usage": {"a": 1.5}}"#,
    ] {
      #expect(throws: DecodingError.self, "\(wrong)") {
        try JSONDecoder().decode([Snapshot].self, from: Data("[\(wrong)]".utf8))
      }
    }
  }
}
