import Foundation
import Testing
import TollgateKit
import TollgateImports
import TollgatePurchases
import TollgateRuntime

/// The table of states: each state in each source that has it, its access, and its grant.
/// `README.md` numbers them.
@Suite struct StateTests {
  enum Source: String, CaseIterable {
    case revenueCat, googlePlay, stripe
  }

  struct Row: Sendable, CustomTestStringConvertible {
    var number: Int
    var name: String
    var source: Source
    var document: String
    /// Whether it opens `pro`, at the time of the document.
    var opens: Bool
    /// The first grant; nil for none.
    var state: Grant.State?
    var until: Instant?
    var isTrial = false

    var testDescription: String { "\(number) \(name), \(source.rawValue)" }
  }

  static let rows = revenueCat + googlePlay + stripe

  @Test(arguments: rows) func eachStateOpensOrNot(row: Row) throws {
    let imported = try row.read()
    let snapshot = imported.snapshot()
    #expect(imported.opens() == row.opens)
    #expect(snapshot.asOf == now)
    let grant = row.opens ? snapshot.grants.first { $0.isHeld(at: now) } : snapshot.grants.first
    #expect(grant?.state == row.state)
    #expect(grant?.until == row.until)
    #expect(grant?.isTrial ?? false == row.isTrial)
    // At its end nothing is left of it.
    if row.opens, let until = row.until {
      #expect(imported.opens(at: Instant(milliseconds: until.milliseconds - 1)))
      #expect(!imported.opens(at: until))
    }
  }

  /// Which state exists where.
  static let matrix: [Source: Set<Int>] = [
    .revenueCat: [0, 3, 4, 5, 8, 9, 10, 11, 12, 13, 14, 16, 18, 20, 21, 22, 23],
    .googlePlay: [
      0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 19, 20, 21, 22, 23,
    ],
    .stripe: [0, 1, 2, 3, 4, 5, 7, 8, 10, 11, 12, 13, 14, 19, 23],
  ]

  @Test(arguments: Source.allCases) func everyStateOfASourceHasARow(source: Source) throws {
    let numbers = Set(Self.rows.filter { $0.source == source }.map { $0.number })
    #expect(numbers.sorted() == Self.matrix[source]?.sorted())
  }
}

extension StateTests.Row {
  func read() throws -> PurchaseImport {
    // Row 23: a document that is not verified.
    let verification: Verification = number == 23 ? .invalid : .server
    let data = Data(document.utf8)
    return switch source {
    case .revenueCat: try RevenueCatImporter.read(json: data, verification: verification)
    case .googlePlay: try GooglePlayImporter.read(json: data, asOf: now, verification: verification)
    case .stripe: try StripeImporter.read(json: data, asOf: now, verification: verification)
    }
  }
}

extension Grant {
  func isHeld(at now: Instant) -> Bool {
    switch state {
    case .active, .trial, .grace, .cancelled:
      (start.map { $0 <= now } ?? true) && (until.map { now < $0 } ?? true)
    default: false
    }
  }
}
