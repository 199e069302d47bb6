#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
package import TollgateCompiler

/// What is wrong with a snapshot, a line of a batch, a ledger of purchases or a document of a store:
/// where, and what would be right.
public struct SnapshotError: Error, Sendable, Hashable {
  package var place: JSONPath
  package var problem: Problem

  package init(_ problem: Problem, at place: JSONPath = JSONPath()) {
    self.problem = problem
    self.place = place
  }

  /// Where it is, from the top of the document: `grants[2].until`. Empty for the whole document.
  public var path: String { place.text }

  /// The facts; the words are in `SnapshotError+Words.swift`.
  package enum Problem: Sendable, Hashable {
    /// The text is not JSON. Line and column from 1, the column in characters.
    case notJSON(JSONReader.ParseError, line: Int, column: Int)
    /// The document says no schema, or one that this edition does not read.
    case schema(found: JSONValue?)
    case missing(Expected)
    /// Lists and objects are found without what is in them.
    case expected(Expected, found: JSONValue)
    case instant(String, InstantText.ParseError)
    /// A grant with neither a product nor an entitlement.
    case grantsNothing
    /// `adding` together with `reaching`.
    case twoAsks
    /// What stands there cannot be used, in the words of who reads it.
    case refused(String, chinese: String)
  }

  /// What a value may be.
  package enum Expected: Sendable, Hashable {
    case object, list, text, boolean, instant, fact, usage, counter
    /// A whole number from this one on.
    case wholeNumber(from: Int64)
    case date, version, number, yesOrNo
    /// An amount of money.
    case money
    /// An ISO 4217 code.
    case currency
    /// A number from 0 to 100.
    case percentage
    case oneOf([String])
  }

  /// The same problem, seen from one level further up.
  package func under(_ step: JSONPath.Step) -> SnapshotError {
    SnapshotError(problem, at: place.under(step))
  }
}

extension SnapshotError: LocalizedError {
  /// What is wrong, in the language of the person if it is Chinese, else in English.
  public var errorDescription: String? {
    description(in: Locale.preferredLanguages.first ?? "en")
  }
}

extension SnapshotError {
  /// The tree that a text is, or why it is none.
  package static func read(_ bytes: [UInt8]) throws(SnapshotError) -> JSONValue {
    do throws(JSONReader.Failure) {
      return try JSONReader.read(bytes)
    } catch {
      let before = bytes.prefix(error.offset)
      let lines = before.split(separator: 0x0A, omittingEmptySubsequences: false)
      // Bytes that go on with a character are not counted.
      let column = lines.last?.reduce(1) { $1 & 0xC0 == 0x80 ? $0 : $0 + 1 } ?? 1
      throw SnapshotError(
        .notJSON(error.fault, line: lines.count, column: column),
        at: error.path
      )
    }
  }
}
